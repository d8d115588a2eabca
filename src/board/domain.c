#include "board/domain.h"
#include "board/open.h"

#include <stdlib.h>
#include <string.h>

/* Few rounds change anything; each looks at n * n squares. */
enum { SUMS_ROUNDS = 8 };

_Static_assert(NQ_DOMAIN_TABLE_N <= NQ_SUMS_N, "the sums of a board with a table do not overflow");

bool nq_domain_restricts(const nq_instance *instance) {
  return nq_instance_blocked_count(instance) + nq_instance_excluded_count(instance) > 0 ||
         (nq_instance_placed_count(instance) > 0 && nq_instance_n(instance) <= NQ_DOMAIN_TABLE_N);
}

uint64_t nq_domain_bytes(const nq_instance *instance) {
  uint64_t n = nq_instance_n(instance), bytes = 0;
  if (nq_domain_restricts(instance) && n <= NQ_DOMAIN_TABLE_N)
    bytes += n * (n / 64 + 1) * sizeof(uint64_t);
  if (nq_instance_placed_count(instance) > 0) bytes += n * sizeof(uint32_t);
  return bytes;
}

static void forbid_diagonal(nq_domain *domain, uint64_t diagonal, bool rising) {
  uint32_t n = domain->n;
  for (uint32_t column = 0; column < n; column++) {
    uint64_t row = rising ? diagonal - column : diagonal + column - (n - 1);
    if (row < n) /* a negative row wraps to a large number */
      add_bit(domain_forbidden(domain, column), row);
  }
}

static void forbid_attacked(nq_domain *domain, uint32_t column, uint32_t row) {
  uint32_t n = domain->n;
  for (uint32_t other = 0; other < n; other++) add_bit(domain_forbidden(domain, other), row);
  memset(domain_forbidden(domain, column), 0xff, domain->words * sizeof *domain->forbidden);
  forbid_diagonal(domain, (uint64_t)column + row, true);
  forbid_diagonal(domain, (uint64_t)row + n - 1 - column, false);
}

static void fill_forbidden(nq_domain *domain) {
  const nq_instance *instance = domain->instance;
  for (uint32_t column = 0; column < domain->n; column++)
    domain_forbidden(domain, column)[domain->words - 1] = UINT64_MAX << domain->n % 64;
  for (size_t i = 0; i < nq_instance_placed_count(instance); i++) {
    uint32_t column, row;
    nq_instance_placed_at(instance, i, &column, &row);
    forbid_attacked(domain, column, row);
  }
  for (size_t i = 0; i < nq_instance_placed_count(instance); i++) {
    uint32_t column, row;
    nq_instance_placed_at(instance, i, &column, &row);
    if (nq_instance_allows(instance, column, row)) drop_bit(domain_forbidden(domain, column), row);
  }
  for (size_t i = 0; i < nq_instance_blocked_count(instance); i++) {
    uint32_t column, row;
    nq_instance_blocked_at(instance, i, &column, &row);
    add_bit(domain_forbidden(domain, column), row);
  }
  for (size_t i = 0; i < nq_instance_excluded_count(instance); i++) {
    bool rising;
    uint64_t diagonal = nq_instance_excluded_at(instance, i, &rising);
    forbid_diagonal(domain, diagonal, rising);
  }
}

nq_status nq_domain_init(nq_domain *domain, const nq_instance *instance, nq_error *error) {
  uint32_t n = nq_instance_n(instance);
  *domain = (nq_domain){.instance = instance,
                        .n = n,
                        .restricted = nq_domain_restricts(instance),
                        .words = n / 64 + 1};
  if (domain->restricted && n <= NQ_DOMAIN_TABLE_N) {
    domain->forbidden = nq_memory_new((uint64_t)n * domain->words, sizeof *domain->forbidden);
    if (domain->forbidden == NULL) goto no_memory;
    fill_forbidden(domain);
  }
  size_t placed = nq_instance_placed_count(instance);
  if (placed == 0) return NQ_OK;
  domain->fixed = nq_memory_new(n, sizeof *domain->fixed);
  if (domain->fixed == NULL) goto no_memory;
  for (size_t i = 0; i < placed; i++) {
    uint32_t column, row;
    nq_instance_placed_at(instance, i, &column, &row);
    domain->fixed[column] = row + 1;
  }
  return NQ_OK;

no_memory:
  return nq_error_set(error, NQ_NO_MEMORY, "the instance needs %" PRIu64 " bytes of tables",
                      nq_domain_bytes(instance));
}

