/* Pictures: squares line by line. */
#ifndef NQ_FORMAT_READ_GRID_H
#define NQ_FORMAT_READ_GRID_H

#include "format/read/read.h"

/* A line of squares. */
typedef struct nq_grid_row {
  size_t start, count; /* in the cells */
  uint64_t line;
  int64_t lead, trail;        /* the numbers at its edges, or -1 */
  bool lead_cell, trail_cell; /* which may be squares, 0 or 1, and are among the cells */
  bool dashes;                /* it may be a line of a frame */
  bool barred;                /* it has bars */
  size_t frames;              /* lines of the frame, or of dashes, before it */
  size_t indent;              /* of a queen among blanks: its place in the line */
  size_t extent;              /* characters from its first glyph to its last */
  size_t part;                /* of several pictures beside each other: squares of each; or 0 */
} nq_grid_row;

typedef enum nq_open { NQ_OPEN_NONE, NQ_OPEN_BOTH, NQ_OPEN_RIGHT } nq_open;

/* The squares, line by line: code points; a queen with its number is NQ_CELL_NUMBERED + number. */
typedef struct nq_grid {
  int32_t *cells;
  size_t count, room;
  nq_grid_row *rows;
  size_t row_count, row_room;
  int32_t *glyphs; /* of the line that is read */
  size_t glyph_count, glyph_room;
  bool failed;           /* memory was short */
  bool strict;           /* 0 and 1 are squares, too */
  bool framed;           /* bars stand between the squares or around them */
  nq_open open;          /* no bars stand around them, so that a blank before one is a square */
  bool cut;              /* a line of another size follows at once */
  bool ranked;           /* numbers beside the lines were ranks */
  bool counted;          /* a line is Q and digits without blanks: 2Q42 */
  bool quoted;           /* a line or each square stood in quotes or brackets */
  bool matrix;           /* the squares are 0 and 1 */
  bool worded;           /* other words stand before the squares of the lines, */
  int64_t rank;          /* and this number in the last */
  bool parted;           /* the lines were those of pictures beside each other */
  size_t headed;         /* files that a line above names without blanks: 0123 */
  bool begun, commented; /* a line was taken; all begin with the // of a comment */
  bool wide;             /* some have more than one glyph, Q3 or wQ: then __ is one square */
  int32_t queen;         /* the glyph of the queens; 0: those that are always queens */
  int32_t word[9];       /* what NQ_CELL_WORD stands for, up to 0 */
  uint64_t tall_line; /* of a square that has several lines, of which none or more have a queen */
  uint64_t end_line;  /* where more is missing: of the last row, or after it */
  /* Of a picture of queens and blanks: the number of queens.  Each row of the grid then is a queen,
   * `lead` its row and `indent` its column.  0: other pictures. */
  size_t queens_n;
} nq_grid;

#define NQ_GRID_ROW      ((nq_grid_row){.lead = -1, .trail = -1}) /* without numbers at its edges */
#define NQ_CELL_NUMBERED 0x200000
#define NQ_CELL_WORD     0x1FFFFF
#define NQ_CELL_QUEEN    'Q'
#define NQ_CELL_BLANK    ' '

/* What a glyph may be. */
typedef enum nq_glyph_kind {
  NQ_GLYPH_OTHER,
  NQ_GLYPH_QUEEN,
  NQ_GLYPH_EMPTY, /* never a queen */
  NQ_GLYPH_EITHER /* a queen, an empty square or a blocked one */
} nq_glyph_kind;

nq_glyph_kind nq_glyph_kind_of(int32_t cell);

/* A line of text as glyphs, or a part of it. */
typedef struct nq_glyphs {
  const int32_t *at, *end;
} nq_glyphs;

static inline bool nq_glyph_is_blank(int32_t cell) {
  return cell == ' ' || cell == '\t' || cell == 0xA0 || cell == 0x2003 || cell == 0x2002;
}

static inline nq_glyphs nq_glyphs_trim(nq_glyphs part) {
  while (part.at < part.end && nq_glyph_is_blank(*part.at)) part.at++;
  while (part.end > part.at && nq_glyph_is_blank(part.end[-1])) part.end--;
  return part;
}

typedef enum nq_line_kind {
  NQ_LINE_OTHER, /* no line of squares */
  NQ_LINE_CELLS,
  NQ_LINE_FRAME,
  NQ_LINE_LABELS /* of the files */
} nq_line_kind;

/* Add the squares of a line (squares.c), and note in *row what stands at its edges. */
nq_line_kind nq_grid_parse(nq_grid *grid, nq_glyphs line, nq_grid_row *row);

/* Take off the numbers at the edges: each is one more, or one less, than that of the line before.
 * They say which row a line is: 8 .. 1 as on a chessboard, where the last line is the first row.
 * False if there are others (edges.c). */
