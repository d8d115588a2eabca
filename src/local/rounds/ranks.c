/* The waves of settle.c, by ranks that each have a part of the columns, of the free rows and of
 * the bits.
 *
 * MODEL.  Columns and free rows are numbered through all ranks; base[] has the first number of each
 * rank.  Bits are at home.  A batch has four questions, each asked by all ranks at once:
 *
 *     rows      which row is the free row i?             the rank that has it
 *     test      is this diagonal free?                   where its bit is at home
 *     claim     is this claim the first of its line?     the same ranks; they take claims in the
 *                                                        order of ranks, and so of columns
 *     outcome   did the claim win: was it the first of all three lines?
 *
 * So the winners are those that settle.c finds.  A question is about items: the number of a free
 * row or a line, with its rounds_kind in the highest bits. */
#include "local/rounds/rounds.h"

#include <string.h>

#define FETCH_AHEAD 16
#define KIND_SHIFT  62
#define LONG_BATCH  (UINT64_C(1) << 20)
#define NUMBER      ((UINT64_C(1) << KIND_SHIFT) - 1)

struct asking {
  nq_rounds *rounds;
  uint64_t column_base[NQ_PARTY_RANKS + 1], row_base[NQ_PARTY_RANKS + 1];
  nq_rounds_list index;        /* the columns of the batch that are here, numbered from 0 */
  nq_rounds_list want, row;    /* of each of them: the free row that it draws, and which it is */
  nq_rounds_list chosen;       /* those with both diagonals free, or to be tested */
  nq_rounds_list asked, place; /* items, and the place of each in `out`, as of its answer */
  nq_rounds_list out, in;      /* by rank */
  nq_rounds_list claimed, claim_is; /* the claims of the last batch, and whether they were first */
  uint64_t out_count[NQ_PARTY_RANKS], in_count[NQ_PARTY_RANKS];
  uint64_t out_next[NQ_PARTY_RANKS + 1]; /* where the next item of each rank goes */
  uint64_t ones[NQ_PARTY_RANKS];
};

static bool reserve(const struct asking *asking, nq_rounds_list *list, uint64_t count) {
  list->count = count;
  return count <= list->room || nq_rounds_resize(asking->rounds, &list->item, &list->room,
                                                 count + count / 8, sizeof *list->item);
}

/* Number `count` things of this rank after those of lower ranks. */
static void number(const struct asking *asking, uint64_t count, uint64_t *base) {
  nq_party *party = asking->rounds->party;
  memset(base, 0, (party->ranks + 1) * sizeof *base);
  base[party->own + 1] = count;
  party->sum(party, base + 1, party->ranks);
  for (unsigned rank = 0; rank < party->ranks; rank++) base[rank + 1] += base[rank];
}

/* ---- Questions ---- */

static uint64_t item_of(rounds_kind kind, uint64_t i) {
  return (uint64_t)kind << KIND_SHIFT | i;
}

static rounds_kind kind_of(uint64_t item) {
  return (rounds_kind)(item >> KIND_SHIFT);
}

/* The rank that knows about the item; rows are numbers of free rows. */
static unsigned owner_of(const struct asking *asking, uint64_t item) {
  uint64_t i = item & NUMBER;
  const nq_rounds *rounds = asking->rounds;
  if (kind_of(item) == ROUNDS_ROWS)
    return (unsigned)last_at_most(asking->row_base, rounds->ranks, i);
  uint64_t byte = i / 8, bytes = rounds_bytes(rounds, kind_of(item));
  unsigned rank = (unsigned)(byte * rounds->ranks / bytes);
  while (byte >= rounds_home(rounds, kind_of(item), rank + 1)) rank++;
  return rank;
}

/* Put the items in the order of their owners, and send them.  False, at all ranks, unless all are
 * fine. */
