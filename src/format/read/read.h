/* The reader of answers in any form: what its parts give each other.
 *
 * The scanner (scan.h) makes trees of the text.  A dialect takes what a program writes around a
 * board.  Shapes - numbers, names, pictures - gather squares in a sheet, which decides what board
 * they are.  What was found waits until the caller takes it. */
#ifndef NQ_FORMAT_READ_READ_H
#define NQ_FORMAT_READ_READ_H

#include "format/format.h"
#include "format/read/decision.h"
#include "format/scan/scan.h"

/* ---- Numbers: rows, a matrix, pairs, literals; of lines and of lists (numbers.c) ---- */

#define NQ_HOLE INT64_MIN /* a value that is missing */

typedef struct nq_number_row {
  size_t start, count;
  uint64_t line;
  size_t at;   /* of a block: where the line starts, as of nq_place */
  bool truths; /* all are true or false */
} nq_number_row;

/* Numbers in rows of any length. */
typedef struct nq_numbers {
  nq_reader *reader;
  nq_setting setting;
  int64_t *values;
  size_t count, room;
  nq_number_row *rows;
  size_t row_count, row_room;
  bool failed; /* memory was short */
} nq_numbers;

void nq_numbers_release(nq_numbers *table);
void nq_numbers_add(nq_numbers *table, int64_t value);
/* End the row with the values since the last. */
void nq_numbers_end_row(nq_numbers *table, uint64_t line, bool truths);

/* Add the boards to what the reader found.  NQ_BAD_FORMAT if the numbers are none. */
nq_status nq_numbers_boards(const nq_numbers *table);
/* All rows of the table are pairs of one board of n, or of as many squares if n is 0. */
nq_status nq_numbers_pairs(const nq_numbers *table, uint64_t n);
/* A row of the table is a board; each is; all values from the `first` row on are one. */
nq_status nq_numbers_vector(const nq_numbers *table, size_t row);
nq_status nq_numbers_each(const nq_numbers *table);
nq_status nq_numbers_one(nq_numbers *table, size_t first);
/* Whether the rows, each `stride` after the last, are a permutation of the numbers from 0 or 1. */
bool nq_numbers_is_whole(const int64_t *rows, size_t count, size_t stride);
/* Whether the row is 1, -2, 3 ...: variable i, true or false, is the i-th value. */
bool nq_numbers_is_literals(const nq_numbers *table, size_t row);
/* Whether all values of the row are 0 or 1; whether they are 0, 1, 2 ... or 1, 2, 3 ... */
bool nq_numbers_is_binary(const nq_numbers *table, size_t row);
bool nq_numbers_is_series(const nq_numbers *table, size_t row);
bool nq_numbers_is_outside(const nq_numbers *table, size_t row, int64_t most); /* a value above */
/* NQ_BAD_FORMAT if n rows of n may be the numbers of the squares, or of the conflicts there: most
 * are outside, or none has each row once; or NQ_END. */
nq_status nq_numbers_refuse_square(const nq_numbers *table);
/* Whether the row is n^2 squares of 0 and 1, with one queen in each row and column of the board. */
bool nq_numbers_is_sample(const nq_numbers *table, size_t row);

/* ---- Lines of numbers, gathered as rows of a table (block.c) ---- */

typedef enum nq_label {
  NQ_LABEL_NONE,
  NQ_LABEL_WORDS,  /* Solution 1: */
  NQ_LABEL_NUMBER, /* 1: or 1) */
  NQ_LABEL_R,      /* [1,] or [1] */
  NQ_LABEL_INDEX,  /* the labels of columns after an empty field: ,0,1,2 */
  NQ_LABEL_HEAD    /* the labels of the columns of a matrix: [,1] [,2] or : 1 2 := */
} nq_label;

/* Skip the label at the start of the tree's line; returns the first node after it. */
const nq_node *nq_label_skip(const nq_node *root, nq_label *found);

