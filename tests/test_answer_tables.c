/* Tables, logs and numbers of another kind beside boards and without: each board is read, and no
 * verdict is given on what is none. */
#include "answers.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

#define ANY NQ_FORMAT_AUTO, 0

static void reads_other_numbers(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {ANY, "0 8 0 0\n0 0 0 8\n8 0 0 0\n0 0 8 0\n", {ANSWER_BOARD(1, "2 0 3 1")}},
      {ANY, "0 1 0 0\n0 0 0 2\n3 0 0 0\n0 0 4 0\n", {ANSWER_BOARD(1, "2 0 3 1")}},
      {ANY, "0 3 0 0\n0 5 0 2\n3 0 0 0\n0 0 4 0\n", {ANSWER_REFUSED(1, "write 1 for each queen")}},
      {ANY, "[2, 8, 1, 4]\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      {ANY,
       "{'x00': 0, 'x01': 1, 'x02': 0, 'x03': 0, 'x10': 0, 'x11': 0, 'x12': 0, 'x13': 1,"
       " 'x20': 1, 'x21': 0, 'x22': 0, 'x23': 0, 'x30': 0, 'x31': 0, 'x32': 1, 'x33': 0}\n",
       {ANSWER_BOARD(1, "1 3 0 2")}},
      {ANY, "conflicts: [6, 4, 3, 1, 0]\n", {ANSWER_REFUSED(1, "no board")}},
      {ANY,
       "fitness values [28, 24, 23]\n[2, 4, 1, 3]\n",
       {ANSWER_REFUSED(1, "no board"), ANSWER_BOARD(2, "1 3 0 2")}},
      {ANY, "Best fitness: [2, 4, 1, 3]\n", {ANSWER_BOARD(1, "1 3 0 2")}},
  };
  ANSWER_RUN(cases);
}

/* How many solutions there are for each n. */
static void refuses_counts(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {ANY, "4 2\n5 10\n6 4\n", {ANSWER_REFUSED(1, "n cannot be determined")}},
      {ANY, "4 2\n5 10\n6 4\n7 40\n8 92\n", {ANSWER_REFUSED(1, "n cannot be determined")}},
      {ANY, "queens(4) = 2\nqueens(5) = 10\n", {ANSWER_REFUSED(1, "n cannot be determined")}},
      {ANY,
       "1, 0, 0, 2, 10, 4, 40, 92, 352, 724\n",
       {ANSWER_REFUSED(1, "10 numbers, up to 40 and more, may be no rows: give --n 10")}},
      {NQ_FORMAT_AUTO,
       10,
       "1, 0, 0, 2, 10, 4, 40, 92, 352, 724\n",
       {ANSWER_BOARD(1, "1 0 0 2 10 4 40 92 352 724")}},
      {NQ_FORMAT_AUTO, 10, "4 2\n5 10\n6 4\n", {ANSWER_BOARD(1, ". . . 1 9 3 . . . .")}},
      {ANY,
       "solutions: 1 0 0 2 10 4 40 92\n",
       {ANSWER_REFUSED(1, "8 numbers, up to 40 and more, may be no rows: give --n 8")}},
      {ANY,
       "solutions = [1, 0, 0, 2, 10, 4, 40, 92]\n",
       {ANSWER_REFUSED(1, "name measures of a search")}},
      {ANY,
       "Q1 placed at column 2\nQ2 placed at column 4\nQ3 placed at column 1\nQ4 placed at column "
       "3\n",
       {ANSWER_BOARD(1, "2 0 3 1")}},
      {ANY, "Most likely solution: 0100000110000010\n", {ANSWER_BOARD(1, "2 0 3 1")}},
      {ANY, "+1 x1 +1 x2 +1 x3 +1 x4 = 1 ;\n", {ANSWER_REFUSED(1, "")}},
      {ANY, "X = [1 3 0 2]\nF = [0.]\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      {ANY, "Number of solutions: 2 4 1 3\n", {ANSWER_REFUSED(1, "name measures of a search")}},
      {ANY, "1, 3, 0, 9\n", {ANSWER_BOARD(1, "1 3 0 9")}},
      {ANY, "x02 x14 x21 x33 x40\n", {ANSWER_BOARD(1, "2 4 1 3 0")}},
      {ANY, "[1, 3, 0, 99]\n", {ANSWER_BOARD(1, "1 3 0 99")}},
      {ANY, "4 2\n5 4\n6 1\n", {ANSWER_BOARD(1, ". . . 1 3 0")}},
  };
  ANSWER_RUN(cases);
}

