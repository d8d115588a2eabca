/* Pictures with what people draw around and between the squares. */
#include "answers.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

#define ANY NQ_FORMAT_AUTO, 0

/* Add a board whose dark squares have a sign, and whose light ones are blanks. */
static char *draw_checkers(char *at, const int rows[], int n, const char *glyphs, int dark,
                           const char *between) {
  for (int row = 0; row < n; row++) {
    for (int column = 0; column < n; column++) {
      char sign = (row + column) % 2 == dark ? glyphs[1] : ' ';
      at += sprintf(at, "%s%c", column == 0 ? "" : between, rows[column] == row ? *glyphs : sign);
    }
    for (; dark == 1 && at[-1] == ' '; at--) continue; /* one without blanks at its ends */
    *at++ = '\n';
  }
  *at = '\0';
  return at;
}

static void reads_checkers(void **state) {
  (void)state;
  static const char *const glyphs[] = {"Q#", "Q*", "Q.", "Q-", "Q_", "X.", "*.", "Q+", "q@", "W#"};
  static const char *const between[] = {"", " ", "  "};
  static const int boards[][5] = {{0, 2, 4, 1, 3}, {0, 1, 2, 3, 4}, {2, 0, 3, 1, 4}};
  static const char *const rules[] = {"", "---\n", "=======\n", "No. 2\n", "\n"};
  char text[1000];
  for (size_t i = 0; i < 2 * sizeof glyphs / sizeof *glyphs; i++)
    for (size_t k = 0; k < 15; k++) {
      char *at = text + sprintf(text, "%s", k % 5 == 0 ? "" : rules[k % 5]);
      for (int board = 0; board < 3; board++) {
        at = draw_checkers(at, boards[board], 5, glyphs[i / 2], i % 2, between[k / 5]);
        if (board < 2) at += sprintf(at, "%s", rules[k % 5]);
      }
      size_t more = k % 5 != 0;
      const answer_case test = {ANY,
                                text,
                                {ANSWER_BOARD(1 + more, "0 2 4 1 3"),
                                 ANSWER_BOARD(6 + 2 * more, "0 1 2 3 4"),
                                 ANSWER_BOARD(11 + 3 * more, "2 0 3 1 4")}};
      answer_run(&test, 1);
    }
}

/* All queens of a line, and those of a line of queens alone. */
static void reads_odd_checkers(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {ANY, ".Q. \n . Q\nQ . \n .Q.\n", {ANSWER_BOARD(1, "2 0 3 1")}},
      {ANY, " Q # \n# #Q#\nQ# # \n# Q #\n # #Q\n", {ANSWER_BOARD(1, "2 0 3 1 4")}},
      {ANY, " # #\nQQQQ\n # #\n# # \n", {ANSWER_BOARD(1, "1 1 1 1")}},
      {ANY, " Q Q\n# # \n # #\n# # \n", {ANSWER_BOARD(1, ". 0 . 0")}},
      {ANY, "Q Q\n# . #\n", {ANSWER_REFUSED(1, "no board")}},
  };
  ANSWER_RUN(cases);
}

/* Add a line of a row of squares, with a queen in one column, or none. */
static char *draw_line(char *at, int n, int queen, char fill, const char *label) {
  at += sprintf(at, "%s", label);
  for (int column = 0; column < n; column++)
    at += sprintf(at, "|%c%c%c", fill, column == queen ? 'Q' : fill, fill);
  return at + sprintf(at, "|\n");
}