/* A line: its numbers are the last row of the table. */
typedef struct nq_block_line {
  nq_label label;
  int64_t number;       /* of R's label */
  const nq_node *after; /* what follows the label, until more is read */
  bool commas;
  bool gap_first, gap_last; /* the first number, or the last, stands apart */
  bool named;               /* Solution: is before the numbers */
  bool signs;               /* <1> 2 4 1 3 */
  bool bars;                /* | 2 | 4 | 1 | 3 | */
  bool list;                /* a list of 0 and 1 after the label */
  bool real;                /* a number is not whole */
  bool pairs;               /* commas stand within each two numbers, not between them */
  const nq_node *gap;       /* the first number without a comma before it, where others have one */
  const nq_node *odd;       /* the first that is no row: not whole, below 0 or too large */
} nq_block_line;

/* Add the numbers of the tree as a row; false if it is no line of numbers. */
bool nq_block_take(nq_numbers *table, nq_block_line *found);
/* Read the next line as another row.  NQ_END, and nothing is taken, if it is none of numbers. */
nq_status nq_block_next(nq_numbers *table, nq_block_line *found);
const nq_number_row *nq_block_last(const nq_numbers *table);
/* Drop the last row, and return to where its line starts. */
void nq_block_give_back(nq_numbers *table);
/* Read the first line of the unit again: NQ_END, with its tree. */
nq_status nq_tree_again(nq_reader *reader);
/* The same, and take its numbers again as the only row. */
nq_status nq_block_again(nq_numbers *table, nq_block_line *found);
/* Take rows like the last one, of `count` numbers, up to `most` in all; `binary`: all 0 or 1. */
nq_status nq_block_gather(nq_numbers *table, nq_label like, size_t count, size_t most, bool binary);

/* ---- Lines of two or three numbers (pairs.c) ---- */

/* Take the line of two numbers and those after it, of `n` or, if that is 0, up to the next
 * board. */
nq_status nq_pairs_read(nq_numbers *table, uint64_t n, nq_label like);
/* The rows of the table are squares. */
nq_status nq_pairs_take(nq_numbers *table, uint64_t n);
/* The lines below x [*] := of AMPL: an index and a value, or several of both in columns.  NQ_END,
 * with the tree read again, if none is of numbers. */
nq_status nq_display_read(nq_reader *reader);
/* A = 2, B = 4, C = 1, D = 3, on a line or several, as Prolog prints variables: a whole board of
 * rows.  NQ_END, and nothing is taken, if they are none. */
nq_status nq_letters_read(nq_reader *reader);
/* Lines of three, squares with an index before them or with 1 or 0 after; or of more, with
 * squares in two columns, as the heading of a table names them.  NQ_END if they are others. */
nq_status nq_triples_read(nq_numbers *table);
nq_status nq_places_read(nq_numbers *table);
/* Whether it is 1. as in a list of Markdown. */
static inline bool nq_node_is_pointed(const nq_node *node) {
  return node->kind == NQ_KIND_NUMBER && node->text[node->size - 1] == '.';
}

/* ---- Matrices of lines (matrix.c) ---- */

/* A line of 0 and 1, and those after it. */
nq_status nq_matrix_read(nq_numbers *table, const nq_block_line *found);
/* 0 0 8 0 above 8 0 0 0 and so on, with n numbers or only one that is not 0, or with the numbers of
 * the queens, . 1 . . above . . . 2: n lines of n are a matrix.  NQ_END, with the first row alone,
 * if the lines are no such rows. */
nq_status nq_matrix_read_values(nq_numbers *table, nq_label like);
/* The same of the lines from this one on as nq_numbers_refuse_square.  NQ_END, with the first row
 * alone, if they are none. */
nq_status nq_matrix_refuse(nq_numbers *table, nq_label like);
/* Whether the line numbers the columns of the matrix below it, or of a row between bars. */
bool nq_matrix_follows(nq_numbers *table);

/* ---- Digits as rows (matrix.c) ---- */

/* The lines of the unit, of one number each: 2413, a board a line, or 0100, a line of a matrix.
 * NQ_END if they are neither. */
nq_status nq_digits_try(const nq_numbers *column);
/* Whether the digits of the number that ends the line may be the rows of a board. */
bool nq_digits_may_be(const nq_reader *reader);
/* Lines as the one found, each with a row of 0 and 1 of several boards: 0100 0010 above 0001 1000
 * and so on.  NQ_END, and the line is taken again, if they are none. */
