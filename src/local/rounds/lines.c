#include "local/rounds/lines.h"
#include "core/core.h"
#include "parallel/party.h"

#include <string.h>

#define NOBODY     NQ_PARTY_RANKS
#define GROUP_ROOM 64 /* segments for each group; some eight are usual */

/* ---- Segments ---- */

bool nq_rounds_lines_init(nq_rounds *rounds) {
  size_t room = GROUP_ROOM * ((size_t)rounds->plan.groups + 1);
  nq_rounds_lines *lines = nq_rounds_new(rounds, 1, sizeof *lines);
  rounds->lines = lines;
  if (lines == NULL) return false;
  lines->moves_room = 2 * room;
  lines->move = nq_rounds_new(rounds, lines->moves_room, sizeof *lines->move);
  if (lines->move == NULL) return false;
  for (rounds_kind kind = 0; kind < ROUNDS_KINDS; kind++) {
    lines->segment[kind] = nq_rounds_new(rounds, room, sizeof **lines->segment);
    if (lines->segment[kind] == NULL) return false;
    lines->room[kind] = room;
    lines->count[kind] = 1;
    lines->segment[kind][0] = (rounds_segment){.to = rounds_bytes(rounds, kind), .holder = NOBODY};
  }
  return true;
}

void nq_rounds_lines_release(nq_rounds *rounds) {
  nq_rounds_lines *lines = rounds->lines;
  if (lines == NULL) return;
  for (rounds_kind kind = 0; kind < ROUNDS_KINDS; kind++)
    nq_rounds_free(rounds, lines->segment[kind], lines->room[kind], sizeof **lines->segment);
  nq_rounds_free(rounds, lines->move, lines->moves_room, sizeof *lines->move);
  nq_rounds_free(rounds, lines, 1, sizeof *lines);
  rounds->lines = NULL;
}

/* The segment that holds the byte. */
static size_t find(const nq_rounds_lines *lines, rounds_kind kind, uint64_t byte) {
  const rounds_segment *segment = lines->segment[kind];
  size_t low = 0, high = lines->count[kind];
  while (high - low > 1) {
    size_t middle = low + (high - low) / 2;
    if (segment[middle].from <= byte)
      low = middle;
    else
      high = middle;
  }
  return low;
}

/* Let a segment begin at the byte; returns which. */
static size_t cut(nq_rounds_lines *lines, rounds_kind kind, uint64_t byte) {
  rounds_segment *segment = lines->segment[kind];
  size_t count = lines->count[kind], i;
  if (byte >= segment[count - 1].to) return count;
  i = find(lines, kind, byte);
  if (segment[i].from == byte) return i;
  memmove(segment + i + 1, segment + i, (count - i) * sizeof *segment);
  segment[i].to = segment[i + 1].from = byte;
  lines->count[kind]++;
  return i + 1;
}

/* All ranks come to the same end, if they ever do. */
static bool has_room(nq_rounds *rounds, rounds_kind kind) {
  const nq_rounds_lines *lines = rounds->lines;
  nq_error error;
  if (lines->count[kind] + 2 <= lines->room[kind] &&
      lines->moves + lines->count[kind] + 2 <= lines->moves_room)
    return true;
  nq_rounds_fail(rounds,
                 nq_error_set(&error, NQ_INTERNAL, "the lines of n = %llu are in too many pieces",
                              (unsigned long long)rounds->plan.n),
                 &error);
  return false;
}

/* Let a rank hold the bytes from .. to - 1 in half-round `time`. */
static void take(nq_rounds *rounds, rounds_kind kind, uint64_t from, uint64_t to, unsigned rank,
                 uint64_t time) {
  nq_rounds_lines *lines = rounds->lines;
  if (to > rounds_bytes(rounds, kind)) to = rounds_bytes(rounds, kind);
  if (from >= to || !has_room(rounds, kind)) return;
  size_t first = cut(lines, kind, from), end = cut(lines, kind, to);
  rounds_segment *segment = lines->segment[kind];
  for (size_t i = first; i < end; i++) {
    const rounds_segment *old = &segment[i];
    invariant(old->holder == NOBODY || old->holder == rank || old->used != time);
    if (old->holder == NOBODY && rank == rounds->party->own)
      lines->first_held += old->to - old->from;
    if (old->holder == NOBODY || old->holder == rank) continue;
    lines->move[lines->moves++] = (rounds_move){.kind = kind,
                                                .from = old->from,
                                                .to = old->to,
                                                .sender = old->holder,
                                                .receiver = rank,
                                                .late = old->used + 1 == time};
  }
  segment[first] = (rounds_segment){.from = from, .to = to, .holder = rank, .used = time};
  memmove(segment + first + 1, segment + end, (lines->count[kind] - end) * sizeof *segment);
  lines->count[kind] -= end - first - 1;
}

/* ---- Plans ---- */

/* The memory that this rank needs for the moves. */
static void note_memory(nq_rounds *rounds) {
  nq_rounds_lines *lines = rounds->lines;
  uint64_t more = lines->first_held;
  for (size_t i = 0; i < lines->moves; i++)
    if (lines->move[i].receiver == rounds->party->own)
      more += lines->move[i].to - lines->move[i].from;
  lines->first_held = 0;
  nq_rounds_count_memory(rounds, more, 0);
}

void nq_rounds_lines_plan(nq_rounds *rounds, uint64_t time, uint64_t round, uint64_t half,
                          uint64_t first, uint64_t end) {
  nq_rounds_range range[ROUNDS_KINDS];
  for (unsigned rank = 0; rank < rounds->party->ranks; rank++)
    for (uint64_t i = nq_rounds_group(rounds, rank); i < nq_rounds_group(rounds, rank + 1); i++) {
      if (!nq_rounds_plan_ranges(&rounds->plan, i, round, half, first, end, range)) continue;
      for (rounds_kind kind = 0; kind < ROUNDS_KINDS; kind++)
        take(rounds, kind, range[kind].from, range[kind].to, rank, time);
    }
  note_memory(rounds);
}

uint64_t nq_rounds_home(const nq_rounds *rounds, rounds_kind kind, unsigned rank) {
  return rounds_bytes(rounds, kind) * rank / rounds->party->ranks;
}

unsigned nq_rounds_home_of(const nq_rounds *rounds, rounds_kind kind, uint64_t bit) {
  uint64_t byte = bit / 8;
  unsigned rank = (unsigned)(byte * rounds->party->ranks / rounds_bytes(rounds, kind));
  while (byte >= nq_rounds_home(rounds, kind, rank + 1)) rank++;
  return rank;
}

void nq_rounds_lines_plan_home(nq_rounds *rounds, uint64_t time) {
  for (rounds_kind kind = 0; kind < ROUNDS_KINDS; kind++)
    for (unsigned rank = 0; rank < rounds->party->ranks; rank++)
      take(rounds, kind, nq_rounds_home(rounds, kind, rank), nq_rounds_home(rounds, kind, rank + 1),
           rank, time);
  note_memory(rounds);
}

/* ---- Moves ---- */

void nq_rounds_lines_begin(nq_rounds *rounds, bool late) {
  const nq_rounds_lines *lines = rounds->lines;
  nq_party *party = rounds->party;
  for (size_t i = 0; i < lines->moves; i++) {
    const rounds_move *move = &lines->move[i];
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
    const rounds_move *move = &lines->move[i];
    if (move->sender != rounds->party->own) continue;
    less += move->to - move->from;
    nq_memory_discard(rounds_bits(rounds, move->kind) + move->from, move->to - move->from);
  }
  lines->moves = 0;
  nq_rounds_count_memory(rounds, 0, less);
}
