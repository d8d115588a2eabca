/* Answers that are rows from 0 or from 1: toulbar2, CP-SAT, judges; headings over pictures. */
#include "answers.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <unistd.h>
#include <cmocka.h>

static void toulbar2(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {NQ_FORMAT_AUTO,
       0,
       "c /usr/bin/toulbar2  version : 1.1.1\nloading wcsp file: q.wcsp\n8 unassigned variables\n"
       "New solution: 0 (13 backtracks)\n 1 3 0 2\nOptimum: 0 in 13 backtracks\nend.\n",
       {ANSWER_BOARD(5, "1 3 0 2")}},
      {NQ_FORMAT_TOULBAR2,
       3,
       "1 solution(0):  1 0 2 7\n12 solution(0):  0 1\n",
       {ANSWER_INVALID(1, "a queen in column 3, outside 0..2"), ANSWER_BOARD(2, "0 1 .")}},
      {NQ_FORMAT_AUTO,
       0,
       "Read 8 variables\nNo solution in 0 backtracks\nend.\n",
       {ANSWER_NONE(2)}},
      {NQ_FORMAT_AUTO, 0, "loading x\nTime limit expired... Aborting...\n", {ANSWER_UNKNOWN(2)}},
      {NQ_FORMAT_TOULBAR2, 0, "New solution: 0\n 0\nTime limit expired\n", {ANSWER_BOARD(2, "0")}},
      {NQ_FORMAT_TOULBAR2, 0, "1 3 x 2\n0\n", {ANSWER_REFUSED(1, "not 'x'"), ANSWER_BOARD(2, "0")}},
      {NQ_FORMAT_TOULBAR2, 0, "1 -3\n", {ANSWER_INVALID(1, "column 1 has row -3")}},
      {NQ_FORMAT_TOULBAR2, 0, "1 3 0 2", {ANSWER_REFUSED(1, "cut short")}},
      {NQ_FORMAT_TOULBAR2, 0, "1 solution(0):\n", {ANSWER_REFUSED(1, "no rows")}},
  };
  ANSWER_RUN(cases);
  static const io_refusal nothing[] = {
      {"loading x\nend.\n", 1, "no verdict that no solution exists"}};
  io_expect_refusals(NQ_FORMAT_AUTO, nothing, 1);
}

static void cpsat(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {NQ_FORMAT_AUTO,
       0,
       "status: OPTIMAL\nsolution: 1\nsolution: 3\nsolution: 0\nsolution: 2\nnum_booleans: 6\n"
       "status: INFEASIBLE\nstatus: UNKNOWN\n",
       {ANSWER_BOARD(2, "1 3 0 2"), ANSWER_NONE(7), ANSWER_UNKNOWN(8)}},
      {NQ_FORMAT_AUTO,
       2,
       "status: FEASIBLE\r\nsolution: 1\r\nsolution: 0\r\n",
       {ANSWER_BOARD(2, "1 0")}},
      {NQ_FORMAT_AUTO,
       2,
       "status: FEASIBLE\nsolution: 1\nsolution: 0\nsolution: 9\n",
       {ANSWER_INVALID(2, "a queen in column 2, outside 0..1")}},
      {NQ_FORMAT_CPSAT,
       0,
       "status: OPTIMAL\nsolution: 1 # 2\n# solution: 2\n\nwall_time: 1\nsolution: 0\n",
       {ANSWER_BOARD(2, "1 0")}},
      {NQ_FORMAT_CPSAT,
       0,
       "status: INFEASIBLE\nsolution: 0\nwall_time: 1\n",
       {ANSWER_NONE(1), ANSWER_REFUSED(2, "line 1 reports")}},
      {NQ_FORMAT_AUTO, 0, "num_booleans: 7\nwall_time: 0.2\n", {ANSWER_UNKNOWN(1)}},
      {NQ_FORMAT_AUTO, 0, "INFEASIBLE\n", {ANSWER_NONE(1)}},
      {NQ_FORMAT_AUTO, 0, "UNKNOWN\n", {ANSWER_UNKNOWN(1)}},
      {NQ_FORMAT_AUTO, 0, "MODEL_INVALID\n", {ANSWER_REFUSED(1, "the model invalid")}},
      {NQ_FORMAT_AUTO, 0, "OPTIMAL\n", {ANSWER_REFUSED(1, "no board follows")}},
      {NQ_FORMAT_CPSAT, 0, "OPTIMAL\n", {ANSWER_REFUSED(1, "no solution: lines")}},
      {NQ_FORMAT_CPSAT, 0, "status: SOMEHOW\n", {ANSWER_REFUSED(1, "not 'SOMEHOW'")}},
      {NQ_FORMAT_CPSAT, 0, "solution: 1\nsolution: 0\n", {ANSWER_REFUSED(1, "cut short")}},
      {NQ_FORMAT_CPSAT, 2, "solution: 1\nsolution: 0", {ANSWER_REFUSED(2, "cut short")}},
      {NQ_FORMAT_CPSAT, 0, "solution: -1\nwall_time: 1\n", {ANSWER_INVALID(1, "row -1")}},
      {NQ_FORMAT_CPSAT,
       0,
       "solution: x\nsolution: 1\nwall_time: 1\n",
       {ANSWER_REFUSED(1, "not 'x'")}},
  };
  ANSWER_RUN(cases);
}