nq_status nq_digits_beside(nq_numbers *table, nq_block_line *found);
/* The numbers of the table, whose nodes these are: 0010 1000 0001 0100 is a matrix, 2413 3142 are
 * boards.  NQ_END if neither. */
nq_status nq_digits_flat(const nq_numbers *table, const nq_node *first, const nq_node *end);
/* Lines as the `first`, of a number and the digits of a board: 1. 2413.  NQ_END, and the first is
 * taken again, if they may be squares. */
nq_status nq_digits_numbered(nq_numbers *table, nq_block_line *first);
/* Solution: 2413, or n^2 bits after any words.  NQ_END if the line is neither. */
nq_status nq_digits_named(nq_numbers *table);

/* ---- Headings and labels of columns (columns.c) ---- */

/* Read the board in its cell of a line below the heading of a table, as 2;4;1;3 below board in
 *
 *     n board
 *     4 2;4;1;3
 *
 * NQ_END if there is no such cell. */
nq_status nq_cell_read(nq_reader *reader);
/* Note whether the tree may be the heading of a table: words or numbers, each above a number of the
 * lines that follow, which have an index before these; row,col or row;col or | row | col |; that of
 * a log, or of a table with a column of boards.  A line of signs alone may stand below it. */
void nq_heading_note(nq_reader *reader);
/* Note whether the words of the tree, of a comment or not, name what the numbers below measure. */
void nq_measure_note(nq_reader *reader, bool comment);
/* Whether the tree is such a line. */
bool nq_heading_fits(const nq_reader *reader);

/* ---- Words (vocabulary.c) ---- */

/* Whether the word is cols, queen_columns or the like: its values are columns. */
bool nq_word_is_columns(const nq_node *node);
/* Whether words name the row first and then the column; a row and a column in any order.  Either
 * may be NULL. */
bool nq_words_are_swapped(const nq_node *first, const nq_node *second);
bool nq_words_are_axes(const nq_node *first, const nq_node *second);
/* Whether the word is queen, in any language; whether it tells what a number of a sentence is. */
bool nq_word_is_queen(const nq_node *node);
bool nq_word_names_square(const nq_node *node);
bool nq_word_is_count(const nq_node *node);   /* solutions, after n */
bool nq_word_is_measure(const nq_node *node); /* iteration, conflicts, time */
bool nq_word_is_amount(const nq_node *node);  /* calls, memory, pid: whose number may be large */
/* Whether the words before numbers say that these are measures: best_fitness, backtracks per run;
 * *board: they name a board as well, as in Solution with its conflicts. */
bool nq_words_are_measure(const nq_node *first, const nq_node *end, bool *board);
/* Whether they say that squares or rows hold no queens: attacked squares, safe rows. */
bool nq_words_are_aside(const nq_node *first, const nq_node *end);
bool nq_word_is_board(const nq_node *node); /* solution, board */
bool nq_word_is_index(const nq_node *node); /* index, xs: the numbers of columns */
/* Whether a word of the list says what a search does: move, swap, try; its squares are no
 * answer. */
bool nq_is_move(const nq_node *list);
/* Whether the word is row, in any language: a value is its column. */
bool nq_word_is_row(const nq_node *node);

/* ---- Names: variables with indices, and their values (names.c) ---- */

void nq_names_release(nq_names *names);
typedef struct nq_name {
  char stem[NQ_STEM_BYTES]; /* in lower case */
  unsigned indices;
  int64_t index[2];
} nq_name;

/* Whether the node is a name with indices: a word such as x_0_1 or Q3, a call such as x[0,1], a
 * string of these, a number or a pair of numbers. */
