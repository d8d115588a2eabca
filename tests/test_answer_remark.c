/* Text between boards, and below the reports of solvers: no board of it is lost without a word. */
#include "answers.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <cmocka.h>

#define AUTO NQ_FORMAT_AUTO
#define PICTURE                                                                                    \
  ". Q . .\n"                                                                                      \
  "Q . . .\n"                                                                                      \
  ". . . Q\n"                                                                                      \
  ". . Q .\n"

/* What may be a board in a form that is not known is an error. */
static void doubtful_lines(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {AUTO,
       0,
       "2413\n2143 bad\n",
       {ANSWER_BOARD(1, "1 3 0 2"), ANSWER_REFUSED(2, "may be a board")}},
      {AUTO,
       0,
       "q = 2143\n2 4 1 3\n",
       {ANSWER_REFUSED(1, "may be a board"), ANSWER_BOARD(2, "1 3 0 2")}},
      {AUTO,
       0,
       "\"2143\"\n[2,4,1,3]\n",
       {ANSWER_REFUSED(1, "may be a board"), ANSWER_BOARD(2, "1 3 0 2")}},
      {AUTO,
       0,
       "FOUND 15863724\nFOUND 15863742\n[2,4,1,3]\n",
       {ANSWER_REFUSED(1, "may be a board"), ANSWER_BOARD(3, "1 3 0 2")}},
      {AUTO,
       0,
       "- Solution #1: Q_1 = 2, Q_2 = 1, Q_3 = 4, Q_4 = 3.\n[2, 4, 1, 3]\n",
       {ANSWER_REFUSED(1, "may be a board"), ANSWER_BOARD(2, "1 3 0 2")}},
      {AUTO,
       0,
       ". Q . .   q[0] = 1\nQ . . .   q[1] = 0\n. . . Q   q[2] = 3\n. . Q .   q[3] = 2\n"
       "[2, 4, 1, 3]\n",
       {ANSWER_REFUSED(1, "may be a board"), ANSWER_BOARD(5, "1 3 0 2")}},
      {AUTO,
       0,
       "A: 2\nB: 1\nC: 4\nD: 3\n[2,4,1,3]\n",
       {ANSWER_REFUSED(1, "may be a board"), ANSWER_BOARD(5, "1 3 0 2")}},
      {AUTO,
       0,
       "Row    : 0\nColumn : 1\n\n[2,4,1,3]\n",
       {ANSWER_REFUSED(1, "may be a board"), ANSWER_BOARD(4, "1 3 0 2")}},
      {AUTO,
       0,
       "B A D C\n[2,4,1,3]\n",
       {ANSWER_REFUSED(1, "may be a board"), ANSWER_BOARD(2, "1 3 0 2")}},
      {AUTO,
       0,
       "empty queen empty empty\nqueen empty empty empty\n[2,4,1,3]\n",
       {ANSWER_REFUSED(1, "may be a board"), ANSWER_BOARD(3, "1 3 0 2")}},
      {AUTO,
       0,
       "{\"type\": \"solution\", \"output\": {\"default\": \"q = [2, 1, 4, 3];\"}}\n[2,4,1,3]\n",
       {ANSWER_BOARD(1, "1 0 3 2"), ANSWER_BOARD(2, "1 3 0 2")}},
      {AUTO, 0, "4\n2\n3\n1\n2413\n", {ANSWER_REFUSED(3, "may be the rows of a board")}},
  };
  ANSWER_RUN(cases);
}

/* Numbers and words of text are none. */
static void text(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {AUTO, 0, "nodes: 2143\n2 4 1 3\n", {ANSWER_BOARD(2, "1 3 0 2")}},
      {AUTO, 0, "Copyright 2013 by the authors\n2 4 1 3\n", {ANSWER_BOARD(2, "1 3 0 2")}},
      {AUTO, 0, "2 4 1 3\n1032 iterations in 0.5 s\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      {AUTO, 0, "A: 2\n2 4 1 3\n", {ANSWER_BOARD(2, "1 3 0 2")}},
      {AUTO, 0, "Rows: 8\nColumns: 4\n2 4 1 3\n", {ANSWER_BOARD(3, "1 3 0 2")}},
      {AUTO, 0, "--- a.txt\n+++ b.txt\n" PICTURE "A B C D\n", {ANSWER_BOARD(3, "1 0 3 2")}},
  };
  ANSWER_RUN(cases);
}