/* Rows from 1, as a row n without a row 0 shows, or the name of the format. */
static void judges(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {NQ_FORMAT_JUDGE,
       0,
       "2 4 1 3\n3 . 4 2\n",
       {ANSWER_BOARD(1, "1 3 0 2"), ANSWER_BOARD(2, "2 . 3 1")}},
      {NQ_FORMAT_AUTO, 0, "2 4 1 3\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      {NQ_FORMAT_JUDGE,
       0,
       "1 3 0 2\n1\n",
       {ANSWER_INVALID(1, "column 2 has row 0"), ANSWER_BOARD(2, "0")}},
      {NQ_FORMAT_JUDGE, 0, "1 x\n1\n", {ANSWER_REFUSED(1, "'x'"), ANSWER_BOARD(2, "0")}},
  };
  ANSWER_RUN(cases);
}

/* A value for each square, in three forms. */
static void samples(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {NQ_FORMAT_QUBO,
       0,
       "# dimod\n0100000110000010\n0 1 0 0, 0 0 0 1 1 0 0 0 0 0 1 0\n",
       {ANSWER_BOARD(2, "1 3 0 2"), ANSWER_BOARD(3, "1 3 0 2")}},
      {NQ_FORMAT_QUBO,
       4,
       "[0, 1, 0, 0,\n 0, 0, 0, 1,\n 1, 0, 0, 0, 0, 0, 1, 0]",
       {ANSWER_BOARD(1, "1 3 0 2")}},
      {NQ_FORMAT_QUBO,
       0,
       "{\"3\": 0, \"0\": 0, \"2\": 1, \"1\": 1}\n{0: 1, 1: 0, 3: 1, 2: 0}\n",
       {ANSWER_BOARD(1, "1 0"), ANSWER_BOARD(2, "0 1")}},
      {NQ_FORMAT_QUBO,
       0,
       "[[1], [0],\n[1]]\n",
       {ANSWER_BOARD(1, "0"), ANSWER_BOARD(1, "."), ANSWER_BOARD(2, "0")}},
      {NQ_FORMAT_QUBO,
       0,
       "1100\n0000\n",
       {ANSWER_INVALID(1, "column 0 has queens on rows 0 and 1"), ANSWER_BOARD(2, ". .")}},
      {NQ_FORMAT_QUBO, 0, "010\n1\n", {ANSWER_REFUSED(1, "3 values"), ANSWER_BOARD(2, "0")}},
      {NQ_FORMAT_QUBO, 5, "0100\n", {ANSWER_REFUSED(1, "4 values")}},
      {NQ_FORMAT_QUBO, 0, "0120\n", {ANSWER_REFUSED(1, "0 or 1 was expected")}},
      {NQ_FORMAT_QUBO, 0, "[0, -1]\n", {ANSWER_REFUSED(1, "0 or 1 was expected")}},
      {NQ_FORMAT_QUBO, 0, "[0.5]\n", {ANSWER_REFUSED(1, "not '0.5'")}},
      {NQ_FORMAT_QUBO, 0, "[1", {ANSWER_REFUSED(1, "']' is missing")}},
      {NQ_FORMAT_QUBO,
       0,
       "{\"x\": 1}\n",
       {ANSWER_REFUSED(1, "no variables of columns or squares")}},
      {NQ_FORMAT_QUBO, 0, "{\"99999999999999999999\": 1}\n", {ANSWER_INVALID(1, "outside 0..0")}},
      {NQ_FORMAT_QUBO,
       0,
       "{\"0\": 1, \"1\": 0, \"1\": 1, \"2\": 0}",
       {ANSWER_REFUSED(1, "contradicts itself")}},
      {NQ_FORMAT_QUBO,
       0,
       "{\"0\": 1, \"1\": 0, \"2\": 0, \"7\": 1}",
       {ANSWER_INVALID(1, "outside")}},
      {NQ_FORMAT_AUTO, 0, "0100000110000010\n", {ANSWER_BOARD(1, "2 0 3 1")}},
      {NQ_FORMAT_AUTO, 0, "0100000110000100\n", {ANSWER_REFUSED(1, "as many lines as digits")}},
      {NQ_FORMAT_AUTO, 4, "0 1 0 0 0 0 0 1 1 0 0 0 0 0 1 0\n", {ANSWER_REFUSED(1, "16 numbers")}},
  };
  ANSWER_RUN(cases);
}

