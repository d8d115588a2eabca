/* A page has the sections NAME, SYNOPSIS, DESCRIPTION, OPTIONS or COMMANDS, EXIT STATUS, and SEE
 * ALSO; tools/manual adds the text in docs/manual to these and further sections. */
#include "options/guide.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdint.h>
#include <string.h>

/* ---- Text ---- */

/* Text with the special characters of roff escaped; `between backticks` becomes bold. */
static void put_text(FILE *stream, const char *text, size_t length) {
  bool bold = false;
  if (length > 0 && (text[0] == '.' || text[0] == '\'')) fputs("\\&", stream);
  for (size_t i = 0; i < length; i++) {
    switch (text[i]) {
    case '`':
      bold = !bold;
      fputs(bold ? "\\fB" : "\\fR", stream);
      break;
    case '-':
      fputs("\\-", stream);
      break;
    case '\\':
      fputs("\\e", stream);
      break;
    case '\'':
      fputs("\\(aq", stream);
      break;
    case '^':
      fputs("\\(ha", stream);
      break;
    case '~':
      fputs("\\(ti", stream);
      break;
    default:
      fputc(text[i], stream);
    }
  }
}

static void put_string(FILE *stream, const char *text) {
  put_text(stream, text, strlen(text));
}

/* The first line of a page; `command` NULL is for the program's. */
static void put_title(FILE *stream, const char *command) {
  fputs(".TH NQUEENS", stream);
  if (command != NULL) fputs("\\-", stream);
  for (; command != NULL && *command != '\0'; command++)
    fputc(toupper((unsigned char)*command), stream);
  fputs(" 1 \"\" \"nqueens " NQ_VERSION "\" \"User Commands\"\n", stream);
}

/* ---- Options ---- */

/* "population=2.." of a label, which may be broken between its choices. */
static void put_name(FILE *stream, const nq_option *option) {
  char values[300];
  put_string(stream, option->name);
  fputs("\\fR", stream);
  if (!nq_option_takes_value(option)) return;
  fputc('=', stream);
  if (option->argument != NULL) {
    fputs("\\fI", stream);
    put_string(stream, option->argument);
    fputs("\\fR", stream);
    return;
  }
  nq_option_values(option, values, sizeof values);
  for (const char *value = values; *value != '\0';) {
    size_t length = strcspn(value, "|");
    put_text(stream, value, length);
    if (value[length] == '|') fputs("|\\:", stream), length++;
    value += length;
  }
}

/* Bounds from here on are those of the types. */
#define UNBOUNDED ((uint64_t)INT64_MAX / 2)

/* The range of a number, if the label does not show it and users can exceed it. */
static void put_range(FILE *stream, const nq_option *option) {
  char range[300];
  bool number = option->kind == NQ_OPTION_COUNT32 || option->kind == NQ_OPTION_COUNT64 ||
                option->kind == NQ_OPTION_REAL || option->kind == NQ_OPTION_TIME;
  if (!number || option->argument == NULL) return;
  nq_option_range(option, NULL, range, sizeof range);
  if (option->most >= UNBOUNDED) range[strcspn(range, " ")] = '\0';
  if (option->most < UNBOUNDED || option->least > 0)
    fprintf(stream, "; %s%s", range, option->most < UNBOUNDED ? "" : " or more");
}

static void put_heading(FILE *stream, const cli_row *row) {
  fputs(".SS ", stream);
  put_string(stream, cli_row_is_common(row) ? "Of all commands" : row->group.heading);
  if (row->group.of != NULL) put_string(stream, row->group.of);
  fputc('\n', stream);
}

static void put_options(FILE *stream, const cli_command *command) {
  char text[500];
  cli_row row;
  fputs(".SH OPTIONS\n", stream);
  for (size_t i = 0; cli_command_row(command, i, &row); i++) {
    if (row.opens && i > 0) put_heading(stream, &row);
    fputs(".TP\n", stream);
    if (row.option->letter != 0) fprintf(stream, "\\fB\\-%c\\fR, ", row.option->letter);
    fputs(row.group.keys ? "\\fB" : "\\fB\\-\\-", stream);
    put_name(stream, row.option);
    fputc('\n', stream);
    cli_help_describe(&row, text, sizeof text);
    put_string(stream, text);
    put_range(stream, row.option);
    fputc('\n', stream);
  }
}

