/* What the waves share, whoever plays them. */
#include "local/rounds/settling.h"

bool nq_rounds_make_room(struct settling *settling, uint64_t more) {
  uint64_t room = settling->settled_count + more;
  if (room <= settling->settled_room) return true;
  room += room / 8;
  square *settled = nq_rounds_resize(settling->rounds, settling->settled, settling->settled_room,
                                     room, sizeof *settled);
  if (settled == NULL) return false;
  settling->settled = settled;
  settling->settled_room = room;
  return true;
}

uint64_t nq_rounds_close_up(uint64_t *items, uint64_t count) {
  uint64_t kept = 0;
  for (uint64_t i = 0; i < count; i++) {
    items[kept] = items[i];
    kept += items[i] != ROUNDS_HOLE;
  }
  return kept;
}

bool nq_rounds_shrink(nq_rounds *rounds, uint64_t active, uint64_t **items, uint64_t *room) {
  if (*room - active < *room / 8 + 2) return true;
  uint64_t *resized = nq_rounds_resize(rounds, *items, *room, active + 1, sizeof *resized);
  if (resized == NULL) return false;
  *items = resized;
  *room = active + 1;
  return true;
}

bool nq_rounds_end_wave(struct settling *settling) {
  nq_rounds *rounds = settling->rounds;
  uint64_t kept = nq_rounds_close_up(rounds->columns, settling->active);
  nq_rounds_close_up(rounds->free_rows, settling->active);
  settling->active = kept;
  return nq_rounds_shrink(rounds, kept, &rounds->columns, &rounds->columns_room) &&
         nq_rounds_shrink(rounds, kept, &rounds->free_rows, &rounds->rows_room);
}

void nq_rounds_begin_batch(struct settling *settling, uint64_t part) {
  uint64_t pieces = rounds_pieces(settling->active), last = pieces - 1;
  settling->part = part;
  settling->count = (last - part) / settling->parts * ROUNDS_PIECE + ROUNDS_PIECE;
  if (last % settling->parts == part) settling->count -= pieces * ROUNDS_PIECE - settling->active;
  settling->segment[settling->segments++] = settling->settled_count;
}

bool nq_rounds_play_waves(struct settling *settling, bool (*wave)(void *context), void *context) {
  while (settling->active > 0 && settling->vain < ROUNDS_VAIN_WAVES &&
         settling->segments < ROUNDS_SEGMENTS - ROUNDS_BATCHES) {
    uint64_t before = settling->active;
    settling->parts = nq_rounds_parts(before);
    if (!wave(context)) return false;
    settling->drawn += before;
    settling->vain = settling->active == before ? settling->vain + 1 : 0;
  }
  return true;
}