static bool ask(struct asking *asking, bool fine) {
  nq_party *party = asking->rounds->party;
  uint64_t count = asking->asked.count, *next = asking->out_next, total = 0;
  fine = fine && reserve(asking, &asking->place, count) && reserve(asking, &asking->out, count);
  memset(asking->out_count, 0, party->ranks * sizeof *asking->out_count);
  for (uint64_t i = 0; fine && i < count; i++) {
    unsigned owner = owner_of(asking, asking->asked.item[i]);
    asking->place.item[i] = owner;
    asking->out_count[owner]++;
  }
  next[0] = 0;
  for (unsigned rank = 0; rank < party->ranks; rank++)
    next[rank + 1] = next[rank] + asking->out_count[rank];
  for (uint64_t i = 0; fine && i < count; i++) {
    asking->place.item[i] = next[asking->place.item[i]]++;
    asking->out.item[asking->place.item[i]] = asking->asked.item[i];
  }
  nq_party_trade(party, asking->out_count, asking->ones, asking->in_count, asking->ones);
  for (unsigned rank = 0; rank < party->ranks; rank++) total += asking->in_count[rank];
  fine = reserve(asking, &asking->in, total) && fine;
  if (!nq_rounds_agree(asking->rounds, fine)) return false;
  nq_party_trade(party, asking->out.item, asking->out_count, asking->in.item, asking->in_count);
  return true;
}

/* The answer about an item that was asked about. */
static uint64_t answer(const struct asking *asking, uint64_t i) {
  return asking->out.item[asking->place.item[i]];
}

/* ---- What this rank answers ---- */

static uint64_t *free_row(const struct asking *asking, uint64_t item) {
  return &asking->rounds->free_rows.item[(item & NUMBER) - asking->row_base[asking->rounds->own]];
}

/* The bit of a line, which for a row is that of its free row. */
static uint8_t *bits_of(const struct asking *asking, uint64_t item, uint64_t *i) {
  const nq_rounds *rounds = asking->rounds;
  *i = kind_of(item) == ROUNDS_ROWS ? *free_row(asking, item) : item & NUMBER;
  return rounds_bits(rounds, kind_of(item));
}

/* Fetch what a later item of the list needs first: its free row, or its bit. */
static void fetch_ahead(const struct asking *asking, const nq_rounds_list *list, uint64_t i) {
  if (i + FETCH_AHEAD >= list->count) return;
  uint64_t item = list->item[i + FETCH_AHEAD];
  if (kind_of(item) == ROUNDS_ROWS)
    __builtin_prefetch(free_row(asking, item), 1);
  else
    __builtin_prefetch(rounds_bits(asking->rounds, kind_of(item)) + (item & NUMBER) / 8, 1);
}

enum question { WHICH_ROW, IS_FREE, CLAIM };

/* Answer about all items; the first claim of a line takes it. */
static void reply(struct asking *asking, enum question question) {
  nq_party *party = asking->rounds->party;
  uint64_t *in = asking->in.item;
  for (uint64_t i = 0; i < asking->in.count; i++) {
    uint64_t bit, item = in[i];
    fetch_ahead(asking, &asking->in, i);
    uint8_t *bits = bits_of(asking, item, &bit);
    in[i] = question == WHICH_ROW ? bit : !test_bit(bits, bit);
    if (question != CLAIM) continue;
    asking->claimed.item[i] = item;
    asking->claim_is.item[i] = in[i];
    set_bit(bits, bit);
  }
  nq_party_trade(party, in, asking->in_count, asking->out.item, asking->out_count);
}

/* Free the lines of claims that lost; `in` has which won. */
static void take_outcome(struct asking *asking) {
  for (uint64_t i = 0; i < asking->claimed.count; i++) {
    fetch_ahead(asking, &asking->claimed, i);
    uint64_t bit, item = asking->claimed.item[i];
    uint8_t *bits = bits_of(asking, item, &bit);
    if (asking->in.item[i] == 0 && asking->claim_is.item[i] != 0) clear_bit(bits, bit);
  }
  for (uint64_t i = 0; i < asking->claimed.count; i++)
    if (asking->in.item[i] != 0 && kind_of(asking->claimed.item[i]) == ROUNDS_ROWS)
      *free_row(asking, asking->claimed.item[i]) = ROUNDS_HOLE;
}

