/* Help and manual pages.
 *
 * MODEL.  A page is filled lines, or the source of a manual page: roff with the macros man.  Lines
 * are filled word by word: a word that does not fit goes to the next line, which begins at
 * `indent`.  An entry is a label and a text beside it, or below it where the label is long or the
 * page narrow:
 *
 *   -c, --count=C              number of solutions
 *       --max-restarts=R       give up after R restarts
 *
 * A manual page has the sections NAME, SYNOPSIS, DESCRIPTION, OPTIONS or COMMANDS, EXIT STATUS, and
 * SEE ALSO; tools/manual adds the text in docs/manual to these and further sections. */
#include "core/core.h"
#include "options/options.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum {
  WIDTH_LEAST = 20,
  WIDTH_MOST = 80,
  NARROW = 60, /* texts stand under their labels, in this column: */
  UNDER = 8,
  OPTION_TEXT = 29, /* columns where texts begin */
  EXAMPLE_TEXT = 39,
  COMMAND_TEXT = 15,
  LIST_TEXT = 17,
  TEXT_BYTES = 500 /* of an option's help with its default */
};

struct page {
  FILE *stream;
  bool roff;
  size_t width, indent;
  size_t at; /* the column where the next character goes */
};

/* The columns for text on standard output, 19 to 79: $COLUMNS, the terminal's or 80, less one. */
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

static struct page filled_page(FILE *stream) {
  return (struct page){.stream = stream, .width = find_width()};
}

/* ---- Words ---- */

static void end_line(struct page *page) {
  fputc('\n', page->stream);
  page->at = 0;
}

static void move_to(struct page *page, size_t column) {
  if (page->at < column) fprintf(page->stream, "%*s", (int)(column - page->at), "");
  if (page->at < column) page->at = column;
}

/* Put a word `gap` columns after the last one on the line. */
static void put_word(struct page *page, size_t gap, const char *word, size_t length) {
  if (page->at > page->indent && page->at + gap + length > page->width) end_line(page);
  move_to(page, page->at == 0 ? page->indent : page->at + gap);
  fwrite(word, 1, length, page->stream);
  page->at += length;
}

