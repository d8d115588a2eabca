/* Boards in comments, after prompts and among other text: no square at the edge of a board is lost,
 * and no other text becomes a board. */
#include "answers.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#define ANY     NQ_FORMAT_AUTO, 0
#define PICTURE ".Q..\n...Q\nQ...\n..Q.\n"
#define BOARD   "2 0 3 1"

/* Output as it is kept in the source of a program. */
static void reads_comments(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {ANY, "## [1] 2 4 1 3\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      {ANY, "#> [1] 2 4 1 3\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      {ANY, "// 0 1 0 0\n// 0 0 0 1\n// 1 0 0 0\n// 0 0 1 0\n", {ANSWER_BOARD(1, BOARD)}},
      {ANY, "# Output:\n# . Q . .\n# . . . Q\n# Q . . .\n# . . Q .\n", {ANSWER_BOARD(2, BOARD)}},
      {ANY, ";; . Q . .\n;; . . . Q\n;; Q . . .\n;; . . Q .\n", {ANSWER_BOARD(1, BOARD)}},
      {ANY, "-- . Q . .\n-- . . . Q\n-- Q . . .\n-- . . Q .\n", {ANSWER_BOARD(1, BOARD)}},
      {ANY,
       "% ?- queens(4, S).\n%\n% S = [2, 4, 1, 3] ;\n% S = [3, 1, 4, 2].\n",
       {ANSWER_BOARD(3, "1 3 0 2"), ANSWER_BOARD(4, "2 0 3 1")}},
      {ANY,
       "/*Enter n: 4\nThe solutions are:\n2  4  1  3\n3  1  4  2*/\n",
       {ANSWER_BOARD(3, "1 3 0 2"), ANSWER_BOARD(4, "2 0 3 1")}},
      /* what is no comment is read as before */
      {ANY, "# 2 4 1 3\n1 3 0 2\n", {ANSWER_BOARD(2, "1 3 0 2")}},
      {ANY, "/* 1 3 0 2 */ /* 2 0 3 1 */\n", {ANSWER_REFUSED(1, "no board")}},
      {ANY, "/*\n2 4 1 3\n*/\n1 3 0 2\n", {ANSWER_BOARD(4, "1 3 0 2")}},
  };
  ANSWER_RUN(cases);
}

/* The first square on the line of a prompt; one more than the board has, or cut at its end. */
static void keeps_squares_at_the_edges(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {ANY,
       "Enter the number of queens: Row 1: Column 2\nRow 2: Column 4\nRow 3: Column 1\n"
       "Row 4: Column 3\n",
       {ANSWER_BOARD(1, "2 0 3 1")}},
      {ANY, "Done. queen(1,2)\nqueen(2,4)\nqueen(3,1)\nqueen(4,3)\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      {ANY,
       "Row 1: Column 2\nRow 2: Column 4\nRow 3: Column 1\nRow 4: Column 3\n"
       "Row 5: Column 5 (attacked!)\n",
       {ANSWER_REFUSED(5, "goes on")}},
      {ANY,
       "Queen 1: (1,2)\nQueen 2: (2,4)\nQueen 3: (3,1)\nQueen 4: (4,3)\nand Queen 5 is at (5, 5)\n",
       {ANSWER_REFUSED(5, "goes on")}},
      {ANY, "x1 = 2\nx2 = 4\nx3 = 1\nx4 = 3 (fixed)\n", {ANSWER_REFUSED(4, "goes on")}},
      {ANY, "Queens at a2 b4 c1 d3 e5!\n", {ANSWER_REFUSED(1, "may have a board")}},
      {ANY,
       "\"1 0 0 0 0\\n\"\n\"0 0 1 0 0\\n\"\n\"0 0 0 0 1\\n\"\n\"0 1 0 0 0\\n\"\n\"0 0 0 1 0\\n\"\n",
       {ANSWER_BOARD(1, "0 3 1 4 2")}},
  };
  ANSWER_RUN(cases);
}

