/* The schedule of a large board, and, from it alone, which rank holds which bits of lines. */
#include "local/greedy.h"
#include "local/rounds/rounds.h"

#include <string.h>

#define BLOCKS_LEAST    2048 /* in all groups, if they have BYTES_LEAST, */
#define BLOCKS_FEW      24   /* or in each group, for small n */
#define FEW_N           (UINT64_C(1) << 19)
#define BYTES_LEAST     8 /* a window is 7 bytes */
#define PASSES          16
#define LEFT_PART       24                  /* 1/24 of the blocks is left over, */
#define LARGE_N         (UINT64_C(1) << 22) /* or none from this n on */
#define WINDOW_BYTES    8                   /* that a load reads */
#define DRAWS           64                  /* slopes to test before the demands are lowered, */
#define DRAWS_MOST      (UINT64_C(1) << 12) /* and before they may repeat */
#define REPEATS_PERCENT 6
#define NOBODY          NQ_PARTY_RANKS
#define GROUP_ROOM      64 /* segments for each group; some eight are usual */

/* Choose the bytes of a block, within a quarter of the wanted ones, so that the last group reaches
 * past the board as little as possible. */
static void cut_board(nq_rounds_plan *plan) {
  uint64_t blocks_least = plan->n < FEW_N ? BLOCKS_FEW * plan->groups : BLOCKS_LEAST;
  uint64_t wanted = plan->n / 8 / blocks_least, least = UINT64_MAX;
  if (wanted < BYTES_LEAST + BYTES_LEAST / 2) wanted = BYTES_LEAST + BYTES_LEAST / 2;
  if (wanted > NQ_ROUNDS_BYTES) wanted = NQ_ROUNDS_BYTES;
  for (uint64_t bytes = wanted; bytes >= BYTES_LEAST && 4 * bytes >= 3 * wanted; bytes--) {
    uint64_t row = 8 * bytes * plan->groups, blocks = (plan->n + row - 1) / row;
    uint64_t over = row * blocks - plan->n;
    if (over >= least) continue;
    least = over;
    plan->bytes = bytes;
    plan->blocks = blocks;
  }
}

/* The blocks of a group must be spread evenly over rows and diagonals, the teeth of the comb over
 * each diagonal's groups, and the comb must move evenly along rows and diagonals. */
static bool is_even(const nq_rounds_plan *plan, uint64_t slope, uint64_t percent) {
  uint64_t blocks = plan->blocks, groups = plan->groups, turn = groups * blocks;
  return nq_common_divisor(slope, turn) == 1 && nq_rotation_is_even(turn, slope, percent, blocks) &&
         nq_rotation_is_even(turn, slope + groups, percent, blocks) &&
         nq_rotation_is_even(turn, slope + turn - groups, percent, blocks) &&
         nq_rotation_is_even(groups, slope, percent, groups) &&
         nq_rotation_is_even(blocks, slope, percent, blocks) &&
         nq_rotation_is_even(blocks, slope + groups, percent, blocks) &&
         nq_rotation_is_even(blocks, slope + groups * (blocks - 1), percent, blocks);
}

static void draw_slope(nq_rounds_plan *plan, nq_pcg64 *random) {
  uint64_t count = plan->groups * plan->blocks, percent = 25;
  plan->offset = below_pcg64(random, count);
  for (uint64_t draw = 1;; draw++) {
    plan->slope = 1 + below_pcg64(random, count - 1);
    if (draw % DRAWS == 0 && percent > 0) percent--;
    /* The blocks of one group of columns would meet the same blocks of rows again and again. */
    if (draw < DRAWS_MOST &&
        !nq_rotation_is_even(count, plan->slope, REPEATS_PERCENT, plan->blocks))
      continue;
    bool coprime = nq_common_divisor(plan->slope, count) == 1;
    if (percent == 0 ? coprime : is_even(plan, plan->slope, percent)) return;
  }
}

void nq_rounds_plan_init(nq_rounds_plan *plan, uint64_t n, nq_pcg64 *random) {
  *plan = (nq_rounds_plan){.n = n,
                           .groups = n < UINT64_C(1) << 17 ? 13
                                     : n < FEW_N           ? 25
                                                           : NQ_ROUNDS_GROUPS};
  cut_board(plan);
  plan->filled = n < LARGE_N ? plan->blocks - plan->blocks / LEFT_PART : plan->blocks;
  plan->passes = plan->filled < PASSES ? plan->filled : PASSES;
  /* Since groups is coprime to 2 and 3, turn - 1, turn, turn + 1 and step are coprime to it. */
  uint64_t half = plan->groups / 2;
  plan->turn = half + below_pcg64(random, 2);
  plan->step = below_pcg64(random, 2) == 0 ? half + 2 : half - 1;
  draw_slope(plan, random);
}

