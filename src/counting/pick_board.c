/* From a pair of a block and a stream to a board; pick.c has the model. */
#include "counting/pick_board.h"

#include <stdlib.h>
#include <string.h>

/* ---- Images --------------------------------------------------------------------------------- */

typedef struct image {
  uint8_t rows[32];
} image;

static int compare_images(const void *a, const void *b) {
  return memcmp(a, b, sizeof(image));
}

/* Image number i of the board, 0 .. 7. */
static image turn(uint32_t n, const image *board, int i) {
  image result = {{0}};
  for (uint32_t column = 0; column < n; column++) {
    uint32_t x = column, y = board->rows[column];
    if ((i & 1) != 0) x = n - 1 - x;
    if ((i & 2) != 0) y = n - 1 - y;
    result.rows[(i & 4) != 0 ? y : x] = (uint8_t)((i & 4) != 0 ? x : y);
  }
  return result;
}

/* The measures of the halves: rows from the upper and the lower edge, columns from the left and the
 * right.  *first: the outermost queen of the upper half stands on the left. */
static void measure_halves(uint32_t n, const image *board, uint32_t measure[4], bool *first) {
  uint32_t half = n / 2, set[4] = {0};
  for (uint32_t column = 0; column < n; column++) {
    uint32_t row = board->rows[column];
    bool left = column < half, upper = row < half;
    if (upper && left) set[0] |= 1u << (half - 1 - row);
    if (row >= n - half && left) set[1] |= 1u << (half - 1 - (n - 1 - row));
    if (left && upper) set[2] |= 1u << (half - 1 - column);
    if (column >= n - half && upper) set[3] |= 1u << (half - 1 - (n - 1 - column));
  }
  for (int i = 0; i < 4; i++) measure[i] = measure_set(set[i], half);
  *first = (set[0] >> (half - 1) & 1) != 0;
}

/* With how many boards the count lets this one stand for its images; see plan.c. */
static unsigned weigh(uint32_t n, const image *board) {
  uint32_t half = n / 2, measure[4], column = 0;
  bool first;
  if (n % 2 != 0 && board->rows[half] != half) {
    while (board->rows[column] != half) column++;
    bool placed = board->rows[half] > half && column < half;
    return placed && half - column < board->rows[half] - half ? 8 : 0;
  }
  measure_halves(n, board, measure, &first);
  unsigned ties = 1;
  for (int i = 1; i < 4; i++) {
    if (measure[i] > measure[0]) return 0;
    ties += measure[i] == measure[0];
  }
  if (!first) return 0;
  if (ties == 3) return measure[1] == measure[0] ? 0 : 8;
  return 8 / ties;
}

/* Replace the board by the image that its number `i` among those of its weight stands for. */
static bool take_image(uint32_t n, image *board, uint64_t i) {
  image images[8];
  size_t count = 0;
  uint64_t before = 0, all = 0;
  for (int k = 0; k < 8; k++) images[k] = turn(n, board, k);
  qsort(images, 8, sizeof *images, compare_images);
  for (size_t k = 0; k < 8; k++)
    if (count == 0 || compare_images(&images[count - 1], &images[k]) != 0)
      images[count++] = images[k];
  for (size_t k = 0; k < count; k++) {
    unsigned weight = weigh(n, &images[k]);
    if (compare_images(&images[k], board) < 0) before += weight;
    all += weight;
  }
  if (all != count || before + i >= count) return false;
  *board = images[before + i];
  return true;
}

/* ---- Half boards ---------------------------------------------------------------------------- */

/* A search for a half board, whose columns are counted from the edge inwards. */
typedef struct half_search {
  const count_tables *tables;
  const count_unit *unit;
  uint32_t side, columns, tie;
  uint64_t word; /* its signature */
  uint64_t skip; /* half boards with this signature that come before it */
  bool found;
  uint8_t row[16];
} half_search;

/* Whether the symmetry keeps it, as a tie or not. */
static bool is_kept(const half_search *search) {
  uint32_t half = search->tables->half, set = 0, c = 0;
  if (search->unit->symmetry == BY_OFFSET) {
    if (search->side == 1) return true;
    while (search->row[c] != half) c++;
    return search->row[half] > half && half - c < search->row[half] - half;
  }
  for (c = 0; c < half; c++)
    if (search->row[c] < half) set |= 1u << (half - 1 - c);
  uint32_t measure = measure_set(set, half), bound = search->unit->bound;
  return search->tie != 0 ? measure == bound : measure < bound;
}

/* `rows`: those that are left; up, down: those of this column that are attacked on diagonals. */
static void search_half(half_search *search, uint32_t c, uint32_t rows, uint32_t up, uint32_t down,
                        uint64_t word) {
  if (c == search->columns) {
    if (word == search->word && is_kept(search)) search->found = search->skip-- == 0;
    return;
  }
  for (uint32_t open = rows & ~(up | down); open != 0 && !search->found; open &= open - 1) {
    uint32_t bit = open & -open, row = (uint32_t)__builtin_ctz(bit);
    uint64_t lines = nq_count_signature(search->tables, c, row);
    if ((lines & ~search->word) != 0) continue;
    search->row[c] = (uint8_t)row;
    search_half(search, c + 1, rows ^ bit, (up | bit) >> 1, (down | bit) << 1, word | lines);
  }
}

