#define _GNU_SOURCE /* getopt_long */
#include "cli/spelling.h"

#include "cli/commands.h"
#include "cli/help.h"

#include <ctype.h>
#include <getopt.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Longer words are not looked at; no name is. */
#define WORD_MOST 32

/* What getopt returns for long options: one of the table's, or one behind which nothing matters. */
enum { KNOWN = 1, LAST };

static size_t least(size_t a, size_t b) {
  return a < b ? a : b;
}

static bool same(char a, char b) {
  return tolower((unsigned char)a) == tolower((unsigned char)b);
}

/* Letters put in, left out, replaced, or exchanged with their neighbour (optimal string alignment).
 * Neither word is longer than WORD_MOST. */
static size_t measure(const char *a, const char *b) {
  size_t cost[WORD_MOST + 1][WORD_MOST + 1], rows = strlen(a), columns = strlen(b);
  for (size_t j = 0; j <= columns; j++) cost[0][j] = j;
  for (size_t i = 1; i <= rows; i++) {
    cost[i][0] = i;
    for (size_t j = 1; j <= columns; j++) {
      size_t best = cost[i - 1][j - 1] + !same(a[i - 1], b[j - 1]);
      best = least(best, least(cost[i - 1][j], cost[i][j - 1]) + 1);
      if (i > 1 && j > 1 && same(a[i - 1], b[j - 2]) && same(a[i - 2], b[j - 1]))
        best = least(best, cost[i - 2][j - 2] + 1);
      cost[i][j] = best;
    }
  }
  return cost[rows][columns];
}

void cli_nearest_offer(cli_nearest *nearest, const char *name) {
  size_t length = strlen(nearest->word);
  if (length < 2 || length > WORD_MOST || strlen(name) > WORD_MOST) return;
  size_t distance = measure(nearest->word, name);
  if (distance > 1 + length / 5 || distance >= least(length, strlen(name))) return;
  if (nearest->name != NULL && nearest->distance <= distance) return;
  nearest->name = name;
  nearest->distance = distance;
}

/* ---- Options ---- */

/* The options as getopt wants them. */
struct scan {
  const cli_option *tables[2];
  struct option *longs;
  char *letters;
};

static size_t count_options(const struct scan *scan) {
  size_t count = 0;
  for (size_t t = 0; t < 2; t++)
    for (const cli_option *option = scan->tables[t]; option->help != NULL; option++) count++;
  return count;
}

static bool prepare(struct scan *scan) {
  size_t count = count_options(scan), length = 0;
  scan->longs = calloc(count + 1, sizeof *scan->longs);
  scan->letters = calloc(2 * count + 12, 1); /* a letter and a colon each, the digits, '?' */
  if (scan->longs == NULL || scan->letters == NULL) return false;
  struct option *next = scan->longs;
  for (size_t t = 0; t < 2; t++)
    for (const cli_option *option = scan->tables[t]; option->help != NULL; option++) {
      if (option->kind == CLI_HEADING) continue;
      bool value = option->kind != CLI_FLAG;
      *next++ = (struct option){option->name, value, NULL, t == 0 ? KNOWN : LAST};
      if (option->letter == 0) continue;
      scan->letters[length++] = option->letter;
      if (value) scan->letters[length++] = ':';
    }
  memcpy(scan->letters + length, "0123456789?", 11);
  return true;
}

/* May what follows be looked at?  Not behind the common options, which end the process, nor behind
 * a number such as -5. */
static bool goes_on(const struct scan *scan, int got) {
  if (got == LAST || (got >= '0' && got <= '9')) return false;
  for (const cli_option *option = scan->tables[1]; option->help != NULL; option++)
    if (option->letter != 0 && option->letter == got) return false;
  return true;
}

/* "-n 8" and "--n 8" where N is an argument: the commands that have a range for it. */
static bool is_size(const cli_usage *usage, const char *name) {
  return strcmp(name, "n") == 0 && usage->range != NULL;
}

static void refuse(const cli_usage *usage, const char *dashes, const char *name,
                   const char *nearest) {
  const cli_example *example = cli_example_by_name(usage->name);
  if (is_size(usage, name) && example != NULL)
    cli_say("%s: unrecognized option '%s%s': N is said by itself, as in `%s`", usage->name, dashes,
            name, example->line);
  else if (nearest != NULL)
    cli_say("%s: unrecognized option '%s%s': did you mean '--%s'?", usage->name, dashes, name,
            nearest);
  else
    cli_say("%s: unrecognized option '%s%.80s'; `nqueens %s --help` lists them", usage->name,
            dashes, name, usage->name);
  exit(CLI_ERROR);
}

/* Of the option in argv, its name without dashes and without a value. */
static void check_long(const cli_usage *usage, const struct scan *scan, const char *text) {
  char name[WORD_MOST * 4];
  if (strncmp(text, "--", 2) != 0) return;
  snprintf(name, sizeof name, "%.*s", (int)strcspn(text + 2, "="), text + 2);
  cli_nearest nearest = {.word = name};
  for (const struct option *option = scan->longs; option->name != NULL; option++) {
    if (strncmp(option->name, name, strlen(name)) == 0) return; /* ambiguous: argp tells */
    cli_nearest_offer(&nearest, option->name);
  }
  refuse(usage, "--", name, nearest.name);
}

static void find_unknown(const cli_usage *usage, const struct scan *scan, int argc, char **argv) {
  int got;
  optind = 0;
  opterr = 0;
  do {
    optopt = -1; /* left alone where '?' is the option, not the error */
    got = getopt_long(argc, argv, scan->letters, scan->longs, NULL);
    if (got == -1 || (got == '?' && optopt == -1)) return;
  } while (got != '?' && goes_on(scan, got));
  if (got != '?') return;
  char letter[2] = {(char)optopt, '\0'};
  if (optopt == 0)
    check_long(usage, scan, argv[optind - 1]);
  else if (optopt > LAST && strchr(scan->letters, optopt) == NULL)
    refuse(usage, "-", letter, NULL);
}

void cli_check_spelling(const cli_usage *usage, const cli_option *table, int argc, char **argv) {
  struct scan scan = {.tables = {table, cli_common_options}};
  char **copy = calloc((size_t)argc + 1, sizeof *copy); /* getopt moves words about */
  if (copy != NULL && prepare(&scan)) {
    memcpy(copy, argv, (size_t)argc * sizeof *copy);
    find_unknown(usage, &scan, argc, copy);
  }
  free(copy);
  free(scan.longs);
  free(scan.letters);
}
