/* Boards with what stands around them where people post them: no board is lost, and none is made of
 * something else. */
#include "answers.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
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
      {ANY, "1000\n2000\n3000\n", {ANSWER_REFUSED(1, "or a number")}},
  };
  ANSWER_RUN(cases);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(reads_each_picture),     cmocka_unit_test(reads_pictures_between_rules),
      cmocka_unit_test(refuses_loose_rows),     cmocka_unit_test(reads_labels),
      cmocka_unit_test(reads_rows_and_columns), cmocka_unit_test(reads_digits),
  };
  return cmocka_run_group_tests_name("answer_posted", tests, NULL, NULL);
}