/* Numbers beside a board that are none. */
static void skips_numbers_beside(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {ANY, "[2,4,1,3]\n0\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      {ANY, "[2,4,1,3]\n0\n0\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      {ANY, "0\n0\n", {ANSWER_BOARD(1, "0"), ANSWER_BOARD(2, "0")}},
      {ANY,
       "q = [2,4,1,3]\n0\nq = [3,1,4,2]\n0\n",
       {ANSWER_BOARD(1, "1 3 0 2"), ANSWER_BOARD(3, "2 0 3 1")}},
      {ANY, "1 3 0 2\n0\n", {ANSWER_BOARD(1, "1 3 0 2"), ANSWER_BOARD(2, "0")}},
      {ANY, "1 2 3 4\n[2,4,1,3]\n", {ANSWER_BOARD(2, "1 3 0 2")}},
      {ANY, "0 1 2 3\n(1 3 0 2)\n", {ANSWER_BOARD(2, "1 3 0 2")}},
      {ANY, "1 2 3 4\n", {ANSWER_BOARD(1, "0 1 2 3")}},
      {ANY, "1 2 3\n[2,4,1,3]\n", {ANSWER_REFUSED(1, "beside"), ANSWER_BOARD(2, "1 3 0 2")}},
  };
  ANSWER_RUN(cases);
}

/* Below the heading of a table a board stands in one cell. */
static void reads_cells(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {ANY,
       "queens n\n2;4;1;3 4\n3;1;4;2 4\n",
       {ANSWER_BOARD(2, "1 3 0 2"), ANSWER_BOARD(3, "2 0 3 1")}},
      {ANY, "solution\tsteps\n4 1 5 2 6 3\t821\n", {ANSWER_BOARD(2, "3 0 4 1 5 2")}},
      {ANY, "size board\n4 2,4,1,3\n", {ANSWER_BOARD(2, "1 3 0 2")}},
      {ANY, "n,board,time\n4,2 4 1 3,0.5\n", {ANSWER_BOARD(2, "1 3 0 2")}},
      {ANY, "n board\n4 2 4 1 3\n", {ANSWER_REFUSED(2, "may be 5 rows, or 4 beside")}},
      {ANY, "best board\n4 1 3 0 2\n", {ANSWER_BOARD(2, "4 1 3 0 2")}},
      {ANY, "id board\n0 2 4 1 3\n", {ANSWER_REFUSED(2, "may be 5 rows, or 4 beside")}},
      {ANY, "Solution found\n1 3 0 2\n", {ANSWER_BOARD(2, "1 3 0 2")}},
      {ANY, "n = 4 2 4 1 3\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      {ANY, "n = 4 2 4 1\n", {ANSWER_REFUSED(1, "may be a board")}},
  };
  ANSWER_RUN(cases);
}

/* Of two lists with names the better name is the board, unless both may be. */
static void refuses_two_named_boards(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {ANY, "rows = [2,4,1,3]\nqueens = [1,2,3,4]\n", {ANSWER_REFUSED(3, "rows, queens")}},
      {ANY, "queens = [2,4,1,3]\nother = [3,1,4,2]\n", {ANSWER_REFUSED(3, "queens, other")}},
      {ANY, "cols = [1,2,3,4]\nqueens = [2,4,1,3]\n", {ANSWER_BOARD(2, "1 3 0 2")}},
      {ANY, "queens = [2,4,1,3]\nsums = [3,6,4,7]\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      {ANY, "queens = [2,4,1,3]\ncopy = [2,4,1,3]\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      {NQ_FORMAT_MINIZINC,
       0,
       "queens = [2,4,1,3];\nother = [3,1,4,2];\n----------\n",
       {ANSWER_BOARD(1, "1 3 0 2")}},
  };
  ANSWER_RUN(cases);
}