/* The half board of words[at]. */
static bool find_half(half_search *search, const uint64_t *words, size_t at) {
  search->word = words[at];
  for (size_t i = 0; i < at; i++) search->skip += words[i] == words[at];
  search_half(search, 0, search->unit->rows[search->side], 0, 0, 0);
  return search->found;
}

/* ---- Pairs ---------------------------------------------------------------------------------- */

/* The number of pairs of the block with the first `groups` groups of the stream, and the segments
 * of the next group before number `segment`, if that is more. */
static uint64_t count_before(const unit_wishes *wishes, const count_sight *sight, size_t groups,
                             uint32_t segment) {
  count_stream part = *sight->stream;
  uint32_t begin = groups > 0 ? part.groups[groups - 1].end : 0;
  part.group_count = groups;
  if (segment > begin) {
    memcpy(wishes->groups, part.groups, (groups + 1) * sizeof *part.groups);
    wishes->groups[groups].end = segment;
    part.groups = wishes->groups;
    part.group_count++;
  }
  return part.group_count == 0 ? 0 : sight->path->count_disjoint(sight->block, &part);
}

/* The last place in first .. end - 1 before which there are at most `pair` pairs: of the groups
 * when `of_groups`, otherwise of the segments of the group. */
static size_t find_place(const unit_wishes *wishes, const count_sight *sight, uint64_t pair,
                         size_t first, size_t end, size_t group, bool of_groups) {
  while (end - first > 1) {
    size_t middle = first + (end - first) / 2;
    uint64_t before = of_groups ? count_before(wishes, sight, middle, 0)
                                : count_before(wishes, sight, group, (uint32_t)middle);
    if (before <= pair)
      first = middle;
    else
      end = middle;
  }
  return first;
}

/* Exchange rising and falling diagonals. */
static uint64_t mirror(uint64_t word) {
  const uint64_t even = UINT64_C(0x5555555555555555);
  return (word & even) << 1 | (word >> 1 & even);
}

/* Find the words of a pair: words[*one] of the block, stream->words[*two]. */
static bool find_pair(const unit_wishes *wishes, const count_sight *sight, uint64_t pair,
                      size_t *one, size_t *two) {
  const count_stream *stream = sight->stream;
  size_t group = find_place(wishes, sight, pair, 0, stream->group_count, 0, true);
  size_t begin = group > 0 ? stream->groups[group - 1].end : 0;
  size_t segment = find_place(wishes, sight, pair, begin, stream->groups[group].end, group, false);
  pair -= count_before(wishes, sight, group, (uint32_t)segment);
  for (*two = segment > 0 ? stream->segments[segment - 1].end : 0;
       *two < stream->segments[segment].end; ++*two) {
    uint64_t lines = mirror(stream->words[*two]);
    for (*one = sight->first; *one < sight->end; ++*one)
      if ((sight->words[*one] & lines) == 0 && pair-- == 0) return true;
  }
  return false;
}

/* The board that the pair makes. */
static bool make_board(const unit_wishes *wishes, const count_sight *sight, uint64_t pair,
                       image *board) {
  uint32_t n = wishes->n, half = n / 2;
  bool offset = wishes->unit.symmetry == BY_OFFSET;
  half_search search[2] = {{.columns = half + offset}, {.columns = half, .side = 1}};
  half_search *block = &search[offset], *stream = &search[!offset];
  for (int i = 0; i < 2; i++) {
    search[i].tables = wishes->tables;
    search[i].unit = &wishes->unit;
  }
  block->tie = sight->block_tie;
  stream->tie = sight->stream_tie;
  size_t one, two;
  if (!find_pair(wishes, sight, pair, &one, &two) || !find_half(block, sight->words, one) ||
      !find_half(stream, sight->stream->words, two))
    return false;
  memset(board, 0, sizeof *board);
  if (n % 2 != 0) board->rows[half] = offset ? search[0].row[half] : (uint8_t)half;
  for (uint32_t c = 0; c < half; c++) {
    board->rows[c] = search[0].row[c];
    board->rows[n - 1 - c] = search[1].row[c];
  }
  return true;
}

enum { WISHES_PER_PULSE = 64 }; /* a millisecond */

void nq_count_pick_seen(void *context, const count_sight *sight) {
  unit_wishes *wishes = context;
  uint64_t end = wishes->seen + sight->weight * sight->pairs;
  for (; wishes->next < wishes->count; wishes->next++) {
    const wish *at = &wishes->wishes[wishes->next];
    if (at->rank - wishes->first >= end) break;
    if (wishes->next % WISHES_PER_PULSE == 0 && !wishes->pulse(wishes->context)) {
      wishes->stopped = true;
      return;
    }
    uint8_t *rows = wishes->rows + at->place * wishes->n;
    if (wishes->next > 0 && at->rank == at[-1].rank) {
      memcpy(rows, wishes->rows + at[-1].place * wishes->n, wishes->n);
      continue;
    }
    uint64_t number = at->rank - wishes->first - wishes->seen;
    image board;
    if (make_board(wishes, sight, number / sight->weight, &board) &&
        take_image(wishes->n, &board, number % sight->weight))
      memcpy(rows, board.rows, wishes->n);
    else
      wishes->broken = true;
  }
  wishes->seen = end;
}
