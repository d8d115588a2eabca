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
      {ANY,
       "-.Q..\n-...Q\n-Q...\n-..Q.\n+...Q\n+.Q..\n+Q...\n+..Q.\n",
       {ANSWER_BOARD(1, "2 0 3 1"), ANSWER_BOARD(5, "2 1 3 0")}},
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

/* Numbers of the lines of a matrix, and of its columns without blanks between. */
static void reads_numbers_beside_a_matrix(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {ANY, "0 0 1 0   4\n1 0 0 0   3\n0 0 0 1   2\n0 1 0 0   1\n", {ANSWER_BOARD(1, "2 0 3 1")}},
      {ANY,
       "0 0 1 0   1\n1 0 0 0   2\n0 0 0 1   3\n0 1 0 0   4\na b c d\n",
       {ANSWER_BOARD(1, "1 3 0 2")}},
      {ANY, "4 0 0 1 0\n3 1 0 0 0\n2 0 0 0 1\n1 0 1 0 0\n", {ANSWER_BOARD(1, "2 0 3 1")}},
      {ANY, "0 0 1 0 | 4\n1 0 0 0 | 3\n0 0 0 1 | 2\n1 0 0 0 | 1\n", {ANSWER_INVALID(1, "column")}},
      {ANY, "0123\n0 0100\n1 0001\n2 1000\n3 0010\n", {ANSWER_BOARD(2, "2 0 3 1")}},
      {ANY, " 0123\n0 .Q..\n1 ...Q\n2 Q...\n3 ..Q.\n", {ANSWER_BOARD(2, "2 0 3 1")}},
      {ANY, "  1234\n1|.Q..\n2|...Q\n3|Q...\n4|..Q.\n", {ANSWER_BOARD(2, "2 0 3 1")}},
      {ANY, "0123\n0.*..\n1...*\n2*...\n3..*.\n", {ANSWER_BOARD(2, "2 0 3 1")}},
      {ANY, "4 | . . Q .\n3 | Q . . .\n2 | . . . Q\n1 | . Q . .\n", {ANSWER_BOARD(1, "2 0 3 1")}},
  };
  ANSWER_RUN(cases);
}

static void reads_pictures_beside_each_other(void **state) {
  (void)state;
  static const char *const glyphs[] = {"Q.", "10", "Q_", "X.", "*-"};
  static const char *const gaps[] = {"  ", "    ", "\t", " | "};
  static const int boards[][4] = {{2, 0, 3, 1}, {0, 1, 2, 3}};
  char text[400];
  for (size_t i = 0; i < sizeof glyphs / sizeof *glyphs; i++)
    for (size_t k = 0; k < 2 * sizeof gaps / sizeof *gaps; k++) {
      char *at = text;
      for (int square = 0; square < 32; square++) {
        bool queen = boards[square / 4 % 2][square % 4] == square / 8;
        bool last = square % 8 == 7, half = square % 8 == 3;
        at += sprintf(at, "%c%s", glyphs[i][!queen],
                      last   ? "\n"
                      : half ? gaps[k / 2]
                             : (k % 2 == 0 ? " " : ""));
      }
      const answer_case test = {
          ANY, text, {ANSWER_BOARD(1, "2 0 3 1"), ANSWER_BOARD(1, "0 1 2 3")}};
      answer_run(&test, 1);
    }
  static const answer_case cases[] = {
      {ANY, ".Q.. ...Q\n...Q Q...\nQ... ..Q.\n", {ANSWER_REFUSED(4, "8 squares wide")}},
      {ANY, ".Q.. ...\n...Q Q..\nQ... ..Q\n..Q. .Q.\n", {ANSWER_REFUSED(5, "7 squares wide")}},
  };
  ANSWER_RUN(cases);
}