bool nq_name_of(const nq_node *node, nq_name *name);
/* Whether the node is a word such as R0, without a second letter, or R0C5. */
bool nq_place_of(const nq_node *node, char first, int64_t *number, char second, int64_t *other);
/* Whether the node is a square of chess, a2 or Qa2, or R2C1; both numbers are from 1. */
bool nq_square_of(const nq_node *node, int64_t *column, int64_t *row);
/* Whether the name is one of our exports: q, queen, queens or x. */
bool nq_stem_is_ours(const char *stem);
/* Forget the names after the first `count`. */
void nq_names_cut(nq_names *names, size_t count);
/* Add a name and its value; names that are none are skipped. */
void nq_names_put(nq_names *names, const nq_node *name, bool whole, int64_t value);
/* Atoms, which have no value: queen(1,2) is a queen, -queen(1,2) none; also as strings.  The number
 * of other things than atoms and signs. */
size_t nq_names_atoms(nq_names *names, const nq_node *node, const nq_node *end, bool strings);
/* A variable that has a number only; the line is set by the caller. */
void nq_names_number(nq_names *names, int64_t number, int64_t value);
/* A square with a queen, as a pair of numbers on this line. */
void nq_names_square(nq_names *names, uint64_t line, int64_t column, int64_t row);

/* All variables of the reader since its last verdict become a board, if there are any. */
nq_status nq_names_settle(nq_reader *reader);
/* Add the board to what the reader found, and forget the names.  NQ_END if there are none;
 * NQ_BAD_FORMAT if several variables may be the board. */
nq_status nq_names_board(nq_names *names, const nq_setting *setting, nq_reader *reader);

/* ---- Items of a line or list: squares and variables in any spelling (items.c) ---- */

typedef enum nq_item {
  NQ_ITEM_PAIR,   /* (0, 1)  {"row": 1, "col": 0}  Queen(row=1, col=0)  row 1, column 0 */
  NQ_ITEM_ATOM,   /* queen(0,1)  -queen(0,0)  "queen(0,1)" */
  NQ_ITEM_VALUE,  /* x0 = 1  x_0_1  1  0: 1  x[0,1] = 1.0 */
  NQ_ITEM_SQUARE, /* a2  Qa2 */
  NQ_ITEMS
} nq_item;

/* Those that were taken so far. */
typedef struct nq_items {
  nq_names names;
  nq_setting setting;
  uint64_t line;
  bool again;   /* the first variable came again, with another value, when it was the only one */
  size_t words; /* of the first line, if that is a sentence */
} nq_items;

/* Take the items of the list, or of a line, whose list is the root.  The number of them; 0, and
 * nothing is taken, if it has others. */
size_t nq_items_take(nq_items *items, const nq_node *list, nq_item kind);
/* Whether the n squares, `step` after each other, have one queen in each column and row. */
bool nq_squares_are_whole(const int64_t *squares, size_t step, size_t n);
/* Squares that come one after the other, two numbers each: of both numbers, the largest and the
 * sums of all and of the first half. */
typedef struct nq_square_halves {
  size_t count;
  int64_t most[2], sum[2], half[2];
} nq_square_halves;

/* Add the squares up to `count`, `step` after each other.  Whether they are two boards: each half
 * has a queen in each column, or in each row. */
bool nq_squares_are_two(nq_square_halves *halves, const int64_t *squares, size_t step,
                        size_t count);
/* Add the board to what the reader found, and forget the items.  NQ_END if there are none. */
nq_status nq_items_board(nq_items *items, nq_item kind, bool alone, nq_reader *reader);

/* The entry at *node, a key and a value with a sign between; *node becomes the next.  False if
 * there is none. */
bool nq_value_entry(const nq_node *list, const nq_node **node, const nq_node **key,
                    const nq_node **value);
/* Whether the node is a pair of numbers, (0, 1) or {"row": 0, "col": 1}; *swapped: row and
 * column. */
bool nq_value_pair(const nq_node *node, int64_t pair[2], bool *swapped);

/* ---- Lists as boards, and which list of an answer is the board (values.c) ---- */

/* The list that a node is or, as array([...]) and array1d({1, 2}, [2, 1]), holds; NULL if it is
 * none.  A call of three numbers or more, c(1, 3, 0, 2), or of lists alike, List((0,1), (1,3)), is
 * a list itself. */