static void pictures(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {NQ_FORMAT_AUTO,
       0,
       "Solution 0, time = 1 ms\nQ _\n_ Q\n\nSolution 1\n_ Q\nQ _\n\n\nStatistics\n"
       "  conflicts : 0\n  wall time : 0.1 s\n",
       {ANSWER_BOARD(2, "0 1"), ANSWER_BOARD(6, "1 0")}},
      {NQ_FORMAT_AUTO, 0, "Q Q\n. .\n", {ANSWER_BOARD(1, "0 0")}},
      {NQ_FORMAT_AUTO,
       0,
       "Q _\nSolution 1\n\n_ Q\nQ _\n",
       {ANSWER_REFUSED(2, "only 1 line high"), ANSWER_BOARD(4, "1 0")}},
  };
  ANSWER_RUN(cases);
}

/* A line of 0 and 1 a row of the board. */
static void matrices(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {NQ_FORMAT_AUTO,
       0,
       "# x\n0 0 1 0\n1 0 0 0\n0 0 0 1\n0 1 0 0\n",
       {ANSWER_BOARD(2, "1 3 0 2")}},
      {NQ_FORMAT_AUTO,
       0,
       "0010\n1000\n0001\n0100\n\n0,0,1,0\n1, 0, 0, 0\n0,0,0,1\r\n0,1,0,0",
       {ANSWER_BOARD(1, "1 3 0 2"), ANSWER_BOARD(6, "1 3 0 2")}},
      {NQ_FORMAT_AUTO, 0, "01\n10\n", {ANSWER_BOARD(1, "1 0")}},
      {NQ_FORMAT_AUTO, 0, "0,1\n1,0\n", {ANSWER_BOARD(1, "1 0")}},
      {NQ_FORMAT_AUTO,
       0,
       "0 1 0\n1 0 0\n1 0 0\n",
       {ANSWER_INVALID(1, "column 0 has queens on rows 1 and 2")}},
      {NQ_FORMAT_AUTO, 0, "0 1 0\n1 0 0\n# x\n0 0 1\n", {ANSWER_REFUSED(1, "2 lines of 0 and 1")}},
      {NQ_FORMAT_AUTO, 0, "0 1\n1 0\n", {ANSWER_REFUSED(1, "give --from line or")}},
      {NQ_FORMAT_AUTO, 0, "# x\n1\n\n0\n", {ANSWER_BOARD(2, "0"), ANSWER_BOARD(4, "0")}},
      {NQ_FORMAT_LINE, 0, "0 1\n1 0\n", {ANSWER_BOARD(1, "0 1"), ANSWER_BOARD(2, "1 0")}},
      {NQ_FORMAT_PICTURE, 0, "0 1\n1 0\n", {ANSWER_BOARD(1, "1 0")}},
      {NQ_FORMAT_PICTURE, 0, "1\n", {ANSWER_BOARD(1, "0")}},
      {NQ_FORMAT_PICTURE, 0, "Q 0\n0 Q\n", {ANSWER_BOARD(1, "0 1")}},
      {NQ_FORMAT_AUTO,
       0,
       ",0,1,2,3\n0,0,1,0,0\n1,0,0,1\n",
       {ANSWER_REFUSED(1, "no lines of 0 and 1 with labels")}},
      /* Lines of another number are boards. */
      {NQ_FORMAT_AUTO, 0, "0 1 0\n1 0 0\n", {ANSWER_BOARD(1, "0 1 0"), ANSWER_BOARD(2, "1 0 0")}},
      {NQ_FORMAT_AUTO,
       0,
       "0 1\n1 0\n0 1\n",
       {ANSWER_INVALID(1, "has two queens")}}, /* squares: no board of n = 2 is a solution */
      {NQ_FORMAT_AUTO, 0, "0\n", {ANSWER_BOARD(1, "0")}},
      {NQ_FORMAT_AUTO, 0, "0 1\n", {ANSWER_BOARD(1, "0 1")}},
      {NQ_FORMAT_AUTO, 0, "0 0 0\n0 1 0\n1 0 0\n", {ANSWER_BOARD(1, "2 1 .")}},
      {NQ_FORMAT_AUTO, 0, "0110\n1000\n0001\n0000\n", {ANSWER_BOARD(1, "1 0 0 2")}},
  };
  ANSWER_RUN(cases);
}

