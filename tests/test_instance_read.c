/* Instances: the native text and the CSPLib forms. */
#include "io.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

static nq_instance *read_text(const char *text, uint64_t first_diagonals, nq_error *error) {
  int descriptor = io_text(text);
  nq_instance *instance = nq_instance_read(descriptor, first_diagonals, error);
  close(descriptor);
  return instance;
}

static nq_instance *read_right(const char *text, uint64_t first_diagonals) {
  nq_error error = {0};
  nq_instance *instance = read_text(text, first_diagonals, &error);
  if (instance == NULL) fail_msg("line %" PRIu64 ": %s", error.line, error.message);
  return instance;
}

static void expect_placed(const nq_instance *instance, size_t i, uint32_t column, uint32_t row) {
  uint32_t found_column, found_row;
  nq_instance_placed_at(instance, i, &found_column, &found_row);
  assert_int_equal(found_column, column);
  assert_int_equal(found_row, row);
}

static void expect_blocked(const nq_instance *instance, size_t i, uint32_t column, uint32_t row) {
  uint32_t found_column, found_row;
  nq_instance_blocked_at(instance, i, &found_column, &found_row);
  assert_int_equal(found_column, column);
  assert_int_equal(found_row, row);
}

static void expect_excluded(const nq_instance *instance, size_t i, bool rising, uint64_t diagonal) {
  bool found_rising;
  assert_int_equal(nq_instance_excluded_at(instance, i, &found_rising), diagonal);
  assert_int_equal(found_rising, rising);
}

static void expect_counts(const nq_instance *instance, uint32_t n, size_t placed, size_t blocked,
                          size_t excluded) {
  assert_int_equal(nq_instance_n(instance), n);
  assert_int_equal(nq_instance_placed_count(instance), placed);
  assert_int_equal(nq_instance_blocked_count(instance), blocked);
  assert_int_equal(nq_instance_excluded_count(instance), excluded);
}

static void reads_native(void **state) {
  (void)state;
  nq_instance *instance =
      read_right("\xEF\xBB\xBF# c\r\n\r\n  n 8 # size\r\nqueen 0 3\nblock\t2  5\n"
                 "# c\nexclude rising 4\nexclude falling 10\nqueen 1 3\n"
                 "queen 0 3\nblock 0 3",
                 UINT64_MAX);
  expect_counts(instance, 8, 2, 2, 2);
  expect_placed(instance, 0, 0, 3);
  expect_placed(instance, 1, 1, 3); /* attacks the first: not for the reader to judge */
  expect_blocked(instance, 0, 2, 5);
  expect_blocked(instance, 1, 0, 3);
  expect_excluded(instance, 0, true, 4);
  expect_excluded(instance, 1, false, 10);
  nq_instance_free(instance);
  instance = read_right("n 4294967295", UINT64_MAX);
  expect_counts(instance, 4294967295, 0, 0, 0);
  nq_instance_free(instance);
  instance = read_right("n 8\na4\nr5c2\nblocked c6\n", UINT64_MAX); /* squares without a word */
  expect_counts(instance, 8, 2, 1, 0);
  expect_placed(instance, 0, 0, 3);
  expect_placed(instance, 1, 1, 4);
  expect_blocked(instance, 0, 2, 5);
  nq_instance_free(instance);
  instance = read_right("$ l|.\nletting n = 4\n", UINT64_MAX); /* not a picture of n = 2 */
  nq_instance_free(instance);
  instance = read_right("# a\n# 0\nn 4\nblock 0 0\n", UINT64_MAX); /* not a picture */
  expect_counts(instance, 4, 0, 1, 0);
  nq_instance_free(instance);
  instance = read_right("# a\n#\n#\n# 0\n# W\nn 8\n", UINT64_MAX);
  expect_counts(instance, 8, 0, 0, 0);
  nq_instance_free(instance);
}

