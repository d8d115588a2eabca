/* Numbers of a text that are no board: measures of a search, labels, headings, counts. */
#include "answers.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#define ANY NQ_FORMAT_AUTO, 0

static void refuses_measures(void **state) {
  (void)state;
  static const char *const lines[] = {"costs: 1 3 0 2",
                                      "fitness = [3, 1, 4, 2]",
                                      "h = [1, 3, 0, 2]",
                                      "Backtracks: 2 4 1 3",
                                      "backtracks per run: [2, 4, 1, 3]",
                                      "crossover points: 2 4 1 3",
                                      "value order: 1 3 0 2",
                                      "variable_order: [1, 3, 0, 2]",
                                      "Solution costs: 1 3 0 2",
                                      "penalties: 2 4 1 3",
                                      "Fitnesses: 2 4 1 3",
                                      "runs: 2 4 1 3",
                                      "nodesPerLevel = (1, 3, 0, 2)",
                                      "{\"costs\": [1, 3, 0, 2]}",
                                      "rows used: 2 4 1 3",
                                      "Diag1: [2, 4, 1, 3]",
                                      "col sums: [1, 1, 1, 1]",
                                      "r + c: [2, 4, 1, 3]",
                                      "diagonals (row - col): [1, 3, 0, 2]",
                                      "rng state [1, 3, 0, 2]",
                                      "safe rows [1, 3, 0, 2]",
                                      "calls by depth: [1, 3, 0, 2]",
                                      "available: [1, 3, 0, 2]",
                                      "Legal moves: [(0, 1), (1, 3), (2, 0), (3, 2)]"};
  char text[200];
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    snprintf(text, sizeof text, "%s\n", lines[i]);
    const answer_case cases[] = {{ANY, text, {ANSWER_REFUSED(1, "no board")}}};
    ANSWER_RUN(cases);
  }
  static const answer_case boards[] = {
      {ANY, "Cost 0: 2 4 1 3\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      {ANY, "Time: 0.01s, solution: [2, 4, 1, 4]\n", {ANSWER_BOARD(1, "1 3 0 3")}},
      {ANY, "points = [(0,1), (1,3), (2,0), (3,2)]\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      {ANY, "min-conflicts: 2 4 1 3\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      {ANY, "Run: 2 4 1 3\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      {ANY, "Best: 2 4 1 3\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      {ANY, "Non-attacking queens: (0,1) (1,3) (2,0) (3,2)\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      {ANY, "safe placement: [1, 3, 0, 2]\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      {ANY, "A safe arrangement: [1, 3, 0, 2]\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      {ANY, "They cannot attack: (0,1) (1,3) (2,0) (3,2)\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      {ANY, "Solution with cost and steps: [2, 4, 1, 3]\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      {ANY, "queens = [2, 4, 1, 3]; costs = [1, 3, 0, 2]\n", {ANSWER_BOARD(1, "1 3 0 2")}},
  };
  ANSWER_RUN(boards);
}

static void refuses_numbers_beside(void **state) {
  (void)state;
  static const char *const lines[] = {"[7, 5, 4, 2, 0]",
                                      "(4,)",
                                      "4 4",
                                      "col = [True, True, True, True]",
                                      "rotations: 0 90 180 270",
                                      "solutions per n: 1 0 0 2 10 4 40 92",
                                      "Conflict history: 9 7 4 2 1 0"};
  char text[200];
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    snprintf(text, sizeof text, "[2,4,1,3]\n%s\n", lines[i]);
    const answer_case cases[] = {{ANY, text, {ANSWER_BOARD(1, "1 3 0 2"), ANSWER_REFUSED(2, "")}}};
    ANSWER_RUN(cases);
  }
  static const answer_case counts[] = {
      {ANY, "val it = [2,4,1,3] : int list\n92\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      {ANY, "1 3 0 2\n4 4\n", {ANSWER_BOARD(1, "1 3 0 2"), ANSWER_BOARD(2, "4 4")}},
  };
  ANSWER_RUN(counts);
}

/* Rows that are outside, 1 2 3 ..., or squares for some columns, beside a board in another form. */
static void refuses_other_forms(void **state) {
  (void)state;
#define PICTURE ". Q . .\n. . . Q\nQ . . .\n. . Q .\n"
  static const answer_case cases[] = {
      {ANY, "3 4 5 6\n" PICTURE, {ANSWER_REFUSED(1, "beside"), ANSWER_BOARD(2, "2 0 3 1")}},
      {ANY, PICTURE "\n[6, 4, 2, 0]\n", {ANSWER_BOARD(1, "2 0 3 1"), ANSWER_REFUSED(6, "beside")}},
      {ANY, PICTURE "\n0 1 2 3\n", {ANSWER_BOARD(1, "2 0 3 1"), ANSWER_REFUSED(6, "beside")}},
      {ANY,
       PICTURE "\nmoves: [(0, 1), (2, 3)]\n",
       {ANSWER_BOARD(1, "2 0 3 1"), ANSWER_REFUSED(6, "beside")}},
      {ANY, PICTURE "\n[1, 3, 0, 0]\n", {ANSWER_BOARD(1, "2 0 3 1"), ANSWER_BOARD(6, "1 3 0 0")}},
      {ANY, "2 4 1 3\n3 4 5 6\n", {ANSWER_BOARD(1, "1 3 0 2"), ANSWER_BOARD(2, "3 4 5 6")}},
      {ANY, "3 4 5 6\n1 3 0 2\n", {ANSWER_BOARD(1, "3 4 5 6"), ANSWER_BOARD(2, "1 3 0 2")}},
      {ANY, "[2, 4, 1, 3]\n3 4 5 6\n", {ANSWER_BOARD(1, "1 3 0 2"), ANSWER_REFUSED(2, "beside")}},
      {ANY,
       "[2, 4, 1, 3]\n[6, 4, 2, 0]\n",
       {ANSWER_BOARD(1, "1 3 0 2"), ANSWER_BOARD(2, "6 4 2 0")}},
      {ANY, "2 4 1 3\n0 3\n", {ANSWER_BOARD(1, "1 3 0 2"), ANSWER_REFUSED(2, "beside")}},
      {ANY,
       PICTURE "\nattacked squares: (0, 1) (1, 3) (2, 0) (3, 2)\n",
       {ANSWER_BOARD(1, "2 0 3 1"), ANSWER_REFUSED(6, "may be")}},
      {ANY,
       "[1, 3, 0, 2]\n\nTake cols = [1, 3, 0, 2] with rows [0, 1, 2, 3]\n",
       {ANSWER_BOARD(1, "1 3 0 2"), ANSWER_REFUSED(3, "end of the line")}},
      {ANY,
       "| Row | Col | Row + Col | Row - Col |\n|----:|----:|----:|----:|\n"
       "| 1 | 2 | 3 | -1 |\n| 2 | 4 | 6 | -2 |\n| 3 | 1 | 4 | 2 |\n| 4 | 3 | 7 | 1 |\n",
       {ANSWER_BOARD(3, "2 0 3 1")}},
      {ANY, "1 3 0 2\nindex: 0 1 2 3\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      {ANY,
       "foo: 0 1 2 3\n1 3 0 2\n",
       {ANSWER_REFUSED(1, "words that name no board"), ANSWER_BOARD(2, "1 3 0 2")}},
      {ANY, "cols: 0 1 2 3\n", {ANSWER_BOARD(1, "0 1 2 3")}},
      /* Steps of a search, where 0 is no queen yet. */
      {NQ_FORMAT_AUTO,
       0,
       "1: (3,0,0,0)\n2: (3,1,0,0)\n3: (3,1,4,0)\n4: (3,1,4,2)\n",
       {ANSWER_REFUSED(1, "may be no rows"), ANSWER_REFUSED(2, "may be no rows"),
        ANSWER_BOARD(4, "2 0 3 1")}},
      {NQ_FORMAT_AUTO,
       0,
       "q[1]=2\nNode: 1\nq[2]=4\nSolution: 2 4 1 3\n",
       {ANSWER_REFUSED(1, "too few"), ANSWER_BOARD(4, "1 3 0 2")}},
  };
  ANSWER_RUN(cases);
}

/* A number beside the rows is a label, or refused. */
static void drops_labels(void **state) {
  (void)state;
  static const char *const doubts[] = {"seed=3 2 4 1 3",
                                       "Solution no: 1 2 4 1 3",
                                       "<1> 2 4 1 3",
                                       "1> 2 4 1 3",
                                       "2 4 1 3\t0",
                                       "2413 4",
                                       "2 4 1 3  0",
                                       "2 4 1 3; 3 1 4 2",
                                       "x_1,3 + x_2,1 + x_3,4 + x_4,2",
                                       "15863724\n2057"};
  char text[200];
  for (size_t i = 0; i < sizeof doubts / sizeof *doubts; i++) {
    snprintf(text, sizeof text, "%s\n", doubts[i]);
    const answer_case cases[] = {{ANY, text, {ANSWER_REFUSED(1, "")}}};
    ANSWER_RUN(cases);
  }
  static const answer_case boards[] = {
      {ANY, "Solution: 0001  02 04 01 03\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      {ANY, "Solution: 7 2 5 3 1 7 4 6\n", {ANSWER_BOARD(1, "7 2 5 3 1 7 4 6")}},
      {ANY, "1\t2 4 1 3\n2\t3 1 4 2\n", {ANSWER_BOARD(1, "1 3 0 2"), ANSWER_BOARD(2, "2 0 3 1")}},
      {ANY, "3 -> 1 -> 4 -> 2\n", {ANSWER_BOARD(1, "2 0 3 1")}},
      {ANY, "0 -> 1, 1 -> 3, 2 -> 0, 3 -> 2\n", {ANSWER_BOARD(1, "1 3 0 2")}},
  };
  ANSWER_RUN(boards);
}

static void reads_headings(void **state) {
  (void)state;
  static const char *const tables[] = {"depth nodes\n0 1\n1 3\n2 0\n3 2\n",
                                       "level,count\n0,1\n1,3\n2,0\n3,2\n",
                                       "thread,solutions\n0,1\n1,3\n2,0\n3,2\n",
                                       "# n  time(s)\n1 2\n2 4\n3 1\n4 3\n",
                                       "Costs:\n1 3 0 2\n",
                                       "Times:\n1\n3\n0\n2\n",
                                       "Text\n0\t9\n1\t7\n2\t5\n3\t3\n"};
  for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
    const answer_case cases[] = {{ANY, tables[i], {ANSWER_REFUSED(2, "may be a")}}};
    ANSWER_RUN(cases);
  }
  static const answer_case boards[] = {
      {ANY, "solution,row,col\n1,1,3\n1,2,1\n1,3,4\n1,4,2\n", {ANSWER_BOARD(2, "1 3 0 2")}},
      {ANY,
       "Queen Row Column Attacks\n1 1 2 0\n2 2 4 0\n3 3 1 0\n4 4 3 0\n",
       {ANSWER_BOARD(2, "2 0 3 1")}},
      {ANY, "( 1 2 3 4 )\n( 2 4 1 3 )\n", {ANSWER_BOARD(2, "1 3 0 2")}},
      {ANY,
       "(0, 1, 2, 3)\n(1, 3, 0, 2)\n",
       {ANSWER_BOARD(1, "0 1 2 3"), ANSWER_BOARD(2, "1 3 0 2")}},
      {ANY,
       "+---+---+---+---+\n| 1 | 2 | 3 | 4 |\n+---+---+---+---+\n| 2 | 4 | 1 | 3 |\n"
       "+---+---+---+---+\n",
       {ANSWER_BOARD(4, "1 3 0 2")}},
      {ANY, "index : 0 1 2 3\nvalue : 1 3 0 2\n", {ANSWER_BOARD(2, "1 3 0 2")}},
      {ANY, "cols: 0 1 2 3\nrows: 1 3 0 2\n", {ANSWER_BOARD(2, "1 3 0 2")}},
      {ANY, "x,y,z\n1,2,5\n2,4,6\n3,1,7\n4,3,8\n", {ANSWER_BOARD(2, "1 3 0 2")}},
      {ANY, "xs: 0 1 2 3\nys: 1 3 0 2\n", {ANSWER_BOARD(2, "1 3 0 2")}},
      {ANY,
       "[2,4,1,3]\nConflicts per square:\n1 3 0 1\n0 2 2 3\n3 2 2 0\n1 0 3 1\n",
       {ANSWER_BOARD(1, "1 3 0 2")}},
      {ANY, "Runtime:\n5\n2 4 1 3\n", {ANSWER_BOARD(3, "1 3 0 2")}},
      {ANY, "# min-conflicts\n2 4 1 3\n", {ANSWER_BOARD(2, "1 3 0 2")}},
      {ANY, "[2,4,1,3]\nQ1: {1,2,3,4}\n", {ANSWER_BOARD(1, "1 3 0 2"), ANSWER_REFUSED(2, "")}},
  };
  ANSWER_RUN(boards);
}

/* The first three are pictures or matrices. */
static const char *const boards[][2] = {
    {". Q . .\n. . . Q\nQ . . .\n. . Q .\n", ". . Q .\nQ . . .\n. . . Q\n. Q . .\n"},
    {".Q..\n...Q\nQ...\n..Q.\n", "..Q.\nQ...\n...Q\n.Q..\n"},
    {"0 1 0 0\n0 0 0 1\n1 0 0 0\n0 0 1 0\n", "0 0 1 0\n1 0 0 0\n0 0 0 1\n0 1 0 0\n"},
    {"1 3 0 2\n", "2 0 3 1\n"},
    {"[2, 4, 1, 3]\n", "[3, 1, 4, 2]\n"},
    {"queens = [1, 3, 0, 2]\n", "queens = [2, 0, 3, 1]\n"},
    {"(0,1) (1,3) (2,0) (3,2)\n", "(0,2) (1,0) (2,3) (3,1)\n"}};

/* Headings in signs, above boards of any shape; @ is the number of the board. */
static void passes_over_headings(void **state) {
  (void)state;
  static const char *const headings[] = {"===== Solution @ =====",
                                         "=====Solution @=====",
                                         "-----Solution @-----",
                                         "*** Solution @ ***",
                                         "[Solution @]",
                                         "[Solution @/2]",
                                         "(solution @ of 2)",
                                         "=== Board #@ (n=4) ===",
                                         "======== 4-Queens: solution @ ========",
                                         "==== @ ====",
                                         "---- @ ----",
                                         "--> @",
                                         "<<< @ >>>",
                                         "## @",
                                         "-- @",
                                         "@/2",
                                         "[@/2]",
                                         "[#@]",
                                         "[@]",
                                         "{@}",
                                         "(@)",
                                         "@.",
                                         "@)",
                                         "@ -",
                                         "@ ->",
                                         "=== N = 4, case @ ==="};
  for (size_t i = 0; i < sizeof headings / sizeof *headings; i++)
    for (size_t k = 0; k < sizeof boards / sizeof *boards; k++) {
      char text[400], first[60], second[60];
      strcpy(first, headings[i]);
      strcpy(second, headings[i]);
      *strchr(first, '@') = '1';
      *strchr(second, '@') = '2';
      sprintf(text, "%s\n%s\n%s\n%s", first, boards[k][0], second, boards[k][1]);
      uint64_t lines = k < 3 ? 4 : 1;
      bool matrix = k < 3;
      const answer_case cases[] = {{ANY,
                                    text,
                                    {ANSWER_BOARD(2, matrix ? "2 0 3 1" : "1 3 0 2"),
                                     ANSWER_BOARD(lines + 4, matrix ? "1 3 0 2" : "2 0 3 1")}}};
      ANSWER_RUN(cases);
    }
  static const answer_case others[] = {
      {ANY, "<<< no solution\n", {ANSWER_NONE(1)}},
      {ANY, "=====UNSATISFIABLE=====\n", {ANSWER_NONE(1)}},
      {ANY, "[1]\n", {ANSWER_BOARD(1, "0")}},
      {ANY, "== 2413 ==\n1 3 0 2\n", {ANSWER_REFUSED(1, ""), ANSWER_BOARD(2, "1 3 0 2")}},
      {ANY, "[Solution 1 3 0 2]\n1 3 0 2\n", {ANSWER_REFUSED(1, ""), ANSWER_BOARD(2, "1 3 0 2")}},
  };
  ANSWER_RUN(others);
}

/* Times, percentages and progress on lines of their own, before a board and after it. */
static void passes_over_amounts(void **state) {
  (void)state;
  static const char *const amounts[] = {"0.0031",
                                        "1.2e-05",
                                        "0:00:00.001234",
                                        "12:30:01",
                                        "100%",
                                        "100.0 %",
                                        "[Finished in 0.3s]",
                                        "(1 of 92)",
                                        "[ 12%] searching",
                                        "100%|####| 12/12 [00:00<00:00, 1234.56it/s]"};
  for (size_t i = 0; i < sizeof amounts / sizeof *amounts; i++)
    for (size_t k = 0; k < sizeof boards / sizeof *boards; k++) {
      char text[400];
      sprintf(text, "%s\n\n%s\n%s\n", amounts[i], boards[k][0], amounts[i]);
      const answer_case cases[] = {{ANY, text, {ANSWER_BOARD(3, k < 3 ? "2 0 3 1" : "1 3 0 2")}}};
      ANSWER_RUN(cases);
    }
  static const answer_case others[] = {
      {ANY, "1.0\n3.0\n0.0\n2.0\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      {ANY, "2 4 1 3\n0 3\n1 1\n2 0\n", {ANSWER_BOARD(1, "1 3 0 2"), ANSWER_REFUSED(2, "beside")}},
      {ANY,
       "0 3\n1 1\n2 0\n\n2 4 1 3\n",
       {ANSWER_REFUSED(1, "beside"), ANSWER_BOARD(5, "1 3 0 2")}},
      {ANY, "5 3\n[2, 4, 1, 3]\n", {ANSWER_REFUSED(1, "beside"), ANSWER_BOARD(2, "1 3 0 2")}},
      {ANY, "5 3\n", {ANSWER_BOARD(1, "5 3")}},
      {ANY, "1 2 3 4\n2 4 1 3\n", {ANSWER_REFUSED(1, "beside"), ANSWER_BOARD(2, "1 3 0 2")}},
      {ANY, "1 2 3 4\n", {ANSWER_BOARD(1, "0 1 2 3")}},
      {ANY, "0 1 2 3\n1 3 0 2\n", {ANSWER_BOARD(1, "0 1 2 3"), ANSWER_BOARD(2, "1 3 0 2")}},
      {ANY, "0\n\n[2, 4, 1, 3]\n", {ANSWER_REFUSED(1, "beside"), ANSWER_BOARD(3, "1 3 0 2")}},
      {ANY,
       "0\n1 3 0 2\n0\n",
       {ANSWER_BOARD(1, "0"), ANSWER_BOARD(2, "1 3 0 2"), ANSWER_BOARD(3, "0")}},
      {ANY, "2 4 1 3\n0\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      {ANY,
       "Queen 1: row 2  conflicts: 0\nQueen 2: row 4  conflicts: 0\n"
       "Queen 3: row 1  conflicts: 0\nQueen 4: row 3  conflicts: 0\n",
       {ANSWER_BOARD(1, "1 3 0 2")}},
      {ANY,
       "Queen 1: row 2   0\nQueen 2: row 4   0\nQueen 3: row 1   0\nQueen 4: row 3   0\n",
       {ANSWER_REFUSED(1, "may be a board")}},
      {ANY,
       "0 1 0 0   0\n0 0 0 1   0\n1 0 0 0   0\n0 0 1 0   0\n",
       {ANSWER_REFUSED(1, "a picture has 5 lines")}},
  };
  ANSWER_RUN(others);
}

/* Few numbers, one of them outside a board of as many, are a table of something else, and said to be so
 * once. */
static void refuses_few_numbers(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {ANY, "8,7\n[1, 3, 0, 2]\n", {ANSWER_REFUSED(1, "beside"), ANSWER_BOARD(2, "1 3 0 2")}},
      {ANY, "8,7\n", {ANSWER_REFUSED(1, "n = 2 is hardly meant")}},
      {ANY, "| 0 | 58 |\n", {ANSWER_REFUSED(1, "n = 2")}},
      {ANY, "m: [1, 0]\n", {ANSWER_REFUSED(1, "n = 1")}},
      {ANY, "-6, 5, -1, 6\n", {ANSWER_REFUSED(1, "n = 4")}},
      {ANY, "T,N\n4,9.04\n-3,2%\n8,2\n9,1\n", {ANSWER_REFUSED(2, "not '9.04'")}},
      {ANY, "36 | 62% | 4\n5 | 1 | 9\n", {ANSWER_REFUSED(1, "n = 2")}},
      {ANY, "16, search, -2\n-9, 5, 6\n", {ANSWER_REFUSED(2, "n = 3")}},
      {ANY, "0,1\n", {ANSWER_BOARD(1, "0 1")}},
      {ANY, "8 7\n", {ANSWER_BOARD(1, "8 7")}}, /* our own form */
      {ANY, "2\n10\n4\n40\n", {ANSWER_REFUSED(1, "may be no rows")}},
      {ANY, "$ nqueens count --instance x\n1\n", {ANSWER_REFUSED(1, "no board")}},
      {ANY, "nqueens: no solution exists: none\n$ echo $?\n1\n", {ANSWER_NONE(1)}},
      {ANY, "1\n", {ANSWER_BOARD(1, "0")}},
      {ANY,
       "$ sort boards | uniq -c\n    254 2 5 1 4 0 3\n     17 1 3 5 0 2 4\n",
       {ANSWER_BOARD(2, "2 5 1 4 0 3"), ANSWER_BOARD(3, "1 3 5 0 2 4")}},
      {ANY,
       "-1 x3 -1 x8 >= -1 ;\n-1 x4 -1 x7 -1 x10 >= -1 ;\n+1 x2 = 1 ;\n",
       {ANSWER_REFUSED(1, "not 'x3'")}},
      {NQ_FORMAT_AUTO, 2, "8,7\n", {ANSWER_BOARD(1, "8 7")}},
  };
  ANSWER_RUN(cases);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(refuses_measures),    cmocka_unit_test(refuses_numbers_beside),
      cmocka_unit_test(refuses_other_forms), cmocka_unit_test(drops_labels),
      cmocka_unit_test(reads_headings),      cmocka_unit_test(passes_over_headings),
      cmocka_unit_test(passes_over_amounts), cmocka_unit_test(refuses_few_numbers),
  };
  return cmocka_run_group_tests_name("answer_numbers", tests, NULL, NULL);
}