/* Squares of a board on several lines, and boards on the same lines. */
static void joins_lines(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {ANY, "(0, 1) (1, 3)\n(2, 0) (3, 2)\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      {ANY,
       "x01 x13 x20 x32\nx02 x10 x23 x31\n",
       {ANSWER_BOARD(1, "1 3 0 2"), ANSWER_BOARD(2, BOARD)}},
      {ANY, "a1 b5 c8 d6\ne3 f7 g2 h4\n", {ANSWER_BOARD(1, "0 4 7 5 2 6 1 3")}},
      {ANY, "(0, 1) (1, 3)\n(2, 0) (3, 1)\n", {ANSWER_REFUSED(1, "one board or of several")}},
      {ANY,
       "Initial queens: (0,1), (1,3)\nFinal solution: (0,1), (1,3), (2,0), (3,2)\n",
       {ANSWER_REFUSED(1, "too few"), ANSWER_BOARD(2, "1 3 0 2")}},
      {ANY,
       "1000 0010\n0010 1000\n0001 0001\n0100 0100\n",
       {ANSWER_BOARD(1, "0 3 1 2"), ANSWER_BOARD(1, "1 3 0 2")}},
      {ANY,
       "10000 10000\n00100 00010\n00001 01000\n01000 00001\n00010 00100\n",
       {ANSWER_BOARD(1, "0 3 1 4 2"), ANSWER_BOARD(1, "0 2 4 1 3")}},
      {ANY, "0 1 3 0 2\n1 2 0 3 1\n", {ANSWER_BOARD(1, "1 3 0 2"), ANSWER_BOARD(2, "2 0 3 1")}},
  };
  ANSWER_RUN(cases);
}

/* Counts, places and measures are no boards, in any language. */
static void passes_over_numbers(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {ANY, "Solutions found:\n\n92\n", {ANSWER_REFUSED(1, "no board")}},
      {ANY, "<row>\n  <id>0</id>\n  <index>0</index>\n</row>\n", {ANSWER_REFUSED(1, "no board")}},
      {ANY,
       "Action[name=placeQueenAt, location=(0, 1)]\nAction[name=placeQueenAt, location=(1, 3)]\n",
       {ANSWER_REFUSED(1, "no board")}},
      {ANY,
       "----     35 SET q\n\n            1           2           3           4\n\n"
       "1                     YES\n2                                             YES\n"
       "3         YES\n4                                 YES\n",
       {ANSWER_REFUSED(3, "blanks alone")}},
      {ANY, "Queen position = (3, 1)\n", {ANSWER_REFUSED(1, "no board")}},
      {ANY, "board = [0, 1, 0, 0]\n", {ANSWER_BOARD(1, "0 1 0 0")}},
      {ANY, "0 | [0, 1, 0, 0]\n1 | [0, 0, 0, 1]\n", {ANSWER_REFUSED(1, "one row of a matrix")}},
      {ANY, "número de conflitos: [1, 3, 0, 2]\n", {ANSWER_REFUSED(1, "measures")}},
      {ANY, "冲突: [1, 3, 0, 2]\n", {ANSWER_REFUSED(1, "measures")}},
      {ANY,
       "block(1,1).\nqueen(1,2). queen(2,4). queen(3,1). queen(4,3).\n",
       {ANSWER_BOARD(2, "1 3 0 2")}},
      {ANY, "([1, 3, 0, 2], 0)\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      {ANY, "(True, [1, 3, 0, 2])\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      {ANY, "(0, [0, 1, 2, 3])\n", {ANSWER_REFUSED(1, "expected")}}, /* a domain */
  };
  ANSWER_RUN(cases);
}

/* Lines above boards. */
static void reads_headings(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {ANY, "...\n" PICTURE, {ANSWER_BOARD(2, BOARD)}},
      {ANY, "q_0_2=1\nq_1_0=1\nq_2_3=1\nq_3_1=1\n", {ANSWER_BOARD(1, BOARD)}},
      {ANY, "-----第1种-----\n" PICTURE, {ANSWER_BOARD(2, BOARD)}},
      {ANY, "=== 解 ===\n" PICTURE, {ANSWER_BOARD(2, BOARD)}},
      {ANY, "Решение №1: 2 4 1 3\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      {ANY, "n=4: 2, 4, 1, 3\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      {ANY, "n=5: 2, 4, 1, 3\n", {ANSWER_REFUSED(1, "may be a board")}},
      {ANY, "['. Q . . ', '. . . Q ', 'Q . . . ', '. . Q . ']\n", {ANSWER_BOARD(1, BOARD)}},
  };
  ANSWER_RUN(cases);
}

