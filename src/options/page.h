/* A page of help that is being written: filled lines, or the source of a manual page, which is roff
 * with the macros man.
 *
 * MODEL.  Lines are filled word by word: a word that does not fit goes to the next line, which begins
 * at `indent`.  An entry is a label and a text beside it, or below it where the label is long or the
 * page narrow:
 *
 *   -c, --count=C              number of solutions
 *       --max-restarts=R       give up after R restarts */
#ifndef NQ_OPTIONS_PAGE_H
#define NQ_OPTIONS_PAGE_H

#include <stdbool.h>
#include <stdio.h>

enum { CLI_PAGE_UNDER = 8 /* column of a text under its label */ };

typedef struct cli_page {
  FILE *stream;
  bool roff;
  size_t width, indent;
  size_t at; /* the column where the next character goes */
} cli_page;

/* A page of filled lines, of the width of the terminal, or $COLUMNS. */
cli_page cli_page_filled(FILE *stream);

void cli_page_end_line(cli_page *page);

/* A word, `gap` columns after the last one on the line. */
void cli_page_word(cli_page *page, size_t gap, const char *word, size_t length);

/* The text up to the end of its line, `gap` columns after the last word; the gaps within are kept. */
void cli_page_text(cli_page *page, size_t gap, const char *text);

/* The same as a paragraph. */
void cli_page_paragraph(cli_page *page, const char *text);
/* Begin a paragraph with a hanging indent. */
void cli_page_hang(cli_page *page, const char *text);

/* Begin an entry, go on in a column of its label, and add a name in bold, or an option's value or the
 * part of it that begins with |, where a line may end.  A name may end with =. */
void cli_page_entry(cli_page *page);
void cli_page_column(cli_page *page, size_t column);
void cli_page_name(cli_page *page, const char *name);
void cli_page_value(cli_page *page, const char *value, size_t length, bool italic);
/* The text of the entry, which may be empty, and its end. */
void cli_page_beside(cli_page *page, size_t column, const char *text);

/* The columns that such a text has. */
size_t cli_page_room(const cli_page *page, size_t column);

#endif