/* The special characters of roff are escaped; `between backticks` becomes bold. */
static void put_roff(const struct page *page, const char *text, size_t length) {
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

/* Put the text up to the end of its line, with its gaps; returns the next line, or the end. */
static const char *put_text(struct page *page, size_t gap, const char *text) {
  const char *end = text + strcspn(text, "\n");
  if (page->roff) put_roff(page, text, (size_t)(end - text));
  for (text += strspn(text, " "); !page->roff && text < end;) {
    size_t length = strcspn(text, " \n");
    put_word(page, gap, text, length);
    gap = strspn(text + length, " ");
    text += length + gap;
  }
  return end + (*end == '\n');
}

static void put_line(struct page *page, size_t gap, const char *text) {
  put_text(page, gap, text);
  end_line(page);
}

/* Begin a paragraph; its next lines are indented. */
static void hang(struct page *page, const char *text) {
  page->indent = 0;
  put_text(page, 0, text);
  page->indent = 2;
}

/* Put paragraphs, a line each. */
static void put_notes(struct page *page, const char *notes) {
  while (notes != NULL && *notes != '\0') {
    page->indent = 0;
    if (page->roff && *notes != '\n') fputs(".PP\n", page->stream);
    const char *next = put_text(page, 0, notes);
    if (!page->roff || *notes != '\n') end_line(page);
    notes = next;
  }
}

/* Put words with commas between them, a word at a time; it is the `last`. */
static void put_item(struct page *page, const char *before, const char *name, bool last) {
  char word[100];
  int length = snprintf(word, sizeof word, "%s%s%s", before, name, last ? "" : ",");
  put_word(page, 1, word, (size_t)length);
}

/* ---- Entries ---- */

static void begin_entry(struct page *page) {
  page->indent = 2;
  if (page->roff) fputs(".TP\n", page->stream);
}

/* Go on in a column of the label. */
static void put_column(struct page *page, size_t column) {
  if (page->at > 0) put_word(page, 0, page->roff ? ", " : ",", page->roff ? 2 : 1);
  if (!page->roff) move_to(page, column);
  page->indent = UNDER;
}

/* Put a name in bold; it may end with =. */
static void put_name(struct page *page, const char *name) {
  size_t length = strlen(name), bold = strcspn(name, "=");
  if (!page->roff) {
    put_word(page, 0, name, length);
    return;
  }
  fputs("\\fB", page->stream);
  put_roff(page, name, bold);
  fprintf(page->stream, "\\fR%s", name + bold);
  page->at += length;
}

/* Put an option's value, or the part of it that begins with |, where a line may end. */
static void put_value(struct page *page, const char *value, size_t length, bool italic) {
  if (!page->roff) {
    put_word(page, 0, value, length);
    return;
  }
  bool part = value[0] == '|';
  fprintf(page->stream, "%s%s", part ? "|\\:" : "", italic ? "\\fI" : "");
  put_roff(page, value + part, length - part);
  if (italic) fputs("\\fR", page->stream);
}

/* Put the text of the entry, which may be empty, and end it. */
static void put_beside(struct page *page, size_t column, const char *text) {
  if (page->roff) {
    end_line(page);
    fputs(*text == '\0' ? "\\&" : "", page->stream);
  } else if (*text != '\0') {
    page->indent = page->width < NARROW ? UNDER : column;
    if (page->width < NARROW || page->at + 2 > column) end_line(page);
    move_to(page, page->indent);
  }
  put_line(page, 0, text);
}

static void put_entry(struct page *page, const char *name, size_t column, const char *about) {
  begin_entry(page);
  if (page->roff)
    put_name(page, name);
  else
    put_text(page, 0, name);
  put_beside(page, column, about != NULL ? about : "");
}

/* ---- Options ---- */

void cli_guide_describe(const cli_row *row, char *text, size_t size) {
  const nq_option *option = row->option;
  char owners[100] = "", fallback[150] = "", alias[40] = "";
  if (row->group.owners != NULL) row->group.owners(option, owners, sizeof owners);
  if (row->group.keys && option->alias != NULL)
    snprintf(alias, sizeof alias, "; or %s=", option->alias);
  if (option->fallback != NULL)
    snprintf(fallback, sizeof fallback, " (default: %s%s)", option->fallback, alias);
  snprintf(text, size, "%s%s%s%s", owners, owners[0] != '\0' ? ": " : "", option->help, fallback);
}

/* "-o, --output=FILE", or a key; choices may continue on the next line. */
static void put_label(struct page *page, const cli_row *row) {
  const nq_option *option = row->option;
  bool takes = nq_option_takes_value(option), keys = row->group.keys;
  char letter[] = "-x", name[100], values[300];
  begin_entry(page);
  letter[1] = option->letter;
  if (option->letter != 0) put_name(page, letter);
  put_column(page, keys ? 2 : 6);
  snprintf(name, sizeof name, "%s%s%s", keys ? "" : "--", option->name, takes ? "=" : "");
  put_name(page, name);
  nq_option_values(option, values, sizeof values);
  const char *value = option->argument != NULL ? option->argument : values;
  for (size_t size; takes && *value != '\0'; value += size) {
    size = 1 + strcspn(value + 1, "|");
    put_value(page, value, size, option->argument != NULL);
  }
}

/* Bounds from here on are those of the types. */
#define UNBOUNDED ((uint64_t)INT64_MAX / 2)

/* Add the range of a number, if the label does not show it and users can exceed it. */
static void add_range(const nq_option *option, char *text, size_t size) {
  char range[300];
  bool number = option->kind >= NQ_OPTION_COUNT32 && option->kind <= NQ_OPTION_TIME;
  bool bounded = option->most < UNBOUNDED;
  if (!number || option->argument == NULL || !(bounded || option->least > 0)) return;
  nq_option_range(option, NULL, range, sizeof range);
  if (!bounded) range[strcspn(range, " ")] = '\0';
  nq_text_add(text, size, "; %s%s", range, bounded ? "" : " or more");
}

/* "Options of genetic:" */
static void put_heading(struct page *page, const cli_row *row) {
  const char *heading = row->group.heading, *of = row->group.of != NULL ? row->group.of : "";
  char text[100];
  if (!page->roff) end_line(page);
  if (page->roff && cli_row_is_common(row)) heading = "Of all commands";
  if (heading == NULL) return;
  snprintf(text, sizeof text, "%s%s%s", heading, of, page->roff ? "" : ":");
  fputs(page->roff ? ".SS " : "", page->stream);
  hang(page, text);
  end_line(page);
}

static void put_options(struct page *page, const cli_command *command) {
  char text[TEXT_BYTES];
  cli_row row;
  for (cli_rows rows = {.command = command}; cli_rows_next(&rows, &row);) {
    if (row.opens && rows.group > 1) put_heading(page, &row);
    put_label(page, &row);
    cli_guide_describe(&row, text, sizeof text);
    if (page->roff) add_range(row.option, text, sizeof text);
    put_beside(page, OPTION_TEXT, text);
  }
}

static void put_list(struct page *page, const cli_command *command) {
  const char *name, *about = NULL;
  if (command->list == NULL) return;
  if (!page->roff) end_line(page);
  put_notes(page, command->list_heading);
  for (size_t i = 0; (name = command->list(NULL, i, &about)) != NULL; i++)
    put_entry(page, name, LIST_TEXT, about);
}

static const char *const program_exits[CLI_EXITS] = {"yes", "no", "error", "unknown (gave up)",
                                                     "interrupted"};

static void put_exits(struct page *page, const char *const exits[CLI_EXITS]) {
  static const int codes[CLI_EXITS] = {CLI_YES, CLI_NO, CLI_ERROR, CLI_UNKNOWN, CLI_INTERRUPTED};
  size_t last = CLI_EXITS - 1;
  while (exits[last] == NULL) last--;
  if (page->roff)
    fputs(".SH EXIT STATUS\n", page->stream);
  else
    hang(page, "Exit codes:");
  for (size_t i = 0; i <= last; i++) {
    char text[200];
    if (exits[i] == NULL) continue;
    if (page->roff) {
      fprintf(page->stream, ".TP\n.B %d", codes[i]);
      put_beside(page, 0, exits[i]);
    } else {
      snprintf(text, sizeof text, "%d %s%s", codes[i], exits[i], i < last ? "," : ".");
      put_text(page, 1, text);
    }
  }
  if (!page->roff) end_line(page);
}

/* ---- Help ---- */

static void put_usage(struct page *page, const cli_command *command) {
  const char *line = command->usage;
  for (bool first = true; first || *line != '\0'; first = false) {
    page->indent = first ? 0 : 2;
    put_text(page, 0, first ? "Usage: nqueens" : "or:  nqueens");
    page->indent = UNDER;
    put_text(page, 1, command->name);
    put_text(page, 1, "[OPTION...]");
    line = put_text(page, 1, line);
    end_line(page);
  }
}

static void put_head(struct page *page, const cli_command *command) {
  put_usage(page, command);
  page->indent = 0;
  put_text(page, 0, "Example:");
  page->indent = UNDER;
  put_line(page, 1, command->example);
  put_notes(page, command->description);
  end_line(page);
}

void cli_help_write(FILE *stream, const cli_command *command) {
  struct page page = filled_page(stream);
  put_head(&page, command);
  put_options(&page, command);
  put_list(&page, command);
  end_line(&page);
  put_notes(&page, command->notes);
  if (command->notes != NULL) end_line(&page);
  put_exits(&page, command->exits);
}

/* Those before the first heading. */
static bool is_usual(const cli_row *row) {
  return row->group.heading == NULL && !cli_row_is_common(row);
}

/* An option with its text, or what of it fits a line, up to a semicolon or parenthesis. */
static void put_brief(struct page *page, const cli_row *row) {
  char text[TEXT_BYTES];
  size_t room = page->width - (page->width < NARROW ? UNDER : OPTION_TEXT);
  cli_guide_describe(row, text, sizeof text);
  for (char *end = text; strlen(text) > room && *end != '\0'; end++)
    if (strncmp(end, "; ", 2) == 0 || strncmp(end, " (", 2) == 0) *end = '\0';
  put_label(page, row);
  put_beside(page, OPTION_TEXT, text);
}

/* The options that are usual, and the names of the others. */
static void put_brief_options(struct page *page, const cli_command *command) {
  cli_row row, next;
  cli_rows rows = {.command = command};
  bool more = cli_rows_next(&rows, &row);
  for (; more && is_usual(&row); more = cli_rows_next(&rows, &row)) put_brief(page, &row);
  hang(page, "More options:");
  for (; more; row = next) {
    more = cli_rows_next(&rows, &next);
    if (!row.group.keys) put_item(page, "--", row.option->name, !more);
  }
  end_line(page);
}

/* "Methods: min-conflicts, genetic, ..." */
static void put_brief_list(struct page *page, const cli_command *command) {
  const char *about, *name, *next;
  if (command->list == NULL) return;
  hang(page, command->list_heading);
  name = command->list(NULL, 0, &about);
  for (size_t i = 1; name != NULL; name = next, i++) {
    next = command->list(NULL, i, &about);
    put_item(page, "", name, next == NULL);
  }
  end_line(page);
}

void cli_help_write_brief(FILE *stream, const cli_command *command) {
  struct page page = filled_page(stream);
  cli_row row;
  cli_rows rows = {.command = command};
  if (!cli_rows_next(&rows, &row) || !is_usual(&row)) { /* all of it is brief */
    cli_help_write(stream, command);
    return;
  }
  put_head(&page, command);
  put_brief_options(&page, command);
  put_brief_list(&page, command);
  put_exits(&page, command->exits);
  char last[100];
  snprintf(last, sizeof last, "Full help: `nqueens help %s`.", command->name);
  put_notes(&page, last);
}

void cli_help_write_usage(FILE *stream, const cli_command *command) {
  struct page page = filled_page(stream);
  cli_row row;
  put_usage(&page, command);
  page.indent = UNDER;
  for (cli_rows rows = {.command = command}; cli_rows_next(&rows, &row);) {
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

/* Of the commands that have a text about their example, the first `most`. */
static void put_examples(struct page *page, const cli_command *const *commands, int most) {
  for (; *commands != NULL && most > 0; commands++) {
    if ((*commands)->about == NULL) continue;
    most--;
    put_entry(page, (*commands)->example, EXAMPLE_TEXT, (*commands)->about);
  }
}

void cli_help_write_most_used(FILE *stream, const cli_command *const *commands) {
  struct page page = filled_page(stream);
  put_examples(&page, commands, 5);
  put_notes(&page, "`nqueens --help` lists all commands.\n");
}

void cli_help_write_overview(FILE *stream, const cli_command *const *commands) {
  struct page page = filled_page(stream);
  put_notes(&page, "Usage: nqueens COMMAND [ARGUMENT...]\n"
                   "Local search for the N-queens problem at any size.\n\n");
  put_examples(&page, commands, 3);
  put_notes(&page, "\nCommands:\n");
  for (size_t i = 0; commands[i] != NULL; i++)
    put_entry(&page, commands[i]->name, COMMAND_TEXT, commands[i]->summary);
  put_notes(&page, "\n`nqueens COMMAND --help`: the usual options; `nqueens help COMMAND`: all.\n");
  put_exits(&page, program_exits);
}

/* ---- Manual pages ---- */

/* The title, and the name and summary; `command` is "" for the program's. */
static void put_title(struct page *page, const char *command, const char *summary) {
  FILE *stream = page->stream;
  const char *dash = *command != '\0' ? "\\-" : "";
  fprintf(stream, ".TH NQUEENS%s", dash);
  for (const char *at = command; *at != '\0'; at++) fputc(toupper((unsigned char)*at), stream);
  fputs(" 1 \"\" \"nqueens " NQ_VERSION "\" \"User Commands\"\n", stream);
  fprintf(stream, ".SH NAME\nnqueens%s%s \\- ", dash, command);
  put_line(page, 0, summary);
}

static void put_synopsis(struct page *page, const cli_command *command) {
  const char *line = command->usage;
  fputs(".SH SYNOPSIS\n", page->stream);
  for (bool first = true; first || *line != '\0'; first = false) {
    if (!first) fputs(".br\n", page->stream);
    fprintf(page->stream, ".B nqueens %s\n[\\fIOPTION\\fR...]\\&\n", command->name);
    bool empty = *line == '\0' || *line == '\n';
    line = put_text(page, 0, line);
    if (!empty) end_line(page);
  }
}

void cli_manual_write(FILE *stream, const cli_command *command) {
  struct page page = {.stream = stream, .roff = true};
  put_title(&page, command->name, command->summary);
  put_synopsis(&page, command);
  fputs(".SH DESCRIPTION\n", stream);
  put_line(&page, 0, command->description);
  put_list(&page, command);
  put_notes(&page, command->notes);
  fputs(".SH OPTIONS\n", stream);
  put_options(&page, command);
  put_exits(&page, command->exits);
  fputs(".SH SEE ALSO\n.BR nqueens (1),\n.BR nqueens (5)\n", stream);
}

void cli_manual_write_overview(FILE *stream, const cli_command *const *commands) {
  struct page page = {.stream = stream, .roff = true};
  put_title(&page, "", "local search for the N-queens problem at any size");
  fputs(".SH SYNOPSIS\n.B nqueens\n\\fICOMMAND\\fR [\\fIARGUMENT\\fR...]\n.SH COMMANDS\n", stream);
  for (size_t i = 0; commands[i] != NULL; i++) {
    fprintf(stream, ".TP\n.BR nqueens\\-%s (1)", commands[i]->name);
    put_beside(&page, 0, commands[i]->summary);
  }
  put_exits(&page, program_exits);
  fputs(".SH SEE ALSO\n", stream);
  for (size_t i = 0; commands[i] != NULL; i++)
    fprintf(stream, ".BR nqueens\\-%s (1),\n", commands[i]->name);
  fputs(".BR nqueens (3),\n.BR nqueens (5)\n", stream);
}
