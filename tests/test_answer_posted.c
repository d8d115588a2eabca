/* Boards with what stands around them where people post them: no board is lost, and none is made of
 * something else. */
#include "answers.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#define WRONG "Q...\n.Q..\n..Q.\n...Q\n"
#define RIGHT ".Q..\n...Q\nQ...\n..Q.\n"
#define ANY   NQ_FORMAT_AUTO, 0

/* A line of another kind right after a picture ends it. */
static void reads_each_picture(void **state) {
  (void)state;
  static const char *const between[] = {"4",       "N = 4", "n = 4",    "--- 2 ---", "2",
                                        "; 2",     "4 4",   "--------", "====",      "****",
                                        "Board 2", "--",    "2nd:"};
  char text[200];
  for (size_t i = 0; i < sizeof between / sizeof *between; i++) {
    snprintf(text, sizeof text, "%s%s\n%s", WRONG, between[i], RIGHT);
    const answer_case test = {ANY, text, {ANSWER_BOARD(1, "0 1 2 3"), ANSWER_BOARD(6, "2 0 3 1")}};
    answer_run(&test, 1);
    snprintf(text, sizeof text, "%s%s\n", RIGHT, between[i]);
    const answer_case last = {ANY, text, {ANSWER_BOARD(1, "2 0 3 1")}};
    if (strcmp(between[i], "4 4") != 0) answer_run(&last, 1);
  }
  static const answer_case cases[] = {
      {ANY, RIGHT "1 3 0 2\n", {ANSWER_BOARD(1, "2 0 3 1"), ANSWER_BOARD(5, "1 3 0 2")}},
      /* What a solver says of itself confirms the board above it. */
      {ANY, RIGHT "status: OPTIMAL\nTime: 0.02\n", {ANSWER_BOARD(1, "2 0 3 1")}},
      {ANY, "[1, 3, 0, 2]\nModel status : Optimal\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      {ANY,
       RIGHT
       "status: OPTIMAL\nsolution: 1\nsolution: 3\nsolution: 0\nsolution: 2\nnum_booleans: 0\n",
       {ANSWER_BOARD(1, "2 0 3 1"), ANSWER_BOARD(6, "1 3 0 2")}},
      {ANY, RIGHT "1,3,0,2\n", {ANSWER_BOARD(1, "2 0 3 1"), ANSWER_BOARD(5, "1 3 0 2")}},
  };
  ANSWER_RUN(cases);
}

/* Pictures of any two glyphs with rules between them. */
static void reads_pictures_between_rules(void **state) {
  (void)state;
  static const char glyphs[][2] = {{'X', '_'}, {'*', '-'}, {'#', '-'}, {'Q', 'x'}, {'Q', 'X'},
                                   {'R', '.'}, {'D', '.'}, {'*', '.'}, {'1', '.'}, {'*', '#'},
                                   {'Q', '#'}, {'Q', '-'}, {'1', '0'}, {'@', '.'}};
  static const char *const rules[] = {"----", "------------", "====", "**", "~~~~~"};
  for (size_t i = 0; i < sizeof glyphs / sizeof *glyphs; i++)
    for (size_t k = 0; k < 2 * sizeof rules / sizeof *rules; k++) {
      char text[400] = "", *at = text;
      static const int boards[][4] = {{0, 1, 2, 3}, {1, 3, 0, 2}, {2, 0, 3, 1}};
      for (size_t board = 0; board < 3; board++) {
        for (int square = 0; square < 16; square++) {
          bool queen = boards[board][square % 4] == square / 4;
          at += sprintf(at, "%c%s", glyphs[i][!queen],
                        square % 4 == 3 ? "\n" : (k % 2 == 0 ? " " : ""));
        }
        at += sprintf(at, "%s\n", rules[k / 2]);
      }
      const answer_case test = {
          ANY,
          text,
          {ANSWER_BOARD(1, "0 1 2 3"), ANSWER_BOARD(6, "1 3 0 2"), ANSWER_BOARD(11, "2 0 3 1")}};
      answer_run(&test, 1);
    }
}