bool nq_grid_strip_labels(nq_grid *grid);

/* Take off the + or - before each line, which diff puts there, the - or * of a list, or a tab, and
 * the * or # around a picture: n lines of n + 1 squares, or n + 2, or more such pictures, each
 * without another square of that glyph. */
void nq_grid_strip_marks(nq_grid *grid);

/* The squares at the end of a line that has other words or signs before them, Row 1  . . Q ., at
 * least four of one glyph or two, one of which is for empty squares; the line if there are none.
 * *rank: the last number before them, or -1. */
nq_glyphs nq_grid_last_squares(nq_glyphs line, int64_t *rank);

/* Make pictures that stand beside each other, with wider gaps between, lines of their own. */
void nq_grid_part(nq_grid *grid);

/* Take off lines of dashes that are of a frame, or above, below and between pictures. */
void nq_grid_drop_rulers(nq_grid *grid);

/* Make one line of those of each row of squares that are several lines high (edges.c).  Where a
 * line is no part of one, its number becomes the grid's tall_line. */
void nq_grid_join_lines(nq_grid *grid);

/* Add a glyph to the line that is read. */
void nq_grid_put_glyph(nq_grid *grid, int32_t cell);
/* The next line of the text, as the grid's glyphs; false at the end. */
bool nq_grid_take_line(nq_grid *grid, nq_terms *terms, nq_glyphs *line);

/* Take a picture of one kind that starts at the next line into a grid without squares.  NQ_END if
 * there is none; NQ_BAD_FORMAT.  If the grid has failed, memory was short, whatever it returns. */
typedef nq_status nq_grid_kind(nq_grid *grid, nq_terms *terms);

/* Queens and blanks alone; queens, blanks for the light squares and a sign for the dark ones
 * (blanks.c).  One line that is a position in Forsyth-Edwards Notation: rows of numbers and Q, or
 * of dots, with slashes between (fen.c). */
nq_grid_kind nq_grid_read_blanks, nq_grid_read_checkers, nq_grid_read_fen;

/* Collect the picture that starts at the next line of a text (picture.c), up to an empty line or
 * one of another kind.  NQ_END if there is none: then nothing is taken.  NQ_BAD_FORMAT for lines of
 * squares that are no n lines of n; NQ_NO_MEMORY.  `strict`: the lines are a picture for certain.
 * The grid has no squares before. */
nq_status nq_grid_read(nq_grid *grid, nq_terms *terms, bool strict);

/* Whether words stand around squares of the next line, and of one of the two below, which are alike
 * but for the place of the one that differs. */
bool nq_grid_is_within(nq_terms *terms);

/* The same, or whether the next line is four squares or more of two glyphs, one of which is for
 * empty squares or stands once. */
bool nq_grid_is_row(nq_terms *terms);

/* Whether each line of the picture, which begins at this place, is a # or $ and a blank, or that
 * alone: comments of an instance, whatever picture they would make.  In a broken picture any line
 * that begins with their sign is one. */
bool nq_grid_is_comment(const nq_grid *grid, const nq_terms *terms, nq_place from, bool broken);
void nq_grid_release(nq_grid *grid);

/* Build a picture by hand: squares one by one, and the end of each line, with what was seen at its
 * edges. */
void nq_grid_add(nq_grid *grid, int32_t cell);
void nq_grid_end_row(nq_grid *grid, nq_grid_row row, uint64_t line);
/* Take the squares of a text of glyphs, as the strings of LeetCode.  The first glyph that is none,
 * or -1. */
int32_t nq_grid_add_text(nq_grid *grid, const char *text, size_t size);
/* NQ_BAD_FORMAT where the lines are no n lines of n squares, or a multiple of them if `several`. */
nq_status nq_grid_check(const nq_grid *grid, bool several, nq_error *error);

/* Make digits beside Q empty squares, Q 2 1 1, if they are above 0 where a queen attacks the
 * square, and only there. */
void nq_grid_clear_attacks(nq_grid *grid);
/* Set the glyph of the queens.  NQ_BAD_FORMAT if the glyphs do not show which it is. */
nq_status nq_grid_choose_queen(nq_grid *grid, nq_error *error);
/* Whether the square has a queen, once the glyph is set. */
bool nq_grid_is_queen(const nq_grid *grid, int32_t cell);
/* Add the boards of a picture that is checked to what the reader found.  NQ_BAD_FORMAT if the
 * glyphs do not show which are queens. */
nq_status nq_grid_boards(nq_grid *grid, nq_reader *reader);

/* Whether there is a position, or as many rows of glyphs as a board has, among other words of a
 * line. */
bool nq_grid_is_in_line(nq_text line);

#endif