const nq_node *nq_value_list(const nq_node *node);
/* Whether the list holds only what a board may be made of, and no words between. */
bool nq_value_is_plain(const nq_node *list);
/* Whether the list has the numbers from 0 or 1, each once; *series: in this order (numbers.c). */
bool nq_value_is_permutation(const nq_node *list, bool *series);
/* Add the boards in the list to what the reader found.  NQ_BAD_FORMAT if it holds none. */
nq_status nq_value_boards(const nq_node *list, const nq_setting *setting, nq_reader *reader);

/* The list is the value of a variable.  Its boards wait for the end of the answer, unless a list of
 * a better name comes; a second value of the variable is the next answer, or a contradiction where
 * answers end in marks. */
nq_status nq_pick_offer(nq_reader *reader, const char *name, const nq_node *list,
                        const nq_setting *setting);
/* The list or numbers are measures.  One of a variable is passed over beside boards of others;
 * NULL: it has no name (found.c). */
nq_status nq_pick_pass(nq_reader *reader, const char *name, const nq_node *at);
/* At the end of an answer: the list with the best name is the board.  Errors are of this line. */
nq_status nq_pick_settle(nq_reader *reader, uint64_t line);

/* ---- What a tree of a text may be (lines.c, columns.c, statement.c, object.c) ---- */

/* Take the line of numbers, or the statements, whose tree was read last, and lines after it that
 * belong to the same board.  NQ_END if it is another line, or text that holds no board;
 * NQ_BAD_FORMAT. */
nq_status nq_lines_read(nq_reader *reader);

/* After a line that may name the columns, take the lines of a matrix with labels of their own; R
 * and pandas print one that is wider than the window in blocks of columns.  NQ_END if there are
 * none. */
nq_status nq_labelled_read(nq_numbers *table);

/* Take a board that MATLAB or Octave prints in blocks of columns, if its heading is the next line.
 * NQ_END if not; NQ_BAD_FORMAT. */
nq_status nq_blocks_read(nq_reader *reader);
nq_status nq_statement_read(nq_reader *reader);
/* NQ_BAD_FORMAT if the next line that is not empty is a name, or a number, and fewer numbers than
 * the `columns` of the heading, as GAMS prints matrices without their zeros: r1   1.000.  Otherwise
 * NQ_END. */
nq_status nq_sparse_refuse(nq_reader *reader, uint64_t heading, size_t columns);

/* ---- Lists of a statement (lists.c) ---- */

bool nq_list_is_range(const nq_node *list); /* from [0, 1] or of (1-8) */
/* The list that the node is, where the line has one: it holds no words, and more than one number
 * unless it stands alone or after = . */
const nq_node *nq_list_at(const nq_reader *reader, const nq_node *node);
nq_status nq_lists_read(nq_reader *reader); /* all of the tree */

/* Objects are our own, with the key rows, or those of solvers.  Whether the list is a dictionary
 * with lists, objects or strings as values, and no variables. */
bool nq_object_is(const nq_node *list);
/* Whether the list holds objects only, other than pairs. */
bool nq_object_holds(const nq_node *list);
/* Add the boards and verdicts in the object, or in each of a list, to what the reader found.
 * NQ_BAD_FORMAT if it has none. */
nq_status nq_object_read(nq_reader *reader, const nq_node *list);
/* The boards of the text in a list of strings, each a line of it: ["..Q.\n", "Q...\n"], as
 * notebooks have them (found.c).  NQ_END at other lists. */
nq_status nq_strings_read(nq_reader *reader, const nq_node *list);
/* The error of a text that does not end as an object should: go on at the next line that starts
 * one. */
nq_status nq_object_refuse(nq_reader *reader);

/* ---- Dialects: how a program writes its answers, as far as it is not the shape (dialects.c) -- */

typedef enum nq_order {
  NQ_ORDER_LOOSE, /* a verdict without a board is one; after a board, `no` means no more */
  NQ_ORDER_FIRST, /* each verdict stands before its board */
  NQ_ORDER_ANY,   /* before or after it; after a board, `no` means no more */
  NQ_ORDER_LAST   /* after all boards, which it must not contradict */
} nq_order;

