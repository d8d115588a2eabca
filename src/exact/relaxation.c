/* MODEL.  A variable for each square, and for each line one that says how much its squares lack of
 * 1.  All are at least 0; the variables of squares that are not left, and of lines that must have a
 * queen, are barred: they must be 0.  In the table, each row writes a basic variable as
 *
 *     basic = value - sum of entry * variable     over the columns, whose variables are 0
 *
 * A row is wrong if its value is negative, or positive while the variable is barred.  A pivot lets
 * the variable of a column take its place.  If no column can mend a wrong row, its entries in the
 * columns of lines are the prices.  Costs of the columns, which stay at least 0, order the pivots. */
#include "exact/relaxation.h"
#include "core/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PIVOTS_KEPT = 2000 /* before the table is renewed */ };

#define WORK_MOST (UINT64_C(1) << 26) /* for one board: some hundredths of a second */

#define TOLERANCE  1e-9
#define PRICE_MOST (INT64_C(1) << 32) /* of whole numbers, in which prices are checked */

struct nq_relaxation {
  uint32_t lines, squares, width; /* width: of a table row; its last entry is the value */
  uint32_t pivots;                /* since the table was new */
  uint16_t *lines_of;
  double *table;
  double *costs;     /* of columns */
  uint32_t *basic;   /* by table row: a square, or squares + line */
  uint32_t *outside; /* by column */
  uint8_t *barred;   /* by variable */
  int64_t *prices;   /* by line */
};

uint64_t nq_relaxation_bytes(uint32_t lines, uint32_t squares) {
  return (uint64_t)(lines + 1) * (squares + 1) * sizeof(double);
}

nq_relaxation *nq_relaxation_new(uint32_t lines, uint32_t squares, const uint16_t *lines_of) {
  nq_relaxation *new = calloc(1, sizeof *new);
  if (new == NULL) return NULL;
  new->lines = lines;
  new->squares = squares;
  new->width = squares + 1;
  new->lines_of = calloc((size_t)RELAXATION_LINES * squares + 1, sizeof *new->lines_of);
  new->table = nq_memory_new((uint64_t)lines * new->width, sizeof *new->table);
  new->costs = calloc(new->width, sizeof *new->costs);
  new->basic = calloc((size_t)lines + 1, sizeof *new->basic);
  new->outside = calloc((size_t)squares + 1, sizeof *new->outside);
  new->barred = calloc((size_t)lines + squares, sizeof *new->barred);
  new->prices = calloc((size_t)lines + 1, sizeof *new->prices);
  if (new->lines_of == NULL || new->table == NULL || new->costs == NULL || new->basic == NULL ||
      new->outside == NULL || new->barred == NULL || new->prices == NULL) {
    nq_relaxation_free(new);
    return NULL;
  }
  memcpy(new->lines_of, lines_of, (size_t)RELAXATION_LINES * squares * sizeof *lines_of);
  nq_relaxation_reset(new);
  return new;
}

void nq_relaxation_free(nq_relaxation *relaxation) {
  if (relaxation == NULL) return;
  nq_memory_free(relaxation->table, (uint64_t)relaxation->lines * relaxation->width,
                 sizeof *relaxation->table);
  free(relaxation->lines_of);
  free(relaxation->costs);
  free(relaxation->basic);
  free(relaxation->outside);
  free(relaxation->barred);
  free(relaxation->prices);
  free(relaxation);
}

static double *row_of(const nq_relaxation *relaxation, uint32_t row) {
  return relaxation->table + (size_t)row * relaxation->width;
}

void nq_relaxation_reset(nq_relaxation *relaxation) {
  uint32_t squares = relaxation->squares;
  memset(relaxation->table, 0,
         (size_t)relaxation->lines * relaxation->width * sizeof *relaxation->table);
  for (uint32_t row = 0; row < relaxation->lines; row++) {
    relaxation->basic[row] = squares + row;
    row_of(relaxation, row)[squares] = 1;
  }
  for (uint32_t column = 0; column < squares; column++) {
    const uint16_t *lines = relaxation->lines_of + (size_t)RELAXATION_LINES * column;
    relaxation->outside[column] = column;
    /* Different costs, so that no two columns are equally good. */
    relaxation->costs[column] = 1 + (double)(column * UINT32_C(2654435761) >> 22) / 1024;
    for (uint32_t i = 0; i < RELAXATION_LINES; i++) row_of(relaxation, lines[i])[column] = 1;
  }
  relaxation->pivots = 0;
}

/* ---- Pivots ---- */

/* The row that is most wrong, and whether its value is too large; `lines`: none is wrong. */
static uint32_t choose_row(const nq_relaxation *relaxation, bool *large) {
  uint32_t best = relaxation->lines;
  double most = TOLERANCE;
  for (uint32_t row = 0; row < relaxation->lines; row++) {
    double value = row_of(relaxation, row)[relaxation->squares];
    bool above = relaxation->barred[relaxation->basic[row]] && value > 0;
    double wrong = above ? value : -value;
    if (wrong <= most) continue;
    most = wrong;
    best = row;
    *large = above;
  }
  return best;
}