void nq_domain_release(nq_domain *domain) {
  nq_memory_free(domain->forbidden, (uint64_t)domain->n * domain->words, sizeof *domain->forbidden);
  nq_memory_free(domain->fixed, domain->n, sizeof *domain->fixed);
  *domain = (nq_domain){0};
}

/* Random tries for an allowed square before the whole column is scanned. */
#define SQUARE_DRAWS 64

uint32_t nq_domain_draw_row(const nq_domain *domain, uint32_t column, nq_pcg64 *random) {
  uint32_t n = domain->n;
  for (unsigned i = 0; i < SQUARE_DRAWS; i++) {
    uint32_t row = (uint32_t)below_pcg64(random, n);
    if (domain_allows(domain, column, row)) return row;
  }
  uint32_t chosen = 0, found = 0;
  for (uint32_t row = 0; row < n; row++)
    if (domain_allows(domain, column, row) && below_pcg64(random, ++found) == 0) chosen = row;
  invariant(found > 0);
  return chosen;
}

/* ---- Proofs that there is no solution ---- */

static bool has_square(const nq_domain *domain, uint32_t line, bool is_column) {
  for (uint32_t i = 0; i < domain->n; i++)
    if (is_column ? domain_allows(domain, line, i) : domain_allows(domain, i, line)) return true;
  return false;
}

/* A line of n squares can only be empty if there are n blocked squares and excluded diagonals: each
 * takes at most one square of it. */
static nq_status refute_by_lines(const nq_domain *domain, nq_error *error) {
  const nq_instance *instance = domain->instance;
  if (domain->forbidden == NULL &&
      nq_instance_blocked_count(instance) + nq_instance_excluded_count(instance) < domain->n)
    return NQ_OK;
  for (uint32_t i = 0; i < domain->n; i++) {
    bool column = has_square(domain, i, true);
    if (column && has_square(domain, i, false)) continue;
    return nq_error_set(error, NQ_NONE, "no square of %s %" PRIu32 " is left for a queen",
                        column ? "row" : "column", i);
  }
  return NQ_OK;
}

/* The diagonals that queens may stand on: rising ones, then falling ones from word `words` on. */
typedef struct diagonal_set {
  uint32_t words;
  uint64_t *before, *left; /* those before a round of the filter, and left after it */
  uint64_t *must;          /* those that must have a queen */
} diagonal_set;

/* 64 bits from the i-th on. */
static uint64_t bits_at(const uint64_t *words, uint64_t i) {
  uint64_t low = words[i / 64] >> i % 64;
  return i % 64 == 0 ? low : low | words[i / 64 + 1] << (64 - i % 64);
}

static void add_bits_at(uint64_t *words, uint64_t i, uint64_t bits) {
  words[i / 64] |= bits << i % 64;
  if (i % 64 != 0) words[i / 64 + 1] |= bits >> (64 - i % 64);
}

/* The sums of the open lines, and the diagonals with an allowed square on an open column. */
static nq_sums sum_lines(const nq_domain *domain, const uint8_t *taken, const diagonal_set *set) {
  uint32_t n = domain->n, words = set->words;
  nq_sums sums = {.n = n};
  for (uint32_t row = 0; row < n; row++)
    if (!taken[row]) sums_add_row(&sums, row);
  for (uint32_t column = 0; column < n; column++) {
    if (domain_is_fixed(domain, column)) continue;
    sums_add_column(&sums, column);
    for (uint32_t word = 0; 64 * word < n; word++) {
      uint64_t up = (uint64_t)column + 64 * word;
      uint64_t down = (uint64_t)64 * word + n - 1 - column + 64 * words;
      uint64_t bits = ~domain_forbidden(domain, column)[word] & bits_at(set->before, up) &
                      bits_at(set->before, down);
      add_bits_at(set->left, up, bits);
      add_bits_at(set->left, down, bits);
    }
  }
  return sums;
}