static void writes_native(void **state) {
  (void)state;
  static const char text[] = "n 8\nqueen 0 3\nqueen 7 0\nblock 2 5\nexclude rising 14\n"
                             "exclude falling 10\n";
  nq_instance *instance = read_right(text, UINT64_MAX);
  int descriptor = io_file();
  assert_int_equal(nq_instance_write(instance, descriptor, NULL), NQ_OK);
  io_expect_text(descriptor, text);
  descriptor = open("/dev/full", O_WRONLY);
  nq_error error = {0};
  assert_int_equal(nq_instance_write(instance, descriptor, &error), NQ_IO);
  assert_non_null(strstr(error.message, "No space left"));
  close(descriptor);
  nq_instance_free(instance);
}

static void expect_refusals(const io_refusal *cases, size_t count) {
  for (size_t i = 0; i < count; i++) {
    nq_error error = {0};
    nq_instance *instance = read_text(cases[i].text, UINT64_MAX, &error);
    if (instance != NULL || error.line != cases[i].line ||
        strstr(error.message, cases[i].part) == NULL)
      fail_msg("'%s' gave line %" PRIu64 ": %s", cases[i].text, error.line, error.message);
    assert_int_equal(error.status, NQ_BAD_FORMAT);
  }
}

static void refuses_native(void **state) {
  (void)state;
  static const io_refusal cases[] = {
      {"", 0, "no instance: the input is empty"},
      {"# c\n$ c\n \n", 0, "no instance: the input has only comments and blank lines"},
      {"queen 0 3\nn 8\n", 1, "queen: the board size, as in n 8, must come first"},
      {"n 8\nn 8\n", 2, "n: given more than once"},
      {"n 8\nn\n", 2, "n: a board size was expected, not the end of the line"},
      {"n 0\n", 1, "n: 0 is out of range: it must be 1 to 4294967295"},
      {"n 4294967296\n", 1, "n: 4294967296 is out of range"},
      {"n 99999999999999999999999\n", 1,
       "n: 99999999999999999999999 is out of range: it must be 1 to"},
      {"n\n8\n", 1, "n: a board size was expected, not the end of the line"},
      {"n x\n", 1, "n: a board size was expected, not 'x'"},
      {"n 8 8\n", 1, "n: the end of the line was expected, not '8'"},
      {"n 8\n\nqueen 0 9\n", 3, "queen: row 9 is out of range: it must be 0 to 7"},
      {"n 8\nqueen 8 0\n", 2, "queen: column 8 is out of range: it must be 0 to 7"},
      {"n 8\nblock 8 0\n", 2, "block: column 8 is out of range: it must be 0 to 7"},
      {"n 8\nblock 0 4294967303\n", 2, "block: row 4294967303 is out of range: it must be 0 to 7"},
      {"n 8\nexclude rising 15\n", 2,
       "exclude rising: diagonal 15 is out of range: it must be 0 to 14"},
      {"n 8\nexclude falling 15\n", 2,
       "exclude falling: diagonal 15 is out of range: it must be 0 to 14"},
      {"n 8\nexclude 4\n", 2, "exclude: rising or falling was expected, not '4'"},
      {"n 8\nexclude rising\n", 2, "exclude: a diagonal was expected, not the end of the line"},
      {"n 8\nqueen 0\n3\n", 2, "queen: a row was expected, not the end of the line"},
      {"n 8\nqueen -1 3\n", 2, "queen: a column was expected, not '-1'"},
      {"n 8\nqueen 0 3 4\n", 2, "queen: the end of the line was expected, not '4'"},
      {"n 8\nQueen 0 3\n", 2,
       "n, queen, block or exclude was expected, not 'Queen'; an instance is "},
      {"n 8\nlongerthananykeywordcouldeverbe\n", 2, "not 'longerthananykeywordcould"},
      {"n 8\n\x01\n", 2, "not a byte 0x01"},
      {"n 8\nqueen 0 3\rqueen 1 2\r", 2, "not a bare carriage return"},
      {"1 3 0 2\n", 1, "n, queen, block or exclude was expected, not '1'"},
      {"1 3 0 2\n", 1, "`nqueens check` reads boards"},
  };
  expect_refusals(cases, sizeof cases / sizeof *cases);
}

