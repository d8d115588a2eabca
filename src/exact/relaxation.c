/* MODEL.  A square has a variable; a line has a slack variable, 1 minus the sum of its squares.
 * All are at least 0.  Fixed at 0 are the variables of squares that are not left, and the slacks of
 * lines that must have a queen.  A row of the tableau writes a basic variable by the others, which
 * are 0:
 *
 *     basic = value - sum of entry * nonbasic     over the columns
 *
 * A row is infeasible if its value is negative, or positive while the variable is fixed.  A pivot
 * exchanges this variable for that of a column.  If no column can make the row feasible, its
 * entries in the columns of slacks are the multipliers.  The column with the least ratio of reduced
 * cost to entry is chosen, so that reduced costs stay at least 0. */
#include "exact/relaxation.h"

#include <math.h>
#include <string.h>

enum { PIVOTS_KEPT = 2000 /* before the tableau is reset */ };

#define WORK_MOST (UINT64_C(1) << 26) /* for one board: some hundredths of a second */

#define TOLERANCE       1e-9
#define MULTIPLIER_MOST (INT64_C(1) << 32) /* as a whole number */
#define MULTIPLIER_STEP 4 /* from one size to the next, where small ones are wanted */

struct nq_relaxation {
  uint32_t lines, squares; /* entry `squares` of a row is its value */
  uint32_t width;          /* of a row and of the costs, in whole blocks */
  uint32_t pivots;         /* since the last reset */
  bool written;            /* proofs are written: prefer small multipliers */
  const uint16_t *lines_of;
  double *tableau;
  double *costs;        /* reduced, by column */
  uint32_t *basic;      /* by row: a square, or squares + line for its slack */
  uint32_t *nonbasic;   /* by column */
  uint8_t *fixed;       /* at 0, by variable */
  int64_t *multipliers; /* by line */
};

/* Entries of a row that are computed at once. */
#define BLOCK 4

static uint32_t width_of(uint32_t squares) {
  return squares + BLOCK - squares % BLOCK;
}

uint64_t nq_relaxation_bytes(uint32_t lines, uint32_t squares) {
  return (uint64_t)(lines + 1) * width_of(squares) * sizeof(double);
}

nq_relaxation *nq_relaxation_new(nq_arrays *arrays, uint32_t lines, uint32_t squares,
                                 const uint16_t *lines_of, bool written) {
  nq_relaxation *new = nq_arrays_take(arrays, 1, sizeof *new);
  if (new == NULL) return NULL;
  *new = (nq_relaxation){.lines = lines,
                         .squares = squares,
                         .width = width_of(squares),
                         .lines_of = lines_of,
                         .written = written};
  new->tableau = nq_arrays_take(arrays, (uint64_t)lines * new->width, sizeof *new->tableau);
  new->costs = nq_arrays_take(arrays, new->width, sizeof *new->costs);
  new->basic = nq_arrays_take(arrays, lines, sizeof *new->basic);
  new->nonbasic = nq_arrays_take(arrays, squares, sizeof *new->nonbasic);
  new->fixed = nq_arrays_take(arrays, (uint64_t)lines + squares, sizeof *new->fixed);
  new->multipliers = nq_arrays_take(arrays, lines, sizeof *new->multipliers);
  if (arrays->failed) return NULL;
  nq_relaxation_reset(new);
  return new;
}

static double *row_of(const nq_relaxation *relaxation, uint32_t row) {
  return relaxation->tableau + (size_t)row * relaxation->width;
}

void nq_relaxation_reset(nq_relaxation *relaxation) {
  uint32_t squares = relaxation->squares;
  memset(relaxation->tableau, 0,
         (size_t)relaxation->lines * relaxation->width * sizeof *relaxation->tableau);
  for (uint32_t row = 0; row < relaxation->lines; row++) {
    relaxation->basic[row] = squares + row;
    row_of(relaxation, row)[squares] = 1;
  }
  for (uint32_t column = 0; column < squares; column++) {
    const uint16_t *lines = relaxation->lines_of + (size_t)RELAXATION_LINES * column;
    relaxation->nonbasic[column] = column;
    /* Different costs, so that no two columns are equally good. */
    relaxation->costs[column] = 1 + (double)(column * UINT32_C(2654435761) >> 22) / 1024;
    for (uint32_t i = 0; i < RELAXATION_LINES; i++) row_of(relaxation, lines[i])[column] = 1;
  }
  relaxation->pivots = 0;
}

/* ---- Pivots ---- */

/* The most infeasible row, and whether its value is above 0; `lines`: all are feasible. */
static uint32_t choose_row(const nq_relaxation *relaxation, bool *above) {
  uint32_t best = relaxation->lines;
  double most = TOLERANCE;
  for (uint32_t row = 0; row < relaxation->lines; row++) {
    double value = row_of(relaxation, row)[relaxation->squares];
    bool positive = relaxation->fixed[relaxation->basic[row]] && value > 0;
    double distance = positive ? value : -value;
    if (distance <= most) continue;
    most = distance;
    best = row;
    *above = positive;
  }
  return best;
}

/* The column with the least ratio of those that make the row less infeasible; `squares`: none. */
static uint32_t choose_column(const nq_relaxation *relaxation, uint32_t row, bool above) {
  const double *entry = row_of(relaxation, row);
  uint32_t best = relaxation->squares;
  double least = HUGE_VAL, largest = 0;
  for (uint32_t column = 0; column < relaxation->squares; column++) {
    double size = above ? entry[column] : -entry[column];
    if (size <= TOLERANCE || relaxation->fixed[relaxation->nonbasic[column]]) continue;
    double ratio = relaxation->costs[column] / size;
    if (ratio > least || (ratio == least && size <= largest)) continue;
    least = ratio;
    largest = size;
    best = column;
  }
  return best;
}

