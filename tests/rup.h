/* The check of a proof as `solve --proof` writes it: a formula in DIMACS, and a list of clauses that
 * are added to it.  Each must follow by unit propagation from those before it, and the last must be
 * empty.  Two literals of each clause are watched (M. Moskewicz and others, "Chaff", 2001).  A clause
 * takes the place of the ones just before it that contain it: in the proof of a tree search few
 * clauses then remain, and millions take a minute. */
#ifndef NQ_TESTS_RUP_H
#define NQ_TESTS_RUP_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The clauses that watch a literal, by their place in the store. */
typedef struct rup_list {
  size_t *at;
  size_t count, room;
} rup_list;

typedef struct rup {
  /* Clauses, each after its length, in one array; a literal is 2 * variable + (1 if negative). */
  uint32_t *store;
  size_t stored, store_room;
  rup_list *watched;  /* by literal */
  signed char *value; /* of a literal: 1 true, -1 false, 0 open */
  bool *marked;       /* literals of the newest clause, while it is compared */
  uint32_t *trail;    /* the true literals, in their order */
  size_t trail_used, propagated;
  rup_list proved;             /* the clauses of the proof that remain */
  unsigned variables, clauses; /* as the formula announces them */
} rup;

static inline void *rup_enlarge(void *memory, size_t count, size_t size) {
  void *larger = realloc(memory, count * size);
  if (larger == NULL) {
    fprintf(stderr, "no memory for a proof\n");
    exit(2);
  }
  return larger;
}

static inline void rup_push(rup *is, uint32_t word) {
  if (is->stored == is->store_room) {
    is->store_room = is->store_room > 0 ? 2 * is->store_room : 1 << 20;
    is->store = rup_enlarge(is->store, is->store_room, sizeof *is->store);
  }
  is->store[is->stored++] = word;
}

static inline void rup_append(rup_list *list, size_t clause) {
  if (list->count == list->room) {
    list->room = list->room > 0 ? 2 * list->room : 4;
    list->at = rup_enlarge(list->at, list->room, sizeof *list->at);
  }
  list->at[list->count++] = clause;
}

/* A late clause is near the end. */
static inline void rup_remove(rup_list *list, size_t clause) {
  size_t i = list->count - 1;
  while (list->at[i] != clause) i--;
  list->at[i] = list->at[--list->count];
}

static inline void rup_make_true(rup *is, uint32_t literal) {
  is->value[literal] = 1;
  is->value[literal ^ 1] = -1;
  is->trail[is->trail_used++] = literal;
}

/* The clause watches `falsified`, which has become false: let it watch another literal, or make its
 * other one true.  *kept: it goes on watching this one.  False: all its literals are false. */
static inline bool rup_look_at(rup *is, size_t clause, uint32_t falsified, bool *kept) {
  uint32_t *literals = is->store + clause + 1, count = is->store[clause];
  if (literals[0] == falsified) {
    literals[0] = literals[1];
    literals[1] = falsified;
  }
  *kept = true;
  if (is->value[literals[0]] > 0) return true;
  for (uint32_t i = 2; i < count; i++) {
    if (is->value[literals[i]] < 0) continue;
    literals[1] = literals[i];
    literals[i] = falsified;
    rup_append(&is->watched[literals[1]], clause);
    *kept = false;
    return true;
  }
  if (is->value[literals[0]] < 0) return false;
  rup_make_true(is, literals[0]);
  return true;
}

/* False: a clause became false. */
static inline bool rup_propagate(rup *is) {
  while (is->propagated < is->trail_used) {
    uint32_t falsified = is->trail[is->propagated++] ^ 1;
    rup_list *list = &is->watched[falsified];
    size_t kept = 0, i = 0;
    bool holds = true, keep;
    for (; i < list->count && holds; i++) {
      size_t clause = list->at[i];
      holds = rup_look_at(is, clause, falsified, &keep);
      if (keep) is->watched[falsified].at[kept++] = clause;
    }
    for (; i < list->count; i++) list->at[kept++] = list->at[i];
    list->count = kept;
    if (!holds) return false;
  }
  return true;
}

static inline void rup_undo(rup *is, size_t length) {
  while (is->trail_used > length) {
    uint32_t literal = is->trail[--is->trail_used];
    is->value[literal] = is->value[literal ^ 1] = 0;
  }
  is->propagated = is->trail_used;
}

/* Move two literals that are not false to the front, and add what the clause makes true for good.
 * False: the clause is false. */
static inline bool rup_attach(rup *is, size_t clause) {
  uint32_t *literals = is->store + clause + 1, count = is->store[clause], open = 0;
  for (uint32_t i = 0; i < count && open < 2; i++) {
    if (is->value[literals[i]] < 0) continue;
    uint32_t literal = literals[i];
    literals[i] = literals[open];
    literals[open++] = literal;
  }
  if (open == 0) return false;
  if (open == 1 && is->value[literals[0]] == 0) rup_make_true(is, literals[0]);
  if (count > 1) {
    rup_append(&is->watched[literals[0]], clause);
    rup_append(&is->watched[literals[1]], clause);
  }
  return rup_propagate(is);
}

