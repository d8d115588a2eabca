#include "format/boards/part.h"
#include "format/format.h"

#include <inttypes.h>
#include <stdlib.h>

#define PART_BYTES ((size_t)512 << 10)

/* More than a board of NQ_PART_N_MAX columns takes in any format: a picture has 2 n * n bytes. */
#define BOARD_BYTES ((size_t)16 << 10)

/* What comes before the first board and between two boards of the whole is the whole's. */
static void make_empty(nq_writer *part) {
  part->output.used = 0;
  part->written = 0;
  part->started = true;
  part->separated = false;
}

nq_writer *nq_part_new(const nq_writer *whole) {
  if (whole->n > NQ_PART_N_MAX) return NULL;
  nq_writer *part = calloc(1, sizeof *part);
  if (part == NULL) return NULL;
  *part = (nq_writer){
      .entry = whole->entry, .n = whole->n, .base = whole->base, .boards = NQ_BOARDS_UNKNOWN};
  make_empty(part);
  if (nq_output_init_size(&part->output, NQ_NOWHERE, PART_BYTES)) return part;
  free(part);
  return NULL;
}

bool nq_part_is_full(const nq_writer *part) {
  return nq_output_room(&part->output) < BOARD_BYTES;
}

nq_status nq_part_append(nq_writer *whole, nq_writer *part, nq_error *error) {
  if (part->written == 0) return NQ_OK;
  if (part->written > whole->boards - whole->written)
    return nq_error_set(error, NQ_BAD_VALUE, "%" PRIu64 " boards were announced, not more",
                        whole->boards);
  nq_status status = nq_writer_start(whole, error);
  if (status != NQ_OK) return status;
  if (whole->entry->format == NQ_FORMAT_PICTURE) nq_picture_separate(whole);
  whole->separated = false;
  nq_output_bytes(&whole->output, part->output.buffer, part->output.used);
  whole->written += part->written;
  make_empty(part);
  return nq_output_status(&whole->output, error);
}
