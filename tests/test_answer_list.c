/* Answers that are lists: MiniZinc, FlatZinc, OPL, Essence. */
#include "answers.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

static void solutions(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {NQ_FORMAT_AUTO,
       0,
       "queens = [2, 4, 1, 3];\n----------\n==========\n",
       {ANSWER_BOARD(1, "1 3 0 2")}},
      {NQ_FORMAT_AUTO,
       0,
       "q = array1d(1..4, [2,4,1,3]);\n----------\nq=array1d(1..4,[3,1,4,2]);",
       {ANSWER_BOARD(1, "1 3 0 2"), ANSWER_BOARD(3, "2 0 3 1")}},
      {NQ_FORMAT_AUTO, 0, "Q = [1];\n", {ANSWER_BOARD(1, "0")}},
      {NQ_FORMAT_AUTO,
       0,
       "% statistics = [9]\n\nqueens = [2,\n 4, 1,3];\n",
       {ANSWER_BOARD(3, "1 3 0 2")}},
      {NQ_FORMAT_AUTO,
       0,
       "{\n  \"queens\" : [2, 4, 1, 3]\n}\n----------\n{\"queens\": [1]}\n",
       {ANSWER_BOARD(2, "1 3 0 2"), ANSWER_BOARD(5, "0")}},
      {NQ_FORMAT_AUTO, 0, "// solution\nx = [2 4\n   1 3];\n", {ANSWER_BOARD(2, "1 3 0 2")}},
      {NQ_FORMAT_OPL, 0, "n = 4;\nx = [2 4 1 3];\n", {ANSWER_BOARD(2, "1 3 0 2")}},
      {NQ_FORMAT_AUTO,
       0,
       "letting n be 4\nletting queens be [2, 4, 1, 3; int(1..4)]\n",
       {ANSWER_BOARD(2, "1 3 0 2")}},
  };
  ANSWER_RUN(cases);
}

/* Lists of other names in a solution are passed over; the same name is the next board. */
static void other_lists(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {NQ_FORMAT_MINIZINC,
       0,
       "time = 3;\nq = [1];\nup = [[1, 2], [3]];\ndown = array1d(1..2, [9, 9]);\n----------\n"
       "q = [2, 1];\n----------\n",
       {ANSWER_BOARD(2, "0"), ANSWER_BOARD(6, "1 0")}},
      {NQ_FORMAT_OPL, 0, "x = [1];\nx = [2 1];\n", {ANSWER_BOARD(1, "0"), ANSWER_BOARD(2, "1 0")}},
  };
  ANSWER_RUN(cases);
}

static void verdicts(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {NQ_FORMAT_AUTO, 0, "=====UNSATISFIABLE=====\n", {ANSWER_NONE(1)}},
      {NQ_FORMAT_AUTO, 0, "% x\n=====UNKNOWN=====\r\n% y\n", {ANSWER_UNKNOWN(2)}},
      {NQ_FORMAT_AUTO, 0, "=====UNSATorUNBOUNDED=====\n", {ANSWER_UNKNOWN(1)}},
      {NQ_FORMAT_AUTO,
       0,
       "=====ERROR=====\n=====UNKNOWN=====",
       {ANSWER_REFUSED(1, "not 'ERROR'"), ANSWER_UNKNOWN(2)}},
      {NQ_FORMAT_AUTO, 0, "<<< setup\n<<< no solution\n", {ANSWER_NONE(2)}},
  };
  ANSWER_RUN(cases);
}

static void wrong_answers(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {NQ_FORMAT_MINIZINC, 0, "q = [0, 1];\n", {ANSWER_INVALID(1, "column 0 has row -1")}},
      {NQ_FORMAT_MINIZINC,
       2,
       "q = [1, 2, 3];\nq = [1];\n",
       {ANSWER_INVALID(1, "column 2, outside 0..1"), ANSWER_BOARD(2, "0 .")}},
      {NQ_FORMAT_MINIZINC, 0, "q = [2, 4,\n1", {ANSWER_REFUSED(2, "a row or ']'")}},
      {NQ_FORMAT_MINIZINC, 0, "q = ", {ANSWER_REFUSED(1, "a list was expected")}},
      {NQ_FORMAT_MINIZINC,
       0,
       "q = [];\n----------\nq = [1];\n",
       {ANSWER_REFUSED(1, "the list is empty"), ANSWER_BOARD(3, "0")}},
      {NQ_FORMAT_MINIZINC,
       0,
       "q = [1, x];\n----------\nq = [1];\n",
       {ANSWER_REFUSED(1, "not 'x'"), ANSWER_BOARD(3, "0")}},
      {NQ_FORMAT_MINIZINC,
       0,
       "q = [1];\nup = [1",
       {ANSWER_BOARD(1, "0"), ANSWER_REFUSED(2, "']'")}},
      {NQ_FORMAT_MINIZINC, 0, "q = [1.5];\n", {ANSWER_REFUSED(1, "not '1.5'")}},
  };
  ANSWER_RUN(cases);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(solutions),
      cmocka_unit_test(other_lists),
      cmocka_unit_test(verdicts),
      cmocka_unit_test(wrong_answers),
  };
  return cmocka_run_group_tests_name("answer_list", tests, NULL, NULL);
}
