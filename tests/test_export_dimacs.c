/* DIMACS, read back by a small reader and solved by a small search: each file's models, as far as
 * they differ in the squares, are the solutions. */
#include "export.h"
#include "sized.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#define LITERALS_MAX 200000

/* Clauses end with a 0. */
typedef struct formula {
  uint32_t squares, variables;
  uint64_t clauses;
  bool shows;
  int literals[LITERALS_MAX];
  size_t size;
  signed char *value; /* of each variable: 1, -1 or 0 */
} formula;

/* ---- The reader ---- */

/* `c p show 1 2 .. squares 0` */
static void read_show(formula *read, char *line) {
  char *at = line + strlen("c p show");
  for (uint32_t square = 1; square <= read->squares; square++)
    assert_int_equal(strtoul(at, &at, 10), square);
  assert_string_equal(at, " 0\n");
  read->shows = true;
}

static void read_clause(formula *read, char *line) {
  char *at = line;
  for (long literal = 1; literal != 0;) {
    char *end;
    literal = strtol(at, &end, 10);
    assert_ptr_not_equal(end, at);
    assert_true(labs(literal) <= (long)read->variables);
    assert_true(read->size < LITERALS_MAX);
    read->literals[read->size++] = (int)literal;
    at = end;
  }
  assert_string_equal(at, "\n");
  assert_int_not_equal(line[0], '0');
}

/* The header's numbers are right, and each auxiliary variable is used. */
static void check_header(const formula *read, uint64_t clauses) {
  assert_int_equal(read->clauses, clauses);
  bool *used = calloc(read->variables + 1, sizeof *used);
  for (size_t i = 0; i < read->size; i++) used[abs(read->literals[i])] = true;
  for (uint32_t variable = 1; variable <= read->variables; variable++) assert_true(used[variable]);
  free(used);
}

static formula *read_formula(char *text, uint32_t n) {
  formula *read = calloc(1, sizeof *read);
  uint64_t clauses = 0;
  bool header = false;
  read->squares = n * n;
  for (char *line = text, *next; *line != '\0'; line = next) {
    next = strchr(line, '\n') + 1;
    char after = *next;
    *next = '\0';
    if (strncmp(line, "c p show ", 9) == 0) {
      read_show(read, line);
    } else if (line[0] == 'p') {
      assert_false(header);
      header =
          sscanf(line, "p cnf %" SCNu32 " %" SCNu64 "\n", &read->variables, &read->clauses) == 2;
      assert_true(header);
    } else if (line[0] != 'c') {
      assert_true(header);
      read_clause(read, line);
      clauses++;
    }
    *next = after;
  }
  check_header(read, clauses);
  read->value = calloc(read->variables + 1, 1);
  return read;
}

/* ---- The search ---- */

static int value_of(const formula *read, int literal) {
  return literal > 0 ? read->value[literal] : -read->value[-literal];
}

/* The clause that starts at `i`: satisfied 1, contradicted -1, the only free literal into *unit. */
static int look_at_clause(const formula *read, size_t *i, int *unit) {
  int open = 0, satisfied = 0;
  for (; read->literals[*i] != 0; ++*i) {
    int value = value_of(read, read->literals[*i]);
    satisfied |= value > 0;
    if (value != 0) continue;
    open++;
    *unit = read->literals[*i];
  }
  ++*i;
  if (satisfied || open > 1) *unit = 0;
  return satisfied ? 1 : open == 0 ? -1 : 0;
}

/* Set what must be so, to the end; false at a contradiction. */
static bool propagate(formula *read) {
  for (bool again = true; again;) {
    again = false;
    for (size_t i = 0; i < read->size;) {
      int unit = 0, verdict = look_at_clause(read, &i, &unit);
      if (verdict < 0) return false;
      if (unit == 0) continue;
      read->value[abs(unit)] = unit > 0 ? 1 : -1;
      again = true;
    }
  }
  return true;
}

typedef struct tally {
  const nq_instance *instance;
  uint64_t boards, models; /* that differ in the squares; in any variable */
} tally;

static void check_model(const formula *read, tally *found) {
  uint32_t n = nq_instance_n(found->instance), rows[PLAIN_N];
  uint64_t squares = 0;
  for (uint32_t square = 0; square < n * n; square++)
    squares |= (uint64_t)(read->value[square + 1] > 0) << square;
  assert_true(squares_board(squares, n, rows));
  assert_true(solves(found->instance, rows));
}

static signed char *save(const formula *read) {
  signed char *saved = malloc(read->variables + 1);
  assert_non_null(saved);
  return memcpy(saved, read->value, read->variables + 1);
}

static void restore(formula *read, signed char *saved) {
  memcpy(read->value, saved, read->variables + 1);
  free(saved);
}

static uint32_t skip_decided(const formula *read, uint32_t variable, uint32_t last) {
  while (variable <= last && read->value[variable] != 0) variable++;
  return variable;
}

/* The models that extend what is decided, of the variables from `variable` on; no more than
 * `limit` are looked for. */
static uint64_t count_models(formula *read, uint32_t variable, uint64_t limit) {
  signed char *saved = save(read);
  uint64_t models = 0;
  if (propagate(read)) {
    variable = skip_decided(read, variable, read->variables);
    if (variable > read->variables) models = 1;
    for (int value = -1; value <= 1 && variable <= read->variables && models < limit; value += 2) {
      read->value[variable] = (signed char)value;
      models += count_models(read, variable + 1, limit - models);
    }
  }
  restore(read, saved);
  return models;
}

#define MODELS_A_BOARD 20