static void refuses_nul_bytes(void **state) {
  (void)state;
  static const struct {
    const char *text;
    size_t size;
    uint64_t line;
  } cases[] = {{"# a\0\nn 8\n", 9, 1},    {"n 8\n\0\n", 6, 2},       {"n 8 # a\0b\n", 10, 1},
               {"$ a\0\nn = 8\n", 11, 1}, {"n = 8\n$ a\0\n", 11, 2}, {"n 8\0", 4, 1},
               {"$ a\0", 4, 1},           {"# a\n$ b\0", 8, 2}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    int descriptor = io_bytes(cases[i].text, cases[i].size);
    nq_error error = {0};
    assert_null(nq_instance_read(descriptor, UINT64_MAX, &error));
    assert_int_equal(error.status, NQ_BAD_FORMAT);
    assert_int_equal(error.line, cases[i].line);
    assert_non_null(strstr(error.message, "a NUL byte"));
    close(descriptor);
  }
}

static void reads_completion(void **state) {
  (void)state;
  nq_instance *instance = read_right("language ESSENCE' 1.0\n$ seed 5\nletting n = 8\n"
                                     "letting init = [[5, 1],\n[0,\n7], ]\n",
                                     UINT64_MAX);
  expect_counts(instance, 8, 2, 0, 0);
  expect_placed(instance, 0, 1, 5); /* [row, column] */
  expect_placed(instance, 1, 7, 0);
  nq_instance_free(instance);
}

static void reads_blocked(void **state) {
  (void)state;
  nq_instance *instance =
      read_right("# c\nletting blocks be [[1,5], [8,8],\n]\nletting n be 8", UINT64_MAX);
  expect_counts(instance, 8, 0, 2, 0);
  expect_blocked(instance, 0, 4, 0);
  expect_blocked(instance, 1, 7, 7);
  nq_instance_free(instance);
}

static void reads_first_diagonals(void **state) {
  (void)state;
  static const char text[] = "n =  10\nnumdiags =  3\ndiags =  [[13, 0], [7, 1], [18, 0]]\n";
  for (uint64_t first = 0; first <= 4; first++) {
    nq_instance *instance = read_right(text, first <= 3 ? first : UINT64_MAX);
    size_t count = first <= 3 ? (size_t)first : 3;
    expect_counts(instance, 10, 0, 0, count);
    if (count > 0) expect_excluded(instance, 0, false, 13);
    if (count > 1) expect_excluded(instance, 1, true, 7);
    if (count > 2) expect_excluded(instance, 2, false, 18);
    nq_instance_free(instance);
  }
  /* The meaning of both types, square by square. */
  nq_instance *instance = read_right(text, 2);
  for (uint32_t column = 0; column < 10; column++)
    for (uint32_t row = 0; row < 10; row++)
      assert_int_equal(nq_instance_allows(instance, column, row),
                       row + column != 7 && row + 9 - column != 13);
  nq_instance_free(instance);
}