static void reads_logs(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {ANY, "[INFO] 1 3 0 2\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      {ANY, "started\n[DEBUG] 1 3 0 2\n", {ANSWER_BOARD(2, "1 3 0 2")}},
      {ANY, "[INFO] .Q..\n[INFO] ...Q\n[INFO] Q...\n[INFO] ..Q.\n", {ANSWER_BOARD(1, "2 0 3 1")}},
  };
  ANSWER_RUN(cases);
}

#define INDEXED(id, column, row)                                                                   \
  "{\"id\":" id ",\"column\":{\"index\":" column "},\"row\":{\"index\":" row "}}"

#define INDEXED_BOARD                                                                              \
  "{\"n\":4,\"columns\":[{\"index\":0},{\"index\":1}],\"rows\":[{\"index\":0}],"                   \
  "\"queenList\":[" INDEXED("0", "0", "1") "," INDEXED("1", "1", "3") "," INDEXED(                 \
      "2", "2", "0") "," INDEXED("3", "3", "2") "],\"score\":\"0\"}\n"

static void reads_objects_with_places(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {ANY, INDEXED_BOARD, {ANSWER_BOARD(1, "1 3 0 2")}},
      {ANY,
       "[{\"row\":1,\"col\":0,\"id\":7},{\"row\":3,\"col\":1,\"id\":8},"
       "{\"row\":0,\"col\":2,\"id\":9},{\"row\":2,\"col\":3,\"id\":9}]\n",
       {ANSWER_BOARD(1, "1 3 0 2")}},
      {ANY,
       "- row: 1\n  col: 0\n- row: 3\n  col: 1\n- row: 0\n  col: 2\n- row: 2\n  col: 3\n",
       {ANSWER_BOARD(1, "1 3 0 2")}},
      {ANY,
       "queens:\n  - column: 0\n    row: 1\n  - column: 1\n    row: 3\n"
       "  - column: 2\n    row: 0\n  - column: 3\n    row: 2\n",
       {ANSWER_BOARD(2, "1 3 0 2")}},
      {ANY, "{\"rows\": [0, 1, 2, 3], \"cols\": [1, 3, 0, 2]}\n", {ANSWER_BOARD(1, "2 0 3 1")}},
      {ANY,
       "{\"rows\": 4, \"cols\": 4, \"solution\": [1, 3, 0, 2]}\n",
       {ANSWER_BOARD(1, "1 3 0 2")}},
      {ANY,
       "{\"placement\": [\"a2\", \"b4\", \"c1\", \"d3\"], \"valid\": true}\n",
       {ANSWER_BOARD(1, "1 3 0 2")}},
      {ANY,
       "{\"Status\": 2, \"Vars\": [{\"VarName\": \"x[0,1]\", \"X\": 1}, {\"VarName\": \"x[1,3]\", "
       "\"X\": 1}, {\"VarName\": \"x[2,0]\", \"X\": 1.0}, {\"VarName\": \"x[3,2]\", \"X\": 1}, "
       "{\"VarName\": \"slack\", \"X\": 0.5}]}\n",
       {ANSWER_BOARD(1, "1 3 0 2")}},
      /* Texts in strings. */
      {ANY,
       "{\"output\": {\"default\": \"q = [2, 4, 1, 3];\\n\"}, \"time\": 187}\n",
       {ANSWER_BOARD(1, "1 3 0 2")}},
      {ANY,
       "{\"n\": 4, \"solution\": \"..Q.\\nQ...\\n...Q\\n.Q..\", \"status\": \"ok\"}\n[2,4,1,3]\n",
       {ANSWER_BOARD(1, "1 3 0 2"), ANSWER_BOARD(2, "1 3 0 2")}},
      {ANY,
       "{\"log\": \"n = 4\\nno more\", \"solution\": [1, 3, 0, 2]}\n",
       {ANSWER_BOARD(1, "1 3 0 2")}},
      {ANY,
       "{\"solution\": \"..Q.\\nQ..\\n...Q\\n.Q..\"}\n[2,4,1,3]\n",
       {ANSWER_REFUSED(1, "in this string"), ANSWER_BOARD(2, "1 3 0 2")}},
      {ANY,
       "{\"board\": [\"..\\u265b.\", \"\\u265B...\", \"...\\u265b\", \".\\u265b..\"]}\n",
       {ANSWER_BOARD(1, "1 3 0 2")}},
      {ANY,
       "{\"board\": [\"..\\ud83d\\udc51.\", \"\\ud83d\\udc51...\", \"...\\ud83d\\udc51\", "
       "\".\\ud83d\\udc51..\"]}\n",
       {ANSWER_BOARD(1, "1 3 0 2")}},
  };
  ANSWER_RUN(cases);
}

