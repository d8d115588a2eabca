/* Checks a proof as `solve --proof` writes it: PROOF.cnf is a formula in DIMACS, PROOF a list of clauses
 * that are added to it.  Each must follow by unit propagation from those before it, and the last must
 * be empty.  Two literals of each clause are watched (M. Moskewicz and others, "Chaff", 2001), so that
 * proofs of millions of clauses take minutes.
 *
 *     check-proof PROOF      exit code 0: the formula has no solution; 1: the proof does not show it */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* Clauses, each after its length, in one array; a literal is 2 * variable + (1 if negative). */
static uint32_t *store;
static size_t stored, store_room;

/* The clauses that watch a literal, by their place in the store. */
struct list {
  size_t *at;
  size_t count, room;
};
static struct list *watched;

static signed char *value; /* of a literal: 1 true, -1 false, 0 open */
static uint32_t *trail;    /* the true literals, in their order */
static size_t trail_used, propagated;

static void *enlarge(void *memory, size_t count, size_t size) {
  void *larger = realloc(memory, count * size);
  if (larger == NULL) {
    fprintf(stderr, "check-proof: out of memory\n");
    exit(2);
  }
  return larger;
}

static void push(uint32_t word) {
  if (stored == store_room) {
    store_room = store_room > 0 ? 2 * store_room : 1 << 20;
    store = enlarge(store, store_room, sizeof *store);
  }
  store[stored++] = word;
}

static void watch(uint32_t literal, size_t clause) {
  struct list *list = &watched[literal];
  if (list->count == list->room) {
    list->room = list->room > 0 ? 2 * list->room : 4;
    list->at = enlarge(list->at, list->room, sizeof *list->at);
  }
  list->at[list->count++] = clause;
}

static void make_true(uint32_t literal) {
  value[literal] = 1;
  value[literal ^ 1] = -1;
  trail[trail_used++] = literal;
}

/* The clause watches `falsified`, which has become false: let it watch another literal, or make its
 * other one true.  *kept: it goes on watching this one.  False: all its literals are false. */
static bool look_at(size_t clause, uint32_t falsified, bool *kept) {
  uint32_t *literals = store + clause + 1, count = store[clause];
  if (literals[0] == falsified) {
    literals[0] = literals[1];
    literals[1] = falsified;
  }
  *kept = true;
  if (value[literals[0]] > 0) return true;
  for (uint32_t i = 2; i < count; i++) {
    if (value[literals[i]] < 0) continue;
    literals[1] = literals[i];
    literals[i] = falsified;
    watch(literals[1], clause);
    *kept = false;
    return true;
  }
  if (value[literals[0]] < 0) return false;
  make_true(literals[0]);
  return true;
}

/* False: a clause became false. */
static bool propagate(void) {
  while (propagated < trail_used) {
    uint32_t falsified = trail[propagated++] ^ 1;
    struct list *list = &watched[falsified];
    size_t kept = 0, i = 0;
    bool holds = true, keep;
    for (; i < list->count && holds; i++) {
      size_t clause = list->at[i];
      holds = look_at(clause, falsified, &keep);
      if (keep) watched[falsified].at[kept++] = clause;
    }
    for (; i < list->count; i++) list->at[kept++] = list->at[i];
    list->count = kept;
    if (!holds) return false;
  }
  return true;
}

static void undo(size_t length) {
  while (trail_used > length) {
    uint32_t literal = trail[--trail_used];
    value[literal] = value[literal ^ 1] = 0;
  }
  propagated = trail_used;
}

/* Move two literals that are not false to the front, and add what the clause makes true for good.
 * False: the clause is false. */
static bool attach(size_t clause) {
  uint32_t *literals = store + clause + 1, count = store[clause], open = 0;
  for (uint32_t i = 0; i < count && open < 2; i++) {
    if (value[literals[i]] < 0) continue;
    uint32_t literal = literals[i];
    literals[i] = literals[open];
    literals[open++] = literal;
  }
  if (open == 0) return false;
  if (open == 1 && value[literals[0]] == 0) make_true(literals[0]);
  if (count > 1) {
    watch(literals[0], clause);
    watch(literals[1], clause);
  }
  return propagate();
}

/* With all literals of the clause false, unit propagation makes some clause false. */
static bool follows(size_t clause) {
  size_t length = trail_used;
  bool holds = true;
  for (uint32_t i = 0; i < store[clause] && holds; i++) {
    uint32_t literal = store[clause + 1 + i];
    if (value[literal] > 0) holds = false;
    if (value[literal] == 0) make_true(literal ^ 1);
  }
  holds = holds && propagate();
  undo(length);
  return !holds;
}

/* Read a clause into the store; false at the end of the file. */
static bool read_clause(FILE *file, uint32_t variables, size_t *clause) {
  int literal;
  *clause = stored;
  push(0);
  while (fscanf(file, "%d", &literal) == 1) {
    if (literal == 0) return true;
    if ((uint32_t)abs(literal) > variables) break;
    push(2 * (uint32_t)abs(literal) + (literal < 0));
    store[*clause]++;
  }
  stored = *clause;
  return false;
}

static int fail(const char *why, uint64_t clause) {
  printf("not proved: clause %llu %s\n", (unsigned long long)clause, why);
  return 1;
}

/* The exit code. */
static int check(FILE *formula, FILE *proof) {
  unsigned variables = 0, announced = 0;
  size_t clause;
  uint64_t number = 0;
  if (fscanf(formula, "p cnf %u %u", &variables, &announced) != 2) return 2;
  watched = calloc(2 * (size_t)variables + 2, sizeof *watched);
  value = calloc(2 * (size_t)variables + 2, sizeof *value);
  trail = calloc((size_t)variables + 1, sizeof *trail);
  if (watched == NULL || value == NULL || trail == NULL) return 2;
  bool refuted = false; /* by unit propagation alone */
  while (read_clause(formula, variables, &clause)) {
    number++;
    refuted = !refuted && store[clause] > 0 ? !attach(clause) : true;
  }
  if (number != announced) return fail("is the last of the formula, which announced more", number);
  for (number = 1; read_clause(proof, variables, &clause); number++) {
    if (!refuted && !follows(clause)) return fail("of the proof does not follow", number);
    if (store[clause] == 0) {
      printf("proved: %llu clauses\n", (unsigned long long)number);
      return 0;
    }
    if (!refuted) refuted = !attach(clause);
  }
  return fail("is missing: the empty one", number);
}

int main(int argc, char **argv) {
  char path[4096];
  int code = 2;
  snprintf(path, sizeof path, "%s.cnf", argc == 2 ? argv[1] : "");
  FILE *formula = fopen(path, "r");
  FILE *proof = formula != NULL ? fopen(argv[1], "r") : NULL;
  if (proof != NULL)
    code = check(formula, proof);
  else
    fprintf(stderr, "usage: check-proof PROOF, with PROOF.cnf beside it\n");
  if (proof != NULL) fclose(proof);
  if (formula != NULL) fclose(formula);
  return code;
}
