/* Answers that are lists: MiniZinc, FlatZinc, OPL, Essence. */
#include "answers.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <unistd.h>
#include <cmocka.h>

static void solutions(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {NQ_FORMAT_AUTO, 0, "None\n", {ANSWER_NONE(1)}},
      {NQ_FORMAT_AUTO,
       0,
       "Coefficient ranges:\n  Matrix [1e+00, 1e+00]\n  Cost   [0e+00, 0e+00]\n42 rows, 64 cols, "
       "252 "
       "nonzeros\n   64 cols (64 binary, 0 integer, 0 continuous)\n[1, 3, 0, 2]\n",
       {ANSWER_BOARD(6, "1 3 0 2")}},
      {NQ_FORMAT_AUTO, 0, "row,col\n0,1\n1,3\n2,0\n3,2\n", {ANSWER_BOARD(2, "2 0 3 1")}},
      {NQ_FORMAT_AUTO,
       0,
       "   row  col\n0    0    1\n1    1    3\n2    2    0\n3    3    2\n",
       {ANSWER_BOARD(2, "2 0 3 1")}},
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

/* Lists of other things are passed over.  In OPL the same name is the next board. */
static void other_lists(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {NQ_FORMAT_MINIZINC,
       0,
       "time = 3;\nq = [1];\nup = [[1, 2], [3]];\ndown = array1d(1..2, [true, "
       "false]);\n----------\n"
       "q = [2, 1];\n----------\n",
       {ANSWER_BOARD(2, "0"), ANSWER_BOARD(6, "1 0")}},
      {NQ_FORMAT_OPL,
       0,
       "x = [1]; up = [2];\nx = [2 1]; up = [3 3];\nx = [1];",
       {ANSWER_BOARD(1, "0"), ANSWER_BOARD(2, "1 0"), ANSWER_BOARD(3, "0")}},
      {NQ_FORMAT_ESSENCE,
       0,
       "letting a be [1]\nletting a be [2, 1]\nletting a be [1]\n",
       {ANSWER_BOARD(1, "0"), ANSWER_BOARD(2, "1 0"), ANSWER_BOARD(3, "0")}},
  };
  ANSWER_RUN(cases);
}

/* A list of rows with more after it is an error, and so is a bad list after a good one of its name;
 * without marks the same name is the next board, as in Prolog. */
static void lines_after_a_good_one(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {NQ_FORMAT_AUTO,
       0,
       "q = [2,4,1,3];\nq = [1,2,3,4] foo\n",
       {ANSWER_BOARD(1, "1 3 0 2"), ANSWER_REFUSED(2, "not 'foo'")}},
      {NQ_FORMAT_MINIZINC,
       0,
       "q = [2,4,1,3];\nr = [1,2,3,4] foo\n",
       {ANSWER_BOARD(1, "1 3 0 2"), ANSWER_REFUSED(2, "'foo'")}},
      {NQ_FORMAT_MINIZINC,
       0,
       "q = [2,4,1,3];\nq = [1,x]\n",
       {ANSWER_BOARD(1, "1 3 0 2"), ANSWER_REFUSED(2, "not 'x'")}},
      {NQ_FORMAT_AUTO,
       0,
       "Qs = [2, 4, 1, 3] ;\nQs = [1, 2, 3, 4].\n",
       {ANSWER_BOARD(1, "1 3 0 2"), ANSWER_BOARD(2, "0 1 2 3")}},
  };
  ANSWER_RUN(cases);
}

/* Variables that are letters in order, as Prolog prints them: a board in each column and row, as nothing
 * else tells that they are one. */