static void reads_other_languages(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {ANY, "2/4/1/3\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      {ANY, "1/2 2/4 3/1 4/3\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      {ANY, "2026/11/27\n[2,4,1,3]\n", {ANSWER_BOARD(2, "1 3 0 2")}},
      {ANY, "{4 [1 3 0 2]}\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      {ANY, "&{4 [1 3 0 2] 0}\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      {ANY, "(1 3 ;; half\n 0 2)\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      {ANY,
       ";;; rows\n(0 1 0 0) ; first\n(0 0 0 1)\n(1 0 0 0)\n(0 0 1 0) ; last\n",
       {ANSWER_BOARD(2, "2 0 3 1")}},
      {ANY, "Q1=2;;Q2=4;; Q3=1; Q4=3\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      {ANY, "(0,1); (1,3); (2,0); (3,2)\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      {ANY, "queen(0,1); queen(1,3); queen(2,0); queen(3,2)\n", {ANSWER_BOARD(1, "1 3 0 2")}},
  };
  ANSWER_RUN(cases);
}

/* Columns with sums and differences, as those who check diagonals by hand write them. */
static void reads_sums(void **state) {
  (void)state;
#define SQUARES "1 2 3\n2 4 6\n3 1 4\n4 3 7\n"
  static const answer_case cases[] = {
      {ANY,
       "Row Col Sum Diff\n1 2 3 -1\n\n[1, 3, 0, 2]\n",
       {ANSWER_REFUSED(2, "not '-1'"), ANSWER_BOARD(4, "1 3 0 2")}},
      {ANY, "row col row+col\n" SQUARES, {ANSWER_BOARD(2, "2 0 3 1")}},
      {ANY, "row,col,sum\n1,2,3\n2,4,6\n3,1,4\n4,3,7\n", {ANSWER_BOARD(2, "2 0 3 1")}},
      {ANY,
       "| Row | Col | Row + Col | Row - Col |\n|---|---|---|---|\n| 1 | 2 | 3 | -1 |\n"
       "| 2 | 4 | 6 | -2 |\n| 3 | 1 | 4 | 2 |\n| 4 | 3 | 7 | 1 |\n",
       {ANSWER_BOARD(3, "2 0 3 1")}},
      {ANY,
       "Queen Column Row Col+Row Col-Row\n1 1 2 3 -1\n2 2 4 6 -2\n3 3 1 4 2\n4 4 3 7 1\n",
       {ANSWER_BOARD(2, "1 3 0 2")}},
  };
  ANSWER_RUN(cases);
}

/* Numbers of squares, and what is there before a search. */
static void refuses_other_tables(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {ANY, "0 1 2 3\n4 5 6 7\n8 9 10 11\n12 13 14 15\n", {ANSWER_REFUSED(1, "of the squares")}},
      {ANY,
       "5 4 3 4\n3 2 4 5\n6 5 4 3\n2 3 4 4\n\n2 4 1 3\n",
       {ANSWER_REFUSED(1, "of the squares"), ANSWER_BOARD(6, "1 3 0 2")}},
      {ANY, "[[0,1,2,3],[4,5,6,7],[8,9,10,11],[12,13,14,15]]\n", {ANSWER_REFUSED(1, "squares")}},
      {ANY, "int q[4] = {0};\nint q[4] = {1, 3, 0, 2};\n", {ANSWER_BOARD(2, "1 3 0 2")}},
      {ANY, "0 1 2 3\n1 2 3 4\n2 3 4 5\n3 4 5 6\n", {ANSWER_REFUSED(1, "of the squares")}},
      {ANY, "x = solve([0] * 8)\n", {ANSWER_REFUSED(1, "no board")}},
      {ANY,
       "b = [[0] * n for _ in range(n)]\nq = [-1] * 8\n[1, 3, 0, 2]\n",
       {ANSWER_BOARD(3, "1 3 0 2")}},
      {ANY,
       "q = [2, 4, 1, 3]\nCost of the queen of each column:\n0 1 2 1\n1 2 1 1\n3 1 1 2\n0 2 2 1\n",
       {ANSWER_BOARD(1, "1 3 0 2"), ANSWER_REFUSED(3, "of the squares")}},
      {ANY,
       "0 1 2 1\n1 2 1 1\n3 1 1 2\n0 2 2 1\n1 1 1 1\n",
       {ANSWER_BOARD(1, "0 1 2 1"), ANSWER_BOARD(2, "1 2 1 1"), ANSWER_BOARD(3, "3 1 1 2"),
        ANSWER_BOARD(4, "0 2 2 1"), ANSWER_BOARD(5, "1 1 1 1")}},
      {ANY, "int q[N][N] = {0};\n", {ANSWER_REFUSED(1, "no board")}},
      {ANY, "x = a[[1]]\n", {ANSWER_REFUSED(1, "no board")}},
      {ANY, "x = [[0]]\n", {ANSWER_BOARD(1, "0")}},
      {ANY,
       "[-1, -1, -1, -1]\n[1,3,0,2]\n",
       {ANSWER_REFUSED(1, "beside"), ANSWER_BOARD(2, "1 3 0 2")}},
      {ANY, "Partial solution (3 of 4): [1, 3, 0, 2]\n", {ANSWER_REFUSED(1, "measures")}},
      {ANY, "Placed so far: 1 3 0 2\n", {ANSWER_REFUSED(1, "measures")}},
      {ANY, "best solution so far = [1, 3, 0, 2]\n", {ANSWER_BOARD(1, "1 3 0 2")}},
  };
  ANSWER_RUN(cases);
}

/* What people write in Markdown and beside a board. */
static void reads_markdown(void **state) {
  (void)state;
  static const char *const lines[] = {"**Answer:** 2 4 1 3",
                                      "**Solution**: `2 4 1 3`",
                                      "**Answer:** `queens = [2, 4, 1, 3]`",
                                      "We get `q = [2, 4, 1, 3]` in 3 ms.",
                                      "**2 4 1 3**",
                                      "#1: [2, 4, 1, 3]",
                                      "Solution #1 2 4 1 3",
                                      "Nr 1. 2 4 1 3",
                                      "[0.00044] 2 4 1 3",
                                      "=> 2, 4, 1, 3",
                                      "2 4 1 3 -> conflicts: 0",
                                      "2 4 1 3 fitness = 6",
                                      "2, 4, 1, 3 (valid)"};
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    char text[100];
    sprintf(text, "%s\n", lines[i]);
    const answer_case cases[] = {{ANY, text, {ANSWER_BOARD(1, "1 3 0 2")}}};
    ANSWER_RUN(cases);
  }
  static const answer_case others[] = {
      {ANY, "cols: [2, 4, 1, 3], rows: [1, 2, 3, 4]\n", {ANSWER_BOARD(1, "2 0 3 1")}},
      {ANY, "2 4 1 1 conflicts: 1\n", {ANSWER_BOARD(1, "1 3 0 0")}},
      {ANY, "10 12 14 16 seconds\n", {ANSWER_REFUSED(1, "not 'seconds'")}},
      {ANY, "1 3 2 4 steps\n", {ANSWER_REFUSED(1, "not 'steps'")}},
      {ANY, "2 4 1 3 foo 5 6\n", {ANSWER_REFUSED(1, "not 'foo'")}},
      {ANY, "q = [1, 3, 0, 2] foo\n", {ANSWER_REFUSED(1, "end of the line was expected")}},
      {ANY,
       "board = [0, 1, 2, 3]\nparts at depth = [1, 8, 42, 140]\n",
       {ANSWER_REFUSED(3, "any of several lists: board, depth")}},
      {ANY, "board = [0, 1, 2, 3]\ncalls by depth = [1, 8, 42]\n", {ANSWER_BOARD(1, "0 1 2 3")}},
      {ANY,
       "n,solution,time\n4,2413,0.1\n4,3142,0.2\n",
       {ANSWER_BOARD(2, "1 3 0 2"), ANSWER_BOARD(3, "2 0 3 1")}},
  };
  ANSWER_RUN(others);
}