/* to[] -= factor * from[], rows of whole blocks, but for one column, where from[] has the inverse
 * of the pivot. */
static void subtract(double *restrict to, const double *restrict from, double factor,
                     uint32_t width, uint32_t column) {
  for (size_t i = 0; i < width; i += BLOCK)
    for (size_t k = 0; k < BLOCK; k++) to[i + k] -= factor * from[i + k];
  to[column] = -factor * from[column];
}

static void pivot(nq_relaxation *relaxation, uint32_t row, uint32_t column) {
  double *entry = row_of(relaxation, row), inverse = 1 / entry[column];
  uint32_t width = relaxation->width, leaving = relaxation->basic[row];
  for (uint32_t i = 0; i < width; i++) entry[i] *= inverse;
  entry[column] = inverse;
  for (uint32_t other = 0; other < relaxation->lines; other++) {
    double factor = row_of(relaxation, other)[column];
    if (other != row && factor != 0)
      subtract(row_of(relaxation, other), entry, factor, width, column);
  }
  subtract(relaxation->costs, entry, relaxation->costs[column], width, column);
  relaxation->basic[row] = relaxation->nonbasic[column];
  relaxation->nonbasic[column] = leaving;
  relaxation->pivots++;
}

/* ---- Proofs ---- */

/* Round the multipliers that the row gives to whole numbers, the largest to `size`. */
static void take_multipliers(nq_relaxation *relaxation, uint32_t row, bool above,
                             const uint8_t *must, int64_t size) {
  const double *entry = row_of(relaxation, row);
  uint32_t squares = relaxation->squares;
  double most = 1;
  for (uint32_t column = 0; column < squares; column++)
    if (relaxation->nonbasic[column] >= squares && fabs(entry[column]) > most)
      most = fabs(entry[column]);
  double scale = (above ? -1 : 1) * (double)size / most;
  memset(relaxation->multipliers, 0, relaxation->lines * sizeof *relaxation->multipliers);
  if (relaxation->basic[row] >= squares)
    relaxation->multipliers[relaxation->basic[row] - squares] = llround(scale);
  for (uint32_t column = 0; column < squares; column++)
    if (relaxation->nonbasic[column] >= squares)
      relaxation->multipliers[relaxation->nonbasic[column] - squares] =
          llround(scale * entry[column]);
  for (uint32_t i = 0; i < relaxation->lines; i++)
    if (!must[i] && relaxation->multipliers[i] < 0) relaxation->multipliers[i] = 0;
}

/* Raise the multipliers of columns until those of no square left add up to less than 0, which
 * rounding may have caused.  Do all of them still add up to less than 0? */
static bool are_proof(nq_relaxation *relaxation, const uint8_t *left) {
  int64_t *multiplier = relaxation->multipliers, sum = 0;
  for (uint32_t square = 0; square < relaxation->squares; square++) {
    const uint16_t *lines = relaxation->lines_of + (size_t)RELAXATION_LINES * square;
    int64_t cost = 0;
    if (!left[square]) continue;
    for (uint32_t i = 0; i < RELAXATION_LINES; i++) cost += multiplier[lines[i]];
    if (cost < 0) multiplier[lines[0]] -= cost;
  }
  for (uint32_t i = 0; i < relaxation->lines; i++) sum += multiplier[i];
  return sum < 0;
}

/* The row shows that there is no solution: so do its multipliers, rounded. */
static bool prove(nq_relaxation *relaxation, uint32_t row, bool above, const uint8_t *left,
                  const uint8_t *must) {
  int64_t size = relaxation->written ? MULTIPLIER_STEP : MULTIPLIER_MOST;
  for (; size <= MULTIPLIER_MOST; size *= MULTIPLIER_STEP) {
    take_multipliers(relaxation, row, above, must, size);
    if (are_proof(relaxation, left)) return true;
  }
  return false;
}

static void fix_variables(nq_relaxation *relaxation, const uint8_t *left, const uint8_t *must) {
  uint32_t squares = relaxation->squares;
  for (uint32_t square = 0; square < squares; square++) relaxation->fixed[square] = !left[square];
  for (uint32_t i = 0; i < relaxation->lines; i++) relaxation->fixed[squares + i] = must[i];
  for (uint32_t column = 0; column < squares; column++) /* rounding may have left some below 0 */
    if (relaxation->costs[column] < 0) relaxation->costs[column] = 0;
}

const int64_t *nq_relaxation_refutes(nq_relaxation *relaxation, const uint8_t *left,
                                     const uint8_t *must, uint64_t *work) {
  uint64_t pivot_work = (uint64_t)relaxation->lines * (relaxation->squares + 1);
  if (relaxation->pivots > PIVOTS_KEPT) nq_relaxation_reset(relaxation);
  fix_variables(relaxation, left, must);
  for (*work = 0; *work < WORK_MOST; *work += pivot_work) {
    bool above = false;
    uint32_t row = choose_row(relaxation, &above);
    if (row == relaxation->lines) return NULL;
    uint32_t column = choose_column(relaxation, row, above);
    if (column < relaxation->squares) {
      pivot(relaxation, row, column);
      continue;
    }
    if (prove(relaxation, row, above, left, must)) return relaxation->multipliers;
    if (relaxation->pivots == 0) return NULL;
    nq_relaxation_reset(relaxation);
  }
  return NULL;
}