/* What the older formats read, and what they refuse, stays theirs. */
static void older_formats(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {NQ_FORMAT_AUTO, 0, "Q_\n_Q\n", {ANSWER_BOARD(1, "0 1")}},
      {NQ_FORMAT_AUTO, 0, "_ Q\nQ _\n", {ANSWER_BOARD(1, "1 0")}},
      {NQ_FORMAT_AUTO, 0, "{\"rows\":[1,3,0,2]}\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      {NQ_FORMAT_AUTO, 0, "{\"rows\" : [2,1], \"base\" : 1}\n", {ANSWER_BOARD(1, "1 0")}},
      {NQ_FORMAT_AUTO, 0, "{ \"n\" : 2, \"rows\": [0, 1]}\n", {ANSWER_BOARD(1, "0 1")}},
      {NQ_FORMAT_AUTO, 0, "# sat\n0 1\n", {ANSWER_BOARD(2, "0 1")}},
      {NQ_FORMAT_AUTO, 0, "c a\n0 1\n", {ANSWER_BOARD(2, "0 1")}},
      {NQ_FORMAT_AUTO, 0, "satisfied\n0\n", {ANSWER_BOARD(2, "0")}},
      {NQ_FORMAT_AUTO, 0, "[{\"rows\": [1, 2]}]\n", {ANSWER_BOARD(1, "1 2")}},
      {NQ_FORMAT_JSON, 0, "[{\"rows\": [1, 2]}]\n", {ANSWER_REFUSED(1, "an object")}},
  };
  ANSWER_RUN(cases);
}

/* Names from the input, which messages quote, cannot steer a terminal. */
static void quoted_names(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {NQ_FORMAT_XCSP3, 0, "<inst\x1b[31m>", {ANSWER_REFUSED(1, "cut short")}},
      {NQ_FORMAT_AUTO, 0, "[1, \x1b]", {ANSWER_REFUSED(1, "a byte 0x1B")}},
      {NQ_FORMAT_XCSP3,
       0,
       "<instantiation><list>a\x1b[] a\x1b[1]</list><values>0</values></instantiation>",
       {ANSWER_REFUSED(1, "values in <values>")}},
      {NQ_FORMAT_MINIZINC,
       0,
       "{\"a\\u001b\": [1], \"b\\n\": [1], \"c\\u009b\": [1]}\n",
       {ANSWER_REFUSED(1, "lists: a\\u001b, b\\n, c\\u009b;")}},
  };
  ANSWER_RUN(cases);
}

