/* Lines of text around boards: numbers alone on their line, and blank lines between all lines. */
#include "answers.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

/* A number above a board is the number of the board, or its n; it is no board of n = 1. */
static void numbers_head_boards(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {NQ_FORMAT_AUTO,
       0,
       "1\n.Q..\n...Q\nQ...\n..Q.\n\n2\n..Q.\nQ...\n...Q\n.Q..\n",
       {ANSWER_BOARD(2, "2 0 3 1"), ANSWER_BOARD(8, "1 3 0 2")}},
      {NQ_FORMAT_AUTO,
       0,
       "1.\n.Q..\n...Q\nQ...\n..Q.\n2.\n..Q.\nQ...\n...Q\n.Q..\n",
       {ANSWER_BOARD(2, "2 0 3 1"), ANSWER_BOARD(7, "1 3 0 2")}},
      {NQ_FORMAT_AUTO,
       0,
       "1:\n1 3 0 2\n2:\n2 0 3 1\n",
       {ANSWER_BOARD(2, "1 3 0 2"), ANSWER_BOARD(4, "2 0 3 1")}},
      {NQ_FORMAT_AUTO,
       0,
       "1)\n\n[1, 3, 0, 2]\n2)\n\n[2, 0, 3, 1]\n",
       {ANSWER_BOARD(3, "1 3 0 2"), ANSWER_BOARD(6, "2 0 3 1")}},
      {NQ_FORMAT_AUTO, 0, "(0,1) (1,3) (2,0) (3,2)\n\n(1)\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      {NQ_FORMAT_AUTO,
       0,
       "0.\n1 3 0 2\n1.\n2 0 3 1\n",
       {ANSWER_BOARD(2, "1 3 0 2"), ANSWER_BOARD(4, "2 0 3 1")}},
      {NQ_FORMAT_AUTO, 0, "4\n.Q..\n...Q\nQ...\n..Q.\n", {ANSWER_BOARD(2, "2 0 3 1")}},
      {NQ_FORMAT_AUTO, 0, "4\n[1, 3, 0, 2]\n", {ANSWER_BOARD(2, "1 3 0 2")}},
      {NQ_FORMAT_AUTO, 0, "4\n\n1\n3\n0\n2\n", {ANSWER_BOARD(3, "1 3 0 2")}},
      {NQ_FORMAT_AUTO, 0, "4\n\n1 3 0 2\n", {ANSWER_BOARD(3, "1 3 0 2")}},
      {NQ_FORMAT_AUTO,
       0,
       "28\n.Q..\n...Q\nQ...\n..Q.\n",
       {ANSWER_REFUSED(2, "the board has n = 4, but line 1 states n = 28")}},
      {NQ_FORMAT_AUTO,
       0,
       "5\n1 3 0 2\n",
       {ANSWER_REFUSED(2, "the board has n = 4, but line 1 states n = 5")}},
      {NQ_FORMAT_AUTO, 0, "0\n1 3 0 2\n", {ANSWER_BOARD(1, "0"), ANSWER_BOARD(2, "1 3 0 2")}},
      {NQ_FORMAT_AUTO, 0, "1\n", {ANSWER_BOARD(1, "0")}},
  };
  ANSWER_RUN(cases);
}

/* Looking at a line longer than the buffer moves the line before it. */
static void long_lines_follow(void **state) {
  (void)state;
  static char text[300000];
  static const answer_case cases[] = {
      {NQ_FORMAT_AUTO, 0, text, {ANSWER_REFUSED(1, "not ':'"), ANSWER_BOARD(3, "1 3 0 2")}},
      {NQ_FORMAT_AUTO, 0, text, {ANSWER_REFUSED(3, "line 1 states n = 8")}},
      {NQ_FORMAT_AUTO, 0, text, {ANSWER_BOARD(3, "1 3 0 2")}},
  };
  static const char *const first[] = {"5:\n", "n = 8\n", "c x\n"}, last[] = "\n1 3 0 2\n";
  for (size_t i = 0; i < 3; i++) {
    memset(text, 'a', sizeof text);
    memcpy(text, first[i], strlen(first[i]));
    memcpy(text + sizeof text - sizeof last, last, sizeof last);
    answer_run(&cases[i], 1);
  }
}

/* Where each line is a paragraph, blank lines end nothing. */
static void lines_are_apart(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {NQ_FORMAT_AUTO, 0, "0 1\n\n1 3\n\n2 0\n\n3 2\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      {NQ_FORMAT_AUTO,
       0,
       "Here:\n\nQueen at (0, 1)\n \nQueen at (1, 3)\r\n\r\nQueen at (2, 0)\n\nQueen at (3, "
       "2)\nbye",
       {ANSWER_BOARD(3, "1 3 0 2")}},
      {NQ_FORMAT_AUTO,
       0,
       "0 0 1 0\n\n1 0 0 0\n\n0 0 0 1\n\n0 1 0 0\n",
       {ANSWER_BOARD(1, "1 3 0 2")}},
      {NQ_FORMAT_AUTO,
       0,
       ". . Q .\n\nQ . . .\n\n. . . Q\n\n. Q . .\n",
       {ANSWER_BOARD(1, "1 3 0 2")}},
      {NQ_FORMAT_AUTO, 0, "1\n\n3\n\n0\n\n2\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      /* Boards stay boards, with their lines. */
      {NQ_FORMAT_AUTO,
       0,
       "1 3 0 2\n\n2 0 3 1\n\n1 3 0 2\n\n2 0 3 1\n",
       {ANSWER_BOARD(1, "1 3 0 2"), ANSWER_BOARD(3, "2 0 3 1"), ANSWER_BOARD(5, "1 3 0 2"),
        ANSWER_BOARD(7, "2 0 3 1")}},
      {NQ_FORMAT_AUTO,
       0,
       "0 1\n\n1 3\n\n2 0\n\n3 2\n\n\n\n0 2\n\n1 0\n\n2 3\n\n3 1\n",
       {ANSWER_BOARD(1, "1 3 0 2"), ANSWER_BOARD(11, "2 0 3 1")}},
  };
  ANSWER_RUN(cases);
}

