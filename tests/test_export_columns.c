/* WCSP, XCSP3 and CSPLib, whose variables are columns: read back, the boards that they allow are the
 * solutions. */
#include "export.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#define TUPLES_MAX 64
#define PARTS_MAX  200

/* ---- WCSP ---- */

/* Forbidden: one value of a variable, or two of two. */
typedef struct table {
  unsigned arity, variable[2], fallback;
  unsigned tuples, value[TUPLES_MAX][2], cost[TUPLES_MAX];
} table;

typedef struct network {
  unsigned variables, functions;
  table *function; /* of `functions` */
} network;

static int take(char **text) {
  char *end;
  long number = strtol(*text, &end, 10);
  assert_ptr_not_equal(end, *text);
  *text = end;
  return (int)number;
}

static void take_tuples(char **text, table *read) {
  for (unsigned i = 0; i < read->tuples; i++) {
    for (unsigned k = 0; k < read->arity; k++) read->value[i][k] = (unsigned)take(text);
    read->cost[i] = (unsigned)take(text);
  }
}

/* One cost function; a negative arity makes it the next that is shared. */
static void take_function(char **text, table *read, const table **shared, unsigned *shared_count) {
  int arity = take(text);
  read->arity = (unsigned)abs(arity);
  assert_in_range(read->arity, 1, 2);
  for (unsigned k = 0; k < read->arity; k++) read->variable[k] = (unsigned)take(text);
  read->fallback = (unsigned)take(text);
  int tuples = take(text);
  if (tuples >= 0) {
    assert_in_range(tuples, 0, TUPLES_MAX);
    read->tuples = (unsigned)tuples;
    take_tuples(text, read);
    if (arity < 0) shared[++*shared_count] = read;
    return;
  }
  assert_in_range(-tuples, 1, *shared_count);
  table own = *read;
  *read = *shared[-tuples];
  memcpy(read->variable, own.variable, sizeof own.variable);
  assert_int_equal(read->fallback, own.fallback);
}

static network read_wcsp(char *text, uint32_t n) {
  const table *shared[PARTS_MAX];
  unsigned shared_count = 0;
  network read = {0};
  text = strchr(text, ' '); /* after the name */
  read.variables = (unsigned)take(&text);
  assert_int_equal(read.variables, n);
  assert_int_equal(take(&text), n);
  read.functions = (unsigned)take(&text);
  assert_int_equal(take(&text), 1);
  for (uint32_t column = 0; column < n; column++) assert_int_equal(take(&text), n);
  read.function = calloc(read.functions + 1, sizeof *read.function);
  for (unsigned i = 0; i < read.functions; i++)
    take_function(&text, &read.function[i], shared, &shared_count);
  assert_string_equal(text, "\n");
  return read;
}

static unsigned cost_of(const table *function, const uint32_t *rows) {
  for (unsigned i = 0; i < function->tuples; i++) {
    bool equal = true;
    for (unsigned k = 0; k < function->arity; k++)
      equal &= rows[function->variable[k]] == function->value[i][k];
    if (equal) return function->cost[i];
  }
  return function->fallback;
}

static bool allows_wcsp(const void *context, const uint32_t *rows, uint32_t n) {
  const network *read = context;
  (void)n;
  unsigned cost = 0;
  for (unsigned i = 0; i < read->functions; i++) cost += cost_of(&read->function[i], rows);
  return cost == 0;
}

/* ---- XCSP3 ---- */

/* The value of `q[i]`, `add(q[i],k)` or `sub(q[i],k)`. */
static int term_value(const char *term, const uint32_t *rows, uint32_t n) {
  unsigned column, shift;
  int sign = strncmp(term, "add", 3) == 0 ? 1 : -1;
  assert_int_equal(sscanf(term + 3, "(q[%u],%u)", &column, &shift), 2);
  assert_true(sign == 1 || strncmp(term, "sub", 3) == 0);
  assert_true(column < n);
  return (int)rows[column] + sign * (int)shift;
}

/* The terms of one element, up to its end. */
static bool all_differ(char **text, const uint32_t *rows, uint32_t n) {
  int value[PARTS_MAX] = {0};
  unsigned count = 0;
  bool differ = true;
  char *word;
  while (word = strtok_r(NULL, " \n", text), strcmp(word, "</allDifferent>") != 0) {
    if (strcmp(word, "q[]") == 0)
      for (uint32_t column = 0; column < n; column++) value[count++] = (int)rows[column];
    else
      value[count++] = term_value(word, rows, n);
  }
  assert_int_equal(count, n);
  for (unsigned i = 0; i < count; i++)
    for (unsigned k = 0; k < i; k++) differ &= value[i] != value[k];
  return differ;
}

