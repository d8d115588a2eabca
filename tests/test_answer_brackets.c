/* Lists as programs print them, squares of chess and variables; and pictures of other programs. */
#include "answers.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

static void lists_of_rows(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {NQ_FORMAT_AUTO, 0, "[1, 3, 0, 2]\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      {NQ_FORMAT_AUTO, 0, "# x\n\n[1,3,0,2]", {ANSWER_BOARD(3, "1 3 0 2")}},
      {NQ_FORMAT_AUTO,
       0,
       "(1, 3, 0, 2,)\n[2 0 3 1]\n",
       {ANSWER_BOARD(1, "1 3 0 2"), ANSWER_BOARD(2, "2 0 3 1")}},
      {NQ_FORMAT_AUTO,
       0,
       "[[1, 3, 0, 2],\n [2, 0, 3, 1]]\n",
       {ANSWER_BOARD(1, "1 3 0 2"), ANSWER_BOARD(2, "2 0 3 1")}},
      {NQ_FORMAT_AUTO,
       0,
       "[(1, 3, 0, 2), (2, 0, 3, 1)]",
       {ANSWER_BOARD(1, "1 3 0 2"), ANSWER_BOARD(1, "2 0 3 1")}},
      {NQ_FORMAT_AUTO,
       0,
       "1,3,0,2\n2, 0, 3, 1\r\n",
       {ANSWER_BOARD(1, "1 3 0 2"), ANSWER_BOARD(2, "2 0 3 1")}},
      {NQ_FORMAT_AUTO, 0, "[None, null, ., 2]\n", {ANSWER_BOARD(1, ". . . 2")}},
      {NQ_FORMAT_AUTO, 0, "[9, 4294967294]\n", {ANSWER_BOARD(1, "9 4294967294")}},
      /* Numbers of a text, unless they may be a board. */
      {NQ_FORMAT_AUTO,
       0,
       "[1,3,0,2] fitness = 0\n[2,0,3,1] steps = 12\n[1,3,0,2] then = 2,0,3,1\n",
       {ANSWER_BOARD(1, "1 3 0 2"), ANSWER_BOARD(2, "2 0 3 1"),
        ANSWER_REFUSED(3, "may be a board")}},
  };
  ANSWER_RUN(cases);
}

static void numpy(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {NQ_FORMAT_AUTO, 0, "[1 3\n 0 2]\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      {NQ_FORMAT_AUTO, 0, "[1. 3. 0. 2.]\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      {NQ_FORMAT_AUTO, 0, "[1.00 3.0]\n", {ANSWER_BOARD(1, "1 3")}},
      {NQ_FORMAT_AUTO,
       0,
       "[[1 3 0 2]\n [2 0 3 1]]\n",
       {ANSWER_BOARD(1, "1 3 0 2"), ANSWER_BOARD(2, "2 0 3 1")}},
      {NQ_FORMAT_AUTO,
       0,
       "array([1, 3,\n       0, 2], dtype=uint32)\narray([[0, 2]])\n",
       {ANSWER_BOARD(1, "1 3 0 2"), ANSWER_BOARD(3, "0 2")}},
      {NQ_FORMAT_AUTO,
       0,
       "[array([1, 3, 0, 2]), array([2, 0, 3, 1])]\n",
       {ANSWER_BOARD(1, "1 3 0 2"), ANSWER_BOARD(1, "2 0 3 1")}},
      {NQ_FORMAT_AUTO,
       0,
       "[0 1 2 ... 7 8 9]\n[0]\n",
       {ANSWER_REFUSED(1, "set_printoptions"), ANSWER_BOARD(2, "0")}},
      {NQ_FORMAT_AUTO,
       0,
       "[np.int64(1), np.int64(3),\n np.int64(0), np.int64(2)]\n[[np.uint8(0), np.uint8(2)]]",
       {ANSWER_BOARD(1, "1 3 0 2"), ANSWER_BOARD(3, "0 2")}},
      {NQ_FORMAT_AUTO, 0, "[np.int64(-1)]\n", {ANSWER_INVALID(1, "column 0 has row -1")}},
      {NQ_FORMAT_AUTO, 0, "[np.int64(1\n]", {ANSWER_REFUSED(2, "')' was expected, not ']'")}},
      {NQ_FORMAT_AUTO, 0, "shape=f(4)[1,2,3,4]\n", {ANSWER_REFUSED(1, "',' or ']' was expected")}},
      {NQ_FORMAT_AUTO, 0, "[1.5 3. 0.]\n", {ANSWER_REFUSED(1, "a whole number")}},
      {NQ_FORMAT_AUTO, 0, "[1e3 3]\n", {ANSWER_BOARD(1, "1000 3")}},
      {NQ_FORMAT_AUTO, 0, "[-0. 3e0 1 2.0]\n", {ANSWER_BOARD(1, "0 3 1 2")}},
  };
  ANSWER_RUN(cases);
}