/* Rows of squares that are no board are refused, and no text. */
static void refuses_loose_rows(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {ANY,
       "X _ _ _\n_ X _ _\n2 4 1 3\n",
       {ANSWER_REFUSED(1, "no n lines of n"), ANSWER_BOARD(3, "1 3 0 2")}},
      {ANY,
       "* - - -\n\n2 4 1 3\n",
       {ANSWER_REFUSED(1, "no n lines of n"), ANSWER_BOARD(3, "1 3 0 2")}},
      {ANY, "# # * #\n* # # #\n# # # *\n# * # #\n# * # #\n", {ANSWER_REFUSED(5, "an empty line")}},
      {ANY,
       "X . . .\n. . X .\nX . . .\n. . . X\n. X . .\n",
       {ANSWER_REFUSED(1, "no n lines of n")}},
  };
  ANSWER_RUN(cases);
}

/* A heading after a picture is none of its lines, and one of a log hides no board. */
static void reads_beside_headings(void **state) {
  (void)state;
#define LETTERS "B W B B\nB B B W\nW B B B\nB B W B\n"
  static const answer_case cases[] = {
      {ANY,
       LETTERS "n q1 q2 q3\n\n" LETTERS,
       {ANSWER_BOARD(1, "2 0 3 1"), ANSWER_BOARD(7, "2 0 3 1")}},
      {ANY,
       "  0 1 2 3\n0 . Q . .\n1 . . . Q\n2 Q . . .\n3 . . Q .\n---\n",
       {ANSWER_BOARD(2, "2 0 3 1")}},
      {ANY,
       "B B W B\n[2, 4, 1, 3]\n",
       {ANSWER_REFUSED(1, "no n lines of n"), ANSWER_BOARD(2, "1 3 0 2")}},
      {ANY,
       "Iteration Conflicts Best Worst\n0 1 0 0\n0 0 0 1\n1 0 0 0\n0 0 1 0\n",
       {ANSWER_REFUSED(2, "may be a board")}},
      {ANY, "try 1 2\n2,4,1,3\n", {ANSWER_BOARD(2, "1 3 0 2")}},
      {ANY, "2-element Vector{Vector{Int64}}:\n [3, 1, 4, 2]\n", {ANSWER_BOARD(2, "2 0 3 1")}},
  };
  ANSWER_RUN(cases);
}

static void reads_labels(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {ANY, "    0123\n 0  ..Q.\n 1  Q...\n 2  ...Q\n 3  .Q..\n", {ANSWER_BOARD(2, "1 3 0 2")}},
      {ANY, "1234\n..Q.\nQ...\n...Q\n.Q..\n", {ANSWER_BOARD(2, "1 3 0 2")}},
      {ANY,
       "╔════╤════╤════╤════╗\n"
       "║    │    │ 00 │    ║\n╟────┼────┼────┼────╢\n║ 00 │    │    │    ║\n"
       "║    │    │    │ 00 ║\n╟────┼────┼────┼────╢\n║    │ 00 │    │    ║\n"
       "╚════╧════╧════╧════╝\n",
       {ANSWER_BOARD(2, "1 3 0 2")}},
      {ANY, "| |Qn| | |\n| | | |Qn|\n|Qn| | | |\n| | |Qn| |\n", {ANSWER_BOARD(1, "2 0 3 1")}},
      {ANY, "|0|0|Qn|0|\n|Qx|0|0|0|\n|0|0|0|Qn|\n|0|Qn|0|0|\n", {ANSWER_REFUSED(2, "")}},
  };
  ANSWER_RUN(cases);
}

static void reads_rows_and_columns(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {ANY, "R0 C1\nR1 C3\nR2 C0\nR3 C2\nTime 0.1\n", {ANSWER_BOARD(1, "2 0 3 1")}},
      {ANY, "R0C1, R1C3, R2C0, R3C2\n", {ANSWER_BOARD(1, "2 0 3 1")}},
      {ANY, "r1 c2\nr2 c4\nr3 c1\nr4 c3\n", {ANSWER_BOARD(1, "2 0 3 1")}},
      {ANY,
       "4 queens in a 4 x 4 board, so no two queens attack\n* [2, 4, 1, 3]\n",
       {ANSWER_BOARD(2, "1 3 0 2")}},
  };
  ANSWER_RUN(cases);
}

