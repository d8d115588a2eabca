/* Pages: escaped texts, and the SVG files of gnuplot as their parts. */
#include "experiment/graphics.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
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
    if (*++format == 's')
      nq_html_write(va_arg(arguments, const char *), html);
    else if (*format == 'z')
      fprintf(html, "%zu", va_arg(arguments, size_t));
    else
      fputc(*format, html);
    format += *format == 'z';
  }
  va_end(arguments);
}

/* ---- Plots ---- */

static bool skip(const char **c, const char *text) {
  size_t length = strlen(text);
  if (strncmp(*c, text, length) != 0) return false;
  *c += length;
  return true;
}

/* gnuplot's titles would pop up as tool tips. */
static bool skip_title(const char **c) {
  const char *end = strncmp(*c, "<title>", 7) == 0 ? strstr(*c, "</title>") : NULL;
  if (end != NULL) *c = end + strlen("</title>");
  return end != NULL;
}

/* The group of a clause gets its variant instead of an id. */
static bool embed_group(const char **c, FILE *html) {
  if (!skip(c, "<g id=\"gnuplot_plot_")) return false;
  char *end;
  unsigned long clause = strtoul(*c, &end, 10);
  fprintf(html, "<g data-m=\"%lu\"", clause > 0 ? (clause - 1) / NQ_PLOT_CLAUSES : 0);
  *c = *end == '"' ? end + 1 : end;
  return true;
}

/* A mark gets its text instead of calls of gnuplot's script.  gnuplot has escaped it. */
static bool embed_mark(const char **c, FILE *html) {
  static const char call[] = "<g onmousemove=\"gnuplot_svg.showHypertext(evt,'";
  if (strncmp(*c, call, strlen(call)) != 0) return false;
  const char *text = *c + strlen(call), *end = strstr(text, "')\"");
  const char *close = end != NULL ? strchr(end, '>') : NULL;
  if (close == NULL || memchr(text, '"', (size_t)(end - text)) != NULL) return false;
  fprintf(html, "<g data-v=\"%.*s\">", (int)(end - text), text);
  *c = close + 1;
  return true;
}

/* Add the plot's number to ids and references. */
static bool embed_id(const char **c, unsigned number, FILE *html) {
  static const char *const marks[] = {"id='", "id=\"", "href='#"};
  for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
    if (skip(c, marks[i])) {
      fprintf(html, "%splot%u-", marks[i], number);
      return true;
    }
  return false;
}

static void embed(const char *svg, unsigned number, const char *label, FILE *html) {
  nq_html(html, "<svg role=\"img\" aria-label=\"%s\"", label);
  for (const char *c = svg + strlen("<svg"); *c != '\0';)
    if (!skip_title(&c) && !embed_group(&c, html) && !embed_mark(&c, html) &&
        !embed_id(&c, number, html))
      fputc(*c++, html);
}

nq_status nq_plot_embed(nq_bytes *svg, unsigned number, const char *label, FILE *html,
                        nq_error *error) {
  nq_bytes_add(svg, "", 1); /* its end, as a text */
  if (svg->failed) return nq_error_set(error, NQ_NO_MEMORY, "no memory for the report");
  const char *begin = strstr((const char *)svg->data, "<svg");
  bool whole = begin != NULL && strstr(begin, "</svg>") != NULL;
  if (whole) embed(begin, number, label, html);
  return whole ? NQ_OK : nq_error_set(error, NQ_IO, "gnuplot drew nothing");
}

/* As gnuplot draws them, the mark by gnuplot's own symbol in the plot. */
void nq_plot_write_line(size_t variant, unsigned number, FILE *html) {
  nq_html(html,
          "<svg viewBox=\"0 0 36 12\" aria-hidden=\"true\" style=\"color:var(--m%zu)\" "
          "fill=\"none\"><path d=\"M0 6H36\" stroke=\"currentColor\" stroke-width=\"2\" "
          "stroke-dasharray=\"%s\"/>",
          variant % NQ_PLOT_COLOURS, nq_plots_look(variant).dashes);
  if (number > 0)
    fprintf(html, "<use href=\"#plot%u-gpPt%u\" transform=\"translate(18,6) scale(4.5)\"/>", number,
            (unsigned)nq_plots_look(variant).mark - 1);
  fputs("</svg>", html);
}

void nq_plot_write_key(const nq_plots *plots, nq_plot_kind kind, unsigned number, FILE *html) {
  const nq_plan *plan = plots->summary->plan;
  fputs("<div class=\"key\">\n", html);
  for (size_t i = 0; i < plan->variant_count; i++) {
    if (!nq_plots_shows(plots, kind, i)) continue;
    nq_html(html, "<button type=\"button\" data-m=\"%zu\" aria-pressed=\"true\">", i);
    nq_plot_write_line(i, number, html);
    nq_html(html, "%s</button>\n", plan->variant[i].label);
  }
  fputs("</div>\n", html);
}