/* Squares in quotes, as R, Julia and MATLAB print them. */
static void reads_squares_in_quotes(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {ANY,
       "     [,1] [,2] [,3] [,4]\n[1,] \".\"  \"Q\"  \".\"  \".\"\n[2,] \".\"  \".\"  \".\"  "
       "\"Q\"\n"
       "[3,] \"Q\"  \".\"  \".\"  \".\"\n[4,] \".\"  \".\"  \"Q\"  \".\"\n",
       {ANSWER_BOARD(2, "2 0 3 1")}},
      {ANY,
       "     [,1] [,2] [,3] [,4]\n[1,] .    Q    .    .   \n[2,] .    .    .    Q   \n"
       "[3,] Q    .    .    .   \n[4,] .    .    Q    .   \n",
       {ANSWER_BOARD(2, "2 0 3 1")}},
      {ANY,
       "4×4 Matrix{Char}:\n ' '  'Q'  ' '  ' '\n ' '  ' '  ' '  'Q'\n 'Q'  ' '  ' '  ' '\n"
       " ' '  ' '  'Q'  ' '\n",
       {ANSWER_BOARD(2, "2 0 3 1")}},
      {ANY,
       "\"0\" \"1\" \"0\" \"0\"\n\"0\" \"0\" \"0\" \"1\"\n\"1\" \"0\" \"0\" \"0\"\n"
       "\"1\" \"0\" \"0\" \"0\"\n",
       {ANSWER_INVALID(1, "column 0")}},
      {ANY, "'.Q..'\n'...Q'\n'Q...'\n'..Q.'\n", {ANSWER_BOARD(1, "2 0 3 1")}},
      {ANY, "'0100'\n'0001'\n'1000'\n'0010'\n", {ANSWER_BOARD(1, "2 0 3 1")}},
      {ANY, "\"Q...\"\n\".Q..\"\n\"..Q.\"\n\"...Q\"\n", {ANSWER_BOARD(1, "0 1 2 3")}},
      {ANY,
       "{'.'}    {'Q'}    {'.'}    {'.'}\n{'.'}    {'.'}    {'.'}    {'Q'}\n"
       "{'Q'}    {'.'}    {'.'}    {'.'}\n{'.'}    {'.'}    {'Q'}    {'.'}\n",
       {ANSWER_BOARD(1, "2 0 3 1")}},
  };
  ANSWER_RUN(cases);
}

/* Beside Q stand the numbers of queens that attack each square. */
static void reads_attacks(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {ANY, "2Q42\n433Q\nQ334\n24Q2\n", {ANSWER_BOARD(1, "2 0 3 1")}},
      {ANY, "2 Q 4 2\n4 3 3 Q\nQ 3 3 4\n2 4 Q 2\n", {ANSWER_BOARD(1, "2 0 3 1")}},
      {ANY, "Q332\n3Q33\n33Q3\n233Q\n", {ANSWER_BOARD(1, "0 1 2 3")}},
      {ANY, "2Q42\n403Q\nQ334\n24Q2\n", {ANSWER_REFUSED(1, "digits beside Q")}},
      {ANY, "Q111\n11Q1\n1Q11\n111Q\n", {ANSWER_REFUSED(1, "certain to be the queen")}},
  };
  ANSWER_RUN(cases);
}

/* A short line above is none of the picture if it has a sign that no other line has. */
static void passes_over_remarks(void **state) {
  (void)state;
  static const char *const remarks[] = {"h = 0", "t = 0.01", "$", "+", "=>", "~~~", "k=2, t = 0.1"};
  for (size_t i = 0; i < sizeof remarks / sizeof *remarks; i++) {
    char text[100];
    sprintf(text, "%s\n. Q . .\n. . . Q\nQ . . .\n. . Q .\n", remarks[i]);
    const answer_case cases[] = {{ANY, text, {ANSWER_BOARD(2, "2 0 3 1")}}};
    ANSWER_RUN(cases);
  }
  static const answer_case rows[] = {
      {ANY, ". Q .\n. Q . .\n. . . Q\nQ . . .\n. . Q .\n", {ANSWER_REFUSED(2, "more than the 3")}},
      {ANY, ". . .\n. Q . .\n. . . Q\nQ . . .\n. . Q .\n", {ANSWER_REFUSED(2, "more than the 3")}},
      {ANY, "q\n. Q . .\n. . . Q\nQ . . .\n. . Q .\n", {ANSWER_REFUSED(2, "more than the 1")}},
  };
  ANSWER_RUN(rows);
}