static void reads_digits(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {ANY,
       "2413\n1234\n1111\n",
       {ANSWER_BOARD(1, "1 3 0 2"), ANSWER_BOARD(2, "0 1 2 3"), ANSWER_BOARD(3, "1 1 1 1")}},
      {ANY,
       "0258693147\n4321098765\n",
       {ANSWER_BOARD(1, "0 2 5 8 6 9 3 1 4 7"), ANSWER_BOARD(2, "4 3 2 1 0 9 8 7 6 5")}},
      {ANY, "35441\n", {ANSWER_BOARD(1, "2 4 3 3 0")}},
      {ANY, "14200\n", {ANSWER_REFUSED(1, "or a number")}},
      {ANY,
       "2413\n\n2142\n\n3142\n",
       {ANSWER_BOARD(1, "1 3 0 2"), ANSWER_BOARD(3, "1 0 3 1"), ANSWER_BOARD(5, "2 0 3 1")}},
      {ANY, "2413\nSolution 2\n3142\n", {ANSWER_BOARD(1, "1 3 0 2"), ANSWER_BOARD(3, "2 0 3 1")}},
      {ANY, "1000\n2000\n3000\n", {ANSWER_REFUSED(1, "or a number")}},
  };
  ANSWER_RUN(cases);
}

/* Squares and numbers of sentences are no boards. */
static void skips_what_a_search_says(void **state) {
  (void)state;
  static const char *const lines[] = {
      "Move queen from (2, 3) to (2, 4)",
      "Move: (2, 3)",
      "swap(2, 3)",
      "pair (1, 2)",
      "Queen 2 moved from row 3 to row 4",
      "queen 1 moves to row 3",
      "step 1: move queen 3 to row 2\nstep 2: move queen 1 to row 0",
      "Solution found in (12, 34) steps",
      "backtracking from: [0, 2]",
      "Trying queen at (0, 0)\nPlaced queen at (0, 2)\nTrying (1, 0)",
      "Enter rate (0-1): 0.5",
      "Mutation rate [0, 1]: 0.2",
      "Copyright (c) 2010-2020",
      "R1 C2",
      "[[1]]",
      "[1]"};
  char text[200];
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    uint64_t line = 2;
    for (const char *at = lines[i]; *at != '\0'; at++) line += *at == '\n';
    snprintf(text, sizeof text, "%s\n[2, 0, 3, 1]\n", lines[i]);
    const answer_case test = {ANY, text, {ANSWER_BOARD(line, "2 0 3 1")}};
    answer_run(&test, 1);
  }
  static const answer_case cases[] = {
      {ANY, "conflict between (0, 1) and (1, 3)\n", {ANSWER_REFUSED(1, "too few")}},
      {ANY,
       "Column 2, Row 3: 4 conflicts\nColumn 1, Row 2: 3 conflicts\n",
       {ANSWER_REFUSED(1, "too few")}},
      {ANY, "Solution: [1, 0]\n", {ANSWER_BOARD(1, "1 0")}},
  };
  ANSWER_RUN(cases);
}

static void reads_digits_beside_numbers(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {ANY, "4\n0100\n0001\n1000\n0010\n", {ANSWER_BOARD(2, "2 0 3 1")}},
      {ANY, "0100\n0001\n1000\n0010\n2\n", {ANSWER_BOARD(1, "2 0 3 1")}},
      {ANY,
       "1\n0100\n0001\n1000\n0010\n2\n0010\n1000\n0001\n0100\n",
       {ANSWER_BOARD(2, "2 0 3 1"), ANSWER_BOARD(7, "1 3 0 2")}},
      {ANY,
       "92\n15863724\n11111111\n",
       {ANSWER_BOARD(2, "0 4 7 5 2 6 1 3"), ANSWER_BOARD(3, "1 1 1 1 1 1 1 1")}},
      {ANY,
       "24748552\n32752411\n",
       {ANSWER_BOARD(1, "1 3 6 3 7 4 4 1"), ANSWER_BOARD(2, "3 2 7 5 2 4 1 1")}},
  };
  ANSWER_RUN(cases);
}

static void reads_double_spaced_text(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {ANY, "Board:\n0 1 0 0\n\n0 0 0 1\n\n1 0 0 0\n\n0 0 1 0\n", {ANSWER_BOARD(2, "2 0 3 1")}},
      {ANY, "4\n0 1 0 0\n\n0 0 0 1\n\n1 0 0 0\n\n0 0 1 0\n", {ANSWER_BOARD(2, "2 0 3 1")}},
      {ANY, "0 1 0 0\n\n\n0 0 0 1\n\n\n1 0 0 0\n\n\n0 0 1 0\n", {ANSWER_BOARD(1, "2 0 3 1")}},
      {ANY, "Queens:\n(0, 2)\n\n(1, 0)\n\n(2, 3)\n\n(3, 1)\n", {ANSWER_BOARD(2, "2 0 3 1")}},
  };
  ANSWER_RUN(cases);
}

