/* The modelling languages MiniZinc, OPL and answer set programming: lists, parts, strategies.  The
 * solvers of tests/interop read the models. */
#include "export.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

/* ---- Model and data ---- */

/* The data to the byte; with the model, all that the whole file has. */
static void check_parts(const char *format, const char *data) {
  char *whole = export_native(format, NULL, NQ_PART_ALL, EXPORT_MIXED);
  char *model = export_native(format, NULL, NQ_PART_MODEL, EXPORT_MIXED);
  char *text = export_native(format, NULL, NQ_PART_DATA, EXPORT_MIXED), *line = text, *end;
  assert_string_equal(strstr(text, "\n\n") + 2, data);
  size_t common = 0, size = strlen(model), sizes[] = {strlen(whole), strlen(text)};
  while (common < size && model[size - 1 - common] == whole[sizes[0] - 1 - common]) common++;
  assert_true(common > 300); /* the constraints */
  for (; (end = strchr(line, '\n')) != NULL; line = end + 1) {
    *end = '\0';
    assert_non_null(strstr(whole, line));
  }
  free(whole);
  free(model);
  free(text);
}

static void writes_model_and_data(void **state) {
  (void)state;
  check_parts("minizinc", "n = 5;\n"
                          "placed = [| 2, 5 |];  % column, row\n"
                          "blocked = [| 1, 3 | 4, 2 |];  % column, row\n"
                          "rising = {3};  % column + row\n"
                          "falling = {-2, 3};  % row - column\n");
  check_parts("opl", "n = 5;\n"
                     "placed = {<2, 5>}; // queens\n"
                     "blocked = {<1, 3>, <4, 2>}; // squares without a queen\n"
                     "rising = {3}; // diagonals without a queen: column + row\n"
                     "falling = {-2, 3}; // diagonals without a queen: row - column\n");
  check_parts("asp", "#const n = 5.\n"
                     "placed(2,5).\n"
                     "blocked(1,3). blocked(4,2).\n"
                     "rising(3).\n"
                     "falling(-2). falling(3).\n");
}

/* ---- OPL ---- */

/* The search of OPL, whose model stays the same. */
static void writes_the_search_of_opl(void **state) {
  (void)state;
  static const struct {
    const char *strategy;
    bool depth_first, all;
  } cases[] = {{"default", false, false},       {"first", false, false},
               {"depth-first", true, false},    {"first,depth-first", true, false},
               {"depth-first,all", true, true}, {"all", true, true}};
  nq_instance *instance = nq_instance_new(5);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    nq_export_options options = {.format = "opl", .strategy = cases[i].strategy};
    char *text = export_text(instance, &options);
    export_has(text, "  allDifferent(x);\n");
    assert_int_equal(strstr(text, "  cp.param.SearchType = \"DepthFirst\";\n"
                                  "  cp.param.Workers = 1;\n") != NULL,
                     cases[i].depth_first);
    assert_int_equal(strstr(text, "  while (cp.next()) {\n") != NULL, cases[i].all);
    free(text);
    options.part = NQ_PART_DATA;
    text = export_text(instance, &options);
    assert_null(strstr(text, "cp."));
    free(text);
  }
  nq_instance_free(instance);
}

static void refuses_other_strategies(void **state) {
  (void)state;
  static const struct {
    const char *format, *strategy, *message;
  } cases[] = {
      {"opl", "", "the format opl has no strategy ''; it has default, depth-first; and first, all"},
      {"opl", "all,",
       "the format opl has no strategy ''; it has default, depth-first; and first, all"},
      {"opl", "alls",
       "the format opl has no strategy 'alls'; it has default, depth-first; and first, all"},
      {"opl", "first,all", "the strategy 'first,all' has two names of one kind"},
      {"dimacs", "all", "the format dimacs has no strategies: it does not say how to search"},
  };
  nq_instance *instance = nq_instance_new(5);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    nq_error error = {0};
    nq_export_options options = {.format = cases[i].format, .strategy = cases[i].strategy};
    assert_int_equal(nq_export_write(instance, &options, STDOUT_FILENO, &error), NQ_BAD_VALUE);
    assert_string_equal(error.message, cases[i].message);
  }
  nq_instance_free(instance);
}

/* CPLEX cannot be had for a test, so what its manual says of data files is checked here: elements
 * `Id = Item;` where an item is an integer, a set {items} or a tuple <items>; commas may stand
 * between. */
static const char *skip_blanks(const char *at) {
  for (;;) {
    at += strspn(at, " \n");
    if (strncmp(at, "//", 2) != 0) return at;
    at += strcspn(at, "\n");
  }
}