/* Squares of one line or more, with lines of a frame, of dashes, of underscores or none between. */
static void reads_tall_squares(void **state) {
  (void)state;
  static const int boards[][4] = {{1, 3, 0, 2}, {0, 1, 2, 3}};
  static const char *const edges[] = {"+---+---+---+---+\n", "-----------------\n",
                                      " ___ ___ ___ ___\n", ""};
  char text[3000], label[20];
  for (int style = 0; style < 4; style++)
    for (int height = 1; height < 5; height++)
      for (int place = 0; place < 2 * height; place++) {
        char *at = text;
        bool ranks = place >= height;
        for (int board = 0; board < 2; board++) {
          at += sprintf(at, "%s%s", ranks && style < 3 ? "  " : "", edges[style]);
          for (int i = 0; i < 4 * height; i++) {
            bool low = i % height == height - 1, queen = i % height == place % height;
            snprintf(label, sizeof label, i % height == height / 2 ? "%d " : "  ", i / height + 1);
            at = draw_line(at, 4, queen ? boards[board][i / height] : -1,
                           style == 2 && low ? '_' : ' ', ranks ? label : "");
            if (style < 2 && low) at += sprintf(at, "%s%s", ranks ? "  " : "", edges[style]);
          }
          at += sprintf(at, "\n");
        }
        uint64_t lines = 4 * (uint64_t)height + (style < 3) + (style < 2 ? 4 : 0) + 1;
        const answer_case test = {ANY,
                                  text,
                                  {ANSWER_BOARD(1 + (style < 3), "2 0 3 1"),
                                   ANSWER_BOARD(lines + 1 + (style < 3), "0 1 2 3")}};
        answer_run(&test, 1);
      }
}

static void reads_frames(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {ANY, " _ _ _ _\n|_|Q|_|_|\n|_|_|_|Q|\n|Q|_|_|_|\n|_|_|Q|_|\n", {ANSWER_BOARD(2, "2 0 3 1")}},
      {ANY,
       "+-+-+-+-+\n| |Q| | |\n| | | | |\n+-+-+-+-+\n| | | | |\n| | | |Q|\n+-+-+-+-+\n"
       "|Q| | | |\n|Q| | | |\n+-+-+-+-+\n| | | | |\n| | |Q| |\n+-+-+-+-+\n",
       {ANSWER_REFUSED(2, "several lines high")}},
      {ANY,
       "| |Q| | |\n| | | | |\n| | | | |\n| | | |Q|\n|Q| | | |\n| | | | |\n| | | | |\n| | |Q| |\n",
       {ANSWER_REFUSED(1, "several lines high")}},
      {ANY,
       " +-+-+-+-+\n4| |1| | |\n3| | | |1|\n2|1| | | |\n1| | |1| |\n +-+-+-+-+\n"
       "4|1| | | |\n3| |1| | |\n2| | |1| |\n1| | | |1|\n +-+-+-+-+\n",
       {ANSWER_BOARD(2, "1 3 0 2"), ANSWER_BOARD(7, "3 2 1 0")}},
  };
  ANSWER_RUN(cases);
}

/* A row without queens may be all dashes, and is no rule. */
static void reads_dashes(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {ANY,
       "- - - -\nQ Q - -\n- - Q -\n- - - Q\n-------\n- Q - -\n- - - Q\nQ - - -\n- - Q -\n",
       {ANSWER_BOARD(1, "1 1 2 3"), ANSWER_BOARD(6, "2 0 3 1")}},
      {ANY,
       "===\nX - - -\n- X - -\n- - X X\n- - - -\n===\n- X - -\n- - - X\nX - - -\n- - X -\n",
       {ANSWER_BOARD(2, "0 1 2 2"), ANSWER_BOARD(7, "2 0 3 1")}},
      {ANY, "- - - -\n* * * *\n- - - -\n- - - -\n", {ANSWER_BOARD(1, "1 1 1 1")}},
      {ANY, "1 1 Q 1\nQ 1 1 1\n1 1 1 Q\n1 Q 1 1\n", {ANSWER_REFUSED(1, "certain to be the queen")}},
      {ANY, "Q000\n00Q0\n000Q\n0Q00\n", {ANSWER_BOARD(1, "0 3 1 2")}},
  };
  ANSWER_RUN(cases);
}

