/* Help and manual pages.  A manual page has the sections NAME, SYNOPSIS, DESCRIPTION, OPTIONS or
 * COMMANDS, EXIT STATUS, and SEE ALSO; tools/manual adds the text in docs/manual to these and
 * further sections. */
#include "options/options.h"
#include "options/page.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum {
  OPTION_TEXT = 29, /* columns where texts begin */
  EXAMPLE_TEXT = 39,
  COMMAND_TEXT = 15,
  LIST_TEXT = 17,
  TEXT_BYTES = 500 /* of an option's help with its default */
};

static const char *const program_exits[CLI_EXITS] = {"yes", "no", "error", "unknown (gave up)",
                                                     "interrupted"};

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
static void put_label(cli_page *page, const cli_row *row) {
  const nq_option *option = row->option;
  bool takes = nq_option_takes_value(option), keys = row->group.keys;
  char letter[] = "-x", name[100], values[300];
  cli_page_entry(page);
  letter[1] = option->letter;
  if (option->letter != 0) cli_page_name(page, letter);
  cli_page_column(page, keys ? 2 : 6);
  snprintf(name, sizeof name, "%s%s%s", keys ? "" : "--", option->name, takes ? "=" : "");
  cli_page_name(page, name);
  nq_option_values(option, values, sizeof values);
  const char *value = option->argument != NULL ? option->argument : values;
  for (size_t size; takes && *value != '\0'; value += size) {
    size = 1 + strcspn(value + 1, "|");
    cli_page_value(page, value, size, option->argument != NULL);
  }
}

/* Bounds from here on are those of the types. */
#define UNBOUNDED ((uint64_t)INT64_MAX / 2)

/* Add the range of a number, if the label does not show it and users can exceed it. */
static void add_range(const nq_option *option, char *text, size_t size) {
  char range[300];
  bool number = option->kind == NQ_OPTION_COUNT32 || option->kind == NQ_OPTION_COUNT64 ||
                option->kind == NQ_OPTION_REAL || option->kind == NQ_OPTION_TIME;
  bool bounded = option->most < UNBOUNDED;
  if (!number || option->argument == NULL || !(bounded || option->least > 0)) return;
  nq_option_range(option, NULL, range, sizeof range);
  if (!bounded) range[strcspn(range, " ")] = '\0';
  size_t length = strlen(text);
  snprintf(text + length, size - length, "; %s%s", range, bounded ? "" : " or more");
}

/* "Options of genetic:" */
static void put_heading(cli_page *page, const cli_row *row) {
  const cli_group *group = &row->group;
  const char *of = group->of != NULL ? group->of : "";
  char heading[100];
  if (!page->roff) cli_page_end_line(page);
  if (page->roff)
    snprintf(heading, sizeof heading, "%s%s",
             cli_row_is_common(row) ? "Of all commands" : group->heading, of);
  else if (group->heading != NULL)
    snprintf(heading, sizeof heading, "%s%s:", group->heading, of);
  else
    return;
  fputs(page->roff ? ".SS " : "", page->stream);
  cli_page_hang(page, heading);
  cli_page_end_line(page);
}

static void put_options(cli_page *page, const cli_command *command) {
  char text[TEXT_BYTES];
  cli_row row;
  for (size_t i = 0; cli_command_row(command, i, &row); i++) {
    if (row.opens && i > 0) put_heading(page, &row);
    put_label(page, &row);
    cli_guide_describe(&row, text, sizeof text);
    if (page->roff) add_range(row.option, text, sizeof text);
    cli_page_beside(page, OPTION_TEXT, text);
  }
}

/* ---- Lists and notes ---- */

static void put_entry(cli_page *page, const char *name, size_t column, const char *about) {
  cli_page_entry(page);
  if (page->roff)
    cli_page_name(page, name);
  else
    cli_page_text(page, 0, name);
  cli_page_beside(page, column, about != NULL ? about : "");
}

static void put_lists(cli_page *page, const cli_command *command) {
  const char *name, *about = NULL;
  for (const cli_list *list = command->lists; list != NULL && list->names != NULL; list++) {
    if (!page->roff) cli_page_end_line(page);
    cli_page_paragraph(page, list->heading);
    for (size_t i = 0; (name = list->names(NULL, i, &about)) != NULL; i++)
      put_entry(page, name, LIST_TEXT, about);
  }
}

static void put_notes(cli_page *page, const char *notes) {
  while (notes != NULL && *notes != '\0') {
    if (!page->roff || *notes != '\n') cli_page_paragraph(page, notes);
    notes += strcspn(notes, "\n");
    notes += *notes == '\n';
  }
}

/* ---- Help ---- */