/* ---- Lists, notes, exit codes ---- */

static void put_list(FILE *stream, const cli_list *list) {
  const char *name, *about = NULL;
  fputs(".PP\n", stream);
  put_string(stream, list->heading);
  fputc('\n', stream);
  for (size_t i = 0; (name = list->names(NULL, i, &about)) != NULL; i++) {
    fputs(".TP\n\\fB", stream);
    put_string(stream, name);
    fputs("\\fR\n", stream);
    if (about != NULL)
      put_string(stream, about);
    else
      fputs("\\&", stream);
    fputc('\n', stream);
  }
}

static void put_notes(FILE *stream, const char *notes) {
  while (notes != NULL && *notes != '\0') {
    size_t length = strcspn(notes, "\n");
    if (length > 0) {
      fputs(".PP\n", stream);
      put_text(stream, notes, length);
      fputc('\n', stream);
    }
    notes += length + (notes[length] == '\n');
  }
}

static void put_exits(FILE *stream, const char *const exits[CLI_EXITS]) {
  const char *meaning;
  int code;
  fputs(".SH EXIT STATUS\n", stream);
  for (size_t i = 0; (meaning = cli_exit_meaning(exits, i, &code)) != NULL; i++) {
    fprintf(stream, ".TP\n.B %d\n", code);
    put_string(stream, meaning);
    fputc('\n', stream);
  }
}

/* ---- Pages ---- */

static void put_synopsis(FILE *stream, const cli_command *command) {
  const char *line = command->usage;
  fputs(".SH SYNOPSIS\n", stream);
  for (bool first = true; first || *line != '\0'; first = false) {
    size_t length = strcspn(line, "\n");
    if (!first) fputs(".br\n", stream);
    fprintf(stream, ".B nqueens %s\n[\\fIOPTION\\fR...]\\&\n", command->name);
    put_text(stream, line, length);
    if (length > 0) fputc('\n', stream);
    line += length + (line[length] == '\n');
  }
}

void cli_manual_write(FILE *stream, const cli_command *command) {
  put_title(stream, command->name);
  fprintf(stream, ".SH NAME\nnqueens\\-%s \\- ", command->name);
  put_string(stream, command->summary);
  fputc('\n', stream);
  put_synopsis(stream, command);
  fputs(".SH DESCRIPTION\n", stream);
  put_string(stream, command->description);
  fputc('\n', stream);
  for (const cli_list *list = command->lists; list != NULL && list->names != NULL; list++)
    put_list(stream, list);
  put_notes(stream, command->notes);
  put_options(stream, command);
  put_exits(stream, command->exits);
  fputs(".SH SEE ALSO\n.BR nqueens (1),\n.BR nqueens (5)\n", stream);
}

void cli_manual_write_overview(FILE *stream, const cli_command *const *commands) {
  put_title(stream, NULL);
  fputs(".SH NAME\nnqueens \\- local search for the N\\-queens problem at any size\n"
        ".SH SYNOPSIS\n.B nqueens\n\\fICOMMAND\\fR [\\fIARGUMENT\\fR...]\n"
        ".SH COMMANDS\n",
        stream);
  for (size_t i = 0; commands[i] != NULL; i++) {
    fprintf(stream, ".TP\n.BR nqueens\\-%s (1)\n", commands[i]->name);
    put_string(stream, commands[i]->summary);
    fputc('\n', stream);
  }
  put_exits(stream, cli_program_exits);
  fputs(".SH SEE ALSO\n", stream);
  for (size_t i = 0; commands[i] != NULL; i++)
    fprintf(stream, ".BR nqueens\\-%s (1),\n", commands[i]->name);
  fputs(".BR nqueens (3),\n.BR nqueens (5)\n", stream);
}