/* What people write around boards: mathematics, names of columns, and dates. */
static void columns_and_latex(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {NQ_FORMAT_AUTO,
       0,
       "cols = [2, 0, 3, 1]\nrows = [1, 3, 0, 2]\n",
       {ANSWER_REFUSED(3, "cols, rows")}},
      {NQ_FORMAT_AUTO,
       0,
       "cols = [1, 0, 3, 2]\nqueenCols: [1, 2, 3, 0]\n",
       {ANSWER_BOARD(1, "1 0 3 2"), ANSWER_BOARD(2, "3 0 1 2")}},
      {NQ_FORMAT_AUTO, 0, "int cols[4] = {1, 2, 3, 0};\n", {ANSWER_BOARD(1, "3 0 1 2")}},
      {NQ_FORMAT_AUTO,
       0,
       "columns = [1, 1, 3, 9]\n",
       {ANSWER_INVALID(1, "column 0 has queens on rows 0 and 1")}},
      {NQ_FORMAT_AUTO, 0, "row_columns = [1, 2, 3, 0]\n", {ANSWER_BOARD(1, "1 2 3 0")}},
      {NQ_FORMAT_AUTO, 0, "Columns: 1 2 3 0\n", {ANSWER_BOARD(1, "3 0 1 2")}},
      {NQ_FORMAT_AUTO,
       0,
       "col[0] = 1\ncol[1] = 2\ncol[2] = 3\ncol[3] = 0\n",
       {ANSWER_BOARD(1, "3 0 1 2")}},
      {NQ_FORMAT_AUTO, 0, "col0: 1, col1: 2, col2: 3, col3: 0\n", {ANSWER_BOARD(1, "1 2 3 0")}},
      {NQ_FORMAT_AUTO,
       0,
       "$\\begin{pmatrix} 0 & 1 & 0 \\\\ 0 & 0 & 1 \\\\ 1 & 0 & 0 \\end{pmatrix}$\n",
       {ANSWER_BOARD(1, "2 0 1")}},
      {NQ_FORMAT_AUTO,
       0,
       "$\\begin{pmatrix} 0 & 1 & 0 \\\\ 0 & 0 & 1 \\end{pmatrix}$\n",
       {ANSWER_REFUSED(1, "3 squares wide but only 2 lines high")}},
  };
  ANSWER_RUN(cases);
}

static void posted_matrices_and_rows(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {NQ_FORMAT_AUTO, 0, "q[0]: 1; q[1]: 3; q[2]: 0; q[3]: 2\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      {NQ_FORMAT_AUTO,
       0,
       ",a,b,c,d\n4,0,1,0,0\n3,0,0,0,1\n2,1,0,0,0\n1,0,0,1,0\n",
       {ANSWER_BOARD(2, "1 3 0 2")}},
      {NQ_FORMAT_AUTO,
       0,
       ",a,b,c,d\n4,.,Q,.,.\n3,.,.,.,Q\n2,Q,.,.,.\n1,.,.,Q,.\n",
       {ANSWER_BOARD(2, "1 3 0 2")}},
      {NQ_FORMAT_AUTO,
       0,
       "-1 -2 3 -4\n5 -6 -7 -8\n-9 -10 -11 12\n-13 14 -15 -16\n0\n",
       {ANSWER_BOARD(1, "2 0 3 1")}},
      {NQ_FORMAT_AUTO,
       0,
       "-1 -2 3 -4 5 -6 -7 -8 -9 -10 -11 12 -13 14 -15 -16 0\n-1\n",
       {ANSWER_BOARD(1, "2 0 3 1"), ANSWER_REFUSED(2, "not '-1'")}},
      {NQ_FORMAT_AUTO, 0, "-1 -2 3 -4\n5 -6 -8 -7\n", {ANSWER_REFUSED(1, "in order")}},
      {NQ_FORMAT_AUTO,
       0,
       "On Mon, 3 Feb 2020 at 12:30, X wrote:\n> 1 3 0 2\n12:30\n",
       {ANSWER_BOARD(2, "1 3 0 2")}},
      {NQ_FORMAT_AUTO,
       0,
       "3 Feb 2020: 1 3 0 2\n3 Feb 2020 1 3 0 2\n",
       {ANSWER_BOARD(1, "1 3 0 2"), ANSWER_REFUSED(2, "not 'Feb'")}},
      {NQ_FORMAT_AUTO, 0, "0010 1000 0001 0100\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      {NQ_FORMAT_AUTO, 0, "1. 0010\n2. 1000\n3. 0001\n4. 0100\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      {NQ_FORMAT_AUTO,
       0,
       "a[0] = [0, 1, 0];\na[1] = [0, 0, 1];\na[2] = [1, 0, 0];\n",
       {ANSWER_BOARD(1, "2 0 1")}},
      {NQ_FORMAT_AUTO, 0, "a[0] = [0, 1, 0]\nRow 1: 010\n", {ANSWER_BOARD(1, "0 1 0")}},
  };
  ANSWER_RUN(cases);
}