/* The next word of a list, or the last. */
static void put_item(cli_page *page, const char *before, const char *name, bool last) {
  char word[100];
  int length = snprintf(word, sizeof word, "%s%s%s", before, name, last ? "" : ",");
  cli_page_word(page, 1, word, (size_t)length);
}

static void put_usage(cli_page *page, const cli_command *command) {
  const char *line = command->usage;
  for (bool first = true; first || *line != '\0'; first = false) {
    page->indent = first ? 0 : 2;
    cli_page_text(page, 0, first ? "Usage: nqueens" : "or:  nqueens");
    page->indent = CLI_PAGE_UNDER;
    cli_page_text(page, 1, command->name);
    cli_page_text(page, 1, "[OPTION...]");
    cli_page_text(page, 1, line);
    cli_page_end_line(page);
    line += strcspn(line, "\n");
    line += *line == '\n';
  }
}

static void put_head(cli_page *page, const cli_command *command) {
  put_usage(page, command);
  page->indent = 0;
  cli_page_text(page, 0, "Example:");
  page->indent = CLI_PAGE_UNDER;
  cli_page_text(page, 1, command->example);
  cli_page_end_line(page);
  cli_page_paragraph(page, command->description);
  cli_page_end_line(page);
}

static void put_exits(cli_page *page, const char *const exits[CLI_EXITS]) {
  int code, next;
  const char *meaning = cli_exit_meaning(exits, 0, &code), *following;
  cli_page_hang(page, "Exit codes:");
  for (size_t i = 1; meaning != NULL; meaning = following, code = next, i++) {
    char text[200];
    following = cli_exit_meaning(exits, i, &next);
    snprintf(text, sizeof text, "%d %s%s", code, meaning, following != NULL ? "," : ".");
    cli_page_text(page, 1, text);
  }
  cli_page_end_line(page);
}

void cli_help_write(FILE *stream, const cli_command *command) {
  cli_page page = cli_page_filled(stream);
  put_head(&page, command);
  put_options(&page, command);
  put_lists(&page, command);
  cli_page_end_line(&page);
  put_notes(&page, command->notes);
  if (command->notes != NULL) cli_page_end_line(&page);
  put_exits(&page, command->exits);
}

/* ---- The help in brief ---- */

/* Those before the first heading. */
static bool is_usual(const cli_row *row) {
  return row->group.heading == NULL && !cli_row_is_common(row);
}

/* An option with its text; if that is longer than a line, only up to the first semicolon or
 * parenthesis. */
static void put_brief(cli_page *page, const cli_row *row) {
  char text[TEXT_BYTES];
  cli_guide_describe(row, text, sizeof text);
  for (char *end = text; strlen(text) > cli_page_room(page, OPTION_TEXT) && *end != '\0'; end++)
    if (strncmp(end, "; ", 2) == 0 || strncmp(end, " (", 2) == 0) *end = '\0';
  put_label(page, row);
  cli_page_beside(page, OPTION_TEXT, text);
}

/* The options that are usual, and the names of the others. */
static void put_brief_options(cli_page *page, const cli_command *command) {
  cli_row row, next;
  size_t i = 0;
  for (; cli_command_row(command, i, &row) && is_usual(&row); i++) put_brief(page, &row);
  cli_page_hang(page, "More options:");
  for (; cli_command_row(command, i, &row); i++)
    if (!row.group.keys)
      put_item(page, "--", row.option->name, !cli_command_row(command, i + 1, &next));
  cli_page_end_line(page);
}

/* "Methods: min-conflicts, genetic, ..." */
static void put_brief_list(cli_page *page, const cli_list *list) {
  const char *about, *name = list->names(NULL, 0, &about), *next;
  cli_page_hang(page, list->heading);
  for (size_t i = 1; name != NULL; name = next, i++) {
    next = list->names(NULL, i, &about);
    put_item(page, "", name, next == NULL);
  }
  cli_page_end_line(page);
}

void cli_help_write_brief(FILE *stream, const cli_command *command) {
  cli_page page = cli_page_filled(stream);
  cli_row row;
  if (!cli_command_row(command, 0, &row) || !is_usual(&row)) { /* all of it is brief */
    cli_help_write(stream, command);
    return;
  }
  put_head(&page, command);
  put_brief_options(&page, command);
  for (const cli_list *list = command->lists; list != NULL && list->names != NULL; list++)
    put_brief_list(&page, list);
  put_exits(&page, command->exits);
  char last[100];
  snprintf(last, sizeof last, "Full help: `nqueens help %s`.", command->name);
  cli_page_paragraph(&page, last);
}