/* ---- Lines ---- */

/* Bytes from .. to - 1. */
struct range {
  uint64_t from, to;
};

struct segment {
  uint64_t from, to; /* bytes */
  unsigned holder;   /* or NQ_PARTY_RANKS: nobody */
  uint64_t used;     /* the last half-round */
};

struct move {
  rounds_kind kind;
  uint64_t from, to;
  unsigned sender, receiver;
  bool late; /* used by the half-round before */
};

struct nq_rounds_lines {
  struct segment *segment[ROUNDS_KINDS];
  size_t count[ROUNDS_KINDS], room; /* in each */
  struct move *move;                /* for the half-round that was planned last */
  size_t moves;                     /* room for twice as many */
  uint64_t first_held;              /* bytes that it makes this rank hold, and nobody held before */
};

bool nq_rounds_lines_init(nq_rounds *rounds) {
  size_t room = GROUP_ROOM * ((size_t)rounds->plan.groups + 1);
  nq_rounds_lines *lines = rounds->lines = nq_rounds_new(rounds, 1, sizeof *lines);
  if (lines == NULL) return false;
  lines->room = room;
  lines->move = nq_rounds_new(rounds, 2 * room, sizeof *lines->move);
  for (rounds_kind kind = 0; kind < ROUNDS_KINDS; kind++) {
    struct segment *segment = nq_rounds_new(rounds, room, sizeof *segment);
    lines->segment[kind] = segment;
    if (segment == NULL) return false;
    lines->count[kind] = 1;
    *segment = (struct segment){.to = rounds_bytes(rounds, kind), .holder = NOBODY};
  }
  return lines->move != NULL;
}

void nq_rounds_lines_release(nq_rounds *rounds) {
  nq_rounds_lines *lines = rounds->lines;
  if (lines == NULL) return;
  for (rounds_kind kind = 0; kind < ROUNDS_KINDS; kind++)
    nq_rounds_free(rounds, lines->segment[kind], lines->room, sizeof **lines->segment);
  nq_rounds_free(rounds, lines->move, 2 * lines->room, sizeof *lines->move);
  nq_rounds_free(rounds, lines, 1, sizeof *lines);
  rounds->lines = NULL;
}

/* The first segment that ends after the byte. */
static size_t find_segment(const struct segment *segment, size_t count, uint64_t byte) {
  size_t i = 0;
  for (size_t end = count, middle; i < end;) {
    middle = i + (end - i) / 2;
    if (segment[middle].to <= byte)
      i = middle + 1;
    else
      end = middle;
  }
  return i;
}

/* Put a segment in the place of those from `first` to `last`, of which ends may be left. */
static void replace_segments(nq_rounds_lines *lines, rounds_kind kind, size_t first, size_t last,
                             struct segment by) {
  struct segment *segment = lines->segment[kind], left = segment[first], right = segment[last];
  size_t rest = lines->count[kind] - last - 1, end = first;
  if (left.from < by.from) end++;
  size_t place = end++;
  if (right.to > by.to) end++;
  if (end != last + 1) memmove(segment + end, segment + last + 1, rest * sizeof *segment);
  left.to = by.from;
  right.from = by.to;
  if (place > first) segment[first] = left;
  segment[place] = by;
  if (end > place + 1) segment[place + 1] = right;
  lines->count[kind] = end + rest;
}

/* Let a rank hold the bytes from .. to - 1 in half-round `time`. */
static void take(nq_rounds *rounds, rounds_kind kind, uint64_t from, uint64_t to, unsigned rank,
                 uint64_t time) {
  nq_rounds_lines *lines = rounds->lines;
  if (to > rounds_bytes(rounds, kind)) to = rounds_bytes(rounds, kind);
  if (from >= to) return;
  if (lines->count[kind] + 2 > lines->room ||
      lines->moves + lines->count[kind] + 2 > 2 * lines->room) {
    /* All ranks come to the same end, if they ever do. */
    nq_error error;
    nq_rounds_fail(rounds,
                   nq_error_set(&error, NQ_INTERNAL, "the lines of n = %llu are in too many pieces",
                                (unsigned long long)rounds->plan.n),
                   &error);
    return;
  }
  struct segment *segment = lines->segment[kind];
  size_t first = find_segment(segment, lines->count[kind], from), last = first;
  for (;; last++) {
    const struct segment *old = &segment[last];
    uint64_t begin = old->from > from ? old->from : from, end = old->to < to ? old->to : to;
    invariant(old->holder == NOBODY || old->holder == rank || old->used != time);
    if (old->holder == NOBODY && rank == rounds->own) lines->first_held += end - begin;
    if (old->holder != NOBODY && old->holder != rank)
      lines->move[lines->moves++] = (struct move){.kind = kind,
                                                  .from = begin,
                                                  .to = end,
                                                  .sender = old->holder,
                                                  .receiver = rank,
                                                  .late = old->used + 1 == time};
    if (old->to >= to) break;
  }
  replace_segments(lines, kind, first, last,
                   (struct segment){.from = from, .to = to, .holder = rank, .used = time});
}