static void posted_variables_and_lists(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {NQ_FORMAT_AUTO, 0, "Row 0: 2\nRow 1: 0\nRow 2: 1\n", {ANSWER_BOARD(1, "1 2 0")}},
      {NQ_FORMAT_AUTO, 0, "row0: 1, row1: 2, row2: 0\n", {ANSWER_BOARD(1, "2 0 1")}},
      {NQ_FORMAT_AUTO, 0, "q11=0 q12=1\n", {ANSWER_REFUSED(1, "columns or squares")}},
      {NQ_FORMAT_AUTO, 0, "x11=1\nx21=1\nx34=1\nx42=1\n", {ANSWER_BOARD(1, "0 0 3 1")}},
      {NQ_FORMAT_AUTO,
       0,
       "$x_{1,2} = 1$\n$x_{2,4} = 1$\n$x_{3,1} = 1$\n$x_{4,3} = 1$\n",
       {ANSWER_BOARD(1, "1 3 0 2")}},
      {NQ_FORMAT_AUTO,
       0,
       "x_{12} = 1\nx_{24} = 1\nx_{31} = 1\nx_{43} = 1\n",
       {ANSWER_BOARD(1, "1 3 0 2")}},
      {NQ_FORMAT_AUTO, 0, "List((0,1), (1,3), (2,0), (3,2))\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      {NQ_FORMAT_AUTO, 0, "q = array1d({1,2,3,4}, [2,4,1,3]);\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      {NQ_FORMAT_AUTO,
       0,
       "q = array2d({1,2,3,4}, {1,2,3,4}, [0,0,1,0,1,0,0,0,0,0,0,1,0,1,0,0]);\n",
       {ANSWER_BOARD(1, "1 3 0 2")}},
      {NQ_FORMAT_AUTO,
       0,
       "List(List(1,3,0,2), List(2,0,3,2))\n",
       {ANSWER_BOARD(1, "1 3 0 2"), ANSWER_BOARD(1, "2 0 3 2")}},
      {NQ_FORMAT_AUTO,
       0,
       "m <- rbind(c(0,0,1,0), c(1,0,0,0), c(0,0,0,1), c(0,1,0,0))\n",
       {ANSWER_BOARD(1, "1 3 0 2")}},
  };
  ANSWER_RUN(cases);
}

static void posted_with_headings(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {NQ_FORMAT_AUTO, 0, "4 | 1 3 0 2\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      {NQ_FORMAT_AUTO,
       0,
       "0 1 0 0\n\n0 0 0 1\n\n1 0 0 0\n\n0 0 1 0\n",
       {ANSWER_BOARD(1, "2 0 3 1")}},
      {NQ_FORMAT_AUTO, 0, "Queen: 1 2 3 4\nRow: 1 2 4 3\n", {ANSWER_BOARD(2, "0 1 3 2")}},
      {NQ_FORMAT_AUTO, 0, "Row: 1 2 3\nCol: 2 3 1\n", {ANSWER_BOARD(2, "2 0 1")}},
      {NQ_FORMAT_AUTO,
       0,
       "Start: 1 2 3\nEnd: 2 3 1\n",
       {ANSWER_BOARD(1, "0 1 2"), ANSWER_BOARD(2, "1 2 0")}},
      {NQ_FORMAT_AUTO,
       0,
       "2-4-1-1\n555-123-4567-1\nLine 12: 3\nLine 13: 4\n",
       {ANSWER_BOARD(1, "1 3 0 0"), ANSWER_REFUSED(2, "not '-123'")}},
      {NQ_FORMAT_AUTO, 0, "col\n1\n2\n3\n0\n", {ANSWER_BOARD(2, "3 0 1 2")}},
      {NQ_FORMAT_AUTO,
       0,
       "1,0;3,0;0,0;2,0\n",
       {ANSWER_REFUSED(1, "4 squares, all in row 0, or as many rows with decimal commas")}},
      {NQ_FORMAT_AUTO, 0, "1,0\n3,0\n0,0\n2,0\n", {ANSWER_REFUSED(1, "--from pairs")}},
      {NQ_FORMAT_AUTO, 0, "1,0;3,1;0,0;2,0\n", {ANSWER_BOARD(1, "0 0 0 1")}},
  };
  ANSWER_RUN(cases);
}

