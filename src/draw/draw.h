/* Pictures of boards.  Every function draws into memory; the caller writes the bytes. */
#ifndef NQ_DRAW_DRAW_H
#define NQ_DRAW_DRAW_H

#include "core/bytes.h"
#include "nqueens.h"

#include <stddef.h>
#include <stdint.h>

/* ---- Text in a growing array of bytes: bytes.c ---- */

/* Append with at most two decimals and a point, in any locale: "12", "-0.5", "3.14". */
void nq_bytes_number(nq_bytes *bytes, double number);
/* Append `text`, with each '#' replaced by the next number. */
void nq_bytes_format(nq_bytes *bytes, const char *text, const double *numbers);
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
#define NQ_DRAW_RUN_MAX     1000 /* boards */
#define NQ_DRAW_SCALE       2    /* default: pixels of a PNG per unit */
#define NQ_DRAW_SCALE_MAX   8

/* "svg", "png" or "pdf"; NULL for NQ_DRAW_NONE. */
const char *nq_draw_kind_name(nq_draw_kind kind);
/* By the suffix of a file name, as in ".svg"; NQ_DRAW_NONE for any other. */
nq_draw_kind nq_draw_kind_by_suffix(const char *path);
/* NQ_UNSUPPORTED when this kind needs cairo and the program was built without it. */
nq_status nq_draw_kind_require(nq_draw_kind kind, nq_error *error);

/* Draw a board of n <= NQ_DRAW_QUEENS_MAX with its attacks and with the placed queens, blocked
 * squares and excluded diagonals of the instance, which may be NULL.  Columns may be empty;
 * NQ_BAD_VALUE for a row >= n. */
nq_status nq_draw_board(nq_draw_kind kind, unsigned scale, const uint32_t *rows, uint32_t n,
                        const nq_instance *instance, nq_bytes *picture, nq_error *error);

/* Draw `count` >= 1 boards of n <= NQ_DRAW_SHEET_N_MAX, which follow each other in rows[], on one
 * page.  Columns may be empty; NQ_BAD_VALUE for a row >= n. */
nq_status nq_draw_sheet(nq_draw_kind kind, unsigned scale, const uint32_t *rows, size_t count,
                        uint32_t n, nq_bytes *picture, nq_error *error);

/* ---- Density maps ---- */

/* Counts of queens in square cells of the board; see density.c. */
typedef struct nq_density nq_density;

/* Its memory does not depend on the size of the board.  NULL when memory is short. */
nq_density *nq_density_new(void);
void nq_density_free(nq_density *density);
/* Add the rows of the next `count` columns. */
void nq_density_add(nq_density *density, const uint32_t *rows, size_t count);
/* The same with rows of 64 bits, where UINT64_MAX is an empty column. */
void nq_density_add_wide(nq_density *density, const uint64_t *rows, size_t count);
/* After the last column: choose the cells.  NQ_BAD_VALUE without columns, or for a row >= their
 * number. */
nq_status nq_density_finish(nq_density *density, nq_error *error);
/* Cells per line. */
uint32_t nq_density_side(const nq_density *density);
uint32_t nq_density_count(const nq_density *density, uint32_t x, uint32_t y);
/* The number of the board's squares in the cell, relative to a whole cell. */
double nq_density_area(const nq_density *density, uint32_t x, uint32_t y);
/* The board's side in cells: n / the side of a cell in squares. */
double nq_density_span(const nq_density *density);
uint64_t nq_density_n(const nq_density *density);
uint64_t nq_density_queens(const nq_density *density);
/* Draw the map, after nq_density_finish. */
nq_status nq_draw_density(nq_draw_kind kind, unsigned scale, const nq_density *density,
                          nq_bytes *picture, nq_error *error);

/* ---- Runs ---- */

/* The boards of a run: rows[i * n + column].  A step or a restart leads from board i to i + 1. */
typedef struct nq_run {
  uint32_t n; /* <= NQ_DRAW_RUN_N_MAX */
  size_t boards;
  const uint32_t *rows;
} nq_run;

/* Draw the run as an animated SVG, in a loop.  Viewers without animation show the last board. */
nq_status nq_draw_run(const nq_run *run, nq_bytes *picture, nq_error *error);

#endif
