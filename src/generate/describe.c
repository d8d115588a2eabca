/* The parameters of the kinds, and items in words. */
#include "generate/kinds.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>

static const char *const families[] = {"completion", "blocked", "diagonals", NULL};
static const char *const reasons[] = {"placed", "blocked", "diagonals", "pigeonhole", NULL};
static const char *const turns[] = {"180", "90", NULL};
static const char *const faults[] = {"duplicate-row", "diagonal", "out-of-range",
                                     "short",         "long",     NULL};

static const nq_generate_setting settings[NQ_GENERATE_PARAMETERS] = {
    [NQ_GENERATE_CONFLICTS] = {"conflicts", "K", NULL, "attacking pairs (default: 1)"},
    [NQ_GENERATE_UNIFORM] = {"uniform", NULL, NULL, "each solution equally likely; n up to 14"},
    [NQ_GENERATE_SHOW] = {"show", "K", NULL, "queens shown (default: half of them)"},
    [NQ_GENERATE_PLACED] = {"placed", "M", NULL,
                            "queens placed (default: where half have a solution)"},
    [NQ_GENERATE_BLOCKS] = {"blocks", "M", NULL,
                            "squares blocked (default: where half have a solution)"},
    [NQ_GENERATE_DIAGONALS] = {"diagonals", "D", NULL,
                               "diagonals excluded (default: where half have a solution)"},
    [NQ_GENERATE_LEAST] = {"least", "K", NULL,
                           "squares left in every column and row, at least (default: 4, or n/2)"},
    [NQ_GENERATE_FAMILY] = {"family", NULL, families, "(default: all in turn)"},
    [NQ_GENERATE_REASON] = {"reason", NULL, reasons, "(default: all in turn)"},
    [NQ_GENERATE_VERDICT] = {"verdict", NULL, NULL, "find out by exact search, as far as it goes"},
    [NQ_GENERATE_TURN] = {"turn", NULL, turns, "in degrees (default: 180)"},
    [NQ_GENERATE_FAULT] = {"fault", NULL, faults, "(default: all in turn)"},
};

const nq_generate_setting *nq_generate_setting_at(nq_generate_parameter parameter) {
  return (unsigned)parameter < NQ_GENERATE_PARAMETERS ? &settings[parameter] : NULL;
}

const char *nq_known_name(nq_known answer) {
  static const char *const names[] = {[NQ_KNOWN_VALID] = "valid",
                                      [NQ_KNOWN_INVALID] = "invalid",
                                      [NQ_KNOWN_SOLVABLE] = "solvable",
                                      [NQ_KNOWN_UNSOLVABLE] = "unsolvable",
                                      [NQ_KNOWN_NOTHING] = "unknown"};
  return names[answer];
}

/* A text of limited size; what does not fit is cut off. */
typedef struct line {
  char *text;
  size_t size, used;
} line;

static void add(line *to, const char *format, ...) NQ_PRINTF(2, 3);

static void add(line *to, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(to->text + to->used, to->size - to->used, format, arguments);
  va_end(arguments);
  if (length < 0) return;
  to->used += (size_t)length < to->size - to->used ? (size_t)length : to->size - to->used - 1;
}

static void add_value(line *to, const nq_generate_setting *setting, uint64_t value) {
  if (setting->choices != NULL)
    add(to, " %s=%s", setting->name, setting->choices[value]);
  else if (setting->argument != NULL)
    add(to, " %s=%" PRIu64, setting->name, value);
  else
    add(to, " %s=%s", setting->name, value != 0 ? "yes" : "no");
}

void nq_generated_describe(const nq_generated *item, char *text, size_t size) {
  if (size == 0) return;
  line to = {.text = text, .size = size};
  bool board = item->instance == NULL;
  add(&to, "kind=%s n=%" PRIu32 " seed=%" PRIu64 " index=%" PRIu64, item->kind->name, item->n,
      item->seed, item->index);
  for (size_t i = 0; i < NQ_GENERATE_PARAMETERS; i++) {
    bool verdict = i == NQ_GENERATE_VERDICT;     /* shown by the answer */
    bool conflicts = i == NQ_GENERATE_CONFLICTS; /* and by the board's conflicts */
    if (item->value[i] != NQ_GENERATE_DEFAULT && !verdict && !conflicts)
      add_value(&to, &settings[i], item->value[i]);
  }
  add(&to, " answer=%s", nq_known_name(item->answer));
  if (board) add(&to, " conflicts=%" PRIu64, item->conflicts);
  if (item->solutions != UINT64_MAX) add(&to, " solutions=%" PRIu64, item->solutions);
  if (item->reason[0] != '\0') add(&to, " (%s)", item->reason);
}