static void refuses_first_diagonals(void **state) {
  (void)state;
  static const struct {
    const char *text;
    uint64_t first;
    const char *part;
  } cases[] = {{"n = 10\ndiags = [[13, 0]]\n", 2,
                "the first 2 diagonals were requested, but the list has 1"},
               {"letting n = 10\n", 0, "the instance has no list of diagonals"},
               {"n 10\n", 1, "the instance has no list of diagonals"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    nq_error error = {0};
    assert_null(read_text(cases[i].text, cases[i].first, &error));
    assert_int_equal(error.status, NQ_BAD_VALUE);
    assert_non_null(strstr(error.message, cases[i].part));
  }
}

static void refuses_csplib(void **state) {
  (void)state;
  static const io_refusal cases[] = {
      {"letting init = []\n", 2, "n: the board size, as in n = 8, is missing"},
      {"n = 8\nn = 8\n", 2, "n: given more than once"},
      {"n = 0\n", 1, "n: 0 is out of range"},
      {"n = 8\ninit = [[0, 1]]\ninit = []\n", 3, "init: given more than once"},
      {"n = 8\nnumdiags = 2\nnumdiags = 2\n", 3, "numdiags: given more than once"},
      {"n = 8\nnumdiags = 2\ndiags = [[0, 1]]\n", 2, "numdiags: it is 2, but diags lists 1"},
      {"n = 8\nnumdiags = 1\ndiags = [[0, 1], [1, 1]]\n", 2, "it is 1, but diags lists 2"},
      {"n = 8\nnumdiags = 2\n", 2, "numdiags: it is 2, but diags lists 0"},
      {"n = 8\nfoo = 3\n", 2, "n, init, blocks, numdiags or diags was expected, not 'foo'"},
      {"n = 8\ninit =\n", 3, "init: a value was expected, not the end of the file"},
      {"letting n 8\n", 1, "n: '=' was expected, not '8'"},
      {"n = 8\ninit = 5\n", 2, "init: a list was expected, not '5'"},
      {"n = 8\ninit = [5]\n", 2, "init: a pair of numbers such as [1, 3] was expected, not '5'"},
      {"n = 8\ninit = [[0, 1], [2,\n3, 4]]\n", 2,
       "init: a pair of numbers such as [1, 3] was expected, not '['"},
      {"n = 8\ninit = [[0]]\n", 2, "init: a pair of numbers such as [1, 3] was expected, not '['"},
      {"n = 8\ninit = [[0, -1]]\n", 2, "init: column -1 is out of range: it must be 0 to 7"},
      {"n = 8\ninit = [[0, 1]\n", 3, "the answer is cut short: ']' is missing"},
      {"n = 8\ninit = [[0, 1] [1, 3]]\n", 2, "init: a ',' is missing between its items"},
      {"n = 8\ninit = [[0, 1],\n[8, 2]]\n", 3, "init: row 8 is out of range: it must be 0 to 7"},
      {"n = 8\ninit = [[0, 1],\n[2, 8]]\n", 3, "init: column 8 is out of range: it must be 0 to 7"},
      {"n = 8\nblocks = [[1, 1],\n[0, 1]]\n", 3,
       "blocks: row 0 is out of range: it must be 1 to 8"},
      {"n = 8\nblocks = [[1, 1],\n[1, 9]]\n", 3,
       "blocks: column 9 is out of range: it must be 1 to 8"},
      {"n = 8\ndiags = [[1, 1],\n[1, 2]]\n", 3, "diags: the type 2 is not known"},
      {"n = 8\ndiags = [[1, 1],\n[15, 0]]\n", 3,
       "diags: diagonal 15 is out of range: it must be 0 to 14"},
  };
  expect_refusals(cases, sizeof cases / sizeof *cases);
  /* Diagonals after the first ones are checked too. */
  nq_error error = {0};
  assert_null(read_text("n = 8\ndiags = [[1, 1],\n[15, 0]]\n", 1, &error));
  assert_int_equal(error.line, 3);
}

/* Each is n = 4 with a queen on column 1, row 3. */
static void reads_any_form(void **state) {
  (void)state;
  static const char *const queens[] = {
      "n 4\nqueen b4\n",
      ". 3 . .\n",
      "_ 3 _ _\n",
      "[null, 3, null, null]\n",
      "{\"n\":4,\"base\":0,\"rows\":[null,3,null,null],\"index\":0,\"answer\":[1,3,0,2]}\n",
      "{\"base\":1,\"rows\":[null,4,null,null]}\n",
      "{\"n\": 4, \"base\": 0, \"queens\": [[1, 3]]}\n",
      "{\n \"size\": 4,\n \"givens\": [{\"row\": 4, \"col\": 2}]\n}\n",
      "board(4). queen(2,4).\n",
      "n(1..4). queen(2,4).\n",
      "{\"n\": 4, \"queens\": [\"b4\"]}\n",
      "{\"n\": 4, \"base\": 0, \"queens\": {\"1\": 3}}\n",
      "{\"n\": 4, \"board\": [\"....\", \"....\", \"....\", \".Q..\"]}\n",
      "{\"grid\": [[0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 1, 0, 0]]}\n",
      "[[0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 1, 0, 0]]\n",
      "% a board\n#const n = 4.\nqueen(2,4).\n",
      "n = 4;\nqueens = [_, 4, _, _];\n",
      "int: n = 4;\nqueens = [0, 4, 0, 0];\n",
      "letting n be 4\nletting init be\n [[3, 1]]\n",
      ". . . .\n. . . .\n. . . .\n. Q . .\n",
      "4\n....\n....\n....\n.Q..\n",
      "| | | | |\n| | | | |\n| | | | |\n| |Q| | |\n",
      "Puzzle 1:\n. . . .\n. . . .\n. . . .\n. Q . .\n",
      "== Initial board ==\n\n....\n....\n....\n.Q..\n",
      "[Puzzle #12]\n. 3 . .\n",
      "Given:\nboard(4). queen(2,4).\n",
      "n = 4\nqueen: (1,3)\n# from zero (0,0)\nblocked = []\nbase = 0\n",
      "board = [['.','.','.','.'],\n['.','.','.','.'],\n['','','',''],\n['.','Q','.','.']]\n",
      "{\"n\": 4, \"queens\": [[0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 1, 0, 0]]}\n",
      "{\"n\": 4, \"queens\": \"b4\"}\n",
      "{\"board_size\": 4, \"base\": 0, \"initial\": [[1, 3]], \"blocked_squares\": []}\n",
      "n 4\nqueen b4 # given\n",
      "n 4\nqueen b4 # the start\n",
      "Place 4 queens, X squares are forbidden.\n. . . .\n. . . .\n. . . .\n. Q . .\n",
      "Q = queen already placed\n\n....\n....\n....\n.Q..\n",
      "Instance 12/4, seed 991\n\n____\n____\n____\n_Q__\n",
      "....\n....\n....\n.Q..\nComplete the board with 3 more queens.\n",
      "....\n....\n....\n.Q..\n\nQ = queen, X = blocked, . = free\n",
      "---\nn: 4\nqueens: [b4]\n",
  };
  for (size_t i = 0; i < sizeof queens / sizeof *queens; i++) {
    nq_instance *instance = read_right(queens[i], UINT64_MAX);
    expect_counts(instance, 4, 1, 0, 0);
    expect_placed(instance, 0, 1, 3);
    nq_instance_free(instance);
  }
}

/* Each is n = 4 with a blocked square on column 0, row 2. */
static void reads_any_block(void **state) {
  (void)state;
  static const char *const blocks[] = {
      "n 4\nblock a3\n",
      "n = 4;\nblocked = [| 1, 3 | 1, 3 |];\nqueens = [_, 4, _, _];",
      "board(4).\nblock(1,3).\n",
      "n(4). -queen(1,3). queen(2,4).\n",
      "{\"n\":4,\"blocked\":[[0,2]]}\n",
      "_ _ _ _\n_ _ _ _\nX _ _ _\n_ _ _ _\n",
      "....\n....\n#...\n.Q..\n",
      "letting n = 4\nletting blocks = [[3, 1]]\n",
      "n = 4;\nblocked = [| 0, 0, 0, 0 | 0, 0, 0, 0\n | 1, 0, 0, 0 | 0, 0, 0, 1 |];\n",
      "letting n = 4\nletting blocks = [[0, 0, 0, 0], [0, 0, 0, 0], [1, 0, 0, 0], [0, 0, 0, 0]]\n",
      "n = 4\nblocked: (0,2) (1,3)\n",
      "n = 4\nblocked: a3, d1\n",
      "n: 4\nblocked:\n  - [0, 2]\n  - [1, 3]\nqueens:\n- [1, 1]\n",
      "n: 4\nblocked:\n- a3\n- d1\n\nqueens: []\n",
      "....\n....\n****\n*..*\n",
  };
  for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) {
    nq_instance *instance = read_right(blocks[i], UINT64_MAX);
    assert_int_equal(nq_instance_n(instance), 4);
    expect_blocked(instance, 0, 0, 2);
    nq_instance_free(instance);
  }
}

