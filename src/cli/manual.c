/* A page has the sections NAME, SYNOPSIS, DESCRIPTION, OPTIONS or COMMANDS, EXIT STATUS, and SEE
 * ALSO; tools/manual adds to them, and others, what stands in docs/manual. */
#include "cli/manual.h"
#include "cli/commands.h"
#include "cli/help.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdbool.h>
#include <string.h>

/* The words in notes behind which the exit codes stand, as in "0 done, 2 error". */
static const char codes[] = "Exit codes: ";

/* ---- Text ---- */

/* Text with what roff would take for its own made plain; `between backticks` becomes bold. */
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

/* "-o, --output=FILE" */
static void put_label(FILE *stream, const cli_option *option) {
  if (option->letter != 0) fprintf(stream, "\\fB\\-%c\\fR, ", option->letter);
  fputs("\\fB\\-\\-", stream);
  put_string(stream, option->name);
  fputs("\\fR", stream);
  if (option->kind == CLI_FLAG) return;
  fputc('=', stream);
  if (option->kind != CLI_CHOICE || option->argument != NULL) {
    fputs("\\fI", stream);
    put_string(stream, option->argument != NULL ? option->argument : "VALUE");
    fputs("\\fR", stream);
    return;
  }
  for (size_t i = 0; option->choices[i] != NULL; i++) {
    fputs(i > 0 ? "|\\:" : "", stream);
    put_string(stream, option->choices[i]);
  }
}

/* Such bounds are those of the types. */
#define UNBOUNDED ((uint64_t)INT64_MAX / 2)

/* The numbers that an option takes, where they have bounds that one can meet. */
static void put_range(FILE *stream, const cli_option *option) {
  if (option->kind != CLI_COUNT && option->kind != CLI_REAL) return;
  if (option->most < UNBOUNDED)
    fprintf(stream, "; %" PRIu64 " to %" PRIu64, option->least, option->most);
  else if (option->least > 0)
    fprintf(stream, "; %" PRIu64 " or more", option->least);
}

static void put_options(FILE *stream, const cli_option *table) {
  for (; table->help != NULL; table++) {
    if (table->kind == CLI_HEADING) {
      fputs(".SS ", stream);
      put_text(stream, table->help, strcspn(table->help, ":"));
      fputc('\n', stream);
      continue;
    }
    fputs(".TP\n", stream);
    put_label(stream, table);
    fputc('\n', stream);
    put_string(stream, table->help);
    put_range(stream, table);
    fputc('\n', stream);
  }
}

/* ---- Notes ---- */

/* What a line of notes is: between paragraphs, of a paragraph, an item of a list as in
 * "  name  text", or a line to be kept as it is, "  text". */
enum line { EMPTY, PARAGRAPH, ITEM, KEPT };

/* Where the two spaces before the text of an item are, or `length`. */
static size_t find_gap(const char *line, size_t length) {
  for (size_t i = strspn(line, " "); i < length; i++)
    if (strncmp(line + i, "  ", 2) == 0) return i;
  return length;
}

static enum line recognise(const char *line, size_t length) {
  if (length == 0) return EMPTY;
  if (strncmp(line, "  ", 2) != 0) return PARAGRAPH;
  return find_gap(line, length) < length ? ITEM : KEPT;
}

static void put_item(FILE *stream, const char *line, size_t length) {
  size_t start = strspn(line, " "), end = find_gap(line, length);
  size_t text = end + strspn(line + end, " ");
  fputs(".TP\n\\fB", stream);
  put_text(stream, line + start, end - start);
  fputs("\\fR\n", stream);
  put_text(stream, line + text, length - text);
  fputc('\n', stream);
}

static void put_note(FILE *stream, enum line before, const char *line, size_t length) {
  enum line now = recognise(line, length);
  if (before == KEPT && now != KEPT) fputs(".fi\n.RE\n", stream);
  if (now == KEPT && before != KEPT) fputs(".PP\n.RS 2\n.nf\n", stream);
  if (now == PARAGRAPH && before != PARAGRAPH) fputs(".PP\n", stream);
  if (now == ITEM) put_item(stream, line, length);
  if (now == PARAGRAPH) put_text(stream, line, length);
  if (now == KEPT) put_text(stream, line + 2, length - 2);
  if (now == PARAGRAPH || now == KEPT) fputc('\n', stream);
}