/* PARI/GP numbers its results, and R writes whole numbers with an L. */
static void forms(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {AUTO, 0, "%1 = [2, 4, 1, 3]\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      {AUTO, 0, "c(2L, 4L, 1L, 3L)\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      {AUTO,
       0,
       "<1,2> <2,4> <3,1> <4,3>\n3142\n",
       {ANSWER_BOARD(1, "1 3 0 2"), ANSWER_BOARD(2, "2 0 3 1")}},
  };
  ANSWER_RUN(cases);
}

/* A picture or a list below the report of a solver is read. */
static void below_reports(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {AUTO,
       0,
       "Answer: 1\nq(0,1) q(1,3) q(2,0) q(3,2)\nSATISFIABLE\n\nModels : 1\n" PICTURE,
       {ANSWER_BOARD(2, "1 3 0 2"), ANSWER_BOARD(6, "1 0 3 2")}},
      {AUTO,
       0,
       "Optimal - objective value 0\n1 x_0_1 1 0\n7 x_1_3 1 0\n8 x_2_0 1 0\n14 x_3_2 1 0\n"
       "queens = [2, 1, 4, 3]\n",
       {ANSWER_BOARD(1, "1 3 0 2"), ANSWER_BOARD(6, "1 0 3 2")}},
      {AUTO,
       0,
       "Model status\nOptimal\n\n# Primal solution values\nFeasible\nObjective 4\n# Columns 4\n"
       "x_0_1 1\nx_1_3 1\nx_2_0 1\nx_3_2 1\n\n# Dual solution values\nNone\n" PICTURE,
       {ANSWER_BOARD(2, "1 3 0 2"), ANSWER_BOARD(15, "1 0 3 2")}},
      {AUTO,
       0,
       "sat\n((q1 2)\n (q2 4)\n (q3 1)\n (q4 3))\n(2 1 4 3)\n",
       {ANSWER_BOARD(2, "1 3 0 2"), ANSWER_BOARD(6, "1 0 3 2")}},
  };
  ANSWER_RUN(cases);
}

#define CBC "Optimal - objective value 0\n1 x_0_1 1 0\n7 x_1_3 1 0\n8 x_2_0 1 0\n14 x_3_2 1 0\n"

/* So are other forms. */
static void forms_below_reports(void **state) {
  (void)state;
  static const char *const below[] = {
      "Solution: 2 1 4 3\n",
      "(0, 1)\n(1, 0)\n(2, 3)\n(3, 2)\n",
      "Queen 1: column 2\nQueen 2: column 1\nQueen 3: column 4\nQueen 4: column 3\n",
      "2\n1\n4\n3\n",
      "2143\n",
      "{\"queens\": [2, 1, 4, 3]}\n",
      "4 . . Q .\n3 . . . Q\n2 Q . . .\n1 . Q . .\n  a b c d\n",
      "| . | Q | . | . |\n| Q | . | . | . |\n| . | . | . | Q |\n| . | . | Q | . |\n",
  };
  for (size_t i = 0; i < sizeof below / sizeof *below; i++) {
    char words[300];
    snprintf(words, sizeof words, CBC "%s", below[i]);
    const answer_case cases[] = {
        {AUTO, 0, words, {ANSWER_BOARD(1, "1 3 0 2"), ANSWER_BOARD(6, "1 0 3 2")}}};
    ANSWER_RUN(cases);
  }
}

/* Rows and columns with a sign between are no squares of chess. */
static void places(void **state) {
  (void)state;
  static const char *const signs[][2] = {{"R", ": C"}, {"r", " -> c"}, {"row ", ": c"},
                                         {"Z", ": S"}, {"R", " C"},    {"L", " = C"}};
  for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
    const char *row = signs[i][0], *column = signs[i][1];
    char words[100];
    snprintf(words, sizeof words, "%s1%s2\n%s2%s4\n%s3%s1\n%s4%s3\n", row, column, row, column, row,
             column, row, column);
    const answer_case cases[] = {{AUTO, 0, words, {ANSWER_BOARD(1, "2 0 3 1")}}};
    ANSWER_RUN(cases);
  }
}