static void refuses_what_is_unclear(void **state) {
  (void)state;
  static const io_refusal cases[] = {
      {"{\"n\":8,\"queens\":[[1,3]]}\n", 1, "may count from 0 or from 1"},
      {"{\"n\":8,\"blocks\":[[1,3]]}\n", 1, "may count from 0 or from 1"},
      {"{\"n\":8,\"base\":0,\"blocks\":[[1,8]]}\n", 1, "out of range: it must be 0 to 7"},
      {"n = 4;\nqueens = [0, 2, 1, 3];\n", 2, "0 may be a row, or no queen"},
      {"{\"n\":5,\"rows\":[null,3,null,null]}\n", 1, "4 rows for n = 5"},
      {". 3 . .\n. . 1 .\n", 2, "a second instance"},
      {"....\n....\n.Q..\n", 4, "4 squares wide but only 3 lines high"},
      {"* . . .\n. . * .\n. . . .\n. . . .\n", 1, "may be queens or blocked squares"},
      {"{\"n\":4,\"rows\":[null,3,null,null]}\n{\"n\":4,\"rows\":[null,3,null,null]}\n", 2,
       "a second instance"},
      {"{\"n\":8,\"start\":[[0,3]]}\n", 1, "queens or blocked was expected, not 'start'"},
      {"board(4).\nking(1,1).\n", 2, "facts such as board(8)"},
      {"board(4).\nblock(5,1).\n", 2, "block: column 5 is out of range: it must be 1 to 4"},
      {"|. . Q .|\n12 \\ & 3\n", 2,
       "4 squares wide but only 1 line high"}, /* ends before its first & */
      {"* 2 * * * 3 * 7\n", 1, "may count from 0 or from 1"},
      {"n = 4;\nblocked = [| 0, 1, 0, 0 | 0, 1 |];\n", 2, "no n lines of n squares"},
      {"n = 3;\nblocked = [| 0, 1, 0 | 0, 1, 2 | 0, 0, 0 |];\n", 2, "lines of squares, 0 or 1"},
      {"{\"n\":4,\"blocked\":[[0,0,0,0],[0,0,0,1],[0,0,0,0]]}\n", 1, "no n lines of n squares"},
      {"size: 5\n. . . .\n. . . .\n. . . .\n. Q . .\n", 2, "beside another instance"},
      {"block 2 3\n. . . .\n. . . .\n. . . .\n. Q . .\n", 1, "must come first"},
      {"exclude rising 3\n. . . .\n. . . .\n. . . .\n. Q . .\n", 1, "must come first"},
      {"Place a queen in row 2, column 2\n. . . .\n. . . .\n. . . .\n. Q . .\n", 1, "not 'Place'"},
      {"Given: 3 . .\nn 4\n", 1, "a list was expected"},
      {"{\"n\":8,\"queens\":\"d4 a1\"}\n", 1, "a list was expected"},
      {"{\"n\":8,\"blocked\":true}\n", 1, "a list was expected"},
      {"n 8\nqueen d4 at the start\n", 2, "the end of the line was expected"},
      {"....\n....\n....\n.Q..\nthe square 2 1 is blocked\n", 5, "not 'the'"},
      {"....\n....\n....\n.Q..\nNo queen on the long diagonals\n", 5, "not 'No'"},
      {"n: 8\nqueens:\n- 3\n- 4\n", 3, "a list was expected, not '3'"},
      {"Puzzle 1 3\nn 4\n", 1, "not 'Puzzle'"},
      {"what is this?\n", 1, "{\"n\":8,\"queens\":[[0,3]]}"},
  };
  expect_refusals(cases, sizeof cases / sizeof *cases);
}