/* Numbers of boards, each alone on its line as the rows are. */
static void numbers_stand_between_rows(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {NQ_FORMAT_AUTO,
       0,
       "1\n2\n4\n1\n3\n2\n3\n1\n4\n2\n3\n1\n2\n3\n4\n",
       {ANSWER_BOARD(2, "1 3 0 2"), ANSWER_BOARD(7, "2 0 3 1"), ANSWER_BOARD(12, "0 1 2 3")}},
      {NQ_FORMAT_AUTO,
       0,
       "1\n2\n4\n1\n3\n2\n3\n1\n4\n4\n",
       {ANSWER_REFUSED(1, "10 rows, or 2 boards with their numbers")}},
      {NQ_FORMAT_AUTO, 0, "1\n2\n4\n1\n3\n", {ANSWER_REFUSED(1, "5 rows, or 1 and 4 rows")}},
      {NQ_FORMAT_AUTO, 0, "0\n2\n4\n1\n3\n", {ANSWER_BOARD(1, "0 2 4 1 3")}},
      {NQ_FORMAT_AUTO, 0, "1\n2\n4\n1\n4\n", {ANSWER_BOARD(1, "1 2 4 1 4")}},
  };
  ANSWER_RUN(cases);
}

/* Squares and rows with their numbers, all in one line. */
static void numbers_stand_before_squares(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {NQ_FORMAT_AUTO, 0, "1. a3 2. b1 3. c4 4. d2\n", {ANSWER_BOARD(1, "2 0 3 1")}},
      {NQ_FORMAT_AUTO,
       0,
       "Solution: 1) Qa3, 2) Qb1, 3) Qc4, 4) Qd3\n",
       {ANSWER_BOARD(1, "2 0 3 2")}},
      {NQ_FORMAT_AUTO, 0, "1: a3 2: b1 3: c4 4: d2\n", {ANSWER_BOARD(1, "2 0 3 1")}},
      {NQ_FORMAT_AUTO,
       0,
       "Solution: Q1 in row 3, Q2 in row 1, Q3 in row 4, Q4 in row 2\n",
       {ANSWER_BOARD(1, "2 0 3 1")}},
      {NQ_FORMAT_AUTO,
       0,
       "Q0 is at row 2, Q1 is at row 0, Q2 is at row 3, Q3 is at row 2\n",
       {ANSWER_BOARD(1, "2 0 3 2")}},
      {NQ_FORMAT_AUTO,
       0,
       "Q1 in row 3\nQ2 in row 1\nQ3 in row 4\nQ4 in row 2\n",
       {ANSWER_BOARD(1, "2 0 3 1")}},
  };
  ANSWER_RUN(cases);
}

/* A dash before an atom is a bullet; without a blank it negates. */
static void dashes_are_bullets(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {NQ_FORMAT_AUTO, 0, "- q(0,1) q(1,3) q(2,0) q(3,2)\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      {NQ_FORMAT_AUTO, 0, "-q(0,0) q(0,1) q(1,3) q(2,0) q(3,2)\n", {ANSWER_BOARD(1, "1 3 0 2")}},
  };
  ANSWER_RUN(cases);
}

/* Squares of two boards, n in turn, are two boards if each fills the columns or the rows. */
static void squares_of_boards_in_turn(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {NQ_FORMAT_AUTO,
       0,
       "(2, 0)\n(0, 1)\n(3, 2)\n(1, 3)\n(1, 0)\n(0, 2)\n(3, 1)\n(2, 3)\n",
       {ANSWER_BOARD(1, "1 3 0 2"), ANSWER_BOARD(5, "2 0 3 1")}},
      {NQ_FORMAT_AUTO,
       0,
       "2 0\n0 1\n3 2\n1 3\n1 1\n0 0\n3 3\n2 2\n",
       {ANSWER_BOARD(1, "1 3 0 2"), ANSWER_BOARD(5, "0 1 2 3")}},
      {NQ_FORMAT_AUTO,
       0,
       "1 2\n2 2\n3 3\n4 4\n4 1\n3 2\n2 3\n1 2\n",
       {ANSWER_BOARD(1, "1 1 2 3"), ANSWER_BOARD(5, "1 2 1 0")}},
      {NQ_FORMAT_AUTO,
       0,
       "0 1\n0 3\n2 3\n3 2\n1 0\n0 2\n3 1\n2 3\n",
       {ANSWER_REFUSED(1, "8 squares of a board of 4 may be 2 boards or one")}},
      {NQ_FORMAT_AUTO,
       4,
       "0 1\n0 3\n2 3\n3 2\n1 0\n0 2\n3 1\n2 3\n",
       {ANSWER_INVALID(1, "column 0")}},
  };
  ANSWER_RUN(cases);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(numbers_head_boards),
      cmocka_unit_test(long_lines_follow),
      cmocka_unit_test(lines_are_apart),
      cmocka_unit_test(dashes_are_bullets),
      cmocka_unit_test(squares_of_boards_in_turn),
      cmocka_unit_test(numbers_stand_between_rows),
      cmocka_unit_test(numbers_stand_before_squares),
  };
  return cmocka_run_group_tests_name("answer_lines", tests, NULL, NULL);
}
