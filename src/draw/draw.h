/* Pictures of boards.  Every function draws into memory; whoever calls it writes the bytes. */
#ifndef NQ_DRAW_DRAW_H
#define NQ_DRAW_DRAW_H

#include "nqueens.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- Bytes in memory that grow: bytes.c ---- */

/* All zero is empty. */
typedef struct nq_bytes {
  unsigned char *data;
  size_t size, room;
  bool failed; /* memory was short: nothing more is added */
} nq_bytes;

void nq_bytes_add(nq_bytes *bytes, const void *data, size_t size);
void nq_bytes_text(nq_bytes *bytes, const char *text);
/* With at most two decimals and a point, whatever the locale: "12", "-0.5", "3.14". */
void nq_bytes_number(nq_bytes *bytes, double number);
/* `text` with each '#' replaced by the next of the numbers. */
void nq_bytes_format(nq_bytes *bytes, const char *text, const double *numbers);
/* In base 64, without line ends. */
void nq_bytes_base64(nq_bytes *bytes, const unsigned char *data, size_t size);
void nq_bytes_release(nq_bytes *bytes);

/* ---- Pictures ---- */

typedef enum nq_draw_kind { NQ_DRAW_NONE, NQ_DRAW_SVG, NQ_DRAW_PNG, NQ_DRAW_PDF } nq_draw_kind;

/* Boards up to this n are drawn queen by queen, larger ones as a map of their density. */
#define NQ_DRAW_QUEENS_MAX 2000
/* What fits on a sheet, and what moves. */
#define NQ_DRAW_SHEET_MAX   1000
#define NQ_DRAW_SHEET_N_MAX 32
#define NQ_DRAW_RUN_N_MAX   64
#define NQ_DRAW_RUN_MAX     1000 /* boards */
#define NQ_DRAW_SCALE       2    /* pixels of a PNG for a unit, unless asked otherwise */
#define NQ_DRAW_SCALE_MAX   8

/* "svg", "png" or "pdf"; NULL for NQ_DRAW_NONE. */
const char *nq_draw_kind_name(nq_draw_kind kind);
/* By the end of a file's name, as in ".svg"; NQ_DRAW_NONE when it is none of them. */
nq_draw_kind nq_draw_kind_by_suffix(const char *path);
/* NQ_OK, or NQ_UNSUPPORTED: the program was built without cairo, which this kind needs. */
nq_status nq_draw_kind_require(nq_draw_kind kind, nq_error *error);

/* A board of n <= NQ_DRAW_QUEENS_MAX, with what attacks what, and with what the instance (or NULL)
 * placed, blocked and excluded.  Columns may be empty; NQ_BAD_VALUE for a row >= n. */
nq_status nq_draw_board(nq_draw_kind kind, unsigned scale, const uint32_t *rows, uint32_t n,
                        const nq_instance *instance, nq_bytes *picture, nq_error *error);

/* `count` >= 1 boards of n <= NQ_DRAW_SHEET_N_MAX, one after the other in rows[], on one page.
 * Columns may be empty; NQ_BAD_VALUE for a row >= n. */
nq_status nq_draw_sheet(nq_draw_kind kind, unsigned scale, const uint32_t *rows, size_t count,
                        uint32_t n, nq_bytes *picture, nq_error *error);

/* ---- Density maps ---- */

/* Counts of queens in square cells of the board; see density.c. */
typedef struct nq_density nq_density;

/* Memory does not depend on the board's size.  NULL when it cannot be had. */
nq_density *nq_density_new(void);
void nq_density_free(nq_density *density);
/* The rows of the next `count` columns. */
void nq_density_add(nq_density *density, const uint32_t *rows, size_t count);
/* After the last: choose the cells.  NQ_BAD_VALUE for no column, or a row >= the number of columns.
 */
nq_status nq_density_finish(nq_density *density, nq_error *error);
/* Cells in a row of them. */
uint32_t nq_density_side(const nq_density *density);
uint32_t nq_density_count(const nq_density *density, uint32_t x, uint32_t y);
/* Squares of the board in the cell, over those of a whole cell. */
double nq_density_area(const nq_density *density, uint32_t x, uint32_t y);
/* The board's side in cells: n over the side of a cell in squares. */
double nq_density_span(const nq_density *density);
uint64_t nq_density_n(const nq_density *density);
uint64_t nq_density_queens(const nq_density *density);
/* The picture, once finished. */
nq_status nq_draw_density(nq_draw_kind kind, unsigned scale, const nq_density *density,
                          nq_bytes *picture, nq_error *error);

/* ---- Runs ---- */

/* The boards of a run, one after the other: boards[i * n + column].  From board i to i + 1 a step
 * or a restart was made. */
typedef struct nq_run {
  uint32_t n; /* <= NQ_DRAW_RUN_N_MAX */
  size_t boards;
  const uint32_t *rows;
} nq_run;

/* The run as an SVG that moves, in a loop.  Without movement it shows the last board. */
nq_status nq_draw_run(const nq_run *run, nq_bytes *picture, nq_error *error);

#endif
