#include "options/page.h"
#include "core/core.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { WIDTH_LEAST = 20, WIDTH_MOST = 80, NARROW = 60 /* texts stand under their labels */ };

/* The columns that text on standard output may fill: one less than $COLUMNS, or the terminal's, or
 * 80; 19 to 79. */
static size_t find_width(void) {
  struct winsize window = {0};
  const char *columns = getenv("COLUMNS");
  uint64_t width = 0;
  if (columns == NULL || nq_number_parse(columns, &width) != NQ_NUMBER_OK || width == 0) {
    bool known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) == 0 && window.ws_col > 0;
    width = known ? window.ws_col : WIDTH_MOST;
  }
  if (width < WIDTH_LEAST) width = WIDTH_LEAST;
  return (size_t)(width > WIDTH_MOST ? WIDTH_MOST : width) - 1;
}

cli_page cli_page_filled(FILE *stream) {
  return (cli_page){.stream = stream, .width = find_width()};
}

size_t cli_page_room(const cli_page *page, size_t column) {
  return page->width - (page->width < NARROW ? CLI_PAGE_UNDER : column);
}

/* ---- Words ---- */

void cli_page_end_line(cli_page *page) {
  fputc('\n', page->stream);
  page->at = 0;
}

static void move_to(cli_page *page, size_t column) {
  if (page->at < column) fprintf(page->stream, "%*s", (int)(column - page->at), "");
  if (page->at < column) page->at = column;
}

void cli_page_word(cli_page *page, size_t gap, const char *word, size_t length) {
  if (page->at > page->indent && page->at + gap + length > page->width) cli_page_end_line(page);
  move_to(page, page->at == 0 ? page->indent : page->at + gap);
  fwrite(word, 1, length, page->stream);
  page->at += length;
}

/* The special characters of roff are escaped; `between backticks` becomes bold. */
static void put_roff(cli_page *page, const char *text, size_t length) {
  static const char special[] = "-\\'^~";
  static const char *const escapes[] = {"\\-", "\\e", "\\(aq", "\\(ha", "\\(ti"};
  bool bold = false;
  if (length > 0 && (text[0] == '.' || text[0] == '\'')) fputs("\\&", page->stream);
  for (size_t i = 0; i < length; i++) {
    const char *found = text[i] != '\0' ? strchr(special, text[i]) : NULL;
    if (text[i] == '`')
      fputs((bold = !bold) ? "\\fB" : "\\fR", page->stream);
    else if (found != NULL)
      fputs(escapes[found - special], page->stream);
    else
      fputc(text[i], page->stream);
  }
}

void cli_page_text(cli_page *page, size_t gap, const char *text) {
  if (page->roff) {
    put_roff(page, text, strcspn(text, "\n"));
    return;
  }
  text += strspn(text, " ");
  while (*text != '\0' && *text != '\n') {
    size_t length = strcspn(text, " \n");
    cli_page_word(page, gap, text, length);
    text += length;
    gap = strspn(text, " ");
    text += gap;
  }
}

void cli_page_paragraph(cli_page *page, const char *text) {
  page->indent = 0;
  if (page->roff) fputs(".PP\n", page->stream);
  cli_page_text(page, 0, text);
  cli_page_end_line(page);
}

void cli_page_hang(cli_page *page, const char *text) {
  page->indent = 0;
  cli_page_text(page, 0, text);
  page->indent = 2;
}

/* ---- Entries ---- */

void cli_page_entry(cli_page *page) {
  page->indent = 2;
  if (page->roff) fputs(".TP\n", page->stream);
}

void cli_page_column(cli_page *page, size_t column) {
  if (page->at > 0) cli_page_word(page, 0, page->roff ? ", " : ",", page->roff ? 2 : 1);
  if (!page->roff) move_to(page, column);
  page->indent = CLI_PAGE_UNDER;
}

void cli_page_name(cli_page *page, const char *name) {
  size_t length = strlen(name), bold = strcspn(name, "=");
  if (!page->roff) {
    cli_page_word(page, 0, name, length);
    return;
  }
  fputs("\\fB", page->stream);
  put_roff(page, name, bold);
  fprintf(page->stream, "\\fR%s", name + bold);
  page->at += length;
}

void cli_page_value(cli_page *page, const char *value, size_t length, bool italic) {
  if (!page->roff) {
    cli_page_word(page, 0, value, length);
    return;
  }
  bool part = value[0] == '|';
  fprintf(page->stream, "%s%s", part ? "|\\:" : "", italic ? "\\fI" : "");
  put_roff(page, value + part, length - part);
  if (italic) fputs("\\fR", page->stream);
}

void cli_page_beside(cli_page *page, size_t column, const char *text) {
  if (page->roff) {
    cli_page_end_line(page);
    fputs(*text == '\0' ? "\\&" : "", page->stream);
    cli_page_text(page, 0, text);
  } else if (*text != '\0') {
    page->indent = page->width < NARROW ? CLI_PAGE_UNDER : column;
    if (page->width < NARROW || page->at + 2 > column) cli_page_end_line(page);
    move_to(page, page->indent);
    cli_page_text(page, 0, text);
  }
  cli_page_end_line(page);
}
