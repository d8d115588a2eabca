/* Pictures of boards.  Every function draws into memory; the caller writes the bytes. */
#ifndef NQ_DRAW_DRAW_H
#define NQ_DRAW_DRAW_H

#include "core/core.h"

/* ---- Text in a growing array of bytes: bytes.c ---- */

/* Append with at most two decimals and a point, in any locale: "12", "-0.5", "3.14". */
void nq_bytes_number(nq_bytes *bytes, double number);
/* Append as printf would, with %f as by nq_bytes_number.  Knows %s, %c, %f, %u, %zu, those of
 * uint64_t, and %0Dx with a digit D. */
void nq_bytes_print(nq_bytes *bytes, const char *format, ...) NQ_PRINTF(2, 3);
/* Append in base 64, without line ends. */
void nq_bytes_base64(nq_bytes *bytes, const unsigned char *data, size_t size);

/* ---- Pictures ---- */

typedef enum nq_draw_kind { NQ_DRAW_NONE, NQ_DRAW_SVG, NQ_DRAW_PNG, NQ_DRAW_PDF } nq_draw_kind;

/* Boards up to this n are drawn queen by queen, larger ones as a map of their density. */
#define NQ_DRAW_QUEENS_MAX 2000
/* Limits of sheets and of animated runs. */
#define NQ_DRAW_SHEET_MAX   1000
#define NQ_DRAW_SHEET_N_MAX 32
#define NQ_DRAW_RUN_N_MAX   64
#define NQ_DRAW_RUN_MAX     1000  /* boards, each of them drawn */
#define NQ_DRAW_PAGE_MAX    10001 /* boards of a page */
#define NQ_DRAW_SCALE       2     /* default: pixels of a PNG per unit */
#define NQ_DRAW_SCALE_MAX   8

/* "svg", "png" or "pdf"; NULL for NQ_DRAW_NONE. */
const char *nq_draw_kind_name(nq_draw_kind kind);
/* By the suffix of a file name, as in ".svg"; NQ_DRAW_NONE for any other. */
nq_draw_kind nq_draw_kind_by_suffix(const char *path);
/* NQ_UNSUPPORTED when this kind needs cairo, and it is not installed or was not for the build. */
nq_status nq_draw_kind_require(nq_draw_kind kind, nq_error *error);

/* Draw a board of n <= NQ_DRAW_QUEENS_MAX with its attacks and all that the instance, which may be
 * NULL, places, blocks and excludes.  Columns may be empty; NQ_BAD_VALUE for a row >= n. */
nq_status nq_draw_board(nq_draw_kind kind, unsigned scale, const uint32_t *rows, uint32_t n,
                        const nq_instance *instance, nq_bytes *picture, nq_error *error);

/* Draw `count` >= 1 boards of n <= NQ_DRAW_SHEET_N_MAX, which follow each other in rows[], on one
 * page.  Columns may be empty; NQ_BAD_VALUE for a row >= n. */
nq_status nq_draw_sheet(nq_draw_kind kind, unsigned scale, const uint32_t *rows, size_t count,
                        uint32_t n, nq_bytes *picture, nq_error *error);

/* ---- Density maps ---- */

enum { NQ_DENSITY_GRID = 512 };

/* Counts of queens in square cells of the board; see density.c.  All zero: of no columns. */
typedef struct nq_density {
  unsigned level;
  uint32_t side; /* cells per line, and */
  double span;   /* the board's side in cells: both set by nq_density_finish */
  uint64_t columns, queens;
  uint64_t largest;        /* row, without NQ_EMPTY */
  uint64_t largest_column; /* column where it was first seen */
  uint32_t cells[NQ_DENSITY_GRID][NQ_DENSITY_GRID];
} nq_density;

