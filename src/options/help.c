/* MODEL.  A page is filled word by word: a word that does not fit goes to the next line, which
 * begins at `indent`.  An entry is a label and a text beside it, or below it where the label is
 * long or the page narrow:
 *
 *   -c, --count=C              number of solutions
 *       --max-restarts=R       give up after R restarts
 */
#include "core/number.h"
#include "options/guide.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum {
  WIDTH_LEAST = 20,
  WIDTH_MOST = 80,
  NARROW = 60,      /* below, texts stand under their labels */
  OPTION_TEXT = 29, /* columns where texts begin */
  EXAMPLE_TEXT = 39,
  COMMAND_TEXT = 15,
  LIST_TEXT = 17,
  UNDER = 8,       /* of a text under its label */
  TEXT_BYTES = 500 /* of an option's help with its default */
};

const char *const cli_program_exits[CLI_EXITS] = {"yes", "no", "error", "unknown (gave up)",
                                                  "interrupted"};

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

/* ---- Filling a page ---- */

struct page {
  FILE *stream;
  size_t width, indent;
  size_t at; /* the column where the next character goes */
};

static void end_line(struct page *page) {
  fputc('\n', page->stream);
  page->at = 0;
}

static void move_to(struct page *page, size_t column) {
  if (page->at < column) fprintf(page->stream, "%*s", (int)(column - page->at), "");
  if (page->at < column) page->at = column;
}

/* A word, `gap` columns after the last one on the line. */
static void put_word(struct page *page, size_t gap, const char *word, size_t length) {
  if (page->at > page->indent && page->at + gap + length > page->width) end_line(page);
  move_to(page, page->at == 0 ? page->indent : page->at + gap);
  fwrite(word, 1, length, page->stream);
  page->at += length;
}

/* The words of a line, `gap` columns after the text before; the gaps between them are kept. */
static void put_line(struct page *page, size_t gap, const char *text) {
  text += strspn(text, " ");
  while (*text != '\0' && *text != '\n') {
    size_t length = strcspn(text, " \n");
    put_word(page, gap, text, length);
    text += length;
    gap = strspn(text, " ");
    text += gap;
  }
}

/* The text of an entry whose label has just been written. */
static void put_beside(struct page *page, size_t column, const char *text) {
  bool narrow = page->width < NARROW;
  page->indent = narrow ? UNDER : column;
  if (narrow || page->at + 2 > column) end_line(page);
  move_to(page, page->indent);
  put_line(page, 0, text);
  end_line(page);
}

/* A paragraph, or its first words, with a hanging indent for the rest. */
static void put_paragraph(struct page *page, const char *text) {
  page->indent = 0;
  put_line(page, 0, text);
  end_line(page);
}

static void put_first(struct page *page, const char *text) {
  page->indent = 0;
  put_line(page, 0, text);
  page->indent = 2;
}

/* The next word of a list, or the last. */
static void put_item(struct page *page, const char *before, const char *name, bool last) {
  char word[100];
  int length = snprintf(word, sizeof word, "%s%s%s", before, name, last ? "" : ",");
  put_word(page, 1, word, (size_t)length);
}

/* ---- Options ---- */

/* "population=2.." of an option's label, broken between its choices. */
static void put_name(struct page *page, const char *before, const nq_option *option) {
  char name[100], values[300];
  bool takes = nq_option_takes_value(option);
  int length = snprintf(name, sizeof name, "%s%s%s", before, option->name, takes ? "=" : "");
  put_word(page, 0, name, (size_t)length);
  if (!takes) return;
  nq_option_values(option, values, sizeof values);
  const char *value = option->argument != NULL ? option->argument : values;
  while (*value != '\0') {
    size_t size = 1 + strcspn(value + 1, "|");
    put_word(page, 0, value, size);
    value += size;
  }
}

/* "-o, --output=FILE", or a key; choices may continue on the next line. */
static void put_label(struct page *page, const cli_row *row) {
  char letter[] = "-x,";
  letter[1] = row->option->letter;
  page->indent = 0;
  move_to(page, 2);
  if (row->option->letter != 0) put_word(page, 0, letter, strlen(letter));
  move_to(page, row->group.keys ? 2 : 6);
  page->indent = UNDER;
  put_name(page, row->group.keys ? "" : "--", row->option);
}