static void reads_squares_by_number(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {ANY, "Queens at cells: [7, 0, 16, 14, 23]\n", {ANSWER_BOARD(1, "0 2 4 1 3")}},
      {ANY, "[8, 1, 14, 7]\n", {ANSWER_REFUSED(1, "give --base 0 or --base 1")}},
      {ANY, "[8, 1, 14, 6]\n", {ANSWER_BOARD(1, "8 1 14 6")}}, /* rows, and bad ones */
      {ANY,
       "[[1]]\n[1] 2 4 1 3\n\n[[2]]\n[1] 3 1 4 2\n",
       {ANSWER_BOARD(2, "1 3 0 2"), ANSWER_BOARD(5, "2 0 3 1")}},
  };
  ANSWER_RUN(cases);
}

static void parts_boards(void **state) {
  (void)state;
#define TWO ANSWER_BOARD(1, "1 3 0 2"), ANSWER_BOARD(5, "2 0 3 1")
  static const answer_case cases[] = {
      {ANY, "(0, 1)\n(1, 3)\n(2, 0)\n(3, 2)\n(0, 2)\n(1, 0)\n(2, 3)\n(3, 1)\n", {TWO}},
      {ANY, "1 2\n2 4\n3 1\n4 3\n1 3\n2 1\n3 4\n4 2\n", {TWO}},
      {ANY, "a2\nb4\nc1\nd3\na3\nb1\nc4\nd2\n", {TWO}},
      {ANY, "2\n4\n1\n3\n3\n1\n4\n2\n", {TWO}},
      {ANY, "(0, 1)\n(1, 3)\n(2, 0)\n(3, 2)\n(0, 2)\n", {ANSWER_INVALID(1, "column 0 has queens")}},
      {ANY,
       "1\n0 1\n1 3\n2 0\n3 2\n2\n0 2\n1 0\n2 3\n3 1\n",
       {ANSWER_BOARD(2, "1 3 0 2"), ANSWER_BOARD(7, "2 0 3 1")}},
      {ANY, "2\n1 2\n2 4\n3 1\n4 3\n", {ANSWER_BOARD(2, "1 3 0 2")}},
      {ANY, "2\n\n2 4 1 3\n3 1 4 2\n", {ANSWER_BOARD(3, "1 3 0 2"), ANSWER_BOARD(4, "2 0 3 1")}},
      {ANY,
       "?- q(Q).\n   Q = [2,4,1,3]\n;  Q = [1,2,3,4]\n;  false.\n",
       {ANSWER_BOARD(2, "1 3 0 2"), ANSWER_BOARD(3, "0 1 2 3")}},
  };
  ANSWER_RUN(cases);
}

/* What numbers the columns or rows of a board is none. */
static void skips_what_numbers_columns(void **state) {
  (void)state;
#define ROWS "0 1 0 0\n0 0 0 1\n1 0 0 0\n0 0 1 0\n"
  static const answer_case cases[] = {
      {ANY, "0 1 2 3\n" ROWS, {ANSWER_BOARD(2, "2 0 3 1")}},
      {ANY, ROWS "0 1 2 3\n", {ANSWER_BOARD(1, "2 0 3 1")}},
      {ANY, "0,1,2,3\n0,1,0,0\n0,0,0,1\n1,0,0,0\n0,0,1,0\n", {ANSWER_BOARD(2, "2 0 3 1")}},
      {ANY,
       "   0 1 2 3\n0 [ 0 1 0 0 ]\n1 [ 0 0 0 1 ]\n2 [ 1 0 0 0 ]\n3 [ 0 0 1 0 ]\n",
       {ANSWER_BOARD(2, "2 0 3 1")}},
      {ANY,
       "    0   1   2   3\n  -----------------\n0 |   | Q |   |   |\n  -----------------\n"
       "1 |   |   |   | Q |\n  -----------------\n2 | Q |   |   |   |\n"
       "  -----------------\n3 |   |   | Q |   |\n  -----------------\n",
       {ANSWER_BOARD(3, "2 0 3 1")}},
      {ANY,
       "\\begin{pmatrix} 1 & 2 & 3 & 4 \\\\ 2 & 4 & 1 & 3 \\end{pmatrix}\n",
       {ANSWER_BOARD(1, "1 3 0 2")}},
      {ANY,
       "id,q1,q2,q3,q4\n1,2,4,1,3\n2,1,2,3,4\n",
       {ANSWER_BOARD(2, "1 3 0 2"), ANSWER_BOARD(3, "0 1 2 3")}},
      {ANY,
       "+---+---+\n| 0 | 2 |\n+---+---+\n| 1 | 0 |\n+---+---+\n| 2 | 3 |\n+---+---+\n| 3 | 1 "
       "|\n+---+---+\n",
       {ANSWER_BOARD(2, "2 0 3 1")}},
      {ANY, "__________\nq1 = 2\nq2 = 4\nq3 = 1\nq4 = 3\n", {ANSWER_BOARD(2, "1 3 0 2")}},
      {ANY,
       "queens\t1, 6, 9, 3, 8, 11, 4, 2, 0, 5, \n\t7, 10, \n",
       {ANSWER_BOARD(1, "1 6 9 3 8 11 4 2 0 5 7 10")}},
  };
  ANSWER_RUN(cases);
}