/* Add the rows of the next `count` columns; as 64 bits, UINT64_MAX is an empty column. */
void nq_density_add(nq_density *density, const uint32_t *rows, size_t count);
void nq_density_add_wide(nq_density *density, const uint64_t *rows, size_t count);
/* After the last column: choose the cells.  NQ_BAD_VALUE: no columns, or a row >= their number. */
nq_status nq_density_finish(nq_density *density, nq_error *error);
/* The number of the board's squares in the cell, relative to a whole cell. */
double nq_density_area(const nq_density *density, uint32_t x, uint32_t y);
/* Draw the map, after nq_density_finish. */
nq_status nq_draw_density(nq_draw_kind kind, unsigned scale, const nq_density *density,
                          nq_bytes *picture, nq_error *error);

/* Draw a board of any n: as nq_draw_board does while there is room for its queens, otherwise as a
 * map, which does not show the instance. */
nq_status nq_draw_rows(nq_draw_kind kind, unsigned scale, const uint32_t *rows, uint32_t n,
                       const nq_instance *instance, nq_bytes *picture, nq_error *error);

/* ---- Runs ---- */

typedef enum nq_run_kind {
  NQ_RUN_STEPS,       /* min-conflicts: a step or a restart leads to the next board */
  NQ_RUN_GENERATIONS, /* genetic: the best individual of each generation */
  NQ_RUN_EVENTS       /* backtracking: partial boards; the first has the placed queens alone */
} nq_run_kind;

/* What is known of a board of a run besides its rows. */
typedef struct nq_run_note {
  uint64_t restart;
  /* EVENTS, what led to the board: 'p' placed, 'f' placed on the last square of a line, 'r'
   * refused, 't' taken back, 's' all missing queens of the solution placed */
  char event;
  uint32_t column, row; /* of the event */
  /* GENERATIONS: conflicts of individuals, as in nq_generation, and its diversity */
  uint64_t best, worst;
  double mean, diversity;
} nq_run_note;

/* A run, board by board. */
typedef struct nq_run {
  nq_run_kind kind;
  uint32_t n; /* <= NQ_DRAW_RUN_N_MAX */
  size_t boards, room;
  uint32_t *rows;     /* rows[board * n + column]; NQ_EMPTY in columns without a queen */
  nq_run_note *notes; /* by board */
  nq_bytes births;    /* GENERATIONS: how each best individual was born, as nq_page_add_birth */
  uint64_t seed;
  char method[1024]; /* with those of its options that are not defaults */
  nq_verdict verdict;
  char reason[200]; /* where it is not solved */
} nq_run;

/* The methods whose runs can be recorded; NULL past the end. */
const char *nq_run_method(size_t i);
/* "step", "generation" or "event": what leads from a board to the next. */
const char *nq_run_noun(const nq_run *run);
/* What the curve of a run shows: conflicts, or queens of a partial board. */
uint64_t nq_run_value(const nq_run *run, size_t board);

/* Solve with options->method, min-conflicts, genetic or backtracking, and record at most `room`
 * boards; the search then ends.  Release the run in any case.  NQ_UNSUPPORTED: another method, or
 * there is nothing to see; else errors of nq_solve. */
nq_status nq_run_record(nq_run *run, const nq_instance *instance, const nq_solve_options *options,
                        size_t room, nq_error *error);
void nq_run_release(nq_run *run);

/* Draw a board of the run like nq_draw_board, with these words; on partial boards the squares that
 * queens have removed from open columns are crossed out. */
nq_status nq_draw_frame(nq_draw_kind kind, unsigned scale, const nq_run *run, size_t frame,
                        const nq_instance *instance, nq_bytes *picture, nq_error *error);

/* Seconds for which a board of the run is shown, and for which the last one is. */
double nq_run_beat(const nq_run *run);
#define NQ_RUN_REST 2.5

/* Draw the run as an animated SVG, in a loop.  Viewers without animation show the last board. */
nq_status nq_draw_run(const nq_run *run, nq_bytes *picture, nq_error *error);

/* Add how the best individual of a generation was born to the list of a run, as JSON. */
void nq_page_add_birth(nq_bytes *births, const nq_generation *generation);

/* Write an HTML page with a script that replays the run on `instance`, step by step in both
 * directions.  The page is complete: nothing is fetched. */
nq_status nq_draw_page(const nq_run *run, const nq_instance *instance, nq_bytes *page,
                       nq_error *error);

#endif