static void lists_of_strings(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {NQ_FORMAT_AUTO, 0, "[\"..Q.\",\"Q...\",\"...Q\",\".Q..\"]", {ANSWER_BOARD(1, "1 3 0 2")}},
      {NQ_FORMAT_AUTO,
       0,
       "[['..Q.', 'Q...', '...Q', '.Q..'],\n ['.Q..', '...Q', 'Q...', '..Q.']]",
       {ANSWER_BOARD(1, "1 3 0 2"), ANSWER_BOARD(2, "2 0 3 1")}},
      {NQ_FORMAT_AUTO, 0, "[\"Q\"]\n['.']\n", {ANSWER_BOARD(1, "0"), ANSWER_BOARD(2, ".")}},
      {NQ_FORMAT_AUTO, 0, "[['Q', '.'], ['.', 'Q']]", {ANSWER_BOARD(1, "0 1")}},
      {NQ_FORMAT_AUTO, 0, "['QQ', '..']", {ANSWER_BOARD(1, "0 0")}},
      {NQ_FORMAT_AUTO,
       0,
       "['Q.', 'Q.']",
       {ANSWER_INVALID(1, "column 0 has queens on rows 0 and 1")}},
      {NQ_FORMAT_AUTO,
       0,
       "['Q.', '.']",
       {ANSWER_REFUSED(1, "fewer than the 2 squares of the first")}},
      {NQ_FORMAT_AUTO,
       0,
       "['Q..', '..Q']",
       {ANSWER_REFUSED(1, "3 squares wide but only 2 lines high")}},
      {NQ_FORMAT_AUTO,
       0,
       "['Q?', '..']",
       {ANSWER_REFUSED(1, "a square, Q or ., was expected, not '?'")}},
      {NQ_FORMAT_AUTO, 0, "['Qx', '..']", {ANSWER_BOARD(1, "0 .")}},
      {NQ_FORMAT_AUTO, 0, "['Q', '.']", {ANSWER_REFUSED(1, "only 1 line high")}},
      {NQ_FORMAT_AUTO, 0, "['Q.', 1]", {ANSWER_REFUSED(1, "either numbers or strings")}},
      {NQ_FORMAT_AUTO, 0, "[1, 'Q.']", {ANSWER_REFUSED(1, "either numbers or strings")}},
      {NQ_FORMAT_AUTO, 0, "['']", {ANSWER_REFUSED(1, "0 squares")}},
      {NQ_FORMAT_AUTO, 0, "['Q", {ANSWER_REFUSED(1, "cut short")}},
  };
  ANSWER_RUN(cases);
}

static void lists_of_0_and_1(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {NQ_FORMAT_AUTO,
       0,
       "[[0, 0, 1, 0],\n [1, 0, 0, 0],\n [0, 0, 0, 1],\n [0, 1, 0, 0]]\n",
       {ANSWER_BOARD(1, "1 3 0 2")}},
      {NQ_FORMAT_AUTO,
       0,
       "[[[0 1 0]\n  [1 0 1]\n  [0 0 0]]\n\n [[0 0 1]\n  [0 1 0]\n  [1 0 0]]]\n",
       {ANSWER_BOARD(1, "1 0 1"), ANSWER_BOARD(5, "2 1 0")}},
      {NQ_FORMAT_AUTO, 0, "[0, 0, 1]\n", {ANSWER_BOARD(1, "0 0 1")}},
      /* n lists of two numbers are squares: no board of n = 2 is a solution. */
      {NQ_FORMAT_AUTO, 0, "[[0, 1], [1, 0]]", {ANSWER_BOARD(1, "1 0")}},
      {NQ_FORMAT_AUTO, 0, "[[0,1,0],[0,1,0],[0,0,0]]", {ANSWER_INVALID(1, "column 1 has queens")}},
      {NQ_FORMAT_AUTO, 0, "[[0,1,0],[1,0,0]]", {ANSWER_REFUSED(1, "only 2 lines high")}},
      {NQ_FORMAT_AUTO, 0, "[[0,1,0],[1,0]]", {ANSWER_REFUSED(1, "a line of 3 squares")}},
      {NQ_FORMAT_AUTO, 0, "[[0,1,0],[1,0,2],[0,0,1]]", {ANSWER_REFUSED(1, "a line of 3 squares")}},
  };
  ANSWER_RUN(cases);
}

