/* nqueens check --typical: the density of the boards read, beside that of all solutions. */
#ifndef NQ_CLI_CHECK_DENSITY_H
#define NQ_CLI_CHECK_DENSITY_H

#include "nqueens.h"

#define DENSITY_CELLS 8

/* Sums over the boards of each cell's density, relative to that of the whole board, and of its
 * square. */
typedef struct cli_density {
  uint64_t boards;
  double sum[DENSITY_CELLS][DENSITY_CELLS], squares[DENSITY_CELLS][DENSITY_CELLS];
  double mean[4][4], mean_squares[4][4]; /* the same for means over the 8 images of a cell */
} cli_density;

/* Add a board; one with n < DENSITY_CELLS is left out. */
void cli_density_add(cli_density *density, const nq_board *board);

/* Print both tables to standard output; or the first as a JSON object, which returns CLI_YES, or
 * CLI_ERROR after a message. */
void cli_density_print(const cli_density *density);
int cli_density_print_json(const cli_density *density);

#endif