static void unreadable(void **state) {
  (void)state;
  int descriptor = open("/", O_RDONLY);
  nq_error error = {0};
  assert_null(nq_instance_read(descriptor, UINT64_MAX, &error));
  assert_int_equal(error.status, NQ_IO);
  close(descriptor);
}

/* An instance cut short by a failure is no instance. */
static void failing_input(void **state) {
  (void)state;
  static const char *const texts[] = {"n 8\nqueen 0 1\n", "n = 8\ninit = [[0, 1]]\n"};
  for (size_t i = 0; i < 2; i++) {
    int descriptor = io_broken(texts[i]);
    nq_error error = {0};
    assert_null(nq_instance_read(descriptor, UINT64_MAX, &error));
    assert_int_equal(error.status, NQ_IO);
    close(descriptor);
  }
}

/* Three bytes at a time, and then an error if the text has an end without a line feed. */
static int give_bytes(void *context, void *bytes, size_t size, size_t *got) {
  const char **text = context;
  size_t left = strlen(*text);
  *got = left < 3 ? left : size < 3 ? size : 3;
  memcpy(bytes, *text, *got);
  *text += *got;
  return *got > 0 || (*text)[-1] == '\n' ? 0 : EIO;
}

static void reads_sources(void **state) {
  (void)state;
  const char *whole = "n 8\nqueen 0 1\n", *cut = "n 8\nqueen 0 1";
  nq_error error = {0};
  nq_instance *instance = nq_instance_read_source(give_bytes, &whole, UINT64_MAX, &error);
  assert_non_null(instance);
  expect_counts(instance, 8, 1, 0, 0);
  nq_instance_free(instance);
  assert_null(nq_instance_read_source(give_bytes, &cut, UINT64_MAX, &error));
  assert_int_equal(error.status, NQ_IO);
}