/* The row and the column of each queen, in words of other languages; the column of queen 1 is 2. */
static void words_for_squares(void **state) {
  (void)state;
  static const char *const words[][3] = {{"第", "行第", "列"},
                                         {"", "行目: ", "列目"},
                                         {"", "행 ", "열"},
                                         {"Satır ", ": sütun ", ""},
                                         {"Wiersz ", ", kolumna ", ""},
                                         {"Строка ", ", столбец ", ""},
                                         {"Řádek ", ", sloupec ", ""},
                                         {"Rad ", ", kolumn ", ""},
                                         {"sor: ", ", oszlop: ", ""},
                                         {"第 ", " 行 第 ", " 列"},
                                         {"y=", " x=", ""},
                                         {"r: ", ", c: ", ""}};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    const char *row = words[i][0], *column = words[i][1], *end = words[i][2];
    char text[300];
    snprintf(text, sizeof text, "[1, 3, 0, 2]\n\n%s1%s2%s\n%s2%s4%s\n%s3%s1%s\n%s4%s3%s\n", row,
             column, end, row, column, end, row, column, end, row, column, end);
    const answer_case cases[] = {
        {AUTO, 0, text, {ANSWER_BOARD(1, "1 3 0 2"), ANSWER_BOARD(3, "2 0 3 1")}}};
    ANSWER_RUN(cases);
  }
}

/* A number that heads text is no n, and two above a matrix are its sides. */
static void numbers_above(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {AUTO, 0, "3\nvotes\n\n[2, 4, 1, 3]\n", {ANSWER_BOARD(4, "1 3 0 2")}},
      {AUTO, 0, "3\n2 4 1 3\n", {ANSWER_REFUSED(2, "states n = 3")}},
      {AUTO,
       0,
       "(4, 4)\n[[0 0 1 0]\n [1 0 0 0]\n [0 0 0 1]\n [0 1 0 0]]\n",
       {ANSWER_BOARD(2, "1 3 0 2")}},
      {AUTO,
       0,
       "(4, 4)\nfoo bar\n[2, 4, 1, 3]\n",
       {ANSWER_REFUSED(1, "beside"), ANSWER_BOARD(3, "1 3 0 2")}},
      {AUTO, 0, "4 4\n0 0 1 0\n1 0 0 0\n0 0 0 1\n0 1 0 0\n", {ANSWER_BOARD(2, "1 3 0 2")}},
  };
  ANSWER_RUN(cases);
}

/* Squares in sentences, each with other numbers around it or all on one line. */
static void sentences(void **state) {
  (void)state;
  static const char *const texts[] = {
      "1. **Queen 1**: Row 1, Column 2\n2. **Queen 2**: Row 2, Column 4\n"
      "3. **Queen 3**: Row 3, Column 1\n4. **Queen 4**: Row 4, Column 3\n",
      "The queen in row 1 is in column 2, the queen in row 2 is in column 4, "
      "the queen in row 3 is in column 1, and the queen in row 4 is in column 3.\n",
      "Row 1: column 2, row 2: column 4, row 3: column 1, row 4: column 3.\n",
      "Queen 1: row 1, column 2; queen 2: row 2, column 4; queen 3: row 3, column 1; queen 4: row "
      "4, "
      "column 3\n",
      "Solution after 14 generations: [3, 1, 4, 2]\n"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    const answer_case cases[] = {{AUTO, 0, texts[i], {ANSWER_BOARD(1, "2 0 3 1")}}};
    ANSWER_RUN(cases);
  }
  static const answer_case others[] = {
      {AUTO, 0, "Cost after 14 iterations: [3, 1, 4, 2]\n", {ANSWER_REFUSED(1, "measures")}},
      {AUTO,
       0,
       "Attacked squares for the first queen: (0,1) (1,3) (2,0) (3,2)\n",
       {ANSWER_REFUSED(1, "may be")}}};
  ANSWER_RUN(others);
}

