/* MODEL.  A page is filled word by word: a word that does not fit goes to the next line, which
 * begins at `indent`.  An entry is a label and a text beside it, or below it where the label is
 * long or the page narrow:
 *
 *   -c, --count=C              that many solutions
 *       --max-restarts=R       give up after R restarts
 */
#include "cli/help.h"
#include "cli/commands.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum {
  WIDTH_LEAST = 20,
  WIDTH_MOST = 80,
  NARROW = 60,      /* below, texts stand under their labels */
  OPTION_TEXT = 29, /* columns where texts begin */
  EXAMPLE_TEXT = 39,
  COMMAND_TEXT = 15,
  UNDER = 8 /* of a text under its label */
};

const cli_option cli_common_options[] = {
    {CLI_FLAG, "help", 'h', NULL, 0, 0, 0, NULL, "print the usual options"},
    {CLI_FLAG, "usage", 0, NULL, 0, 0, 0, NULL, "print the options alone, in short"},
    {CLI_FLAG, "version", 'V', NULL, 0, 0, 0, NULL, "print the version"},
    {0}};

size_t cli_help_width(void) {
  struct winsize window = {0};
  const char *columns = getenv("COLUMNS");
  uint64_t width;
  char why[200];
  if (columns == NULL || !cli_parse_count(columns, 1, UINT64_MAX, &width, why, sizeof why)) {
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

/* A word, `gap` columns behind the last one on the line. */
static void put_word(struct page *page, size_t gap, const char *word, size_t length) {
  if (page->at > page->indent && page->at + gap + length > page->width) end_line(page);
  move_to(page, page->at == 0 ? page->indent : page->at + gap);
  fwrite(word, 1, length, page->stream);
  page->at += length;
}

/* The words of a line, `gap` columns behind what is there, with the gaps between that it has. */
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

/* ---- The parts of a help ---- */

static void put_usage(struct page *page, const cli_usage *usage) {
  const char *line = usage->arguments;
  for (bool first = true; first || *line != '\0'; first = false) {
    page->indent = first ? 0 : 2;
    put_line(page, 0, first ? "Usage: nqueens" : "or:  nqueens");
    page->indent = UNDER;
    put_line(page, 1, usage->name);
    put_line(page, 1, "[OPTION...]");
    put_line(page, 1, line);
    end_line(page);
    line += strcspn(line, "\n");
    line += *line == '\n';
  }
}

/* "-o, --output=FILE"; choices may go on in the next line. */
static void put_label(struct page *page, const cli_option *option) {
  char name[100];
  const char *equals = option->kind == CLI_FLAG ? "" : "=";
  const char *value = option->kind == CLI_FLAG || option->argument == NULL ? "" : option->argument;
  char letter[] = "  -x,";
  letter[3] = option->letter;
  page->indent = 0;
  move_to(page, 2);
  if (option->letter != 0) put_word(page, 0, letter + 2, 3);
  move_to(page, 6);
  page->indent = UNDER;
  snprintf(name, sizeof name, "--%s%s", option->name, equals);
  put_word(page, 0, name, strlen(name));
  const char *const *choices = option->kind == CLI_CHOICE ? option->choices : NULL;
  for (size_t i = 0; *value == '\0' && choices != NULL && choices[i] != NULL; i++) {
    snprintf(name, sizeof name, "%s%s", i > 0 ? "|" : "", choices[i]);
    put_word(page, 0, name, strlen(name));
  }
  while (*value != '\0') {
    size_t length = 1 + strcspn(value + 1, "|");
    put_word(page, 0, value, length);
    value += length;
  }
}

static void put_options(struct page *page, const cli_option *table) {
  for (; table->help != NULL; table++) {
    if (table->kind == CLI_HEADING) {
      page->indent = 0;
      end_line(page);
      put_line(page, 0, table->help);
      end_line(page);
      continue;
    }
    put_label(page, table);
    put_beside(page, OPTION_TEXT, table->help);
  }
}

/* Where the lines below a line of a list begin: under its text. */
static size_t find_text(const char *line, size_t length) {
  size_t start = strspn(line, " ");
  for (size_t i = start; start > 0 && i + 2 < length; i++)
    if (strncmp(line + i, "  ", 2) == 0) return i + strspn(line + i, " ");
  return start;
}

static void put_notes(struct page *page, const char *notes) {
  while (*notes != '\0') {
    size_t length = strcspn(notes, "\n"), start = strspn(notes, " ");
    page->indent = page->width < NARROW ? 2 * start : find_text(notes, length);
    if (start < length) move_to(page, start);
    put_line(page, 0, notes);
    end_line(page);
    notes += length + (notes[length] == '\n');
  }
}

static void put_head(struct page *page, const cli_usage *usage) {
  const cli_example *example = cli_example_by_name(usage->name);
  put_usage(page, usage);
  page->indent = 0;
  if (example != NULL) {
    put_line(page, 0, "Example:");
    page->indent = UNDER;
    put_line(page, 1, example->line);
    end_line(page);
  }
  page->indent = 0;
  put_line(page, 0, usage->summary);
  end_line(page);
  end_line(page);
}

void cli_help_write(FILE *stream, const cli_usage *usage, const cli_option *table, size_t width) {
  struct page page = {.stream = stream, .width = width};
  put_head(&page, usage);
  put_options(&page, table);
  if (table->help != NULL) end_line(&page);
  put_options(&page, cli_common_options);
  if (usage->notes == NULL || usage->notes[0] == '\0') return;
  end_line(&page);
  put_notes(&page, usage->notes);
}

/* ---- The help in brief ---- */

/* Beside its label, of a text that takes more than a line only what is before the first semicolon
 * or parenthesis. */
static void put_brief(struct page *page, const char *help) {
  char text[200];
  size_t room = page->width - (page->width < NARROW ? UNDER : OPTION_TEXT);
  snprintf(text, sizeof text, "%s", help);
  for (char *end = text; strlen(text) > room && *end != '\0'; end++)
    if (strncmp(end, "; ", 2) == 0 || strncmp(end, " (", 2) == 0) *end = '\0';
  put_beside(page, OPTION_TEXT, text);
}

/* The beginning of a line, below which further ones hang. */
static void put_first(struct page *page, const char *text, size_t length) {
  page->indent = 0;
  put_word(page, 0, text, length);
  page->indent = 2;
}

/* The names of options, as a list that ends, or goes on, behind them. */
static void put_names(struct page *page, const cli_option *table, bool ends) {
  char name[100];
  for (; table->help != NULL; table++) {
    if (table->kind == CLI_HEADING) continue;
    const char *comma = ends && table[1].help == NULL ? "" : ",";
    int length = snprintf(name, sizeof name, "--%s%s", table->name, comma);
    put_word(page, 1, name, (size_t)length);
  }
}

/* "Methods: min-conflicts, genetic, ...": the names of a list whose heading is the line `notes`;
 * returns what follows the list.  A line of it is a name and, behind two spaces, a text. */
static const char *put_list(struct page *page, const char *notes) {
  size_t length = strcspn(notes, "\n");
  put_first(page, notes, length);
  notes += length + 1;
  while (strncmp(notes, "  ", 2) == 0) {
    const char *name = notes + 2;
    notes += strcspn(notes, "\n");
    notes += *notes == '\n';
    char word[100];
    const char *comma = strncmp(notes, "  ", 2) == 0 ? "," : "";
    int size = snprintf(word, sizeof word, "%.*s%s", (int)strcspn(name, " \n"), name, comma);
    put_word(page, 1, word, (size_t)size);
  }
  end_line(page);
  return notes;
}

/* Does a list begin there whose lines are names with texts? */
static bool is_list(const char *notes) {
  size_t length = strcspn(notes, "\n");
  const char *line = notes + length + 1;
  if (length == 0 || notes[length] == '\0' || notes[length - 1] != ':') return false;
  size_t start = strspn(line, " "), end = strcspn(line, "\n");
  return start == 2 && find_text(line, end) > start;
}

static const char exit_codes[] = "Exit codes:";

/* The lists in the notes, by their names, and the paragraph of exit codes. */
static void put_brief_notes(struct page *page, const char *notes) {
  while (*notes != '\0') {
    if (is_list(notes)) {
      notes = put_list(page, notes);
      continue;
    }
    size_t length = strcspn(notes, "\n");
    const char *codes = strstr(notes, exit_codes);
    if (codes != NULL && codes < notes + length) {
      put_first(page, codes, strlen(exit_codes));
      put_line(page, 1, codes + strlen(exit_codes));
      end_line(page);
    }
    notes += length + (notes[length] == '\n');
  }
}

void cli_help_write_brief(FILE *stream, const cli_usage *usage, const cli_option *table,
                          size_t width) {
  struct page page = {.stream = stream, .width = width};
  if (table->help == NULL) { /* all of it is brief */
    cli_help_write(stream, usage, table, width);
    return;
  }
  put_head(&page, usage);
  for (; table->help != NULL && table->kind != CLI_HEADING; table++) {
    put_label(&page, table);
    put_brief(&page, table->help);
  }
  put_first(&page, "More options:", strlen("More options:"));
  put_names(&page, table, false);
  put_names(&page, cli_common_options, true);
  end_line(&page);
  end_line(&page);
  if (usage->notes != NULL) put_brief_notes(&page, usage->notes);
  char last[100];
  snprintf(last, sizeof last, "All of this in full: `nqueens help %s`.", usage->name);
  page.indent = 0;
  put_line(&page, 0, last);
  end_line(&page);
}

void cli_help_write_overview(FILE *stream, size_t width) {
  struct page page = {.stream = stream, .width = width};
  const cli_example *example;
  const cli_command *command;
  put_notes(&page, "Usage: nqueens COMMAND [ARGUMENT...]\n"
                   "Local search for the N-queens problem at any size.\n\n");
  for (size_t i = 0; (example = cli_example_at(i)) != NULL; i++) {
    if (example->about == NULL) continue;
    page.indent = 2;
    put_line(&page, 0, example->line);
    put_beside(&page, EXAMPLE_TEXT, example->about);
  }
  put_notes(&page, "\nCommands:\n");
  for (size_t i = 0; (command = cli_command_at(i)) != NULL; i++) {
    page.indent = 2;
    put_line(&page, 0, command->name);
    put_beside(&page, COMMAND_TEXT, command->summary);
  }
  put_notes(&page, "\n`nqueens COMMAND --help` tells the usual options, `nqueens help COMMAND` "
                   "all.\n" CLI_EXIT_CODES "\n");
}
