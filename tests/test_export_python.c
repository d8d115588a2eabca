/* The domains of CP-SAT's protocol buffers, and the data of the scripts in Python. */
#include "export.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static const struct {
  const char *format, *encoding;
} scripts[] = {{"cpsat", "python"}, {"ortools-cp", NULL}, {"z3py", NULL}};

#define SCRIPTS (sizeof scripts / sizeof *scripts)

static void keeps_the_only_square(void **state) {
  (void)state;
  char *text = export_native("cpsat", NULL, NQ_PART_ALL, "n 1\n");
  export_has(text, "variables { name: \"x0\" domain: 0 domain: 0 }\n");
  assert_null(strstr(text, "bool_or"));
  free(text);
}

/* The rows that the intervals of x<column> have, and how many intervals these are. */
static unsigned read_domain(const char *text, uint32_t column, uint32_t n, bool *rows) {
  char name[40];
  unsigned intervals = 0;
  snprintf(name, sizeof name, "variables { name: \"x%" PRIu32 "\"", column);
  export_has(text, name);
  const char *at = strstr(text, name) + strlen(name);
  memset(rows, 0, n * sizeof *rows);
  for (long last = -2; strncmp(at, " domain: ", 9) == 0; intervals++) {
    char *end;
    long first = strtol(at + 9, &end, 10);
    assert_int_equal(strncmp(end, " domain: ", 9), 0);
    assert_true(first > last + 1); /* in order, and not next to one another */
    last = strtol(end + 9, &end, 10);
    assert_true(first <= last && last < (long)n);
    for (long row = first; row <= last; row++) rows[row] = true;
    at = end;
  }
  assert_int_equal(strncmp(at, " }\n", 3), 0);
  return intervals;
}

/* Domains against the instance, square by square. */
static void writes_domains(void **state) {
  (void)state;
  for (uint64_t seed = 0; seed < 300; seed++) {
    nq_pcg64 random;
    nq_pcg64_seed(&random, seed, 1);
    uint32_t n = 1 + (uint32_t)nq_pcg64_below(&random, 9);
    nq_instance *instance = nq_instance_new(n);
    for (uint64_t i = nq_pcg64_below(&random, 12); i > 0; i--) {
      uint32_t column = (uint32_t)nq_pcg64_below(&random, n);
      uint32_t row = (uint32_t)nq_pcg64_below(&random, n);
      uint64_t kind = nq_pcg64_below(&random, 8), d = nq_pcg64_below(&random, 2 * n - 1);
      if (kind == 0) (void)nq_instance_place(instance, column, row, NULL);
      if (kind == 1) assert_int_equal(nq_instance_exclude_rising(instance, d, NULL), NQ_OK);
      if (kind == 2) assert_int_equal(nq_instance_exclude_falling(instance, d, NULL), NQ_OK);
      if (kind > 2) assert_int_equal(nq_instance_block(instance, column, row, NULL), NQ_OK);
    }
    nq_export_options options = {.format = "cpsat"};
    char *text = export_text(instance, &options);
    bool impossible = false;
    for (uint32_t column = 0; column < n; column++) {
      bool rows[9], expected[9] = {false}, any = false;
      uint32_t queen = nq_instance_placed_row(instance, column);
      for (uint32_t row = 0; row < n; row++) {
        expected[row] =
            nq_instance_allows(instance, column, row) && (queen == NQ_EMPTY || queen == row);
        any = any || expected[row];
      }
      for (uint32_t row = 0; row < n && !any; row++) expected[row] = true;
      impossible = impossible || !any;
      assert_in_range(read_domain(text, column, n, rows), 1, n);
      if (memcmp(rows, expected, n * sizeof *rows) != 0)
        fail_msg("seed %" PRIu64 ", column %" PRIu32 " in\n%s", seed, column, text);
    }
    assert_int_equal(export_count(text, "constraints { bool_or { } }\n"), impossible);
    free(text);
    nq_instance_free(instance);
  }
}

static void writes_the_data_of_scripts(void **state) {
  (void)state;
  for (size_t i = 0; i < SCRIPTS; i++) {
    char *text = export_native(scripts[i].format, scripts[i].encoding, NQ_PART_ALL, EXPORT_MIXED);
    export_has(text, "\n"
                     "n = 5\n"
                     "placed = {1: 4}  # queens: column: row\n"
                     "blocked = {(0, 2), (3, 1)}  # squares without a queen: (column, row)\n"
                     "rising = {1}  # diagonals without a queen: column + row\n"
                     "falling = {-2, 3}  # diagonals without a queen: row - column\n");
    free(text);
    text = export_native(scripts[i].format, scripts[i].encoding, NQ_PART_ALL, "n 1\n");
    export_has(text, "n = 1\nplaced = {}  #");
    export_has(text, "\nblocked = set()  #");
    export_has(text, "\nrising = set()  #");
    export_has(text, "\nfalling = set()  #");
    free(text);
  }
}

/* Python looks for the encoding of a script in its first two lines, and would obey a comment that
 * stood there. */
static void fixes_the_encoding_of_scripts(void **state) {
  (void)state;
  static const char head[] = "#!/usr/bin/env python3\n# -*- coding: utf-8 -*-\n";
  for (size_t i = 0; i < SCRIPTS; i++) {
    nq_instance *instance = nq_instance_new(4);
    nq_export_options options = {.format = scripts[i].format,
                                 .encoding = scripts[i].encoding,
                                 .comment = "coding: utf-7\n+AAo-import os"};
    char *text = export_text(instance, &options);
    assert_int_equal(strncmp(text, head, strlen(head)), 0);
    export_has(text, "\n# coding: utf-7\n# +AAo-import os\n# n-queens, n = 4:");
    free(text);
    nq_instance_free(instance);
  }
}

static void stops_where_nothing_can_be_written(void **state) {
  (void)state;
  export_refusal("cpsat", "proto", 3000000);
  for (size_t i = 0; i < SCRIPTS; i++) export_refusal(scripts[i].format, scripts[i].encoding, 4);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(keeps_the_only_square),
      cmocka_unit_test(writes_domains),
      cmocka_unit_test(writes_the_data_of_scripts),
      cmocka_unit_test(fixes_the_encoding_of_scripts),
      cmocka_unit_test(stops_where_nothing_can_be_written),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