/* Diagonals that cannot be used may leave others without a square, and so on. */
static bool sums_exceed(const nq_domain *domain, const uint8_t *taken, diagonal_set *set,
                        int64_t *room) {
  size_t bytes = 2 * (size_t)set->words * sizeof *set->left;
  nq_sums_verdict verdict = NQ_SUMS_NARROWED;
  memset(set->left, 0xff, bytes);
  for (int round = 0; round < SUMS_ROUNDS && verdict == NQ_SUMS_NARROWED; round++) {
    memcpy(set->before, set->left, bytes);
    memset(set->left, 0, bytes);
    nq_sums sums = sum_lines(domain, taken, set);
    verdict =
        nq_sums_filter(&sums, &(nq_sums_diagonals){set->left, set->must},
                       &(nq_sums_diagonals){set->left + set->words, set->must + set->words}, room);
  }
  return verdict == NQ_SUMS_EXCEEDED;
}

static nq_status refute_by_sums(const nq_domain *domain, nq_error *error) {
  uint32_t n = domain->n, words = n / 32 + 2; /* of 64 bits from any of 2n - 1 on */
  nq_arrays arrays = {0};
  diagonal_set set = {.words = words,
                      .before = nq_arrays_take(&arrays, 2 * (uint64_t)words, sizeof(uint64_t)),
                      .left = nq_arrays_take(&arrays, 2 * (uint64_t)words, sizeof(uint64_t)),
                      .must = nq_arrays_take(&arrays, 2 * (uint64_t)words, sizeof(uint64_t))};
  int64_t *room = nq_arrays_take(&arrays, sums_room(n), sizeof *room);
  uint8_t *taken = nq_arrays_take(&arrays, n, 1);
  bool memory = !arrays.failed;
  for (uint32_t column = 0; memory && column < n; column++)
    if (domain_is_fixed(domain, column)) taken[domain_fixed_row(domain, column)] = 1;
  bool exceeded = memory && sums_exceed(domain, taken, &set, room);
  nq_arrays_release(&arrays);
  if (!memory) return nq_error_set(error, NQ_NO_MEMORY, "no memory for the diagonals left");
  if (!exceeded) return NQ_OK;
  return nq_error_set(error, NQ_NONE,
                      "the diagonals left lie too far out: the squared distances of %" PRIu32
                      " queens' diagonals from the centre of the board always add up to the same "
                      "number, and any of those left to more",
                      n);
}

nq_status nq_domain_refute(const nq_domain *domain, nq_error *error) {
  nq_status status = domain->restricted ? refute_by_lines(domain, error) : NQ_OK;
  if (status != NQ_OK || domain->forbidden == NULL) return status;
  uint32_t *rows = calloc(domain->n, sizeof *rows);
  if (rows == NULL) return nq_error_set(error, NQ_NO_MEMORY, "no memory for a matching");
  status = nq_domain_match(domain, NULL, rows, NULL, NULL, error);
  free(rows);
  return status == NQ_OK ? refute_by_sums(domain, error) : status;
}

/* ---- Matching ---- */

/* Kuhn's augmenting paths, breadth first from one column: a row remembers the column that first
 * reached it; a row without a holder ends the path.  A search may visit all columns, so each looks
 * at 64 rows at a time. */
struct matcher {
  const nq_domain *domain;
  nq_watch *watch;  /* or NULL */
  uint64_t looked;  /* words of rows since it was polled */
  uint64_t *unseen; /* rows not yet reached by this search */
  uint64_t *free;   /* rows without a holder */
  uint32_t *holder; /* row -> its column, or NQ_EMPTY */
  uint32_t *from;   /* row -> the column that reached it in this search */
  uint32_t *queue;  /* columns */
};

/* Words of rows between looks at the watch. */
#define POLL_WORDS (UINT64_C(1) << 16)

static bool must_stop(struct matcher *matcher) {
  if (matcher->watch == NULL || ++matcher->looked < POLL_WORDS) return false;
  matcher->looked = 0;
  return nq_watch_poll(matcher->watch, (nq_progress){.phase = "start"});
}

/* The lowest allowed row of the column in the word of a set of rows; NQ_EMPTY: none. */
static uint32_t row_in_word(const struct matcher *matcher, const uint64_t *set, uint32_t column,
                            uint32_t word) {
  const nq_domain *domain = matcher->domain;
  bool table = domain->forbidden != NULL;
  uint64_t rows = set[word];
  if (table) rows &= ~domain_forbidden(domain, column)[word];
  for (; rows != 0; rows &= rows - 1) {
    uint32_t row = 64 * word + (uint32_t)__builtin_ctzll(rows);
    if (table || (row < domain->n && domain_allows(domain, column, row))) return row;
  }
  return NQ_EMPTY;
}