static void reads_lists_of_languages(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {ANY,
       "- : int list list =\n[[2; 4; 1; 3];\n [1; 2; 3; 4]]\n",
       {ANSWER_BOARD(2, "1 3 0 2"), ANSWER_BOARD(3, "0 1 2 3")}},
      {ANY, "[(1, 2); (2, 4); (3, 1); (4, 3)]\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      {ANY,
       "[[.Q.., ...Q, Q..., ..Q.], [Q..., .Q.., ..Q., ...Q]]\n",
       {ANSWER_BOARD(1, "2 0 3 1"), ANSWER_BOARD(1, "0 1 2 3")}},
      {ANY, "#(1 3 0 2)\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      {ANY, "(list 1 3 0 2)\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      {ANY, "(list (Q 0 1) (Q 1 3) (Q 2 0) (Q 3 2))\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      {ANY, "#2A((0 1 0 0) (0 0 0 1) (1 0 0 0) (0 0 1 0))\n", {ANSWER_BOARD(1, "2 0 3 1")}},
      {ANY, "#{[0 1] [1 3] [2 0] [3 2]}\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      {ANY, "A solution is <2,4,1,3>.\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      {ANY,
       "{\"queens\": {\"1\": 2, \"2\": 4, \"3\": 1, \"4\": 3}}\n",
       {ANSWER_BOARD(1, "1 3 0 2")}},
      {ANY, "# a comment (list 1)\n1 3 0 2\n", {ANSWER_BOARD(2, "1 3 0 2")}},
  };
  ANSWER_RUN(cases);
}

static void reads_what_programs_print(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {ANY,
       "I0000 00:00:17.1   12 nqueens_cp.cc:76] Solution 0\nI0000 00:00:17.1   12 n.cc:87] _ Q _ "
       "_\n"
       "I0000 00:00:17.1   12 n.cc:87] _ _ _ Q\nI0000 00:00:17.1   12 n.cc:87] Q _ _ _\n"
       "I0000 00:00:17.1   12 n.cc:87] _ _ Q _\n",
       {ANSWER_BOARD(2, "2 0 3 1")}},
      {ANY,
       "Array\n(\n    [0] => Array\n        (\n            [0] => 1\n            [1] => 3\n"
       "            [2] => 0\n            [3] => 2\n        )\n\n    [1] => Array\n        (\n"
       "            [0] => 0\n            [1] => 1\n            [2] => 2\n"
       "            [3] => 3\n        )\n\n)\n",
       {ANSWER_BOARD(4, "1 3 0 2"), ANSWER_BOARD(12, "0 1 2 3")}},
      {ANY, "Sol: 2\nSol: 4\nSol: 1\nSol: 3\n\nSolution Number: 1\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      {ANY, "2 4 1 3  ok\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      {ANY, "//Solution 1\n" RIGHT, {ANSWER_BOARD(2, "2 0 3 1")}},
      {ANY,
       "Model[4-queens problem], 1 Solutions, Resolution time 0.012s, 21 Nodes (1.5 n/s)\nQ_0=2, "
       "Q_1=4, Q_2=1, Q_3=3,\n",
       {ANSWER_BOARD(2, "1 3 0 2")}},
  };
  ANSWER_RUN(cases);
}

/* A board in a line of words is refused, where it is not read. */
static void refuses_boards_in_text(void **state) {
  (void)state;
  static const char *const lines[] = {"Move: a2 b4 c1 d4",
                                      "move: (0,1) (1,3) (2,0) (3,3)",
                                      "swap 2 4 1 4",
                                      "Cost = 1, [1, 3, 0, 3]",
                                      "1Q2/3Q/Q3/3Q, 2Q1/Q3/3Q/1Q2",
                                      "Answer: [.Q.., ...Q, Q..., ...Q]",
                                      "Tried 2 4 1 1",
                                      "| 3 1 4 2 | 1 |",
                                      "2 4 1 3 | 1"};
  char text[200];
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    snprintf(text, sizeof text, "[2, 4, 1, 3]\n%s\n", lines[i]);
    const answer_case test = {ANY, text, {ANSWER_BOARD(1, "1 3 0 2"), ANSWER_REFUSED(2, "")}};
    answer_run(&test, 1);
  }
  static const answer_case cases[] = {
      {ANY,
       "[2, 4, 1, 3]\nfen: 1Q2/3Q/Q3/3Q\n",
       {ANSWER_BOARD(1, "1 3 0 2"), ANSWER_INVALID(2, "column 3")}},
      {ANY, "[2,4,1,3]\n2411\n", {ANSWER_BOARD(1, "1 3 0 2"), ANSWER_BOARD(2, "1 3 0 0")}},
      {ANY,
       "(3 1 4 2)\n[2]\n(2 4 1 3)\n",
       {ANSWER_BOARD(1, "2 0 3 1"), ANSWER_BOARD(3, "1 3 0 2")}},
      {ANY,
       "2\n1\n2 4 1 3\n2\n3 1 4 2\n",
       {ANSWER_BOARD(3, "1 3 0 2"), ANSWER_BOARD(5, "2 0 3 1")}},
      {ANY,
       "3 1 4 2\n\n  0 1 2 3\n0 . Q . .\n1 . . . Q\n2 Q . . .\n3 . . Q .\n",
       {ANSWER_BOARD(1, "2 0 3 1"), ANSWER_BOARD(4, "2 0 3 1")}},
      {ANY,
       "1 3 0 2\n0 1 2 3\n2 0 3 1\n",
       {ANSWER_BOARD(1, "1 3 0 2"), ANSWER_BOARD(2, "0 1 2 3"), ANSWER_BOARD(3, "2 0 3 1")}},
      {ANY,
       "[1 3 0 2]\n[0 1 2 3]\n[1 3 0 2]\n",
       {ANSWER_BOARD(1, "1 3 0 2"), ANSWER_BOARD(2, "0 1 2 3"), ANSWER_BOARD(3, "1 3 0 2")}},
      {ANY,
       RIGHT "---\n1 2\n2 4\n3 1\n4 3\n",
       {ANSWER_BOARD(1, "2 0 3 1"), ANSWER_BOARD(6, "1 3 0 2")}},
      {ANY,
       RIGHT "===\n.#..\n...#\n#...\n..#.\n",
       {ANSWER_BOARD(1, "2 0 3 1"), ANSWER_REFUSED(6, "another glyph")}},
  };
  ANSWER_RUN(cases);
}

/* What transcripts say beside boards, and where there are none. */
static void reads_transcripts(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {ANY,
       "gen\tnevals\tavg\tmin\n0\t300\t5\t1\n1\t178\t4\t0\nBest: [1, 3, 0, 2]\n",
       {ANSWER_BOARD(4, "1 3 0 2")}},
      {ANY, "Q_0=2, Q_1=4, Q_2=1, Q_3=3\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      {ANY, "0 solutions\n", {ANSWER_NONE(1)}},
      {ANY, "Total solutions: 0\n", {ANSWER_NONE(1)}},
      {ANY, "NIL\n", {ANSWER_NONE(1)}},
  };
  ANSWER_RUN(cases);
}

/* n of n^2 squares of 0 and 1 are squares, on which queens may attack each other; sparse matrices; what
 * Scheme prints; a full stop apart. */
static void reads_bits_and_transcripts(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {ANY,
       "x = [0,1,0,0, 0,0,0,1, 0,1,0,0, 0,0,1,0]\n",
       {ANSWER_INVALID(1, "column 1 has queens on rows 0 and 2")}},
      {ANY,
       "c(0, 1, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0)\n",
       {ANSWER_INVALID(1, "column 1 has queens on rows 0 and 2")}},
      {ANY, "1 ]=> (queens 4)\n\n;Value: (2 4 1 3)\n", {ANSWER_BOARD(3, "1 3 0 2")}},
      {ANY, "Q1 = 2,\nQ2 = 4,\nQ3 = 1,\nQ4 = 3 .\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      {ANY, "  (0, 1)\t1\n  (1, 3)\t1\n  (2, 0)\t1\n  (3, 2)\t1\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      {ANY,
       "   (3,1)        1\n   (1,2)        1\n   (4,3)        1\n   (2,4)        1\n",
       {ANSWER_BOARD(1, "1 3 0 2")}},
      {ANY,
       "%%MatrixMarket matrix coordinate integer general\n4 4 4\n1 3 1\n2 1 1\n3 4 1\n4 2 1\n",
       {ANSWER_BOARD(2, "2 0 3 1")}},
      {ANY, "chromosome: 2 4 1 3, fitness: 6.0, prob: 1.0\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      {ANY, "chromosome: 1 3 0 0, fitness: 5.0, prob: 0.8\n", {ANSWER_BOARD(1, "1 3 0 0")}},
      {ANY, "2 4, 1 3 fitness: 6\n", {ANSWER_REFUSED(1, "a comma was expected")}},
      {ANY, "No conflicts found: [1, 3, 0, 2] is a solution\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      {ANY, "\\chessboard[setfen=1Q2/3Q/Q3/2Q1]\n", {ANSWER_BOARD(1, "2 0 3 1")}},
      {ANY,
       "     row col\n[1,]   3   1\n[2,]   1   2\n[3,]   4   3\n[4,]   2   4\n",
       {ANSWER_BOARD(2, "2 0 3 1")}},
      {ANY, "[1,] 0 1\n[2,] 1 0\n", {ANSWER_REFUSED(1, "may be a board")}},
      {ANY, "Found 0 solutions.\n", {ANSWER_NONE(1)}},
      {ANY, "For n = 3 there are 0 solutions\n", {ANSWER_NONE(1)}},
      {ANY, "n = 3: 0 solutions\nn = 4: 2 solutions\n", {ANSWER_REFUSED(1, "no board")}},
      {ANY, "Statistics\n  solutions found: 0\n", {ANSWER_NONE(2)}},
      {ANY, "PROBLEM HAS NO INTEGER FEASIBLE SOLUTION\n", {ANSWER_NONE(1)}},
      {ANY, "Found 10 solutions.\n", {ANSWER_REFUSED(1, "no board")}},
      {ANY, "(0, 1)\n(1, 3)\n(2, 0)\n(3, 2)\n(4, 4) is the size\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      {ANY, "1: **2413**\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      {ANY,
       "[1, 3, 0, 2]\n. Q . . attacked\n",
       {ANSWER_BOARD(1, "1 3 0 2"), ANSWER_REFUSED(2, "may be a board")}},
  };
  ANSWER_RUN(cases);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(reads_each_picture),
      cmocka_unit_test(reads_pictures_between_rules),
      cmocka_unit_test(refuses_loose_rows),
      cmocka_unit_test(reads_beside_headings),
      cmocka_unit_test(reads_labels),
      cmocka_unit_test(reads_rows_and_columns),
      cmocka_unit_test(reads_digits),
      cmocka_unit_test(skips_what_a_search_says),
      cmocka_unit_test(reads_digits_beside_numbers),
      cmocka_unit_test(reads_double_spaced_text),
      cmocka_unit_test(reads_squares_by_number),
      cmocka_unit_test(parts_boards),
      cmocka_unit_test(skips_what_numbers_columns),
      cmocka_unit_test(reads_lists_of_languages),
      cmocka_unit_test(reads_what_programs_print),
      cmocka_unit_test(refuses_boards_in_text),
      cmocka_unit_test(reads_transcripts),
      cmocka_unit_test(reads_bits_and_transcripts),
  };
  return cmocka_run_group_tests_name("answer_posted", tests, NULL, NULL);
}