/* n without a 0 shows that rows count from 1; the names of formats decide. */
static void rows_from_1(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {NQ_FORMAT_AUTO,
       0,
       "[2, 4, 1, 3]\n[1, 3, 0, 2]\n",
       {ANSWER_BOARD(1, "1 3 0 2"), ANSWER_BOARD(2, "1 3 0 2")}},
      {NQ_FORMAT_LIST, 0, "[2, 4, 1, 3]\n", {ANSWER_BOARD(1, "2 4 1 3")}},
      {NQ_FORMAT_JUDGE,
       0,
       "(2,4,1,3)\n[[2 4 1 3]]\n2,4,1,3\n2 4 1 3\n",
       {ANSWER_BOARD(1, "1 3 0 2"), ANSWER_BOARD(2, "1 3 0 2"), ANSWER_BOARD(3, "1 3 0 2"),
        ANSWER_BOARD(4, "1 3 0 2")}},
      {NQ_FORMAT_JUDGE, 0, "[[1, 1, 1]]\n", {ANSWER_BOARD(1, "0 0 0")}},
      {NQ_FORMAT_JUDGE, 0, "[1, 0]\n", {ANSWER_INVALID(1, "column 1 has row 0")}},
      {NQ_FORMAT_JUDGE, 0, "2 x\n", {ANSWER_REFUSED(1, "not 'x'")}},
  };
  ANSWER_RUN(cases);
}

#define MANY "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[["

static void broken_lists(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {NQ_FORMAT_AUTO,
       0,
       "[]\n[0]\n",
       {ANSWER_REFUSED(1, "the list is empty"), ANSWER_BOARD(2, "0")}},
      {NQ_FORMAT_AUTO,
       0,
       "[[], [0]]\n[0]\n",
       {ANSWER_REFUSED(1, "the list is empty"), ANSWER_BOARD(1, "0"), ANSWER_BOARD(2, "0")}},
      {NQ_FORMAT_AUTO, 0, "[1, 3", {ANSWER_REFUSED(1, "cut short")}},
      {NQ_FORMAT_AUTO, 0, "[[1, 3]", {ANSWER_REFUSED(1, "cut short")}},
      {NQ_FORMAT_AUTO, 0, "[1,,3]\n", {ANSWER_REFUSED(1, "not ','")}},
      {NQ_FORMAT_AUTO, 0, "[1, -3]\n", {ANSWER_INVALID(1, "column 1 has row -3")}},
      {NQ_FORMAT_AUTO, 0, "[1, 3)\n", {ANSWER_REFUSED(1, "']' was expected, not ')'")}},
      {NQ_FORMAT_AUTO, 0, "[1, 4294967295]\n", {ANSWER_INVALID(1, "column 1 has row 4294967295")}},
      {NQ_FORMAT_AUTO,
       0,
       "[1, x]\n[0, 1]\n",
       {ANSWER_REFUSED(1, "not 'x'"), ANSWER_BOARD(2, "0 1")}},
      {NQ_FORMAT_LIST, 0, MANY MANY "0\n", {ANSWER_REFUSED(1, "too many brackets")}},
  };
  ANSWER_RUN(cases);
}

