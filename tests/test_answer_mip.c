/* Solution files of CBC and GLPK. */
#include "answers.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

static void cbc(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {NQ_FORMAT_AUTO,
       0,
       "Optimal - objective value 0.00000000\n  2 x_0_1  1  0\n  7 x_3_2 0.9999999 0\n"
       "  9 x_1_3 1 0\n 12 x_2_0 1.0000001 -0\n 13 x_3_3 1e-09 0\n 14 slack 0.5 0\n",
       {ANSWER_BOARD(1, "1 3 0 2")}},
      {NQ_FORMAT_AUTO,
       2,
       "Optimal - objective value 0\n  2 x_0_1  1  0\n",
       {ANSWER_BOARD(1, "1 .")}},
      {NQ_FORMAT_AUTO,
       0,
       "Infeasible - objective value 0\n  2 x_0_0 0.5 0\nOptimal - objective value 0\n  1 x_0_0 1 "
       "0",
       {ANSWER_NONE(1), ANSWER_BOARD(3, "0")}},
      {NQ_FORMAT_AUTO,
       0,
       "Integer infeasible - objective value 0\n  2 x_0_0 0.5 0\n",
       {ANSWER_NONE(1)}},
      {NQ_FORMAT_AUTO,
       0,
       "Stopped on time (no integer solution - continuous used) - objective value 0.00\n 4 x_0_0 1 "
       "0",
       {ANSWER_UNKNOWN(1)}},
      {NQ_FORMAT_AUTO,
       0,
       "Stopped on time - objective value 0\n 4 x_0_0 1 0\n",
       {ANSWER_BOARD(1, "0")}},
      {NQ_FORMAT_AUTO, 0, "Unbounded - objective value 0\n", {ANSWER_UNKNOWN(1)}},
  };
  ANSWER_RUN(cases);
}

