#include "core/core.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* Longer words are ignored; no name is longer. */
#define WORD_MOST 32

static size_t least(size_t a, size_t b) {
  return a < b ? a : b;
}

static bool same(char a, char b) {
  return tolower((unsigned char)a) == tolower((unsigned char)b);
}

/* Names, and words for each that others use. */
static const char *const synonyms[][2] = {
    {"genetic", "ga evolutionary genetic-algorithm"},
    {"min-conflicts", "minconflict local-search local"},
    {"hill-climbing", "hillclimbing steepest-descent"},
    {"backtracking", "bt dfs exact complete"},
    {"sat", "cadical cdcl"},
    {"construct", "formula direct"},
    {"typical", "uniform"},
    {"annealing", "simulated-annealing sa"},
    {"dimacs", "cnf sat"},
    {"opb", "pb"},
    {"smtlib", "smt smt2 z3"},
    {"minizinc", "mzn"},
    {"ortools-cp", "ortools"},
    {"opl", "cplex"},
    {"asp", "clingo clasp"},
    {"lp", "ilp mip"},
    {"qubo", "ising"},
    {"wcsp", "toulbar toulbar2"},
    {"xcsp3", "xml"},
    {"line", "text txt lines"},
    {"picture", "ascii"},
    {"npy", "numpy"},
    {"list", "numpy python"},
    {"judge", "tuple"},
    {"chess", "squares"},
    {"solved", "solution solutions"},
    {"unsolvable", "unsat infeasible"},
    {"near", "noisy"},
    {"diagonals", "excluded"},
    {"max-steps", "generations"},
    {"time-limit", "timeout"},
    {"to", "format"},
    {"mutation", "mutation-rate"},
    {"crossover-probability", "crossover-rate"},
    {"population", "population-size pop popsize"},
    {"walk", "noise"},
    {"elite", "elitism"},
};

static bool is_synonym(const char *word, const char *name) {
  size_t length = strlen(word), size;
  for (size_t i = 0; i < sizeof synonyms / sizeof *synonyms; i++) {
    if (strcmp(synonyms[i][0], name) != 0) continue;
    for (const char *at = synonyms[i][1]; *at != '\0'; at += size + (at[size] == ' ')) {
      size = strcspn(at, " ");
      if (size == length && strncasecmp(at, word, length) == 0) return true;
    }
  }
  return false;
}

/* The number of letters inserted, left out, replaced, or swapped with a neighbour (optimal string
 * alignment).  Neither word is longer than WORD_MOST. */
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

void nq_nearest_offer(nq_nearest *nearest, const char *name) {
  size_t length = strlen(nearest->word);
  if (length < 2 || length > WORD_MOST || strlen(name) > WORD_MOST) return;
  bool synonym = is_synonym(nearest->word, name);
  size_t distance = synonym ? 0 : measure(nearest->word, name);
  if (!synonym && (distance > 1 + length / 5 || distance >= least(length, strlen(name)))) return;
  if (nearest->name != NULL && nearest->distance <= distance) return;
  nearest->name = name;
  nearest->distance = distance;
}

size_t nq_names_find(const char *const *names, const char *name, size_t length) {
  for (size_t i = 0; names != NULL && names[i] != NULL; i++)
    if (strlen(names[i]) == length && memcmp(names[i], name, length) == 0) return i;
  return SIZE_MAX;
}

void nq_text_add(char *text, size_t size, const char *format, ...) {
  va_list arguments;
  size_t length = strlen(text);
  va_start(arguments, format);
  vsnprintf(text + length, size - length, format, arguments);
  va_end(arguments);
}

void nq_names_join(const char *const *names, char *text, size_t size) {
  text[0] = '\0';
  for (size_t i = 0; names != NULL && names[i] != NULL; i++)
    nq_text_add(text, size, i > 0 ? ", %s" : "%s", names[i]);
}

size_t nq_utf8_read(const char *text, size_t size, uint32_t *point) {
  static const uint32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
  unsigned char lead = (unsigned char)*text;
  *point = lead;
  if (lead < 0x80) return 1;
  size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc0 || lead >= 0xf8 || length > size) return 0;
  *point = lead & (0x7fU >> length);
  for (size_t i = 1; i < length; i++) {
    unsigned char next = (unsigned char)text[i];
    if ((next & 0xc0) != 0x80) return 0;
    *point = *point << 6 | (next & 0x3f);
  }
  if (*point < smallest[length] || (*point >= 0xd800 && *point <= 0xdfff)) return 0;
  return *point <= 0x10ffff ? length : 0;
}

bool nq_is_control(unsigned char byte, unsigned char before) {
  bool high = byte >= 0x80 && byte <= 0x9f;
  return byte < ' ' || byte == 0x7f || (high && (before < 0x80 || before == 0xc2));
}

const char *nq_verdict_name(nq_verdict verdict) {
  static const char *const names[] = {
      [NQ_SOLVED] = "solved", [NQ_UNSOLVABLE] = "unsolvable", [NQ_UNKNOWN] = "unknown"};
  return names[verdict];
}