static void words_in_lists(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {NQ_FORMAT_AUTO,
       0,
       "{ok,[2,4,1,3]}\n{:ok, [2, 4, 1, 3]}\n",
       {ANSWER_BOARD(1, "1 3 0 2"), ANSWER_BOARD(2, "1 3 0 2")}},
      {NQ_FORMAT_AUTO, 0, "{:n 4, :queens [2 4 1 3], :ms 0.4}\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      {NQ_FORMAT_AUTO, 0, "{:costs [2 4 1 3]}\n", {ANSWER_REFUSED(1, "expected, not ':'")}},
      {NQ_FORMAT_AUTO,
       0,
       "main.Board{Size:4, Queens:[]int{2, 4, 1, 3}}\n",
       {ANSWER_BOARD(1, "1 3 0 2")}},
      {NQ_FORMAT_AUTO,
       0,
       "[][]int{[]int{0, 1, 0, 0}, []int{0, 0, 0, 1}, []int{1, 0, 0, 0}, []int{0, 0, 1, 0}}\n",
       {ANSWER_BOARD(1, "2 0 3 1")}},
      {NQ_FORMAT_AUTO,
       0,
       "[(row: 0, col: 1), (row: 1, col: 3), (row: 2, col: 0), (row: 3, col: 2)]\n",
       {ANSWER_BOARD(1, "2 0 3 1")}},
      {NQ_FORMAT_AUTO,
       0,
       "Damen: (1;2) (2;4) (3;1) (4;3)\n(1|3), (2|1), (3|4), (4|2)\n",
       {ANSWER_BOARD(1, "1 3 0 2"), ANSWER_BOARD(2, "2 0 3 1")}},
      {NQ_FORMAT_AUTO,
       0,
       "[NaN,1]\n",
       {ANSWER_REFUSED(1, "closing bracket was expected, not 'NaN'")}},
      {NQ_FORMAT_AUTO,
       0,
       "[1, NaN]\n",
       {ANSWER_REFUSED(1, "closing bracket was expected, not 'NaN'")}},
      {NQ_FORMAT_AUTO,
       0,
       "[True]\n[0]\n",
       {ANSWER_REFUSED(1, "1 values true or false"), ANSWER_BOARD(2, "0")}},
      {NQ_FORMAT_AUTO, 0, "[ True False]\n", {ANSWER_REFUSED(1, "2 values true or false")}},
      {NQ_FORMAT_AUTO, 0, "(False,)\n", {ANSWER_REFUSED(1, "1 values true or false")}},
      {NQ_FORMAT_AUTO, 0, "True\n[0]\n", {ANSWER_BOARD(2, "0")}},
      {NQ_FORMAT_AUTO, 0, "[nan 1]\n", {ANSWER_REFUSED(1, "not 'nan'")}},
      {NQ_FORMAT_AUTO, 0, "[[True, False],\n [False, True]]\n", {ANSWER_BOARD(1, "0 1")}},
      {NQ_FORMAT_AUTO, 0, "[x1 = 1]\n", {ANSWER_BOARD(1, "0")}},
  };
  ANSWER_RUN(cases);
}

static void chess(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {NQ_FORMAT_AUTO,
       0,
       "a2 b4 c1 d3\nd2, c4, b1, a3;\n",
       {ANSWER_BOARD(1, "1 3 0 2"), ANSWER_BOARD(2, "2 0 3 1")}},
      {NQ_FORMAT_AUTO,
       0,
       "a2\nb4\nc1\nd3\n\na3\nb1\nc4\nd2",
       {ANSWER_BOARD(1, "1 3 0 2"), ANSWER_BOARD(6, "2 0 3 1")}},
      {NQ_FORMAT_AUTO, 0, "a1\n", {ANSWER_BOARD(1, "0")}},
      {NQ_FORMAT_AUTO, 3, "a1 b3\n", {ANSWER_BOARD(1, "0 2 .")}},
      {NQ_FORMAT_AUTO, 0, "a1 a2\n", {ANSWER_INVALID(1, "column 0 has queens on rows 0 and 1")}},
      {NQ_FORMAT_CHESS,
       27,
       "aa1\n",
       {ANSWER_BOARD(1, ". . . . . . . . . . . . . . . . . . . . . . . . . . 0")}},
      {NQ_FORMAT_AUTO,
       0,
       "a2 b0\na1\n",
       {ANSWER_REFUSED(1, "a square such as a1 was expected, not 'b0'"), ANSWER_BOARD(2, "0")}},
      {NQ_FORMAT_CHESS,
       0,
       "2a\n,\nA1\n",
       {ANSWER_REFUSED(1, "'2a'"), ANSWER_REFUSED(2, "','"), ANSWER_BOARD(3, "0")}},
      {NQ_FORMAT_CHESS, 0, "a99999999999\n", {ANSWER_REFUSED(1, "a square")}},
  };
  ANSWER_RUN(cases);
}

static void variables(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {NQ_FORMAT_AUTO, 0, "x0 = 1 x1 = 3 x2 = 0 x3 = 2 \n", {ANSWER_BOARD(1, "1 3 0 2")}},
      {NQ_FORMAT_AUTO, 0, "x[2]=0, x[0]=1, x[1]=3, x[3]=2\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      {NQ_FORMAT_AUTO,
       0,
       "q_1 = 2\nq_2 = 4\nq_3 = 1\nq_4 = 3\n\nq_1=3\nq_2=1\nq_3=4\nq_4=2\n",
       {ANSWER_BOARD(1, "1 3 0 2"), ANSWER_BOARD(6, "2 0 3 1")}},
      {NQ_FORMAT_AUTO, 0, "x1 = 1 x2 = 3\n", {ANSWER_BOARD(1, "0 2")}},
      {NQ_FORMAT_AUTO,
       0,
       "x1=1 x2=3 x3=5 x4=0 x5=2 x6=4\n",
       {ANSWER_REFUSED(1, "columns count from 1 and rows from 0")}},
      {NQ_FORMAT_AUTO, 2, "x0 = 1 x1 = 2\n", {ANSWER_BOARD(1, "1 2")}},
      {NQ_FORMAT_AUTO, 0, "x0 = 1 x0 = 2\n", {ANSWER_INVALID(1, "column 0 has queens")}},
      {NQ_FORMAT_AUTO,
       0,
       "x0 = 1 y1 = 3 x2 = 0 x3 = 2\nx[0] = 1 xx[1] = 3\nxx0 = 1 x1 = 3\n",
       {ANSWER_REFUSED(1, "several variables: x, y")}},
      {NQ_FORMAT_VALUES,
       0,
       "x = 1\n3 = 1\nx[a] = 1\nx0 = y\nx0 1\nx[0 = 1\n",
       {ANSWER_REFUSED(1, "not 'x'"), ANSWER_REFUSED(2, "not '='"), ANSWER_REFUSED(3, "not 'x'"),
        ANSWER_REFUSED(4, "not 'x0'"), ANSWER_BOARD(5, "1"), ANSWER_REFUSED(7, "']'")}},
  };
  ANSWER_RUN(cases);
}

