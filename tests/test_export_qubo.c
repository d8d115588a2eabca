/* The quadratic model, read back from both of its forms: for every set of squares its energy is that
 * of the definition, and 0 exactly for the solutions. */
#include "export.h"

#include <inttypes.h>
#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#define N_MOST       4
#define SQUARES_MOST (N_MOST * N_MOST)

typedef struct model {
  int offset, coefficient[SQUARES_MOST][SQUARES_MOST];
} model;

static void put(model *read, unsigned i, unsigned j, int coefficient) {
  assert_true(i <= j && j < SQUARES_MOST);
  assert_int_equal(read->coefficient[i][j], 0); /* each pair once */
  read->coefficient[i][j] = coefficient;
}

static model read_coo(const nq_instance *instance) {
  const nq_export_options options = {.format = "qubo", .encoding = "coo"};
  char *text = export_text(instance, &options), *line = text;
  model read = {0};
  bool offset = false;
  for (char *end; (end = strchr(line, '\n')) != NULL; line = end + 1) {
    unsigned i, j;
    int coefficient;
    if (sscanf(line, "# offset=%d", &read.offset) == 1) offset = true;
    if (*line == '#') continue;
    assert_int_equal(sscanf(line, "%u %u %d", &i, &j, &coefficient), 3);
    put(&read, i, j, coefficient);
  }
  assert_true(offset);
  free(text);
  return read;
}

static int at(const json_t *object, const char *list, size_t i) {
  const json_t *item = json_array_get(json_object_get(object, list), i);
  assert_true(json_is_integer(item));
  return (int)json_integer_value(item);
}

static model read_json(const nq_instance *instance) {
  const nq_export_options options = {.format = "qubo", .encoding = "json"};
  char *text = export_text(instance, &options);
  json_t *object = json_loads(text, 0, NULL);
  model read = {0};
  size_t squares = (size_t)nq_instance_n(instance) * nq_instance_n(instance);
  assert_non_null(object);
  read.offset = (int)json_integer_value(json_object_get(object, "offset"));
  assert_int_equal(json_integer_value(json_object_get(object, "num_variables")), squares);
  size_t pairs = (size_t)json_integer_value(json_object_get(object, "num_interactions"));
  assert_int_equal(json_array_size(json_object_get(object, "quadratic_head")), pairs);
  for (unsigned i = 0; i < squares; i++) {
    assert_int_equal(at(object, "variable_labels", i), i);
    put(&read, i, i, at(object, "linear_biases", i));
  }
  for (size_t i = 0; i < pairs; i++)
    put(&read, (unsigned)at(object, "quadratic_head", i), (unsigned)at(object, "quadratic_tail", i),
        at(object, "quadratic_biases", i));
  json_decref(object);
  free(text);
  return read;
}

static int energy_of(const model *read, uint32_t squares) {
  int energy = read->offset;
  for (unsigned i = 0; i < SQUARES_MOST; i++)
    for (unsigned j = i; j < SQUARES_MOST; j++)
      if (squares >> i & squares >> j & 1) energy += read->coefficient[i][j];
  return energy;
}

static bool has(uint32_t squares, uint32_t n, uint32_t column, uint32_t row) {
  return squares >> (column * n + row) & 1;
}

/* (1 - queens)^2 of each column and row, pairs on diagonals, and 2 for what the instance forbids. */
static int penalties(const nq_instance *instance, uint32_t squares) {
  uint32_t n = nq_instance_n(instance);
  int sum = 0;
  for (uint32_t i = 0; i < n; i++) {
    int column = 0, row = 0;
    for (uint32_t j = 0; j < n; j++) column += has(squares, n, i, j), row += has(squares, n, j, i);
    sum += (1 - column) * (1 - column) + (1 - row) * (1 - row);
  }
  for (uint32_t a = 0; a < n * n; a++)
    for (uint32_t b = a + 1; b < n * n; b++) {
      int columns = (int)(b / n) - (int)(a / n), rows = (int)(b % n) - (int)(a % n);
      bool both = (squares >> a & squares >> b & 1) != 0;
      sum += both && columns != 0 && abs(columns) == abs(rows);
    }
  for (size_t i = 0; i < nq_instance_placed_count(instance); i++) {
    uint32_t column, row;
    nq_instance_placed_at(instance, i, &column, &row);
    sum += has(squares, n, column, row) ? 0 : 2;
  }
  for (size_t i = 0; i < nq_instance_blocked_count(instance); i++) {
    uint32_t column, row;
    nq_instance_blocked_at(instance, i, &column, &row);
    sum += has(squares, n, column, row) ? 2 : 0;
  }
  for (size_t i = 0; i < nq_instance_excluded_count(instance); i++) {
    bool rising;
    uint64_t diagonal = nq_instance_excluded_at(instance, i, &rising);
    for (uint32_t column = 0; column < n; column++)
      for (uint32_t row = 0; row < n; row++)
        if (has(squares, n, column, row) &&
            diagonal == (rising ? column + row : row + n - 1 - column))
          sum += 2;
  }
  return sum;
}

static void energies_are_those_of_the_definition(void **state) {
  (void)state;
  nq_instance *instance;
  for (uint32_t i = 0; (instance = export_instance(i, N_MOST, 12)) != NULL; i++) {
    uint32_t n = nq_instance_n(instance);
    model coo = read_coo(instance), json = read_json(instance);
    assert_memory_equal(&coo, &json, sizeof coo);
    uint64_t ground = 0;
    for (uint32_t squares = 0; squares < UINT32_C(1) << n * n; squares++) {
      int energy = energy_of(&coo, squares);
      if (energy != penalties(instance, squares))
        fail_msg("seed %d, instance %" PRIu32 ", squares %" PRIx32 ": energy %d, not %d",
                 EXPORT_SEED, i, squares, energy, penalties(instance, squares));
      ground += energy == 0;
    }
    assert_int_equal(ground, plain_count(instance));
    nq_instance_free(instance);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(energies_are_those_of_the_definition),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