void cli_help_describe(const cli_row *row, char *text, size_t size) {
  const nq_option *option = row->option;
  char owners[100] = "", fallback[150] = "", alias[40] = "";
  if (row->group.owners != NULL) row->group.owners(option, owners, sizeof owners);
  if (row->group.keys && option->alias != NULL)
    snprintf(alias, sizeof alias, "; or %s=", option->alias);
  if (option->fallback != NULL)
    snprintf(fallback, sizeof fallback, " (default: %s%s)", option->fallback, alias);
  snprintf(text, size, "%s%s%s%s", owners, owners[0] != '\0' ? ": " : "", option->help, fallback);
}

/* "Options of genetic:", after an empty line. */
static void put_heading(struct page *page, const cli_group *group) {
  char heading[100];
  end_line(page);
  if (group->heading == NULL) return;
  snprintf(heading, sizeof heading, "%s%s:", group->heading, group->of != NULL ? group->of : "");
  put_paragraph(page, heading);
}

static void put_options(struct page *page, const cli_command *command) {
  char text[TEXT_BYTES];
  cli_row row;
  for (size_t i = 0; cli_command_row(command, i, &row); i++) {
    if (row.opens && i > 0) put_heading(page, &row.group);
    put_label(page, &row);
    cli_help_describe(&row, text, sizeof text);
    put_beside(page, OPTION_TEXT, text);
  }
}

/* ---- The parts of a help ---- */

static void put_usage(struct page *page, const cli_command *command) {
  const char *line = command->usage;
  for (bool first = true; first || *line != '\0'; first = false) {
    page->indent = first ? 0 : 2;
    put_line(page, 0, first ? "Usage: nqueens" : "or:  nqueens");
    page->indent = UNDER;
    put_line(page, 1, command->name);
    put_line(page, 1, "[OPTION...]");
    put_line(page, 1, line);
    end_line(page);
    line += strcspn(line, "\n");
    line += *line == '\n';
  }
}

static void put_head(struct page *page, const cli_command *command) {
  put_usage(page, command);
  page->indent = 0;
  put_line(page, 0, "Example:");
  page->indent = UNDER;
  put_line(page, 1, command->example);
  end_line(page);
  put_paragraph(page, command->description);
  end_line(page);
}

static void put_list(struct page *page, const cli_list *list) {
  const char *name, *about = NULL;
  end_line(page);
  put_paragraph(page, list->heading);
  for (size_t i = 0; (name = list->names(NULL, i, &about)) != NULL; i++) {
    page->indent = 2;
    put_line(page, 0, name);
    if (about != NULL)
      put_beside(page, LIST_TEXT, about);
    else
      end_line(page);
  }
}

static void put_notes(struct page *page, const char *notes) {
  while (notes != NULL && *notes != '\0') {
    put_paragraph(page, notes);
    notes += strcspn(notes, "\n");
    notes += *notes == '\n';
  }
}

static void put_exits(struct page *page, const char *const exits[CLI_EXITS]) {
  int code, next;
  const char *meaning = cli_exit_meaning(exits, 0, &code), *following;
  put_first(page, "Exit codes:");
  for (size_t i = 1; meaning != NULL; meaning = following, code = next, i++) {
    char text[200];
    following = cli_exit_meaning(exits, i, &next);
    snprintf(text, sizeof text, "%d %s%s", code, meaning, following != NULL ? "," : ".");
    put_line(page, 1, text);
  }
  end_line(page);
}

void cli_help_write(FILE *stream, const cli_command *command) {
  struct page page = {.stream = stream, .width = find_width()};
  put_head(&page, command);
  put_options(&page, command);
  for (const cli_list *list = command->lists; list != NULL && list->names != NULL; list++)
    put_list(&page, list);
  end_line(&page);
  put_notes(&page, command->notes);
  if (command->notes != NULL) end_line(&page);
  put_exits(&page, command->exits);
}

/* ---- The help in brief ---- */

/* Those before the first heading. */
static bool is_usual(const cli_row *row) {
  return row->group.heading == NULL && !cli_row_is_common(row);
}

/* An option with its text; if that is longer than a line, only up to the first semicolon or
 * parenthesis. */