static void pictures(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {NQ_FORMAT_AUTO,
       0,
       "__ __ Q3 __\nQ1 __ __ __\n__ __ __ Q4\n__ Q2 __ __\n",
       {ANSWER_BOARD(1, "1 3 0 2")}},
      {NQ_FORMAT_AUTO,
       0,
       "Solution 1\n_ _ Q2 _\nQ0 _ _ _\n_ _ _ Q3\n_ Q1 _ _\n",
       {ANSWER_BOARD(2, "1 3 0 2")}},
      {NQ_FORMAT_AUTO, 0, "__ Q1\nQ0 __\n", {ANSWER_BOARD(1, "1 0")}},
      {NQ_FORMAT_AUTO,
       0,
       "__ Q1\nQ1 __\n",
       {ANSWER_REFUSED(2, "the number 1 is square 1 of its line")}},
      {NQ_FORMAT_AUTO,
       0,
       "__ Q3\nQ1 __\n",
       {ANSWER_REFUSED(1, "the number 3 is square 2 of its line")}},
      {NQ_FORMAT_AUTO, 0, "__ Q2\nQ __\n", {ANSWER_REFUSED(2, "Q1 or _")}},
      {NQ_FORMAT_AUTO,
       0,
       ". . \xE2\x99\x9B .\n\xE2\x99\x95 . . .\n* * * q\n. Q . .\n",
       {ANSWER_BOARD(1, "1 3 0 2")}},
      {NQ_FORMAT_AUTO,
       0,
       "--*-\n*---\n---*\n-*--\n\n* -\n- *\n",
       {ANSWER_BOARD(1, "1 3 0 2"), ANSWER_BOARD(6, "0 1")}},
      {NQ_FORMAT_AUTO, 0, "\xE2\x99\x9A .\n", {ANSWER_REFUSED(1, "lines of . and Q")}},
      {NQ_FORMAT_AUTO, 0, "-1 3\n", {ANSWER_REFUSED(1, "'-1'")}},
  };
  ANSWER_RUN(cases);
}

/* An instance is no board, and the message says so. */
static void instances(void **state) {
  (void)state;
  static const io_refusal cases[] = {
      {"n 8\nqueen 0 3\n", 1, "this is an instance, not a board"},
      {"# kind=partial\nn\t8\n", 2, "--instance"},
      {"n = 10\nnumdiags = 1\n", 1, "this is an instance"},
      {"letting n = 28\nletting blocks = [[1,5]]\n", 1, "this is an instance"},
  };
  io_expect_refusals(NQ_FORMAT_AUTO, cases, sizeof cases / sizeof *cases);
  static const answer_case answers[] = {
      {NQ_FORMAT_AUTO, 0, "n1 = 1\n", {ANSWER_BOARD(1, "0")}},
      {NQ_FORMAT_AUTO, 0, "letting queens be [2, 1]\n", {ANSWER_BOARD(1, "1 0")}},
  };
  ANSWER_RUN(answers);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(lists_of_rows),    cmocka_unit_test(numpy),
      cmocka_unit_test(lists_of_strings), cmocka_unit_test(lists_of_0_and_1),
      cmocka_unit_test(rows_from_1),      cmocka_unit_test(broken_lists),
      cmocka_unit_test(words_in_lists),   cmocka_unit_test(chess),
      cmocka_unit_test(variables),        cmocka_unit_test(pictures),
      cmocka_unit_test(instances),
  };
  return cmocka_run_group_tests_name("answer_brackets", tests, NULL, NULL);
}