static void tables(void **state) {
  (void)state;
  static const answer_case cases[] = {
      /* Rows of the problem are no columns of the board. */
      {NQ_FORMAT_AUTO,
       0,
       "Actual values of the variables:\nq1   2\nq2   4\nq3   1\nq4   3\nd1   1\n\n"
       "Actual values of the constraints:\nR1   0\nR2   1\nR3   0\nR4   1\n",
       {ANSWER_BOARD(2, "1 3 0 2")}},
      {NQ_FORMAT_AUTO, /* run twice */
       0,
       "Actual values of the variables:\nq1 2\nq2 4\nq3 1\nq4 3\n\n"
       "Actual values of the constraints:\nR1 0\n\nValue of objective function: 0\n\n"
       "Actual values of the variables:\nq1 3\nq2 1\nq3 4\nq4 2\n",
       {ANSWER_BOARD(2, "1 3 0 2"), ANSWER_BOARD(13, "2 0 3 1")}},
      {NQ_FORMAT_AUTO,
       0,
       "   No.   Row name        Activity     Lower bound   Upper bound\n------ ------------\n"
       "     1 q[1]              1             1             =\n\n"
       "   No. Column name       Activity     Lower bound   Upper bound\n------ ------------\n"
       "     1 q[1]         *    2   1   4\n     2 q[2]   *    4   1   4\n"
       "     3 q[3]         *    1   1   4\n     4 q[4]   *    3   1   4\n",
       {ANSWER_BOARD(7, "1 3 0 2")}},
      /* AMPL: squares with their values, of which 0 may be left out or several stand on a line. */
      {NQ_FORMAT_AUTO,
       0,
       "X :=\n1 2   1\n2 4   1\n3 1   1\n4 3   1\n;\n",
       {ANSWER_BOARD(2, "1 3 0 2")}},
      {NQ_FORMAT_AUTO,
       0,
       "X :=\n1 1   0    1 3   0\n1 2   1    1 4   0\n2 1   0    2 3   0\n2 2   0    2 4   1\n"
       "3 1   1    3 3   0\n3 2   0    3 4   0\n4 1   0    4 3   1\n4 2   0    4 4   0\n;\n",
       {ANSWER_BOARD(2, "1 3 0 2")}},
      {NQ_FORMAT_AUTO,
       0,
       "x [*] :=  # rows\n1 2   3 1  # two of each\n2 4   4 3\n;\n",
       {ANSWER_BOARD(2, "1 3 0 2")}},
      {NQ_FORMAT_AUTO,
       0,
       "d [*] :=\n1 -1   3 2\n2 -2   4 1;\n",
       {ANSWER_REFUSED(2, "an index and")}},
      {NQ_FORMAT_AUTO,
       0,
       "c [*] :=\n1 5   3 9\n2 7   4 100;\n",
       {ANSWER_REFUSED(2, "these 4 pairs, up to 100, may be a table of other numbers")}},
      /* Pyomo: results.yml. */
      {NQ_FORMAT_AUTO,
       0,
       "Problem: \n- Name: unknown\n  Lower bound: 0\nSolution: \n- Gap: 0.0\n  Objective:\n    "
       "obj:\n"
       "      Value: 4\n  Variable:\n    x[1,2]:\n      Value: 1\n    x[2,4]:\n      Value: 1.0\n"
       "    x[3,1]:\n      Value: 1\n    x[4,3]:\n      Value: 1\n  Constraint: No values\n",
       {ANSWER_BOARD(10, "1 3 0 2")}},
      /* The rows of a search are no board. */
      {NQ_FORMAT_AUTO,
       0,
       "     0     0    8.00000    0   20    5.00000    8.00000  60.0%     -    0s\n"
       "H    0     0                       8.0000000    8.00000  0.00%     -    0s\n"
       "t 0.0s|     1 |     0 |     - | 6.400000e+01 | 0.000000e+00 |    Inf | unknown\n"
       "Solution count 3: 4 3 2\n2 4 1 3\n",
       {ANSWER_BOARD(5, "1 3 0 2")}},
      {NQ_FORMAT_AUTO,
       0,
       "No. Column name       Activity     Lower bound   Upper bound\n"
       "     1 q[1,2]       *              1             0             1\n"
       "     2 q[2,3]       *              0             0             1\n"
       "     4 q[2,00000004]\n                    *              1             0             1\n"
       "     5 q[3,1]       *              1             0             1\n"
       "     6 q[4,3]       *              1             0             1\n",
       {ANSWER_BOARD(2, "1 3 0 2")}},
      /* HiGHS, GLPK, CP Optimizer, LocalSolver, RoundingSat, a schedule of temperatures, Timefold. */
      {NQ_FORMAT_AUTO,
       0,
       "        0       0         0   0.00%   4               -inf                 inf        0    "
       "  0"
       "      0         0     0.0s\n T       0       0         0   0.00%   4               4"
       "                  0.00%        0      0      0         8     0.0s\n[1, 3, 0, 2]\n",
       {ANSWER_BOARD(3, "1 3 0 2")}},
      {NQ_FORMAT_AUTO,
       0,
       " A: min|aij| =  1.000e+00  max|aij| =  1.000e+00  ratio =  1.000e+00\n"
       "      0: obj =   0.000000000e+00 inf =   4.000e+00 (2)\n"
       "+     6: mip =     not found yet <=              +inf        (1; 0)\n"
       "+     6: >>>>>   4.000000000e+00 <=   4.000000000e+00   0.0% (1; 0)\n[1, 3, 0, 2]\n",
       {ANSWER_BOARD(5, "1 3 0 2")}},
      {NQ_FORMAT_AUTO,
       0,
       "! Total memory usage : 4.9 MB (4.7 MB CP Optimizer + 0.2 MB Concert)\n"
       "[  0 sec,       0 itr]:                 2\no -4\n[1, 3, 0, 2]\n",
       {ANSWER_BOARD(4, "1 3 0 2")}},
      {NQ_FORMAT_AUTO,
       0,
       "     0.10000          0.00     0.00%     0.00%     0:00:02     0:00:00\n"
       "13:51:07.123 [main    ] INFO  Solving ended: time spent (12), best score (-7), speed "
       "(2333/sec), phase total (2), random (JDK with seed 0).\n[1, 3, 0, 2]\n",
       {ANSWER_BOARD(3, "1 3 0 2")}},
      /* These may be boards. */
      {NQ_FORMAT_AUTO, 0, "1 3 0 2  inf  0.5s  0.1%\n", {ANSWER_REFUSED(1, "a row")}},
      {NQ_FORMAT_AUTO, 0, "0 0 0 1  inf  0.5s  0.1%\n", {ANSWER_REFUSED(1, "a row")}},
      {NQ_FORMAT_AUTO, 0, "in 2 sec, [1, 3, 0, 2]\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      {NQ_FORMAT_AUTO, 0, "1: obj = 5, [1, 3, 0, 2]\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      {NQ_FORMAT_AUTO, 0, "! 2 4 1 3\n", {ANSWER_REFUSED(1, "may be a board")}},
      {NQ_FORMAT_AUTO, 0, "12:30:01 [main] 1 3 0 2\n", {ANSWER_REFUSED(1, "a row")}},
      {NQ_FORMAT_AUTO, 0, "| 1 | 3 | 0 | 2 | 0.5s | 1.00% |\n", {ANSWER_BOARD(1, "1 3 0 2")}},
  };
  ANSWER_RUN(cases);
}

static void cbc_wrong(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {NQ_FORMAT_CBC,
       0,
       "Optimal - objective value 0\n 1 x_0_0 1 0\n 2 x_0_1 1 0\n",
       {ANSWER_INVALID(1, "column 0 has queens on rows 0 and 1")}},
      {NQ_FORMAT_CBC,
       0,
       "Optimal - objective value 0\n 1 x_0_0 0.5 0\n 2 x_0_1 0.5 0\n",
       {ANSWER_INVALID(1, "column 0, row 0 has a value other than 0 and 1")}},
      {NQ_FORMAT_CBC,
       0,
       "Optimal - objective value 0\n** 1 x_0_0 -1 0\n",
       {ANSWER_INVALID(1, "other than 0 and 1")}},
      {NQ_FORMAT_CBC,
       0,
       "Optimal - objective value 0\n 1 x_0_0 1 0\n 2 x_0_0 0 0\n",
       {ANSWER_REFUSED(1, "column 0, row 0, counted from 0, has a queen and has none")}},
      {NQ_FORMAT_CBC,
       0,
       "Optimal - objective value 0\n 1 x_0_0 1 0\n 1 x_0_0 1 0\n",
       {ANSWER_BOARD(1, "0")}},
      {NQ_FORMAT_CBC,
       0,
       "Optimal - objective value 0\n 1 x_0_0 0.00000000000000000000000000000000000001e38 0\n"
       "Unbounded - objective value 0\n",
       {ANSWER_BOARD(1, "0"), ANSWER_UNKNOWN(3)}},
      {NQ_FORMAT_CBC,
       0,
       "Optimal - objective value 0\n 1 x_0_0 1 0\nnoise\n 2 x_1_1 1 0\n",
       {ANSWER_BOARD(1, "0 1")}},
      {NQ_FORMAT_CBC, 0, "Optimal - objective value 0\n 1 x_0_0 1", {ANSWER_REFUSED(2, "cost")}},
      {NQ_FORMAT_CBC, 0, "Optimal - objective value 0\n", {ANSWER_REFUSED(1, "no variables")}},
      {NQ_FORMAT_CBC,
       0,
       "Optimal\n 1 x_0_0 1 0\nUnbounded - objective value 1\n",
       {ANSWER_BOARD(2, "0"), ANSWER_UNKNOWN(3)}},
  };
  ANSWER_RUN(cases);
}

