/* Pages. */
#include "experiment/graphics.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void nq_html_write(const char *text, FILE *html) {
  static const char special[] = "&<>\"'";
  static const char *const escaped[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};
  for (; *text != '\0'; text++) {
    const char *at = strchr(special, *text);
    if (at != NULL)
      fputs(escaped[at - special], html);
    else
      fputc(*text, html);
  }
}

void nq_html(FILE *html, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  for (; *format != '\0'; format++) {
    if (*format != '%') {
      fputc(*format, html);
      continue;
    }
    switch (*++format) {
    case 's':
      nq_html_write(va_arg(arguments, const char *), html);
      break;
    case 'u':
      fprintf(html, "%u", va_arg(arguments, unsigned));
      break;
    case 'z':
      fprintf(html, "%zu", va_arg(arguments, size_t));
      format++;
      break;
    case 'g':
      fprintf(html, "%g", va_arg(arguments, double));
      break;
    default:
      fputc(*format, html);
    }
  }
  va_end(arguments);
}