/* Lines with brackets or numbers that are certainly text, beside a board; and some that are not. */
static void certain_text(void **state) {
  (void)state;
  static const char *const lines[] = {"[params]",
                                      "[/quote]",
                                      "[Event \"Eight queens\"]",
                                      "[19:02] lena: did anyone find one?",
                                      "\\label{fig:queens}",
                                      "The board (Q = queen):",
                                      "Initial (h=3)   Final (h=0)",
                                      "(0.01 secs, 184,320 bytes)",
                                      "8 rows in set (0,01 sec)",
                                      "Step 0, T = 10.000, cost = 4",
                                      "T0 = 100, alpha = 0.95, seed = 42",
                                      "Python 3.11.4 (main, Jun  7 2023, 10:13:09) on linux",
                                      "Homework 3 (due October 14, 23:59)   Total: 40 points",
                                      "2024-05-01 12:00:00,123 - DEBUG - n=8 seed=7 temp=10.0",
                                      "CPU times: user 2.1 ms, sys: 0 ns, total: 2.1 ms",
                                      "All solutions for N=8 (first 2 of 92)",
                                      "2 passed; 1 failed; 0 ignored; finished in 0.00s",
                                      "user=> (first (queens 8))",
                                      "if (board[i][j] == 1)",
                                      "1 <= n <= 9",
                                      "=> true",
                                      "solutions = []",
                                      "irb(main):002:0> Queens.new(8).solve",
                                      "(a)",
                                      "| r | c |",
                                      "| c1 | c2 | c3 | c4 |",
                                      "==4121==",
                                      "  0.012   0.000   0.012",
                                      "Move queen 3 from row 2 to row 5 (h=2)",
                                      "Progress: 1 2 3 4 done"};
  static const char *const others[] = {"[Empty, Queen, Empty, Empty]",
                                       "first 2, second 4, third 1, fourth 3",
                                       "Place a queen in row 1, column 3 and row 2, column 1",
                                       "at 2 and 14 and 3 1 more",
                                       "board(2-4-1-3) is one",
                                       "q[1] = foo(3, 2)",
                                       "line = [Foo, Q, Foo]",
                                       "queens at 1/2, at 2/4, at 3/1, at 4/3",
                                       "queens at 1.2, at 2.4, at 3.1, at 4.3",
                                       "1.2 2.4 3.1 4.3",
                                       "placed 1-2, then 2-4, again 3-1, last 4-3",
                                       "the board [15863724] was found",
                                       "size 8 gives 15863724",
                                       "row 1: [_, Q, _, _]",
                                       "foo: [., Q, ., .]",
                                       "at square 2, square 8, square 9 and square 15"};
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    char text[200];
    snprintf(text, sizeof text, "%s\n\n[2, 4, 1, 3]\n%s\n", lines[i], lines[i]);
    const answer_case cases[] = {{AUTO, 0, text, {ANSWER_BOARD(3, "1 3 0 2")}}};
    ANSWER_RUN(cases);
  }
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
    char text[200];
    snprintf(text, sizeof text, "[2, 4, 1, 3]\n\n%s\n", others[i]);
    const answer_case cases[] = {
        {AUTO, 0, text, {ANSWER_BOARD(1, "1 3 0 2"), ANSWER_REFUSED(3, "")}}};
    ANSWER_RUN(cases);
  }
}

/* That there is no solution, in other languages. */
static void says_no(void **state) {
  (void)state;
  static const char *const lines[] = {"Für n = 3 gibt es keine Lösung.",
                                      "No hay solución para n = 3.",
                                      "Aucune solution pour n = 3.",
                                      "Nessuna soluzione trovata.",
                                      "Não há solução para N=2.",
                                      "Brak rozwiązań.",
                                      "Решений нет",
                                      "Нет решений",
                                      "无解",
                                      "解はありません",
                                      "Çözüm yok"};
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    char text[100];
    snprintf(text, sizeof text, "%s\n", lines[i]);
    const answer_case cases[] = {{AUTO, 0, text, {ANSWER_NONE(1)}}};
    ANSWER_RUN(cases);
    snprintf(text, sizeof text, "%s\n2 4 1 3\n", lines[i]);
    const answer_case beside[] = {{AUTO, 0, text, {ANSWER_BOARD(2, "1 3 0 2")}}};
    ANSWER_RUN(beside);
  }
}

/* Lines that are the same but for two numbers, one of which counts them, may be squares. */
static void lines_alike(void **state) {
  (void)state;
  static const char *const lines[] = {"board[1][2] = Q\nboard[2][4] = Q\nboard[3][1] = Q\n",
                                      "Foo 1 bar 2\nFoo 2 bar 4\nFoo 3 bar 1\nFoo 4 bar 3\n",
                                      "column a row 1\ncolumn b row 3\ncolumn c row 2\n",
                                      "Spalte A: 1\nSpalte B: 3\nSpalte C: 2\n",
                                      "masks: 0x02 0x08 0x01 0x04\n"};
  static const char *const others[] = {"n = 4 -> 2\nn = 5 -> 10\nn = 6 -> 4\n",
                                       "Run 1: 13 steps\nRun 2: 7 steps\nRun 3: 9 steps\n",
                                       "Foo 1 bar 2\nFoo 2 bar 4\n"};
  char text[200];
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    snprintf(text, sizeof text, "[2, 4, 1, 3]\n\n%s", lines[i]);
    const answer_case cases[] = {
        {AUTO, 0, text, {ANSWER_BOARD(1, "1 3 0 2"), ANSWER_REFUSED(3, "may be a board")}}};
    ANSWER_RUN(cases);
  }
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
    snprintf(text, sizeof text, "[2, 4, 1, 3]\n\n%s", others[i]);
    const answer_case cases[] = {{AUTO, 0, text, {ANSWER_BOARD(1, "1 3 0 2")}}};
    ANSWER_RUN(cases);
  }
}

