/* The parameters of the kinds, and items in words. */
#include "generate/kinds.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const nq_choice families[] = {
    {"completion", 0, NULL}, {"blocked", 1, NULL}, {"diagonals", 2, NULL}, {0}};
static const nq_choice reasons[] = {{"placed", 0, NULL},
                                    {"blocked", 1, NULL},
                                    {"diagonals", 2, NULL},
                                    {"pigeonhole", 3, NULL},
                                    {0}};
static const nq_choice boards_split[] = {{"solutions", 0, NULL}, {"puzzles", 1, NULL}, {0}};
static const nq_choice turns[] = {{"180", 0, NULL}, {"90", 1, NULL}, {0}};
static const nq_choice faults[] = {{"duplicate-row", 0, NULL}, {"diagonal", 1, NULL},
                                   {"out-of-range", 2, NULL},  {"short", 3, NULL},
                                   {"long", 4, NULL},          {0}};

#define AT(parameter) offsetof(nq_generate_options, value[NQ_GENERATE_##parameter])
#define COUNT(parameter, key, value_name, unless, about)                                           \
  [NQ_GENERATE_##parameter] = {NQ_OPTION_COUNT64,        key,                                      \
                               .argument = (value_name), .offset = AT(parameter),                  \
                               .most = UINT64_MAX - 1,   .fallback = (unless),                     \
                               .help = (about)}

/* In the order of nq_generate_parameter. */
const nq_option nq_generate_table[NQ_GENERATE_PARAMETERS + 1] = {
    COUNT(CONFLICTS, "conflicts", "K", "1", "attacking pairs"),
    [NQ_GENERATE_UNIFORM] = {NQ_OPTION_FLAG64, "uniform", .offset = AT(UNIFORM),
                             .help = "make each solution equally likely; n up to 20"},
    COUNT(SHOW, "show", "K", "half of them", "queens shown"),
    COUNT(PLACED, "placed", "M", "where half have a solution", "queens placed"),
    COUNT(BLOCKS, "blocks", "M", "where half have a solution", "squares blocked"),
    COUNT(DIAGONALS, "diagonals", "D", "where half have a solution", "diagonals excluded"),
    COUNT(LEAST, "least", "K", "4, or n/2",
          "leave at least this many squares in each column and row"),
    [NQ_GENERATE_FAMILY] = {NQ_OPTION_CHOICE64, "family", .offset = AT(FAMILY), .choices = families,
                            .fallback = "all in turn", .help = "the kind of instance"},
    [NQ_GENERATE_REASON] = {NQ_OPTION_CHOICE64, "reason", .offset = AT(REASON), .choices = reasons,
                            .fallback = "all in turn", .help = "why there is no solution"},
    [NQ_GENERATE_VERDICT] = {NQ_OPTION_FLAG64, "verdict", .offset = AT(VERDICT),
                             .help = "find out by exact search whether there is a solution"},
    [NQ_GENERATE_TURN] = {NQ_OPTION_CHOICE64, "turn", .offset = AT(TURN), .choices = turns,
                          .fallback = "180", .help = "the rotation that keeps a board, in degrees"},
    [NQ_GENERATE_FAULT] = {NQ_OPTION_CHOICE64, "fault", .offset = AT(FAULT), .choices = faults,
                           .fallback = "all in turn", .help = "what is wrong with a board"},
    COUNT(SWEEPS, "sweeps", "S", "400 + 16000 / n",
          "sweeps of annealing: more come closer to a uniform draw"),
    [NQ_GENERATE_DISTINCT] = {NQ_OPTION_FLAG64, "distinct", .offset = AT(DISTINCT),
                              .help = "with --uniform: never the same board twice"},
    COUNT(REMOVE, "remove", "K", "half of them", "queens removed"),
    COUNT(REMOVE_MOST, "remove-most", "K", "as many as --remove",
          "remove a random number of queens from --remove up to this one"),
    COUNT(COMPLETIONS, "completions", "C", "1000",
          "list all completions of a puzzle with at most this many; of others only their number is "
          "given"),
    [NQ_GENERATE_SPLIT_BY] = {NQ_OPTION_CHOICE64, "split-by", .offset = AT(SPLIT_BY),
                              .choices = boards_split, .fallback = "solutions",
                              .help = "with --split: the boards whose images stay in one part"},
};

const nq_option *nq_generate_option(nq_generate_parameter parameter) {
  return (unsigned)parameter < NQ_GENERATE_PARAMETERS ? &nq_generate_table[parameter] : NULL;
}

const char *nq_known_name(nq_known answer) {
  static const char *const names[] = {[NQ_KNOWN_VALID] = "valid",
                                      [NQ_KNOWN_INVALID] = "invalid",
                                      [NQ_KNOWN_SOLVABLE] = "solvable",
                                      [NQ_KNOWN_UNSOLVABLE] = "unsolvable",
                                      [NQ_KNOWN_NOTHING] = "unknown"};
  return names[answer];
}

/* A text of limited size, cut off when it is full. */
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

void nq_generated_describe(const nq_generated *item, char *text, size_t size) {
  if (size == 0) return;
  line to = {.text = text, .size = size};
  nq_generate_options used;
  memcpy(used.value, item->value, sizeof used.value);
  bool board = item->instance == NULL;
  add(&to, "kind=%s n=%" PRIu32 " seed=%" PRIu64 " index=%" PRIu64, item->kind->name, item->n,
      item->seed, item->index);
  for (size_t i = 0; i < NQ_GENERATE_PARAMETERS; i++) {
    char value[32];
    bool verdict = i == NQ_GENERATE_VERDICT;     /* shown by the answer */
    bool conflicts = i == NQ_GENERATE_CONFLICTS; /* and by the board's conflicts */
    if (item->value[i] == NQ_GENERATE_DEFAULT || verdict || conflicts) continue;
    nq_option_format(&nq_generate_table[i], &used, value, sizeof value);
    add(&to, " %s=%s", nq_generate_table[i].name, value);
  }
  add(&to, " answer=%s", nq_known_name(item->answer));
  if (board) add(&to, " conflicts=%" PRIu64, item->conflicts);
  if (item->solutions != UINT64_MAX) add(&to, " solutions=%" PRIu64, item->solutions);
  if (item->branches != UINT64_MAX) add(&to, " branches=%" PRIu64, item->branches);
  if (item->reason[0] != '\0') add(&to, " (%s)", item->reason);
}