/* Rows below each other after words of any kind; which number is a rank shows in all of them. */
static void reads_rows_after_words(void **state) {
  (void)state;
  static const char *const words[][8] = {
      /* before and after each row */
      {"Row 1  ", "\nRow 2  ", "\nRow 3  ", "\nRow 4  ", "\n"},
      {"1st row: ", "\n2nd row: ", "\n3rd row: ", "\n4th row: ", "\n"},
      {"row1 = ", "\nrow2 = ", "\nrow3 = ", "\nrow4 = ", "\n"},
      {"line 1 | ", " |\nline 2 | ", " |\nline 3 | ", " |\nline 4 | ", " |\n"},
      {"DEBUG: ", "\nDEBUG: ", "\nDEBUG: ", "\nDEBUG: ", "\n"},
      {"09:00:01 INFO ", "\n09:00:01 INFO ", "\n09:00:02 INFO ", "\n09:00:05 INFO ", "\n"},
      {"out> ", "\nout> ", "\nout> ", "\nout> ", "\n"},
      {"- '", "'\n- '", "'\n- '", "'\n- '", "'\n"},
      {"<row>", "</row>\n<row>", "</row>\n<row>", "</row>\n<row>", "</row>\n"},
      {"<pre><code>", "\n", "\n", "\n", "\n</code></pre>\n"},
      {"  \"", "\\n\",\n  \"", "\\n\",\n  \"", "\\n\",\n  \"", "\\n\"\n"},
  };
  static const char *const rows[][5] = {{". Q . .", ". . . Q", "Q . . .", ". . Q .", ""},
                                        {"_Q__", "____", "Q___", "__Q_", ""}};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    for (size_t k = 0; k < 2; k++) {
      char text[200], *at = text;
      for (size_t row = 0; row < 5; row++) at += sprintf(at, "%s%s", words[i][row], rows[k][row]);
      const answer_case whole[] = {{ANY, text, {ANSWER_BOARD(1, "2 0 3 1")}}};
      const answer_case less[] = {{ANY, text, {ANSWER_BOARD(1, "2 0 3 .")}}};
      if (k == 0) ANSWER_RUN(whole);
      if (k == 1) ANSWER_RUN(less);
    }
  static const answer_case others[] = {
      {ANY,
       "rank 4: .Q..\nrank 3: ...Q\nrank 2: Q...\nrank 1: ..Q.\n",
       {ANSWER_BOARD(1, "1 3 0 2")}},
      {ANY,
       "2 4 1 3\n\nto  .Q..\nto  ...Q\nto  Q...\n",
       {ANSWER_BOARD(1, "1 3 0 2"), ANSWER_REFUSED(3, "no n lines of n")}},
      {ANY, "r1 0 1 0 0\nr2 0 0 0 1\nr3 1 0 0 0\nr4 0 0 1 0\n", {ANSWER_BOARD(1, "2 0 3 1")}},
      {ANY,
       "2 4 1 3\n\nto (о Ф о о)\nto (о о о Ф)\nto (Ф о о о)\n",
       {ANSWER_BOARD(1, "1 3 0 2"), ANSWER_REFUSED(3, "no n lines of n")}},
      {ANY,
       "2 4 1 3\nprogress ####.... yes\nprogress ####.... yes\n",
       {ANSWER_BOARD(1, "1 3 0 2")}},
      {ANY, "2 4 1 3\nand so on....\nuntil it is done - - - -\n", {ANSWER_BOARD(1, "1 3 0 2")}},
  };
  ANSWER_RUN(others);
}

/* The queen is what stands n times, whatever letter that is. */
static void reads_any_letter(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {ANY, ". Ф . .\n. . . Ф\nФ . . .\n. . Ф .\n", {ANSWER_BOARD(1, "2 0 3 1")}},
      {ANY, "_К__\n___К\nК___\n__К_\n", {ANSWER_BOARD(1, "2 0 3 1")}},
      {ANY, "口皇口口\n口口口皇\n皇口口口\n口口皇口\n", {ANSWER_BOARD(1, "2 0 3 1")}},
      {ANY, "・女・・\n・・・女\n女・・・\n・・女・\n", {ANSWER_BOARD(1, "2 0 3 1")}},
      {ANY, "W B W W\nW W W B\nB W W W\nW W B W\n", {ANSWER_BOARD(1, "2 0 3 1")}},
      {ANY,
       "2 4 1 3\n\n. Ф . .\nД . . .\n. . . Ф\n. . Д .\n",
       {ANSWER_BOARD(1, "1 3 0 2"), ANSWER_REFUSED(3, "no n lines of n")}},
      {ANY, "2 4 1 3\nэто они\nвсе вот\nтут все\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      {ANY, ". # . #\n# . # .\n. # . #\n# . # .\n", {ANSWER_REFUSED(1, "certain to be the queen")}},
      {ANY,
       "2 4 1 3\n\nxxxx\nxx..\nx.x.\nx..x\n",
       {ANSWER_BOARD(1, "1 3 0 2"), ANSWER_REFUSED(4, "no n lines of n")}},
  };
  ANSWER_RUN(cases);
}