/* With all literals of the clause false, unit propagation makes some clause false. */
static inline bool rup_follows(rup *is, size_t clause) {
  size_t length = is->trail_used;
  bool holds = true;
  for (uint32_t i = 0; i < is->store[clause] && holds; i++) {
    uint32_t literal = is->store[clause + 1 + i];
    if (is->value[literal] > 0) holds = false;
    if (is->value[literal] == 0) rup_make_true(is, literal ^ 1);
  }
  holds = holds && rup_propagate(is);
  rup_undo(is, length);
  return !holds;
}

/* The clause has all literals that are marked, `count` of them. */
static inline bool rup_contains_marked(const rup *is, size_t clause, uint32_t count) {
  uint32_t found = 0;
  for (uint32_t i = 0; i < is->store[clause]; i++) found += is->marked[is->store[clause + 1 + i]];
  return found == count;
}

/* Take out the clauses just before this one, the last in the store, that contain it: whatever they
 * make true or false, this one does.  Returns its new place. */
static inline size_t rup_replace(rup *is, size_t clause) {
  uint32_t count = is->store[clause], unlike = 0;
  size_t place = clause;
  for (uint32_t i = 0; i < count; i++) {
    unlike += !is->marked[is->store[clause + 1 + i]];
    is->marked[is->store[clause + 1 + i]] = true;
  }
  while (is->proved.count > 0 &&
         rup_contains_marked(is, is->proved.at[is->proved.count - 1], unlike)) {
    place = is->proved.at[--is->proved.count];
    for (uint32_t i = 0; i < 2 && is->store[place] > 1; i++)
      rup_remove(&is->watched[is->store[place + 1 + i]], place);
  }
  for (uint32_t i = 0; i < count; i++) is->marked[is->store[clause + 1 + i]] = false;
  memmove(is->store + place, is->store + clause, (count + 1) * sizeof *is->store);
  is->stored = place + count + 1;
  rup_append(&is->proved, place);
  return place;
}

/* Read a clause into the store; false at the end of the file. */
static inline bool rup_read_clause(rup *is, FILE *file, size_t *clause) {
  int literal;
  *clause = is->stored;
  rup_push(is, 0);
  while (fscanf(file, "%d", &literal) == 1) {
    if (literal == 0) return true;
    if ((unsigned)abs(literal) > is->variables) break;
    rup_push(is, 2 * (uint32_t)abs(literal) + (literal < 0));
    is->store[*clause]++;
  }
  is->stored = *clause;
  return false;
}

static inline void rup_release(rup *is) {
  for (size_t i = 0; is->watched != NULL && i < 2 * (size_t)is->variables + 2; i++)
    free(is->watched[i].at);
  free(is->watched);
  free(is->store);
  free(is->value);
  free(is->marked);
  free(is->trail);
  free(is->proved.at);
}

/* Read the formula; *refuted: unit propagation alone shows that it has no solution.  False: it is not
 * what it announces. */
static inline bool rup_read(rup *is, FILE *formula, bool *refuted) {
  size_t clause;
  unsigned clauses = 0;
  *refuted = false;
  if (fscanf(formula, "p cnf %u %u", &is->variables, &is->clauses) != 2) return false;
  is->watched = calloc(2 * (size_t)is->variables + 2, sizeof *is->watched);
  is->value = calloc(2 * (size_t)is->variables + 2, sizeof *is->value);
  is->marked = calloc(2 * (size_t)is->variables + 2, sizeof *is->marked);
  is->trail = calloc((size_t)is->variables + 1, sizeof *is->trail);
  if (is->watched == NULL || is->value == NULL || is->marked == NULL || is->trail == NULL)
    return false;
  for (; rup_read_clause(is, formula, &clause); clauses++)
    *refuted = !*refuted && is->store[clause] > 0 ? !rup_attach(is, clause) : true;
  return clauses == is->clauses;
}

/* The number of clauses of the proof, up to the empty one; 0: it proves nothing, and *flaw says why,
 * with the number of the clause from 1. */
static inline unsigned long rup_check(rup *is, FILE *formula, FILE *proof, const char **flaw,
                                      unsigned long *number) {
  size_t clause;
  bool refuted;
  *number = 0;
  *flaw = "the formula is not what it announces";
  if (!rup_read(is, formula, &refuted)) return 0;
  for (*number = 1; rup_read_clause(is, proof, &clause); ++*number) {
    *flaw = "the clause does not follow";
    if (!refuted && !rup_follows(is, clause)) return 0;
    if (is->store[clause] == 0) return *number;
    if (!refuted) refuted = !rup_attach(is, rup_replace(is, clause));
  }
  *flaw = "the empty clause is missing";
  return 0;
}

#endif