void cli_help_write_usage(FILE *stream, const cli_command *command) {
  cli_page page = cli_page_filled(stream);
  cli_row row;
  put_usage(&page, command);
  page.indent = CLI_PAGE_UNDER;
  for (size_t i = 0; cli_command_row(command, i, &row); i++) {
    char values[300], word[400];
    if (row.group.keys) continue;
    bool takes = nq_option_takes_value(row.option);
    const char *value = row.option->argument != NULL ? row.option->argument : values;
    nq_option_values(row.option, values, sizeof values);
    int length = snprintf(word, sizeof word, "[--%s%s%s]", row.option->name, takes ? "=" : "",
                          takes ? value : "");
    cli_page_word(&page, 1, word, (size_t)length);
  }
  cli_page_end_line(&page);
}

/* Of the commands that are most used, at most `most`: those that have a text about their
 * example. */
static void put_examples(cli_page *page, const cli_command *const *commands, int most) {
  for (; *commands != NULL && most > 0; commands++) {
    if ((*commands)->about == NULL) continue;
    most--;
    put_entry(page, (*commands)->example, EXAMPLE_TEXT, (*commands)->about);
  }
}

void cli_help_write_most_used(FILE *stream, const cli_command *const *commands) {
  cli_page page = cli_page_filled(stream);
  put_examples(&page, commands, 5);
  put_notes(&page, "`nqueens --help` lists all commands.\n");
}

void cli_help_write_overview(FILE *stream, const cli_command *const *commands) {
  cli_page page = cli_page_filled(stream);
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

/* The title, and the name and summary; `command` NULL is for the program's. */
static void put_title(cli_page *page, const char *command, const char *summary) {
  FILE *stream = page->stream;
  const char *dash = command != NULL ? "\\-" : "";
  fprintf(stream, ".TH NQUEENS%s", dash);
  for (const char *at = command; at != NULL && *at != '\0'; at++)
    fputc(toupper((unsigned char)*at), stream);
  fprintf(stream,
          " 1 \"\" \"nqueens " NQ_VERSION "\" \"User Commands\"\n.SH NAME\nnqueens%s%s \\- ", dash,
          command != NULL ? command : "");
  cli_page_hang(page, summary);
  cli_page_end_line(page);
}

static void put_synopsis(cli_page *page, const cli_command *command) {
  const char *line = command->usage;
  fputs(".SH SYNOPSIS\n", page->stream);
  for (bool first = true; first || *line != '\0'; first = false) {
    size_t length = strcspn(line, "\n");
    if (!first) fputs(".br\n", page->stream);
    fprintf(page->stream, ".B nqueens %s\n[\\fIOPTION\\fR...]\\&\n", command->name);
    cli_page_text(page, 0, line);
    if (length > 0) cli_page_end_line(page);
    line += length + (line[length] == '\n');
  }
}

static void put_status(cli_page *page, const char *const exits[CLI_EXITS]) {
  const char *meaning;
  int code;
  fputs(".SH EXIT STATUS\n", page->stream);
  for (size_t i = 0; (meaning = cli_exit_meaning(exits, i, &code)) != NULL; i++) {
    fprintf(page->stream, ".TP\n.B %d", code);
    cli_page_beside(page, 0, meaning);
  }
}

void cli_manual_write(FILE *stream, const cli_command *command) {
  cli_page page = {.stream = stream, .roff = true};
  put_title(&page, command->name, command->summary);
  put_synopsis(&page, command);
  fputs(".SH DESCRIPTION\n", stream);
  cli_page_hang(&page, command->description);
  cli_page_end_line(&page);
  put_lists(&page, command);
  put_notes(&page, command->notes);
  fputs(".SH OPTIONS\n", stream);
  put_options(&page, command);
  put_status(&page, command->exits);
  fputs(".SH SEE ALSO\n.BR nqueens (1),\n.BR nqueens (5)\n", stream);
}

void cli_manual_write_overview(FILE *stream, const cli_command *const *commands) {
  cli_page page = {.stream = stream, .roff = true};
  put_title(&page, NULL, "local search for the N-queens problem at any size");
  fputs(".SH SYNOPSIS\n.B nqueens\n\\fICOMMAND\\fR [\\fIARGUMENT\\fR...]\n.SH COMMANDS\n", stream);
  for (size_t i = 0; commands[i] != NULL; i++) {
    fprintf(stream, ".TP\n.BR nqueens\\-%s (1)", commands[i]->name);
    cli_page_beside(&page, 0, commands[i]->summary);
  }
  put_status(&page, program_exits);
  fputs(".SH SEE ALSO\n", stream);
  for (size_t i = 0; commands[i] != NULL; i++)
    fprintf(stream, ".BR nqueens\\-%s (1),\n", commands[i]->name);
  fputs(".BR nqueens (3),\n.BR nqueens (5)\n", stream);
}