static void glpk(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {NQ_FORMAT_AUTO,
       0,
       "c x\ns mip 1 4 o 0\ni 1 2\nj 1 0\nj 2 1\nj 3 1\nj 4 0\ne o f\n",
       {ANSWER_BOARD(1, "1 0")}},
      {NQ_FORMAT_AUTO, 0, "s mip 1 4 o 0\ne o f\n", {ANSWER_BOARD(1, ". .")}},
      {NQ_FORMAT_AUTO, 2, "s mip 1 5 f 0\nj 2 1\nj 3 1\nj 5 1\ne o f\n", {ANSWER_BOARD(1, "1 0")}},
      {NQ_FORMAT_AUTO,
       0,
       "s mip 1 5 n 0\nj 2 1\nj 3 1\ne o f\ns mip 1 5 u 0\ne o f\n",
       {ANSWER_NONE(1), ANSWER_UNKNOWN(5)}},
  };
  ANSWER_RUN(cases);
}

/* The last variable of a report is not lost above a board whose lines are apart. */
static void above_spaced_lines(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {NQ_FORMAT_AUTO,
       0,
       "solution status: optimal solution found\nobjective value: 0\nx_1_2  1 (obj:0)\n"
       "x_2_4  1 (obj:0)\nx_3_1  1 (obj:0)\nx_4_3  1 (obj:0)\n\n0 0 1 0\n\n1 0 0 0\n\n"
       "0 0 0 1\n\n0 1 0 0\n",
       {ANSWER_BOARD(1, "1 3 0 2"), ANSWER_BOARD(8, "1 3 0 2")}},
  };
  ANSWER_RUN(cases);
}