static bool intension_holds(char **text, const uint32_t *rows, uint32_t n) {
  char function[3];
  unsigned column, row;
  assert_int_equal(
      sscanf(strtok_r(NULL, " \n", text), "%2[eqn](q[%u],%u)", function, &column, &row), 3);
  assert_true(column < n && row < n);
  assert_string_equal(strtok_r(NULL, " \n", text), "</intension>");
  bool equal = strcmp(function, "eq") == 0;
  if (!equal) assert_string_equal(function, "ne");
  return (rows[column] == row) == equal;
}

static bool allows_xcsp3(const void *context, const uint32_t *rows, uint32_t n) {
  const char *document = context;
  char variables[100], *text = strdup(strstr(document, "<instance ")), *rest;
  snprintf(variables, sizeof variables,
           "<array id=\"q\" size=\"[%" PRIu32 "]\"> 0..%" PRIu32 " </array>", n, n - 1);
  assert_non_null(strstr(text, variables));
  bool allowed = true;
  char *word;
  strtok_r(strstr(text, "<constraints>"), " \n", &rest);
  while (word = strtok_r(NULL, " \n", &rest), strcmp(word, "</constraints>") != 0) {
    bool differ = strcmp(word, "<allDifferent>") == 0;
    if (!differ) assert_string_equal(word, "<intension>");
    allowed &= differ ? all_differ(&rest, rows, n) : intension_holds(&rest, rows, n);
  }
  free(text);
  return allowed;
}

/* ---- The tests ---- */

typedef bool allows(const void *context, const uint32_t *rows, uint32_t n);

static void check_boards(const nq_instance *instance, allows *allowed, const void *context) {
  uint32_t rows[PLAIN_N] = {0}, n = nq_instance_n(instance);
  uint64_t found = 0;
  do {
    bool is_allowed = allowed(context, rows, n);
    assert_int_equal(is_allowed, solves(instance, rows));
    found += is_allowed;
  } while (next_board(rows, n));
  assert_int_equal(found, plain_count(instance));
}

static void wcsp(void **state) {
  (void)state;
  nq_instance *instance;
  const nq_export_options options = {.format = "wcsp"};
  for (uint32_t i = 0; (instance = export_instance(i, 5, 60)) != NULL; i++) {
    char *text = export_text(instance, &options);
    network read = read_wcsp(text, nq_instance_n(instance));
    check_boards(instance, allows_wcsp, &read);
    free(read.function);
    free(text);
    nq_instance_free(instance);
  }
}

static void xcsp3(void **state) {
  (void)state;
  nq_instance *instance;
  const nq_export_options options = {.format = "xcsp3"};
  for (uint32_t i = 0; (instance = export_instance(i, 5, 60)) != NULL; i++) {
    char *text = export_text(instance, &options);
    check_boards(instance, allows_xcsp3, text);
    free(text);
    nq_instance_free(instance);
  }
}

/* Two hyphens end a comment of XML. */
static void xcsp3_comment(void **state) {
  (void)state;
  nq_instance *instance = nq_instance_new(4);
  const nq_export_options options = {.format = "xcsp3", .comment = "a --b --->\n--"};
  char *text = export_text(instance, &options), *end = strstr(text, "-->");
  assert_non_null(end);
  assert_null(strstr(end + 1, "-->"));
  assert_ptr_equal(strstr(strstr(text, "<!--") + 4, "--"), end);
  assert_non_null(strstr(text, "  a - -b - - ->\n  - -\n"));
  free(text);
  nq_instance_free(instance);
}

/* ---- CSPLib and native: they come back as they were ---- */