/* Ranks and files, with rules and numbers around them and within. */
static void reads_labels(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {ANY,
       " 4 |0|0|1|0|\n 3 |1|0|0|0|\n 2 |0|0|0|1|\n 1 |0|1|0|0|\n*\n",
       {ANSWER_BOARD(1, "2 0 3 1")}},
      {ANY, "0123\n0100\n0001\n1000\n0010\n", {ANSWER_BOARD(2, "2 0 3 1")}},
      {ANY,
       "1234\n0100\n1000\n0001\n0010\n\n1234\n0001\n0100\n0000\n1010\n",
       {ANSWER_BOARD(2, "1 0 3 2"), ANSWER_BOARD(8, "3 1 3 0")}},
      {ANY,
       "  0 1 2 3\n0 . . . X\n1 . X . .\n2 X . . .\n3 . . X .\n-\n",
       {ANSWER_BOARD(2, "2 1 3 0")}},
      {ANY,
       "   0123\n 4 __X_\n 3 X___\n 2 ___X\n 1 _X__\n======\n"
       "   0123\n 4 X___\n 3 _X__\n 2 __X_\n 1 ___X\n======\n",
       {ANSWER_BOARD(2, "2 0 3 1"), ANSWER_BOARD(8, "3 2 1 0")}},
      {ANY,
       "  0 1 2 3\n4 E Q E E\n3 E E E Q\n2 Q E E E\n1 E E Q E\n",
       {ANSWER_REFUSED(2, "certain to be the queen")}},
  };
  ANSWER_RUN(cases);
}

/* Comments that begin with // are read as a picture if they have four lines of squares or more. */
static void reads_comments(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {ANY,
       "// A solution:\n//\n//\t| |Q| | |\n//\t| | | |Q|\n//\t|Q| | | |\n//\t| | |Q| |\n//\n"
       "int main(void) {\n",
       {ANSWER_BOARD(3, "2 0 3 1")}},
      {ANY,
       "// Q...\n// .Q..\n// ..Q.\n// ...Q\n\n[2,4,1,3]\n",
       {ANSWER_BOARD(1, "0 1 2 3"), ANSWER_BOARD(6, "1 3 0 2")}},
      {ANY, "//Q\n// Q\n[2,4,1,3]\n", {ANSWER_BOARD(3, "1 3 0 2")}},
      {ANY, "// ++++++\n// + Q +\n[2,4,1,3]\n", {ANSWER_BOARD(3, "1 3 0 2")}},
  };
  ANSWER_RUN(cases);
}

static void reads_tables(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {ANY,
       "*\tQ\t*\t*\t\n*\t*\t*\tQ\t\nQ\t*\t*\t*\t\n*\t*\tQ\t*\t\n",
       {ANSWER_BOARD(1, "2 0 3 1")}},
      {ANY, "\tQ\t\t\n\t\t\tQ\nQ\t\t\t\n\t\tQ\t\n", {ANSWER_BOARD(1, "2 0 3 1")}},
      {ANY,
       "|   | a | b | c | d |\n|---|---|---|---|---|\n| **4** |   | **Q** |   |   |\n"
       "| **3** |   |   |   | **Q** |\n| **2** | **Q** |   |   |   |\n| **1** |   |   | **Q** |   "
       "|\n",
       {ANSWER_BOARD(3, "1 3 0 2")}},
      {ANY,
       "| A | B | C | D |\n|:-:|:-:|:--|--:|\n| . | `Q` | . | . |\n| . | . | . | Q |\n"
       "| Q | . | . | . |\n| . | . | Q | . |\n",
       {ANSWER_BOARD(3, "2 0 3 1")}},
      {ANY, " | |Q| \n | | | \nQ| | | \n |Q| |Q\n", {ANSWER_BOARD(1, "2 3 0 3")}},
  };
  ANSWER_RUN(cases);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(reads_checkers),     cmocka_unit_test(reads_odd_checkers),
      cmocka_unit_test(reads_tall_squares), cmocka_unit_test(reads_frames),
      cmocka_unit_test(reads_dashes),       cmocka_unit_test(reads_tables),
      cmocka_unit_test(reads_labels),       cmocka_unit_test(reads_comments),
  };
  return cmocka_run_group_tests_name("answer_pictures", tests, NULL, NULL);
}