/* ---- A batch ---- */

static square square_at(const struct asking *asking, uint64_t i) {
  return (square){asking->rounds->columns.item[asking->index.item[i]], asking->row.item[i]};
}

/* Draw for the columns of the batch that are here. */
static bool draw(struct asking *asking) {
  nq_rounds *rounds = asking->rounds;
  const uint64_t *base = &asking->column_base[rounds->own];
  uint64_t pieces = rounds_pieces(base[1]) - base[0] / ROUNDS_PIECE, count = 0;
  uint64_t most = (pieces / rounds->parts + 1) * ROUNDS_PIECE;
  bool fine = reserve(asking, &asking->index, most) && reserve(asking, &asking->want, most);
  for (uint64_t i = fine ? base[0] : base[1]; i < base[1]; i++) {
    if (i / ROUNDS_PIECE % rounds->parts != rounds->part) continue;
    asking->index.item[count] = i - base[0];
    asking->want.item[count++] = draw_place(rounds, i);
  }
  asking->index.count = asking->want.count = count;
  fine = fine && reserve(asking, &asking->row, count) && reserve(asking, &asking->chosen, count) &&
         reserve(asking, &asking->asked, 2 * count) && nq_rounds_make_room(rounds, count);
  asking->asked.count = fine ? count : 0;
  for (uint64_t i = 0; i < asking->asked.count; i++)
    asking->asked.item[i] = item_of(ROUNDS_ROWS, asking->want.item[i]);
  return fine;
}

static void choose_rows(struct asking *asking) {
  uint64_t kept = 0;
  for (uint64_t i = 0; i < asking->want.count; i++) {
    asking->row.item[i] = answer(asking, i);
    asking->chosen.item[kept] = i;
    kept += answer(asking, i) != ROUNDS_HOLE;
  }
  asking->chosen.count = kept;
}

/* Ask about the diagonals, and for claims about the rows, of the chosen squares. */
static void list_lines(struct asking *asking, bool with_rows) {
  uint64_t *next = asking->asked.item;
  for (uint64_t j = 0; j < asking->chosen.count; j++) {
    uint64_t i = asking->chosen.item[j];
    const square at = square_at(asking, i);
    if (with_rows) *next++ = item_of(ROUNDS_ROWS, asking->want.item[i]);
    *next++ = item_of(ROUNDS_RISING, rising_of(&at));
    *next++ = item_of(ROUNDS_FALLING, falling_of(asking->rounds, &at));
  }
  asking->asked.count = (uint64_t)(next - asking->asked.item);
}

static void choose_free(struct asking *asking) {
  uint64_t kept = 0;
  for (uint64_t j = 0; j < asking->chosen.count; j++) {
    uint64_t free = answer(asking, 2 * j) & answer(asking, 2 * j + 1);
    asking->chosen.item[kept] = asking->chosen.item[j];
    kept += free;
  }
  asking->chosen.count = kept;
}

/* Settle the columns whose claims were the first of all their lines, and report the outcome. */
static void settle_claims(struct asking *asking) {
  nq_rounds *rounds = asking->rounds;
  nq_party *party = rounds->party;
  for (uint64_t j = 0; j < asking->chosen.count; j++) {
    uint64_t i = asking->chosen.item[j];
    uint64_t won = answer(asking, 3 * j) & answer(asking, 3 * j + 1) & answer(asking, 3 * j + 2);
    for (uint64_t k = 3 * j; k < 3 * j + 3; k++) asking->out.item[asking->place.item[k]] = won;
    if (won == 0) continue;
    add_settled(rounds, square_at(asking, i));
    rounds->columns.item[asking->index.item[i]] = ROUNDS_HOLE;
  }
  nq_party_trade(party, asking->out.item, asking->out_count, asking->in.item, asking->in_count);
  take_outcome(asking);
}