/* Squares on lines of their own end where others begin. */
static void squares(void **state) {
  (void)state;
  static const char list[] = "(0, 1)\n(1, 3)\n(2, 0)\n(3, 2)\n\\draw (0,0) grid (8,8);\n";
  static const answer_case cases[] = {
      {AUTO, 0, list, {ANSWER_BOARD(1, "1 3 0 2"), ANSWER_REFUSED(5, "too few")}},
      {AUTO,
       0,
       "Queen 1: column 2\nQueen 2: column 1\nQueen 3: column 4\nQueen 4: column 3\n"
       "(0, 2)\n(1, 0)\n(2, 3)\n(3, 1)\n",
       {ANSWER_BOARD(1, "1 0 3 2"), ANSWER_BOARD(5, "2 0 3 1")}},
      {AUTO,
       0,
       "1: Queen at (0, 1)\n2: Queen at (1, 3)\n3: Queen at (2, 0)\nand 4: Queen at (3, 2)\n",
       {ANSWER_BOARD(1, "1 3 0 2")}},
  };
  ANSWER_RUN(cases);
}

/* Tables and pictures with two possible readings, or in which only blanks show the columns. */
static void shapes(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {AUTO,
       0,
       "     [,1] [,2] [,3]\n[1,]    2    3    2\n[2,]    4    1    1\n[3,]    1    4    4\n"
       "[4,]    3    2    3\n",
       {ANSWER_BOARD(2, "1 3 0 2"), ANSWER_BOARD(2, "2 0 3 1"), ANSWER_BOARD(2, "1 0 3 2")}},
      {AUTO,
       0,
       "     [,1] [,2] [,3] [,4]\n[1,]    2    4    1    3\n[2,]    3    1    4    2\n",
       {ANSWER_BOARD(2, "1 3 0 2"), ANSWER_BOARD(3, "2 0 3 1")}},
      {AUTO,
       0,
       "     [,1] [,2] [,3] [,4]\n[1,]    2    4    6    8\n     [,5] [,6] [,7] [,8]\n"
       "[1,]    3    1    7    5\n",
       {ANSWER_REFUSED(2, "may be boards")}},
      {AUTO,
       0,
       "            c1          c2          c3          c4\n\n"
       "r1                   1.000\nr2                                           1.000\n"
       "r3       1.000\nr4                               1.000\n",
       {ANSWER_REFUSED(1, "blanks alone")}},
      {AUTO,
       0,
       "            1           2           3           4\n\n1                   1.000\n"
       "2                                           1.000\n3       1.000\n"
       "4                               1.000\n",
       {ANSWER_REFUSED(1, "blanks alone")}},
      {AUTO, 0, "q1 2.000,    q2 4.000,    q3 1.000,    q4 3.000\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      {AUTO, 0, "  QQ    \n      QQ\nQQ      \n    QQ  \n", {ANSWER_REFUSED(1, "two glyphs each")}},
      {AUTO, 0, "1 0 1 1\n1 1 1 0\n0 1 1 1\n1 1 0 1\n", {ANSWER_REFUSED(1, "one 0 in each")}},
      {AUTO,
       0,
       "Status: Optimal\nx_(0,_1) = 1.0\nx_(1,_3) = 1.0\nx_(2,_0) = 1.0\nx_(3,_2) = 1.0\n"
       "0: 1\n1: 0\n2: 3\n3: 2\n",
       {ANSWER_BOARD(2, "1 3 0 2"), ANSWER_BOARD(6, "1 0 3 2")}},
  };
  ANSWER_RUN(cases);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(doubtful_lines),
      cmocka_unit_test(text),
      cmocka_unit_test(forms),
      cmocka_unit_test(below_reports),
      cmocka_unit_test(squares),
      cmocka_unit_test(forms_below_reports),
      cmocka_unit_test(shapes),
      cmocka_unit_test(places),
      cmocka_unit_test(words_for_squares),
      cmocka_unit_test(lines_alike),
      cmocka_unit_test(says_no),
      cmocka_unit_test(numbers_above),
      cmocka_unit_test(sentences),
      cmocka_unit_test(certain_text),
  };
  return cmocka_run_group_tests_name("answer_remark", tests, NULL, NULL);
}