/* The notes up to the exit codes. */
static void put_notes(FILE *stream, const char *notes) {
  const char *end = strstr(notes, codes);
  if (end == NULL) end = notes + strlen(notes);
  enum line before = EMPTY;
  while (notes < end) {
    size_t size = strcspn(notes, "\n"), length = size;
    if (notes + length > end) length = (size_t)(end - notes);
    while (length > 0 && notes[length - 1] == ' ') length--;
    put_note(stream, before, notes, length);
    before = recognise(notes, length);
    notes += size + (notes[size] == '\n');
  }
  put_note(stream, before, "", 0);
}

/* "0 done, 3 incomplete (time limit, missing), 130 interrupted": a code is a number behind a
 * comma. */
static void put_codes(FILE *stream, const char *notes) {
  const char *text = strstr(notes, codes);
  if (text == NULL) return;
  fputs(".SH EXIT STATUS\n", stream);
  text += sizeof codes - 1;
  while (isdigit((unsigned char)*text)) {
    size_t digits = strspn(text, "0123456789"), end = digits;
    while (text[end] != '\0' && text[end] != '\n' && text[end] != '.' &&
           (strncmp(text + end, ", ", 2) != 0 || !isdigit((unsigned char)text[end + 2])))
      end++;
    fprintf(stream, ".TP\n.B %.*s\n", (int)digits, text);
    put_text(stream, text + digits + 1, end - digits - 1);
    fputc('\n', stream);
    text += end + strspn(text + end, ", ");
  }
}

/* ---- Pages ---- */

static void put_synopsis(FILE *stream, const cli_usage *usage) {
  const char *line = usage->arguments;
  fputs(".SH SYNOPSIS\n", stream);
  for (bool first = true; first || *line != '\0'; first = false) {
    size_t length = strcspn(line, "\n");
    if (!first) fputs(".br\n", stream);
    fprintf(stream, ".B nqueens %s\n[\\fIOPTION\\fR...]\\&\n", usage->name);
    put_text(stream, line, length);
    if (length > 0) fputc('\n', stream);
    line += length + (line[length] == '\n');
  }
}

void cli_manual_write(FILE *stream, const cli_usage *usage, const cli_option *table) {
  const cli_command *command = cli_command_by_name(usage->name);
  put_title(stream, usage->name);
  fprintf(stream, ".SH NAME\nnqueens\\-%s \\- ", usage->name);
  put_string(stream, command != NULL ? command->summary : usage->summary);
  fputc('\n', stream);
  put_synopsis(stream, usage);
  fputs(".SH DESCRIPTION\n", stream);
  put_string(stream, usage->summary);
  fputc('\n', stream);
  if (usage->notes != NULL) put_notes(stream, usage->notes);
  fputs(".SH OPTIONS\n", stream);
  put_options(stream, table);
  if (table->help != NULL) fputs(".SS Of all commands\n", stream);
  put_options(stream, cli_common_options);
  if (usage->notes != NULL) put_codes(stream, usage->notes);
  fputs(".SH SEE ALSO\n.BR nqueens (1),\n.BR nqueens (5)\n", stream);
}

void cli_manual_write_overview(FILE *stream) {
  const cli_command *command;
  put_title(stream, NULL);
  fputs(".SH NAME\nnqueens \\- local search for the N\\-queens problem at any size\n"
        ".SH SYNOPSIS\n.B nqueens\n\\fICOMMAND\\fR [\\fIARGUMENT\\fR...]\n"
        ".SH COMMANDS\n",
        stream);
  for (size_t i = 0; (command = cli_command_at(i)) != NULL; i++) {
    fprintf(stream, ".TP\n.BR nqueens\\-%s (1)\n", command->name);
    put_string(stream, command->summary);
    fputc('\n', stream);
  }
  put_codes(stream, CLI_EXIT_CODES);
  fputs(".SH SEE ALSO\n", stream);
  for (size_t i = 0; (command = cli_command_at(i)) != NULL; i++)
    fprintf(stream, ".BR nqueens\\-%s (1),\n", command->name);
  fputs(".BR nqueens (3),\n.BR nqueens (5)\n", stream);
}