/* The same from *word on; NQ_EMPTY when stopped, too. */
static uint32_t next_row(struct matcher *matcher, const uint64_t *set, uint32_t column,
                         uint32_t *word) {
  for (; *word < matcher->domain->words && !must_stop(matcher); ++*word) {
    uint32_t row = row_in_word(matcher, set, column, *word);
    if (row != NQ_EMPTY) return row;
  }
  return NQ_EMPTY;
}

static void augment(struct matcher *matcher, uint32_t *rows, uint32_t row) {
  drop_bit(matcher->free, row);
  while (row != NQ_EMPTY) {
    uint32_t column = matcher->from[row], before = rows[column];
    rows[column] = row;
    matcher->holder[row] = column;
    row = before;
  }
}

/* Find a row for column `first`, moving other columns if necessary; false when impossible, or
 * stopped. */
static bool match_column(struct matcher *matcher, uint32_t *rows, uint32_t first) {
  uint32_t head = 0, tail = 0, at = 0, free = next_row(matcher, matcher->free, first, &at);
  if (free != NQ_EMPTY) {
    matcher->from[free] = first;
    augment(matcher, rows, free);
    return true;
  }
  memset(matcher->unseen, 0xff, matcher->domain->words * sizeof *matcher->unseen);
  matcher->queue[tail++] = first;
  while (head < tail) {
    uint32_t column = matcher->queue[head++], word = 0, row;
    while ((row = next_row(matcher, matcher->unseen, column, &word)) != NQ_EMPTY) {
      drop_bit(matcher->unseen, row);
      matcher->from[row] = column;
      uint32_t holder = matcher->holder[row];
      if (holder == NQ_EMPTY) {
        augment(matcher, rows, row);
        return true;
      }
      if (!domain_is_fixed(matcher->domain, holder)) matcher->queue[tail++] = holder;
    }
  }
  return false;
}

static nq_status match_all(struct matcher *matcher, const uint32_t *order, uint32_t *rows,
                           nq_error *error) {
  const nq_domain *domain = matcher->domain;
  uint32_t n = domain->n;
  memset(matcher->holder, 0xff, n * sizeof *matcher->holder);
  memset(matcher->free, 0xff, matcher->domain->words * sizeof *matcher->free);
  for (uint32_t column = 0; column < n; column++) {
    if (order == NULL || domain_is_fixed(domain, column))
      rows[column] = domain_fixed_row(domain, column);
    if (rows[column] == NQ_EMPTY) continue;
    matcher->holder[rows[column]] = column;
    drop_bit(matcher->free, rows[column]);
  }
  for (uint32_t i = 0; i < n; i++) {
    uint32_t column = order != NULL ? order[i] : i;
    if (rows[column] != NQ_EMPTY || match_column(matcher, rows, column)) continue;
    return nq_error_set(error, NQ_NONE,
                        "the columns cannot all have a row of their own: column %" PRIu32
                        " and those that it would displace have too few squares",
                        column);
  }
  return NQ_OK;
}

nq_status nq_domain_match(const nq_domain *domain, const uint32_t *order, uint32_t *rows,
                          uint64_t *full, nq_watch *watch, nq_error *error) {
  uint32_t n = domain->n, words = domain->words;
  nq_arrays arrays = {0};
  struct matcher matcher = {.domain = domain,
                            .watch = watch,
                            .unseen = nq_arrays_take(&arrays, words, sizeof(uint64_t)),
                            .free = nq_arrays_take(&arrays, words, sizeof(uint64_t)),
                            .holder = nq_arrays_take(&arrays, n, sizeof(uint32_t)),
                            .from = nq_arrays_take(&arrays, n, sizeof(uint32_t)),
                            .queue = nq_arrays_take(&arrays, n, sizeof(uint32_t))};
  nq_status status = NQ_OK;
  if (arrays.failed) status = nq_error_set(error, NQ_NO_MEMORY, "no memory for a matching");
  if (status == NQ_OK) status = match_all(&matcher, order, rows, error);
  for (uint32_t i = 0; status == NQ_NONE && full != NULL && i < words; i++)
    full[i] = ~matcher.unseen[i];
  nq_arrays_release(&arrays);
  bool stopped = watch != NULL && watch_stop(watch) != NQ_STOP_NOT;
  return stopped && status != NQ_NO_MEMORY ? NQ_END : status;
}