static const char *take_opl_item(const char *at) {
  at = skip_blanks(at);
  const char *pairs[] = {"{}", "<>"};
  for (size_t i = 0; i < 2; i++) {
    if (*at != pairs[i][0]) continue;
    at = skip_blanks(at + 1);
    while (*at != pairs[i][1]) {
      at = skip_blanks(take_opl_item(at));
      if (*at == ',') at++;
      at = skip_blanks(at);
    }
    return at + 1;
  }
  at += *at == '-';
  size_t digits = strspn(at, "0123456789");
  assert_true(digits > 0);
  return at + digits;
}

static void keeps_the_grammar_of_opl_data(void **state) {
  (void)state;
  static const char *const names[] = {"n", "placed", "blocked", "rising", "falling"};
  static const char *const natives[] = {"n 1\n", EXPORT_MIXED, "n 4\nblock 0 0\n",
                                        "n 4\nexclude rising 0\nqueen 0 1\nqueen 1 3\n"};
  for (size_t i = 0; i < sizeof natives / sizeof *natives; i++) {
    char *text = export_native("opl", NULL, NQ_PART_DATA, natives[i]);
    const char *at = text;
    for (size_t name = 0; name < sizeof names / sizeof *names; name++) {
      at = skip_blanks(at);
      assert_int_equal(strncmp(at, names[name], strlen(names[name])), 0);
      at = skip_blanks(at + strlen(names[name]));
      assert_int_equal(*at, '=');
      at = skip_blanks(take_opl_item(at + 1));
      assert_int_equal(*at, ';');
      at++;
    }
    assert_string_equal(skip_blanks(at), "");
    free(text);
  }
}

/* ---- All of them ---- */

static void writes_empty_lists(void **state) {
  (void)state;
  char *text = export_native("minizinc", NULL, NQ_PART_DATA, "n 1\n");
  export_has(text, "placed = array2d(1..0, 1..2, []);");
  export_has(text, "blocked = array2d(1..0, 1..2, []);");
  export_has(text, "rising = {};");
  export_has(text, "falling = {};");
  free(text);
  text = export_native("opl", NULL, NQ_PART_ALL, "n 1\n");
  export_has(text, "{square} placed = {};");
  export_has(text, "{int} falling = {};");
  free(text);
  text = export_native("asp", NULL, NQ_PART_DATA, "n 1\n");
  export_has(text, "\n\n#const n = 1.\n");
  assert_null(strstr(text, "("
                           "1"));
  free(text);
}

/* The largest board has diagonals past 32 bits. */
static void writes_the_largest_numbers(void **state) {
  (void)state;
  static const char *const native = "n 4294967294\n"
                                    "queen 4294967293 4294967293\n"
                                    "exclude rising 8589934586\n"
                                    "exclude falling 8589934586\n"
                                    "exclude falling 0\n";
  char *text = export_native("minizinc", NULL, NQ_PART_DATA, native);
  export_has(text, "placed = [| 4294967294, 4294967294 |];");
  export_has(text, "rising = {8589934588};");
  export_has(text, "falling = {4294967293, -4294967293};");
  free(text);
}

/* A long list has lines of some items each, every item once and in order. */
static void writes_long_lists(void **state) {
  (void)state;
  nq_instance *instance = nq_instance_new(50);
  for (uint32_t i = 0; i < 2500; i++)
    assert_int_equal(nq_instance_block(instance, i / 50, i % 50, NULL), NQ_OK);
  nq_export_options options = {.format = "opl", .part = NQ_PART_DATA};
  char *text = export_text(instance, &options), square[32];
  const char *at = strstr(text, "blocked = {");
  assert_non_null(at);
  at += strlen("blocked = {");
  for (unsigned i = 0; i < 2500; i++) {
    snprintf(square, sizeof square, "<%u, %u>%s", i / 50 + 1, i % 50 + 1, i < 2499 ? "," : "};");
    at += strspn(at, " \n");
    assert_int_equal(strncmp(at, square, strlen(square)), 0);
    at += strlen(square);
  }
  for (const char *line = text; *line != '\0';) {
    size_t size = strcspn(line, "\n");
    assert_in_range(size, 0, 140);
    line += size + (line[size] == '\n');
  }
  free(text);
  nq_instance_free(instance);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(writes_model_and_data),    cmocka_unit_test(writes_the_search_of_opl),
      cmocka_unit_test(refuses_other_strategies), cmocka_unit_test(keeps_the_grammar_of_opl_data),
      cmocka_unit_test(writes_empty_lists),       cmocka_unit_test(writes_the_largest_numbers),
      cmocka_unit_test(writes_long_lists),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