/* The column that can mend the row at the least cost; `squares`: there is none. */
static uint32_t choose_column(const nq_relaxation *relaxation, uint32_t row, bool large) {
  const double *entry = row_of(relaxation, row);
  uint32_t best = relaxation->squares;
  double least = HUGE_VAL, size = 0;
  for (uint32_t column = 0; column < relaxation->squares; column++) {
    double mends = large ? entry[column] : -entry[column];
    if (mends <= TOLERANCE || relaxation->barred[relaxation->outside[column]]) continue;
    double cost = relaxation->costs[column] / mends;
    if (cost > least || (cost == least && mends <= size)) continue;
    least = cost;
    size = mends;
    best = column;
  }
  return best;
}

/* to[] -= factor * from[], but for one column, where from[] has the inverse of the pivot. */
static void subtract(double *restrict to, const double *restrict from, double factor,
                     uint32_t count, uint32_t column) {
  for (uint32_t i = 0; i < count; i++) to[i] -= factor * from[i];
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
  subtract(relaxation->costs, entry, relaxation->costs[column], relaxation->squares, column);
  relaxation->basic[row] = relaxation->outside[column];
  relaxation->outside[column] = leaving;
  relaxation->pivots++;
}

/* ---- Proofs ---- */

/* The prices of the row as whole numbers. */
static void take_prices(nq_relaxation *relaxation, uint32_t row, bool large, const uint8_t *line) {
  const double *entry = row_of(relaxation, row);
  uint32_t squares = relaxation->squares;
  double most = 1;
  for (uint32_t column = 0; column < squares; column++)
    if (relaxation->outside[column] >= squares && fabs(entry[column]) > most)
      most = fabs(entry[column]);
  double scale = (large ? -1 : 1) * (double)PRICE_MOST / most;
  memset(relaxation->prices, 0, relaxation->lines * sizeof *relaxation->prices);
  if (relaxation->basic[row] >= squares)
    relaxation->prices[relaxation->basic[row] - squares] = llround(scale);
  for (uint32_t column = 0; column < squares; column++)
    if (relaxation->outside[column] >= squares)
      relaxation->prices[relaxation->outside[column] - squares] = llround(scale * entry[column]);
  for (uint32_t i = 0; i < relaxation->lines; i++)
    if (line[i] == NQ_LINE_FREE && relaxation->prices[i] < 0) relaxation->prices[i] = 0;
}

/* Raise the prices of columns until no square that is left costs less than 0; is the sum of all
 * still negative?  A column without squares left has no queen to add. */
static bool are_proof(nq_relaxation *relaxation, const uint8_t *left) {
  int64_t *price = relaxation->prices, sum = 0;
  for (uint32_t square = 0; square < relaxation->squares; square++) {
    const uint16_t *lines = relaxation->lines_of + (size_t)RELAXATION_LINES * square;
    int64_t cost = 0;
    if (!left[square]) continue;
    for (uint32_t i = 0; i < RELAXATION_LINES; i++) cost += price[lines[i]];
    if (cost < 0) price[lines[0]] -= cost;
  }
  for (uint32_t i = 0; i < relaxation->lines; i++) sum += price[i];
  return sum < 0;
}

static void bar(nq_relaxation *relaxation, const uint8_t *left, const uint8_t *line) {
  uint32_t squares = relaxation->squares;
  for (uint32_t square = 0; square < squares; square++) relaxation->barred[square] = !left[square];
  for (uint32_t i = 0; i < relaxation->lines; i++)
    relaxation->barred[squares + i] = line[i] == NQ_LINE_MUST;
  for (uint32_t column = 0; column < squares; column++)
    if (relaxation->costs[column] < 0) relaxation->costs[column] = 0;
}

bool nq_relaxation_refutes(nq_relaxation *relaxation, const uint8_t *left, const uint8_t *line,
                           uint64_t *work) {
  uint64_t pivot_work = (uint64_t)relaxation->lines * relaxation->width;
  if (relaxation->pivots > PIVOTS_KEPT) nq_relaxation_reset(relaxation);
  bar(relaxation, left, line);
  for (*work = 0; *work < WORK_MOST; *work += pivot_work) {
    bool large = false;
    uint32_t row = choose_row(relaxation, &large);
    if (row == relaxation->lines) return false;
    uint32_t column = choose_column(relaxation, row, large);
    if (column < relaxation->squares) {
      pivot(relaxation, row, column);
      continue;
    }
    take_prices(relaxation, row, large, line);
    if (are_proof(relaxation, left)) return true;
    if (relaxation->pivots == 0) return false;
    nq_relaxation_reset(relaxation);
  }
  return false;
}