/* Prose right above or below, which says nothing of the board. */
static void leaves_sentences_out(void **state) {
  (void)state;
  static const answer_case cases[] = {
      /* an empty line between all lines, but for the last */
      {ANY, "0 1 0 0\n\n0 0 0 1\n\n1 0 0 0\n\n0 0 1 0\nSolved!\n", {ANSWER_BOARD(1, BOARD)}},
      {ANY, "1 2\n\n2 4\n\n3 1\n\n4 3\nSolved\nin 3 ms\nby hand\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      {ANY,
       "10 1\n\n9 4\n\n8 8\n\n7 5\n\n6 3\n\n5 9\n\n4 7\n\n3 2\n\n2 10\n\n1 6\nOK\n",
       {ANSWER_BOARD(1, "5 9 1 6 8 2 4 7 3 0")}},
      {ANY,
       PICTURE "\nSolution 2\n\nTime 3\n\n" PICTURE,
       {ANSWER_BOARD(1, BOARD), ANSWER_BOARD(10, BOARD)}},
      {ANY,
       "Solving\nwith 2 threads\nfor you\n\nIt may\ntake\nlong\n\n0 1 0 0\n\n0 0 0 1\n\n1 0 0 "
       "0\n\n0 0 1 "
       "0\nin\n3 ms\n",
       {ANSWER_BOARD(9, BOARD)}},
      /* a square in another sentence than those of the board */
      {ANY,
       "Position (0, 0) is safe, placing queen\nQueen at (0, 1)\nQueen at (1, 3)\nQueen at (2, 0)\n"
       "Queen at (3, 2)\n",
       {ANSWER_BOARD(2, "1 3 0 2")}},
      {ANY, "Start at (0, 0)\n(0, 1)\n(1, 3)\n(2, 0)\n(3, 2)\n", {ANSWER_BOARD(2, "1 3 0 2")}},
      {ANY,
       "Neither a row nor a column is known, since the input was nought: this is taken as (0, 0)\n"
       "Queen 1 -> (4,1)\nQueen 2 -> (1,2)\nQueen 3 -> (2,4)\nQueen 4 -> (3,6)\nQueen 5 -> (6,5)\n"
       "Queen 6 -> (5,3)\n",
       {ANSWER_BOARD(2, "1 3 5 0 2 4")}},
      {ANY, "Start at (0, 1)\n(1, 3)\n(2, 0)\n(3, 2)\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      /* the first number or pair of a board after the words above it */
      {ANY, "Solution: 2\n4\n1\n3\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      {ANY, "Solution: 1\n2\n4\n1\n3\n", {ANSWER_BOARD(2, "1 3 0 2")}},
      {ANY, "Solution: 2\n4\n4\n3\n", {ANSWER_REFUSED(1, "may be of the board below")}},
      {ANY, "Steps: 12\n2\n4\n1\n3\n", {ANSWER_BOARD(2, "1 3 0 2")}},
      {ANY, "Out[3]: 0 1\n1 3\n2 0\n3 2\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      {ANY, "Answer: 3\n1 2\n2 4\n3 1\n4 3\n", {ANSWER_BOARD(2, "1 3 0 2")}},
      /* four lines of five squares are no board */
      {ANY,
       "Row 0: 0 0 0 1 0\nRow 1: 0 1 0 0 0\nRow 2: 0 0 0 0 1\nRow 3: 0 0 1 0 0\n",
       {ANSWER_REFUSED(1, "a picture has 5 lines")}},
      {ANY,
       " [0 0 0 1 0]\n [0 1 0 0 0]\n [0 0 0 0 1]\n [0 0 1 0 0]]\n",
       {ANSWER_REFUSED(1, "a picture has 5 lines")}},
      /* a status that no field follows */
      {ANY, "status: OPTIMAL\nq1 q2 q3 q4\n1 2 4 1 3\n", {ANSWER_BOARD(3, "1 3 0 2")}},
      {ANY, "status: OPTIMAL\n  c0 c1 c2 c3\n0 2 4 1 3\n", {ANSWER_BOARD(3, "1 3 0 2")}},
  };
  ANSWER_RUN(cases);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(reads_comments), cmocka_unit_test(keeps_squares_at_the_edges),
      cmocka_unit_test(joins_lines),    cmocka_unit_test(passes_over_numbers),
      cmocka_unit_test(reads_headings), cmocka_unit_test(leaves_sentences_out),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