/* All models, by the squares from `square` on. */
static void visit_boards(formula *read, uint32_t square, tally *found) {
  signed char *saved = save(read);
  if (propagate(read)) {
    square = skip_decided(read, square, read->squares);
    if (square > read->squares) {
      uint64_t models = count_models(read, square, MODELS_A_BOARD);
      if (models > 0) check_model(read, found);
      found->boards += models > 0;
      found->models += models;
    }
    for (int value = -1; value <= 1 && square <= read->squares; value += 2) {
      read->value[square] = (signed char)value;
      visit_boards(read, square + 1, found);
    }
  }
  restore(read, saved);
}

/* ---- The tests ---- */

static bool has_many_models(const char *encoding) {
  const char *const *names = nq_export_format_by_name("dimacs")->many_models;
  for (size_t i = 0; names[i] != NULL; i++)
    if (strcmp(names[i], encoding) == 0) return true;
  return false;
}

static tally check_instance(const nq_instance *instance, const char *encoding) {
  tally found = {.instance = instance};
  const nq_export_options options = {.format = "dimacs", .encoding = encoding};
  char *text = export_text(instance, &options);
  formula *read = read_formula(text, nq_instance_n(instance));
  assert_int_equal(read->shows, has_many_models(encoding));
  visit_boards(read, 1, &found);
  assert_int_equal(found.boards, plain_count(instance));
  free(read->value);
  free(read);
  free(text);
  return found;
}

static void check_encoding(const char *encoding) {
  uint64_t boards = 0, models = 0;
  nq_instance *instance;
  for (uint32_t i = 0; (instance = export_instance(i, 7, 100)) != NULL; i++) {
    tally found = check_instance(instance, encoding);
    boards += found.boards;
    models += found.models;
    nq_instance_free(instance);
  }
  assert_true(boards > 80); /* 57 of them plain */
  if (has_many_models(encoding))
    assert_true(models > boards);
  else
    assert_int_equal(models, boards);
}

static void pairwise(void **state) {
  (void)state;
  check_encoding("pairwise");
}

static void ladder(void **state) {
  (void)state;
  check_encoding("ladder");
}

static void sequential(void **state) {
  (void)state;
  check_encoding("sequential");
}

static void product(void **state) {
  (void)state;
  check_encoding("product");
}

/* Whether the squares' queens, and none elsewhere, are part of a model. */
static bool extends(formula *read, const bool *queen) {
  memset(read->value, 0, read->variables + 1);
  for (uint32_t square = 0; square < read->squares; square++)
    read->value[square + 1] = queen[square] ? 1 : -1;
  return count_models(read, read->squares + 1, 1) > 0;
}

/* A solution; the same with two rows exchanged, one queen more, and one less. */
static void check_changes(formula *read, uint32_t n, nq_pcg64 *random) {
  uint32_t rows[64];
  bool *queen = calloc(read->squares, sizeof *queen);
  nq_instance *instance = nq_instance_new(n);
  assert_true(nq_construct(rows, n));
  for (uint32_t i = 0; i < 60; i++) {
    uint32_t a = draw_below(random, n), b = draw_below(random, n), kept = rows[a];
    rows[a] = rows[b];
    rows[b] = kept;
    memset(queen, 0, read->squares * sizeof *queen);
    for (uint32_t column = 0; column < n; column++) queen[column * n + rows[column]] = true;
    bool solved = solves(instance, rows);
    assert_int_equal(extends(read, queen), solved);
    uint32_t more = draw_below(random, read->squares);
    queen[more] = !queen[more];
    assert_false(extends(read, queen));
    rows[b] = rows[a];
    rows[a] = kept;
  }
  nq_instance_free(instance);
  free(queen);
}

/* Lines long enough for a product of products. */
static void larger_boards(void **state) {
  (void)state;
  static const char *const encodings[] = {"pairwise", "ladder", "sequential", "product"};
  const uint32_t n = 8 + trimmed(18);
  nq_pcg64 random;
  nq_pcg64_seed(&random, EXPORT_SEED, n);
  for (size_t i = 0; i < 4; i++) {
    nq_instance *instance = nq_instance_new(n);
    char *text =
        export_text(instance, &(nq_export_options){.format = "dimacs", .encoding = encodings[i]});
    formula *read = read_formula(text, n);
    check_changes(read, n, &random);
    free(read->value);
    free(read);
    free(text);
    nq_instance_free(instance);
  }
}

static void exact_text(void **state) {
  (void)state;
  nq_instance *instance = nq_instance_new(2);
  assert_int_equal(nq_instance_place(instance, 1, 0, NULL), NQ_OK);
  assert_int_equal(nq_instance_block(instance, 0, 1, NULL), NQ_OK);
  assert_int_equal(nq_instance_exclude_falling(instance, 1, NULL), NQ_OK);
  const nq_export_options options = {.format = "dimacs"};
  char *text = export_text(instance, &options), *header = strstr(text, "p cnf");
  assert_non_null(header);
  assert_string_equal(header, "p cnf 4 14\n"
                              "1 2 0\n-1 -2 0\n3 4 0\n-3 -4 0\n"
                              "1 3 0\n-1 -3 0\n2 4 0\n-2 -4 0\n"
                              "-2 -3 0\n-1 -4 0\n"
                              "3 0\n-2 0\n-1 0\n-4 0\n");
  free(text);
  nq_instance_free(instance);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(exact_text), cmocka_unit_test(pairwise),
                                     cmocka_unit_test(ladder),     cmocka_unit_test(sequential),
                                     cmocka_unit_test(product),    cmocka_unit_test(larger_boards)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