/* What programs and pages write around the squares. */
static void reads_pages(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {ANY,
       "\tQ\t*\t*\t*\n\t*\t*\t*\tQ\n\t*\tQ\t*\t*\n\t*\t*\tQ\t*\n",
       {ANSWER_BOARD(1, "0 2 3 1")}},
      {ANY,
       "\\begin{tabular}{|c|c|c|c|}\n\\hline\n & Q & & \\\\\n\\hline\n & & & Q \\\\\n\\hline\n"
       "Q & & & \\\\\n\\hline\n & & Q & \\\\\n\\bottomrule\n\\end{tabular}\n",
       {ANSWER_BOARD(3, "2 0 3 1")}},
      {ANY,
       "{{Chess diagram\n| tright\n| Four queens\n|4|  |ql|  |  \n|3|  |  |  |ql\n|2|ql|  |  |  \n"
       "|1|  |  |ql|  \n|}}\n[[Category:Chess]]\n",
       {ANSWER_BOARD(4, "1 3 0 2")}},
      {ANY,
       "{{Chess diagram\n|  |ql|  |  \n|  |  |  |ql\n|ql|  |  |  \n|  |  |ql|  \n}}\n",
       {ANSWER_BOARD(2, "2 0 3 1")}},
      {ANY,
       "{| class=\"wikitable\"\n|+ 4 queens\n|-\n|   || Q ||   ||  \n|-\n|   ||   ||   || Q\n|-\n"
       "| Q ||   ||   ||  \n|-\n|   ||   || Q ||  \n|}\n",
       {ANSWER_BOARD(4, "2 0 3 1")}},
      {ANY,
       "| |Q| | |\n| | | |Q|\n|Q| | | |\n| | |Q| |\n| |Q| | |\n",
       {ANSWER_REFUSED(5, "an empty line was expected after the 4 lines")}},
      {ANY, "Position: 1Q2/3Q/Q3/2Q1 w - - 0 1\n", {ANSWER_BOARD(1, "2 0 3 1")}},
      {ANY, "\\chessboard[setfen=1Q2/3Q/Q3/2Q1 w, x=false]\n", {ANSWER_BOARD(1, "2 0 3 1")}},
      {ANY,
       "Position 1Q2/3Q/Q3/2Q1 or 2Q1/Q3/3Q/1Q2\n",
       {ANSWER_REFUSED(1, "not in a form that is known")}},
      {ANY, "Position: 1Q2/3Q/Q3\n", {ANSWER_REFUSED(1, "not in a form that is known")}},
      {ANY, "0100b\n0001b\n1000b\n0010b\n", {ANSWER_BOARD(1, "2 0 3 1")}},
      {ANY,
       "[1, 3, 0, 2]\n\n\\node at (0.5,0.5) {\\symqueen};\n",
       {ANSWER_BOARD(1, "1 3 0 2"), ANSWER_REFUSED(3, "may be a board")}},
      {ANY,
       "*********\n* . Q . . *\n* . . . Q *\n* Q . . . *\n* . . Q . *\n*********\n",
       {ANSWER_BOARD(2, "2 0 3 1")}},
      {ANY,
       "#  4 Queens #\n# . Q . . #\n# . . . Q #\n# Q . . . #\n# . . Q . #\n###########\n",
       {ANSWER_BOARD(2, "2 0 3 1")}},
      {ANY,
       "2 4 1 3\n\nRegards\n_________________\nPosts: | Joined\n",
       {ANSWER_BOARD(1, "1 3 0 2")}},
      {ANY,
       "\33[31mQ\33[0m . . .\n. . \33[31mQ\33[0m .\n. . . \33[1;31mQ\33[0m\n. Q . .\n",
       {ANSWER_BOARD(1, "0 3 1 2")}},
      {ANY, "-- Qu -- --\n-- -- -- Qu\nQu -- -- --\n-- -- Qu --\n", {ANSWER_BOARD(1, "2 0 3 1")}},
      {ANY,
       ".. ## .. ..\n.. .. .. ##\n## .. .. ..\n## .. .. ..\n",
       {ANSWER_INVALID(1, "column 0")}},
      {ANY,
       ".... Dame .... ....\n.... .... .... Dame\nDame .... .... ....\n.... .... Dame ....\n",
       {ANSWER_BOARD(1, "2 0 3 1")}},
      {ANY, ", \\\n, \\\n", {ANSWER_REFUSED(1, "no board in this text")}},
      {ANY, ".Q.. .... Q... ..Q.\n", {ANSWER_BOARD(1, "2 0 3 .")}},
  };
  ANSWER_RUN(cases);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(reads_checkers),
      cmocka_unit_test(reads_odd_checkers),
      cmocka_unit_test(reads_tall_squares),
      cmocka_unit_test(reads_frames),
      cmocka_unit_test(reads_dashes),
      cmocka_unit_test(reads_tables),
      cmocka_unit_test(reads_labels),
      cmocka_unit_test(reads_comments),
      cmocka_unit_test(reads_numbers_beside_a_matrix),
      cmocka_unit_test(reads_pictures_beside_each_other),
      cmocka_unit_test(reads_squares_in_quotes),
      cmocka_unit_test(reads_attacks),
      cmocka_unit_test(passes_over_remarks),
      cmocka_unit_test(reads_rows_after_words),
      cmocka_unit_test(reads_any_letter),
      cmocka_unit_test(reads_pages),
  };
  return cmocka_run_group_tests_name("answer_pictures", tests, NULL, NULL);
}