static void put_brief(struct page *page, const cli_row *row) {
  char text[TEXT_BYTES];
  size_t room = page->width - (page->width < NARROW ? UNDER : OPTION_TEXT);
  cli_help_describe(row, text, sizeof text);
  for (char *end = text; strlen(text) > room && *end != '\0'; end++)
    if (strncmp(end, "; ", 2) == 0 || strncmp(end, " (", 2) == 0) *end = '\0';
  put_label(page, row);
  put_beside(page, OPTION_TEXT, text);
}

/* The options that are usual, and the names of the others. */
static void put_brief_options(struct page *page, const cli_command *command) {
  cli_row row, next;
  size_t i = 0;
  for (; cli_command_row(command, i, &row) && is_usual(&row); i++) put_brief(page, &row);
  put_first(page, "More options:");
  for (; cli_command_row(command, i, &row); i++)
    if (!row.group.keys)
      put_item(page, "--", row.option->name, !cli_command_row(command, i + 1, &next));
  end_line(page);
}

/* "Methods: min-conflicts, genetic, ..." */
static void put_brief_list(struct page *page, const cli_list *list) {
  const char *about, *name = list->names(NULL, 0, &about), *next;
  put_first(page, list->heading);
  for (size_t i = 1; name != NULL; name = next, i++) {
    next = list->names(NULL, i, &about);
    put_item(page, "", name, next == NULL);
  }
  end_line(page);
}

void cli_help_write_brief(FILE *stream, const cli_command *command) {
  struct page page = {.stream = stream, .width = find_width()};
  cli_row row;
  if (!cli_command_row(command, 0, &row) || !is_usual(&row)) { /* all of it is brief */
    cli_help_write(stream, command);
    return;
  }
  put_head(&page, command);
  put_brief_options(&page, command);
  end_line(&page);
  for (const cli_list *list = command->lists; list != NULL && list->names != NULL; list++)
    put_brief_list(&page, list);
  put_exits(&page, command->exits);
  char last[100];
  snprintf(last, sizeof last, "Full help: `nqueens help %s`.", command->name);
  put_paragraph(&page, last);
}

void cli_help_write_usage(FILE *stream, const cli_command *command) {
  struct page page = {.stream = stream, .width = find_width()};
  cli_row row;
  put_usage(&page, command);
  page.indent = UNDER;
  for (size_t i = 0; cli_command_row(command, i, &row); i++) {
    char values[300], word[400];
    if (row.group.keys) continue;
    bool takes = nq_option_takes_value(row.option);
    const char *value = row.option->argument != NULL ? row.option->argument : values;
    nq_option_values(row.option, values, sizeof values);
    int length = snprintf(word, sizeof word, "[--%s%s%s]", row.option->name, takes ? "=" : "",
                          takes ? value : "");
    put_word(&page, 1, word, (size_t)length);
  }
  end_line(&page);
}

/* Of the commands that are most used, at most `most`: those that have a text about their
 * example. */
static void put_examples(struct page *page, const cli_command *const *commands, int most) {
  for (; *commands != NULL && most > 0; commands++) {
    if ((*commands)->about == NULL) continue;
    most--;
    page->indent = 2;
    put_line(page, 0, (*commands)->example);
    put_beside(page, EXAMPLE_TEXT, (*commands)->about);
  }
}

void cli_help_write_most_used(FILE *stream, const cli_command *const *commands) {
  struct page page = {.stream = stream, .width = find_width()};
  put_examples(&page, commands, 5);
  put_notes(&page, "`nqueens --help` lists all commands.\n");
}

void cli_help_write_overview(FILE *stream, const cli_command *const *commands) {
  struct page page = {.stream = stream, .width = find_width()};
  put_notes(&page, "Usage: nqueens COMMAND [ARGUMENT...]\n"
                   "Local search for the N-queens problem at any size.\n\n");
  put_examples(&page, commands, 3);
  put_notes(&page, "\nCommands:\n");
  for (size_t i = 0; commands[i] != NULL; i++) {
    page.indent = 2;
    put_line(&page, 0, commands[i]->name);
    put_beside(&page, COMMAND_TEXT, commands[i]->summary);
  }
  put_notes(
      &page,
      "\n`nqueens COMMAND --help` prints the usual options, `nqueens help COMMAND` all of them.\n");
  put_exits(&page, cli_program_exits);
}