/* Boards in words, letters and digits are errors beside another, and never passed over. */
static void refuses_in_company(void **state) {
  (void)state;
  static const char *const lines[] = {"My solution is 15863724, found by hand.",
                                      "board=75248136 cost=0",
                                      "GECAFHBD",
                                      "G-E-C-A-F-H-B-D",
                                      "rows: [0, 1, 2, 3]",
                                      "sorted(rows) = [0, 1, 2, 3]"};
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    char text[100];
    sprintf(text, "%s\n[1, 3, 0, 2]\n", lines[i]);
    const answer_case cases[] = {{ANY, text, {ANSWER_REFUSED(1, ""), ANSWER_BOARD(2, "1 3 0 2")}}};
    ANSWER_RUN(cases);
  }
  static const answer_case counted[] = {
      {ANY,
       "1 2 4 1 3\n2 3 1 4 2\n3 2 4 1 3\n",
       {ANSWER_BOARD(1, "1 3 0 2"), ANSWER_BOARD(2, "2 0 3 1"), ANSWER_BOARD(3, "1 3 0 2")}},
      {ANY, "1,1,3,0,2\n2,2,0,3,1\n", {ANSWER_BOARD(1, "1 3 0 2"), ANSWER_BOARD(2, "2 0 3 1")}},
      {ANY, "2 2 4 1 3\n", {ANSWER_BOARD(1, "2 2 4 1 3")}},
      {ANY,
       "board: [0, 1, 2, 3]\n[1, 3, 0, 2]\n",
       {ANSWER_BOARD(1, "0 1 2 3"), ANSWER_BOARD(2, "1 3 0 2")}},
  };
  ANSWER_RUN(counted);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(reads_other_numbers),
      cmocka_unit_test(refuses_counts),
      cmocka_unit_test(skips_numbers_beside),
      cmocka_unit_test(reads_cells),
      cmocka_unit_test(refuses_two_named_boards),
      cmocka_unit_test(reads_logs),
      cmocka_unit_test(reads_objects_with_places),
      cmocka_unit_test(reads_other_languages),
      cmocka_unit_test(reads_sums),
      cmocka_unit_test(refuses_other_tables),
      cmocka_unit_test(reads_markdown),
      cmocka_unit_test(refuses_in_company),
  };
  return cmocka_run_group_tests_name("answer_tables", tests, NULL, NULL);
}