static void letters(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {NQ_FORMAT_AUTO, 0, "A = 2, B = 4, C = 1, D = 3.\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      {NQ_FORMAT_AUTO, 0, "W = 0, X = 2, Y = 1, Z = 3\n", {ANSWER_BOARD(1, "0 2 1 3")}},
      {NQ_FORMAT_AUTO, 0, "{'A': 2, 'B': 4, 'C': 1, 'D': 3}\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      {NQ_FORMAT_AUTO,
       0,
       "{\"a\": 2, \"b\": 4, \"c\": 1, \"d\": 3}\n",
       {ANSWER_BOARD(1, "1 3 0 2")}},
      {NQ_FORMAT_AUTO, 0, "{'A': 2, 'B': 4, 'C': 1, 'E': 3}\n", {ANSWER_REFUSED(1, "")}},
      {NQ_FORMAT_AUTO,
       0,
       "| ?- queens([A,B,C,D]).\n\nA = 2\nB = 4\nC = 1\nD = 3 ? ;\n\nA = 3\nB = 1\nC = 4\nD = "
       "2\n\nyes\n",
       {ANSWER_BOARD(3, "1 3 0 2"), ANSWER_BOARD(8, "2 0 3 1")}},
      {NQ_FORMAT_AUTO,
       0,
       "A = 2,\nB = 4,\nC = 1,\nD = 3 ;\nA = 3,\nB = 1,\nC = 4,\nD = 2 ;\nfalse.\n",
       {ANSWER_BOARD(1, "1 3 0 2"), ANSWER_BOARD(5, "2 0 3 1")}},
      {NQ_FORMAT_AUTO,
       0,
       "A = 2, B = 4, C = 1, D = 3\nE = 5 (attacked)\n",
       {ANSWER_REFUSED(1, ""), ANSWER_REFUSED(0, "no board")}},
      {NQ_FORMAT_AUTO, 0, "A = 2, B = 4, C = 1, D = 2.\n", {ANSWER_REFUSED(1, "")}},
      {NQ_FORMAT_AUTO, 0, "x = 2\ny = 1\n\n[1, 3, 0, 2]\n", {ANSWER_BOARD(4, "1 3 0 2")}},
      {NQ_FORMAT_AUTO,
       0,
       "A = 1\nB = 2\nC = 3\nD = 4\n\n[1, 3, 0, 2]\n",
       {ANSWER_REFUSED(1, ""), ANSWER_BOARD(6, "1 3 0 2")}},
  };
  ANSWER_RUN(cases);
}

/* Which list is the board. */
static void choices(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {NQ_FORMAT_AUTO,
       0,
       "aux = [2,4,1,3];\nqueens = [1,1,1,1];\nup = [1];\n----------\n",
       {ANSWER_BOARD(2, "0 0 0 0")}},
      {NQ_FORMAT_AUTO,
       0,
       "aux = [2,4,1,3];\nq = array1d(1..4, [1,1,1,1]);\n----------\nq = [1];\n----------\n",
       {ANSWER_REFUSED(3, "any of several lists: aux, q"), ANSWER_BOARD(4, "0")}},
      {NQ_FORMAT_AUTO,
       0,
       "{\"aux\": [2,4,1,3], \"queens\": [1,2]}\n{\"a\": [1], \"b\": [1]}\n{\"a\": [1]}",
       {ANSWER_BOARD(1, "0 1"), ANSWER_REFUSED(2, "a, b"), ANSWER_BOARD(3, "0")}},
      {NQ_FORMAT_AUTO,
       0,
       "letting a be [2, 4, 1, 3]\nletting queens be [1, 1]\n",
       {ANSWER_BOARD(2, "0 0")}},
      {NQ_FORMAT_OPL, 0, "up = [1 2];\nx = [1];\n", {ANSWER_BOARD(2, "0")}},
      {NQ_FORMAT_OPL, 0, "x = [1 2];\nup = [1];\nqueens = [2 1];\n", {ANSWER_BOARD(3, "1 0")}},
      {NQ_FORMAT_MINIZINC,
       0,
       "queens = [1,2] ++ [3];\n----------\nqueens = [1, 2 3];\n",
       {ANSWER_REFUSED(1, "not '+'"), ANSWER_REFUSED(3, "not '3'")}},
      {NQ_FORMAT_MINIZINC,
       0,
       "queens = [2,1];\nqueens = [2, 1];\n----------\nqueens = [2,1];\nqueens = [1,1];\n",
       {ANSWER_BOARD(1, "1 0"), ANSWER_BOARD(4, "1 0"),
        ANSWER_REFUSED(5, "queens is already on line 4")}},
      {NQ_FORMAT_MINIZINC,
       0,
       "{\"queens\": [1], \"queens\": [2]}",
       {ANSWER_REFUSED(1, "duplicate")}},
  };
  ANSWER_RUN(cases);
}