/* A written instance is read back the same, item by item. */
static void round_trips(void **state) {
  (void)state;
  nq_pcg64 random;
  nq_pcg64_seed(&random, 51, 0);
  for (int round = 0; round < 200; round++) {
    uint32_t n = 1 + (uint32_t)nq_pcg64_below(&random, 300);
    nq_instance *instance = nq_instance_new(n);
    for (uint64_t items = nq_pcg64_below(&random, 400); items > 0; items--) {
      uint32_t column = (uint32_t)nq_pcg64_below(&random, n);
      uint32_t row = (uint32_t)nq_pcg64_below(&random, n);
      nq_instance_block(instance, column, row, NULL);
      (void)nq_instance_place(instance, column, row, NULL);
      nq_instance_exclude_rising(instance, nq_pcg64_below(&random, 2 * n - 1), NULL);
      nq_instance_exclude_falling(instance, nq_pcg64_below(&random, 2 * n - 1), NULL);
    }
    int first = io_file(), second = io_file();
    assert_int_equal(nq_instance_write(instance, first, NULL), NQ_OK);
    lseek(first, 0, SEEK_SET);
    nq_instance *read = nq_instance_read(first, UINT64_MAX, NULL);
    assert_non_null(read);
    expect_counts(read, n, nq_instance_placed_count(instance), nq_instance_blocked_count(instance),
                  nq_instance_excluded_count(instance));
    assert_int_equal(nq_instance_write(read, second, NULL), NQ_OK);
    char *text = io_contents(first, NULL);
    io_expect_text(second, text);
    free(text);
    close(first);
    nq_instance_free(read);
    nq_instance_free(instance);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(reads_native),          cmocka_unit_test(writes_native),
      cmocka_unit_test(refuses_native),        cmocka_unit_test(refuses_nul_bytes),
      cmocka_unit_test(reads_completion),      cmocka_unit_test(reads_blocked),
      cmocka_unit_test(reads_first_diagonals), cmocka_unit_test(refuses_first_diagonals),
      cmocka_unit_test(refuses_csplib),        cmocka_unit_test(unreadable),
      cmocka_unit_test(failing_input),         cmocka_unit_test(reads_sources),
      cmocka_unit_test(round_trips),           cmocka_unit_test(reads_any_form),
      cmocka_unit_test(reads_any_block),       cmocka_unit_test(refuses_what_is_unclear),
  };
  return cmocka_run_group_tests_name("instance_read", tests, NULL, NULL);
}