static void compare_instances(const nq_instance *a, const nq_instance *b) {
  uint32_t columns[2], rows[2];
  bool rising[2];
  assert_int_equal(nq_instance_n(a), nq_instance_n(b));
  assert_int_equal(nq_instance_placed_count(a), nq_instance_placed_count(b));
  assert_int_equal(nq_instance_blocked_count(a), nq_instance_blocked_count(b));
  assert_int_equal(nq_instance_excluded_count(a), nq_instance_excluded_count(b));
  for (size_t i = 0; i < nq_instance_placed_count(a) + nq_instance_blocked_count(a); i++) {
    bool placed = i < nq_instance_placed_count(a);
    size_t at = placed ? i : i - nq_instance_placed_count(a);
    (placed ? nq_instance_placed_at : nq_instance_blocked_at)(a, at, &columns[0], &rows[0]);
    (placed ? nq_instance_placed_at : nq_instance_blocked_at)(b, at, &columns[1], &rows[1]);
    assert_int_equal(columns[0], columns[1]);
    assert_int_equal(rows[0], rows[1]);
  }
  for (size_t i = 0; i < nq_instance_excluded_count(a); i++) {
    assert_int_equal(nq_instance_excluded_at(a, i, &rising[0]),
                     nq_instance_excluded_at(b, i, &rising[1]));
    assert_int_equal(rising[0], rising[1]);
  }
}

static void round_trip(const nq_instance *instance, const char *format) {
  const nq_export_options options = {.format = format, .comment = "seed 7"};
  char *text = export_text(instance, &options);
  nq_error error = {0};
  int descriptor = io_text(text);
  nq_instance *back = nq_instance_read(descriptor, UINT64_MAX, &error);
  if (back == NULL) fail_msg("line %" PRIu64 ": %s", error.line, error.message);
  compare_instances(instance, back);
  nq_instance_free(back);
  close(descriptor);
  free(text);
}

static unsigned count_kinds(const nq_instance *instance) {
  return (unsigned)(nq_instance_placed_count(instance) > 0) +
         (nq_instance_blocked_count(instance) > 0) + (nq_instance_excluded_count(instance) > 0);
}

static void reads_back(void **state) {
  (void)state;
  unsigned mixed = 0, single = 0;
  const nq_export_options options = {.format = "csplib"};
  for (uint32_t i = 0; i < 400; i++) {
    nq_pcg64 random;
    nq_pcg64_seed(&random, EXPORT_SEED, i);
    uint32_t some = draw_below(&random, 2) ? 3 : 0, kind = draw_below(&random, 3);
    nq_instance *instance =
        random_instance(&random, 1 + draw_below(&random, 300), kind == 0 ? 20 : some,
                        kind == 1 ? 20 : some, kind == 2 ? 20 : some);
    round_trip(instance, "native");
    nq_error error = {0};
    bool fits = count_kinds(instance) <= 1;
    if (fits) round_trip(instance, "csplib");
    if (!fits)
      assert_int_equal(nq_export_write(instance, &options, STDERR_FILENO, &error), NQ_UNSUPPORTED);
    if (!fits) assert_non_null(strstr(error.message, "one kind only"));
    mixed += !fits;
    single += fits;
    nq_instance_free(instance);
  }
  assert_true(mixed > 50 && single > 50);
}

static void expect_csplib(const nq_instance *instance, const char *expected) {
  const nq_export_options options = {.format = "csplib"};
  char *text = export_text(instance, &options), *body = text;
  while (*body == '$') body = strchr(body, '\n') + 1;
  assert_string_equal(body, expected);
  free(text);
}

/* [row, column], from 0 for queens and from 1 for blocked squares. */
static void csplib_forms(void **state) {
  (void)state;
  nq_instance *placed = nq_instance_new(8), *blocked = nq_instance_new(8);
  nq_instance *excluded = nq_instance_new(8);
  expect_csplib(placed, "letting n = 8\nletting init = []\n");
  assert_int_equal(nq_instance_place(placed, 2, 5, NULL), NQ_OK);
  assert_int_equal(nq_instance_place(placed, 0, 7, NULL), NQ_OK);
  expect_csplib(placed, "letting n = 8\nletting init = [[5, 2],\n  [7, 0]]\n");
  assert_int_equal(nq_instance_block(blocked, 2, 5, NULL), NQ_OK);
  expect_csplib(blocked, "letting n = 8\nletting blocks = [[6, 3]]\n");
  assert_int_equal(nq_instance_exclude_rising(excluded, 4, NULL), NQ_OK);
  assert_int_equal(nq_instance_exclude_falling(excluded, 14, NULL), NQ_OK);
  expect_csplib(excluded, "n = 8\nnumdiags = 2\ndiags = [[4, 1],\n  [14, 0]]\n");
  nq_instance_free(placed);
  nq_instance_free(blocked);
  nq_instance_free(excluded);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(wcsp), cmocka_unit_test(xcsp3),
                                     cmocka_unit_test(xcsp3_comment), cmocka_unit_test(reads_back),
                                     cmocka_unit_test(csplib_forms)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