/* Take the next unit of the input, one or more lines, and add what it holds to what the reader
 * found.  NQ_END at the end of the input; NQ_BAD_FORMAT with an error still to be added, after
 * which the rest of the line is skipped; other errors end the reading. */
typedef nq_status nq_unit_read(nq_reader *reader);

/* A row of one table: the lines that only this program writes, its comments, the names of its
 * variables, what numbers count from, and the order of verdicts and boards.  Text that no row
 * describes is read by the first row, which takes any shape. */
struct nq_dialect {
  nq_format format;
  unsigned style; /* comments and quotes, as of nq_terms */
  nq_unit_read *read;
  nq_order order;
  int base;               /* NQ_BASE_SEEN, or what rows count from in any case */
  int likely;             /* if no number shows it */
  bool skips;             /* passes over lines that it does not know, which may be boards */
  const char *ours;       /* the variable of our export, or NULL */
  const char *missing;    /* the error for a verdict without its board, or NULL */
  const char *starts[16]; /* of lines that show this dialect: 9: a digit, ?: a letter, $: its end */
  const char *first[8];   /* the same of the first line only */
};

nq_unit_read nq_read_text, nq_read_native, nq_read_smt, nq_read_literals, nq_read_atoms,
    nq_read_variables, nq_read_glpk, nq_read_response, nq_read_toulbar2, nq_read_samples,
    nq_read_objects;

/* The dialect of a format that is named; of NQ_FORMAT_AUTO, any text. */
const nq_dialect *nq_dialect_of(nq_format format);
/* The dialect that the line shows, or NULL.  `first`: it is the first line, so that signs of
 * comments count as well. */
const nq_dialect *nq_dialect_at(nq_terms *terms, bool first);

/* ---- What solvers say (sayings.c) ---- */

typedef enum nq_saying {
  NQ_SAYS_WORD,   /* UNSATISFIABLE */
  NQ_SAYS_MARK,   /* MiniZinc's =====UNKNOWN===== and OPL's <<< no solution */
  NQ_SAYS_STATUS, /* a line with the status of a mixed integer solver */
  NQ_SAYS_LINE,   /* the start of a line; the whole with $ */
  NQ_SAYS_WITHIN  /* words of a line */
} nq_saying;

/* The verdict that a text of this kind stands for; false for others. */
bool nq_verdict_of(nq_saying kind, nq_text text, nq_answer *answer);
bool nq_verdict_of_node(const nq_node *node, nq_answer *answer);
/* The verdict that a line of text hints at, as `No solution found.`; false for other lines. */
bool nq_verdict_of_line(nq_text line, nq_answer *answer);
/* Whether the line is of the log of a solver, whose numbers are no board. */
bool nq_is_log(nq_text line);

/* The next run of digits or of letters, or another byte; false at the end. */
bool nq_text_run(nq_text *rest, nq_text *run);
static inline nq_node nq_text_word(nq_text text) {
  return (nq_node){.kind = NQ_KIND_WORD, .span = 1, .text = text.at, .size = (uint32_t)text.size};
}
/* Whether the only number of the line is digits of a board, among at most two words that tell
 * nothing else of it. */
bool nq_text_has_rows(nq_text line);
/* Whether a line that no reader could read is text: its numbers belong to words, or count up, and
 * are no rows of a board of as many. */
bool nq_is_text(nq_text line);

/* ---- Text that is passed over (remark.c) ---- */

/* Whether the next line, which no reader knows, may be a board: 2143 among words, values, squares
 * with other things after them, words or letters for squares. */
bool nq_remark_may_be_board(nq_terms *terms);
/* Pass over a heading, as of a board below it: == Solution 1 ==, 1/92.  NQ_END at other lines. */
nq_status nq_heading_read(nq_reader *reader);
bool nq_heading_is_of_instance(nq_text line); /* Puzzle 1:, == Initial board == */
/* Whether the next line, below the report of a solver, begins a board that the report does not
 * have: a list, squares, or, if `numbers`, a line of them; if `names`, a variable and its value. */
bool nq_remark_begins_board(nq_terms *terms, bool numbers, bool names);

#endif