/* The bytes of each kind of line that a group of columns uses in a half-round.  False: none. */
static bool find_ranges(const nq_rounds_plan *plan, uint64_t group, uint64_t time, uint64_t round,
                        struct range range[ROUNDS_KINDS]) {
  uint64_t n = plan->n, blocks = plan->blocks, bytes = plan->bytes, width = 8 * bytes;
  uint64_t floor = (plan->turn * group + round) % plan->groups * blocks;
  uint64_t low = (floor + (time % 2 == 1 ? blocks / 2 : 0)) * bytes;
  uint64_t high = (floor + (time % 2 == 1 ? blocks : blocks / 2)) * bytes + WINDOW_BYTES;
  uint64_t pass = time / (2 * plan->groups);
  uint64_t left = (group * blocks + rounds_first(plan, pass)) * width;
  uint64_t right = (group * blocks + rounds_first(plan, pass + 1)) * width;
  if (left >= n || high - low <= WINDOW_BYTES) return false;
  if (right > n) right = n;
  range[0] = (struct range){low, high};
  range[1] = (struct range){left / 8 + low, right / 8 + high};
  range[2] = (struct range){(n - right) / 8 + low, (n - 1 - left) / 8 + high};
  return true;
}

void nq_rounds_lines_plan(nq_rounds *rounds, uint64_t time, uint64_t round) {
  const nq_rounds_plan *plan = &rounds->plan;
  nq_rounds_lines *lines = rounds->lines;
  bool home = time == 2 * plan->groups * plan->passes;
  struct range range[ROUNDS_KINDS];
  for (unsigned rank = 0; rank < rounds->ranks; rank++) {
    for (rounds_kind kind = 0; home && kind < ROUNDS_KINDS; kind++)
      take(rounds, kind, rounds_home(rounds, kind, rank), rounds_home(rounds, kind, rank + 1), rank,
           time);
    for (uint64_t i = rounds_group(rounds, rank); !home && i < rounds_group(rounds, rank + 1); i++)
      if (find_ranges(plan, i, time, round, range))
        for (rounds_kind kind = 0; kind < ROUNDS_KINDS; kind++)
          take(rounds, kind, range[kind].from, range[kind].to, rank, time);
  }
  uint64_t more = lines->first_held; /* memory that this rank needs for the moves */
  for (size_t i = 0; i < lines->moves; i++)
    if (lines->move[i].receiver == rounds->own) more += lines->move[i].to - lines->move[i].from;
  lines->first_held = 0;
  nq_rounds_count_memory(rounds, more, 0);
}

/* ---- Moves ---- */

void nq_rounds_lines_begin(nq_rounds *rounds, bool late) {
  const nq_rounds_lines *lines = rounds->lines;
  nq_party *party = rounds->party;
  for (size_t i = 0; i < lines->moves; i++) {
    const struct move *move = &lines->move[i];
    uint8_t *bytes = rounds_bits(rounds, move->kind) + move->from;
    if (move->late != late) continue;
    if (move->sender == party->own)
      party->send(party, move->receiver, bytes, move->to - move->from);
    else if (move->receiver == party->own)
      party->receive(party, move->sender, bytes, move->to - move->from);
  }
}

void nq_rounds_lines_settle(nq_rounds *rounds) {
  nq_rounds_lines *lines = rounds->lines;
  uint64_t less = 0;
  rounds->party->settle(rounds->party);
  for (size_t i = 0; i < lines->moves; i++) {
    const struct move *move = &lines->move[i];
    if (move->sender != rounds->own) continue;
    less += move->to - move->from;
    nq_memory_discard(rounds_bits(rounds, move->kind) + move->from, move->to - move->from);
  }
  lines->moves = 0;
  nq_rounds_count_memory(rounds, 0, less);
}