static void glpk_wrong(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {NQ_FORMAT_GLPK,
       0,
       "s mip 1 5 o 0\nj 2 1\ne o f\ns mip 0 1 o 0\nj 1 1\ne o f\n",
       {ANSWER_REFUSED(1, "5 columns are not the squares"), ANSWER_BOARD(4, "0")}},
      {NQ_FORMAT_GLPK,
       0,
       "s mip 1 4 o 0\nj 1 1\nj 2 1\ne o f\n",
       {ANSWER_INVALID(1, "column 0 has queens on rows 0 and 1")}},
      {NQ_FORMAT_GLPK,
       0,
       "s mip 1 4 o 0\nj 1 0.5\ne o f\n",
       {ANSWER_INVALID(1, "other than 0 and 1")}},
      {NQ_FORMAT_GLPK,
       0,
       "s mip 1 1 o 0\nj 1 1\nj 1 0\ne o f\n",
       {ANSWER_REFUSED(1, "variable 1 is both true and false")}},
      {NQ_FORMAT_GLPK,
       0,
       "s mip 1 1 o 0\ns mip 1 1 n 0\nj 1 1\ne o f\ns mip 1 1 o 0\ns mip 1 1 o 0\nj 1 1\ne o f\n",
       {ANSWER_REFUSED(2, "another line s mip"), ANSWER_BOARD(5, "0")}},
      {NQ_FORMAT_GLPK, 0, "s bas 1 4 f f 0\ne o f\n", {ANSWER_REFUSED(1, "s mip")}},
      {NQ_FORMAT_GLPK, 0, "s mip 1 4 o 0\nj 1 1\n", {ANSWER_REFUSED(3, "e o f is missing")}},
      {NQ_FORMAT_GLPK, 0, "s mip 1 4 q 0\ne o f\n", {ANSWER_REFUSED(1, "o, f, n or u")}},
      {NQ_FORMAT_GLPK, 0, "s mip 1 4 o 0\nj 0 1\ne o f\n", {ANSWER_REFUSED(2, "its value")}},
      {NQ_FORMAT_GLPK,
       0,
       "s mip 1 1000000000000 o 0\nj 1 1\ne o f\n",
       {ANSWER_REFUSED(1, "up to number 1000000; give n")}},
      {NQ_FORMAT_GLPK,
       0,
       "s mip 1 4611686014132420609 o 0\ne o f\n",
       {ANSWER_REFUSED(1, "up to number 2147483647; give n")}},
      {NQ_FORMAT_GLPK, 0, "c x\ne o f\n", {ANSWER_REFUSED(1, "no line s mip")}},
      {NQ_FORMAT_GLPK, 0, "s mip 1 4 o 0\nx\ne o f\n", {ANSWER_REFUSED(2, "not 'x'")}},
  };
  ANSWER_RUN(cases);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(cbc),  cmocka_unit_test(tables),     cmocka_unit_test(cbc_wrong),
      cmocka_unit_test(glpk), cmocka_unit_test(glpk_wrong), cmocka_unit_test(above_spaced_lines),
  };
  return cmocka_run_group_tests_name("answer_mip", tests, NULL, NULL);
}