/* What stands in a comment or in a string is no list, and a comment of one language is none in
 * another. */
static void comments(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {NQ_FORMAT_AUTO,
       0,
       "language Essence 1.3\n$ Solution: [2, 4, 1, 3]\nletting queens be [1, 1, $ 7\n 1, 1]\n",
       {ANSWER_BOARD(3, "0 0 0 0")}},
      {NQ_FORMAT_AUTO,
       0,
       "% queens = [2,4,1,3];\nqueens = [1, % 2]\n 1];\n/* queens = [2,\n 1]; */ % x\n",
       {ANSWER_BOARD(2, "0 0")}},
      {NQ_FORMAT_AUTO,
       0,
       "// x = [2 4 1 3]\n/* x = [2 4 1 3];\n*/x = [1 // 2]\n1];\n",
       {ANSWER_BOARD(3, "0 0")}},
      {NQ_FORMAT_MINIZINC,
       0,
       "s = \"\\\"; queens = [2,4,1,3];\";\nqueens = [1];\n",
       {ANSWER_BOARD(2, "0")}},
      {NQ_FORMAT_AUTO,
       0,
       "{\"queens\": [1], \"s\": \"queens: [2,4,1,3]\"}\n",
       {ANSWER_BOARD(1, "0")}},
      {NQ_FORMAT_MINIZINC, 0, "queens = [1, $ 2\n 2];\n", {ANSWER_REFUSED(1, "not '$'")}},
      {NQ_FORMAT_MINIZINC, 0, "queens = [1, // 2\n 2];\n", {ANSWER_REFUSED(1, "not '/'")}},
      {NQ_FORMAT_OPL, 0, "x = [1 % 2\n 2];\n", {ANSWER_REFUSED(1, "not '%'")}},
      {NQ_FORMAT_ESSENCE, 0, "letting x be [1, % 2\n 2]\n", {ANSWER_REFUSED(1, "not '%'")}},
      {NQ_FORMAT_MINIZINC, 0, "s = \"a\nqueens = [1];\n", {ANSWER_BOARD(2, "0")}},
  };
  ANSWER_RUN(cases);
}

static void variable(void **state) {
  (void)state;
  static const char text[] = "aux = [2,1];\nqueens = [1];\n----------\nqueens = [2];\n";
  int descriptor = io_text(text);
  nq_reader *reader = nq_reader_new(descriptor, NQ_FORMAT_AUTO);
  assert_non_null(reader);
  nq_reader_variable(reader, "aux");
  answer_expect(reader, &(answer_call)ANSWER_BOARD(1, "1 0"), text);
  answer_expect(reader, &(answer_call)ANSWER_REFUSED(5, "is named aux, only queens"), text);
  io_expect_end(reader);
  nq_reader_free(reader);
  close(descriptor);
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
      {NQ_FORMAT_MINIZINC, 0, "q = [0, 1];\n", {ANSWER_BOARD(1, "0 1")}},
      {NQ_FORMAT_MINIZINC,
       2,
       "q = [1, 2, 3];\n----------\nq = [1];\n",
       {ANSWER_INVALID(1, "column 2, outside 0..1"), ANSWER_BOARD(3, "0 .")}},
      {NQ_FORMAT_MINIZINC, 0, "q = [2, 4,\n1", {ANSWER_REFUSED(2, "']' is missing")}},
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
      cmocka_unit_test(lines_after_a_good_one),
      cmocka_unit_test(letters),
      cmocka_unit_test(choices),
      cmocka_unit_test(comments),
      cmocka_unit_test(variable),
      cmocka_unit_test(verdicts),
      cmocka_unit_test(wrong_answers),
  };
  return cmocka_run_group_tests_name("answer_list", tests, NULL, NULL);
}