/* False when the run must end. */
static bool play_batch(struct asking *asking) {
  nq_rounds *rounds = asking->rounds;
  bool fine = draw(asking);
  if (!ask(asking, fine)) return false;
  reply(asking, WHICH_ROW);
  choose_rows(asking);
  list_lines(asking, false);
  if (!ask(asking, true)) return false;
  reply(asking, IS_FREE);
  choose_free(asking);
  fine = reserve(asking, &asking->asked, 3 * asking->chosen.count);
  if (fine) list_lines(asking, true);
  if (!ask(asking, fine)) return false;
  fine = reserve(asking, &asking->claimed, asking->in.count) &&
         reserve(asking, &asking->claim_is, asking->in.count);
  if (!nq_rounds_agree(rounds, fine)) return false;
  reply(asking, CLAIM);
  settle_claims(asking);
  return true;
}

/* ---- Waves ---- */

static bool must_end(const struct asking *asking) {
  nq_rounds *rounds = asking->rounds;
  return nq_rounds_must_end(rounds, "start", rounds->plan.n - rounds->active);
}

static bool play_wave_of_ranks(void *context) {
  struct asking *asking = context;
  nq_rounds *rounds = asking->rounds;
  for (uint64_t part = 0; part < rounds->parts; part++) {
    nq_rounds_begin_batch(rounds, part);
    if (!play_batch(asking)) return false;
    if (rounds->in_batch >= LONG_BATCH && must_end(asking)) return false;
  }
  bool fine = nq_rounds_close_up(rounds, &rounds->columns);
  fine = nq_rounds_close_up(rounds, &rounds->free_rows) && fine;
  number(asking, rounds->columns.count, asking->column_base);
  number(asking, rounds->free_rows.count, asking->row_base);
  rounds->active = asking->column_base[rounds->ranks];
  return nq_rounds_agree(rounds, fine) && !must_end(asking);
}

/* Let all ranks have all items, of which `own` are here from base[] on. */
static bool gather(const struct asking *asking, nq_rounds_list *list, const uint64_t *base) {
  nq_rounds *rounds = asking->rounds;
  nq_party *party = rounds->party;
  uint64_t first = base[party->own], own = base[party->own + 1] - first, count = base[party->ranks];
  uint64_t *all = nq_rounds_new(rounds, count + 1, sizeof *all);
  /* NOLINTNEXTLINE(clang-analyzer-core.NonNullParamChecker): there are own items */
  if (all != NULL && own > 0) memcpy(all + first, list->item, (size_t)own * sizeof *all);
  if (nq_rounds_agree(rounds, all != NULL)) party->sum(party, all, (size_t)count);
  nq_rounds_drop(rounds, list);
  if (all != NULL) *list = (nq_rounds_list){all, count, count + 1};
  return all != NULL;
}

static bool play_all(struct asking *asking) {
  nq_rounds *rounds = asking->rounds;
  nq_rounds_list *rows = &rounds->free_rows;
  bool fine = nq_rounds_list_rows(rounds);
  if (!nq_rounds_agree(rounds, fine)) return false;
  number(asking, rounds->columns.count, asking->column_base);
  number(asking, rows->count, asking->row_base);
  if (!nq_rounds_play_waves(rounds, play_wave_of_ranks, asking)) return false;
  fine = gather(asking, &rounds->columns, asking->column_base);
  fine = gather(asking, rows, asking->row_base) && fine;
  return nq_rounds_agree(rounds, fine);
}

bool nq_rounds_play_ranks(nq_rounds *rounds) {
  struct asking *asking = nq_rounds_new_object(rounds, sizeof *asking);
  if (asking == NULL) return false;
  asking->rounds = rounds;
  for (unsigned rank = 0; rank < NQ_PARTY_RANKS; rank++) asking->ones[rank] = 1;
  bool fine = play_all(asking);
  nq_rounds_list *const lists[] = {
      &asking->index, &asking->want, &asking->row, &asking->chosen,  &asking->asked,
      &asking->place, &asking->out,  &asking->in,  &asking->claimed, &asking->claim_is};
  /* NOLINTNEXTLINE(bugprone-sizeof-expression): pointers */
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) nq_rounds_drop(rounds, lists[i]);
  nq_rounds_free(rounds, asking, 1, sizeof *asking);
  return fine;
}