/* Numbers that a search writes down about itself make no board, whatever they are. */
static void logs_are_no_boards(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {NQ_FORMAT_AUTO,
       0,
       "Step,Cost\n1,2\n2,4\n3,1\n4,3\n",
       {ANSWER_REFUSED(2, "measures of a search")}},
      {NQ_FORMAT_AUTO,
       0,
       "Iteration;Conflicts;Temp\n1;3;2\n2;1;3\nSolution\n2 4 1 3\n",
       {ANSWER_BOARD(5, "1 3 0 2")}},
      {NQ_FORMAT_AUTO,
       0,
       "step cost\n0 1\n1 3\n2 0\n3 2\n",
       {ANSWER_REFUSED(2, "measures of a search")}},
      {NQ_FORMAT_AUTO,
       0,
       "gen best avg\n1 28 3\n2 27 3\n3 20 2\n",
       {ANSWER_REFUSED(1, "no board in this text")}},
      {NQ_FORMAT_AUTO,
       0,
       "n solutions\n1 1\n2 0\n3 0\n4 2\n5 10\n",
       {ANSWER_REFUSED(1, "no board in this text")}},
      {NQ_FORMAT_AUTO,
       0,
       "| N | Time (ms) |\n|---|---|\n| 1 | 2 |\n| 2 | 4 |\n| 3 | 1 |\n| 4 | 3 |\n",
       {ANSWER_REFUSED(3, "measures of a search")}},
      {NQ_FORMAT_AUTO,
       0,
       "best mean worst cost\n28 2 1 4\n1 3 0 2\n",
       {ANSWER_REFUSED(2, "names measures of a search")}},
      {NQ_FORMAT_AUTO, 0, "Best board\n1 2\n2 4\n3 1\n4 3\n", {ANSWER_BOARD(2, "1 3 0 2")}},
      {NQ_FORMAT_AUTO, 0, "Solution, cost\n2,4,1,3\n", {ANSWER_BOARD(2, "1 3 0 2")}},
      {NQ_FORMAT_AUTO, 0, "row;col\n1;2\n2;4\n3;1\n4;3\n", {ANSWER_BOARD(2, "2 0 3 1")}},
  };
  ANSWER_RUN(cases);
}

static void table(void **state) {
  (void)state;
  uint64_t seen = 0;
  for (size_t i = 0; nq_format_readable_name(i) != NULL; i++) {
    nq_format format = nq_format_by_name(nq_format_readable_name(i));
    assert_true(format != NQ_FORMAT_AUTO && (seen >> format & 1) == 0);
    seen |= UINT64_C(1) << format;
    bool writes = nq_format_name(i) != NULL;
    nq_writer *writer = nq_writer_new(STDOUT_FILENO, format, 4, 1, 0);
    assert_int_equal(writes, writer != NULL);
    nq_writer_free(writer);
  }
  assert_true(seen >> NQ_FORMAT_VALUES & 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(toulbar2),
      cmocka_unit_test(cpsat),
      cmocka_unit_test(judges),
      cmocka_unit_test(samples),
      cmocka_unit_test(pictures),
      cmocka_unit_test(matrices),
      cmocka_unit_test(older_formats),
      cmocka_unit_test(quoted_names),
      cmocka_unit_test(columns_and_latex),
      cmocka_unit_test(posted_matrices_and_rows),
      cmocka_unit_test(posted_variables_and_lists),
      cmocka_unit_test(posted_with_headings),
      cmocka_unit_test(logs_are_no_boards),
      cmocka_unit_test(table),
  };
  return cmocka_run_group_tests_name("answer_rows", tests, NULL, NULL);
}
