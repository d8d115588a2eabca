/* Shards on the disk, and their checksums: of the rows as they are checked, and of the files. */
#include "core/core.h"
#include "output/shards_files.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <zlib.h>

#define SUM_BYTES (UINT64_C(1) << 20)
#define SUM_ROWS  ((size_t)1 << 10)

/* ---- Of rows ---- */

/* MODEL.  The CRC-32 of a file is the exclusive or of those of its pieces, each moved past the
 * bytes that follow it in the file.  So pieces may come in any order, and at any rank. */

/* Add a piece that `before` bytes precede. */
static void add_piece(const cli_shards *shards, cli_shard *shard, uLong sum, uint64_t before,
                      uint64_t size) {
  uint64_t after = cli_shard_bytes(shards, shard) - before - size;
  shard->sum ^= crc32_combine(sum, 0, (z_off_t)after);
  shard->summed += size;
}

/* Rows of one shard, and with the first its header. */
static void sum_rows(const cli_shards *shards, cli_shard *shard, uint64_t column,
                     const uint64_t *rows, size_t count) {
  unsigned char bytes[SUM_ROWS * 8];
  char header[NQ_NPY_HEADER_MAX];
  bool as_is = cli_shards_rows_as_is(shards);
  uLong sum = 0;
  if (column == shard->first) {
    (void)nq_npy_header_wide(shard->columns, shards->row_bytes, header);
    add_piece(shards, shard, crc32_z(0, (const unsigned char *)header, (size_t)shard->start), 0,
              shard->start);
  }
  for (size_t done = 0, fit; done < count; done += fit) {
    fit = as_is || count - done < SUM_ROWS ? count - done : SUM_ROWS;
    if (!as_is) cli_shards_encode(rows + done, fit, shards->row_bytes, bytes);
    const unsigned char *next = as_is ? (const unsigned char *)rows : bytes;
    sum = crc32_z(sum, next, fit * shards->row_bytes);
  }
  add_piece(shards, shard, sum, shard->start + (column - shard->first) * shards->row_bytes,
            count * shards->row_bytes);
}

void cli_shards_visit(void *context, uint64_t column, const uint64_t *rows, size_t count) {
  const cli_shards *shards = context;
  for (size_t done = 0, fit; done < count; done += fit) {
    cli_shard *shard = &shards->shard[(column + done) / shards->shard_columns];
    uint64_t left = shard->first + shard->columns - (column + done);
    fit = count - done < left ? count - done : (size_t)left;
    sum_rows(shards, shard, column + done, rows + done, fit);
  }
}

/* The exclusive or, bit by bit, in lanes of 16 bits: a bit is set if an odd number of ranks has
 * it. */
nq_status cli_shards_join_sums(cli_shards *shards, nq_party *party, nq_error *error) {
  const size_t lanes = 9; /* 4 bits of the sum in each, and the bytes */
  uint64_t *values = calloc(shards->count, lanes * sizeof *values);
  nq_status status = values != NULL ? NQ_OK : nq_error_set(error, NQ_NO_MEMORY, "out of memory");
  if (status != NQ_OK) party->sign(party, error);
  status = nq_party_agree(party, status, error);
  for (size_t i = 0; status == NQ_OK && i < shards->count; i++) {
    uint64_t *own = values + i * lanes;
    for (unsigned bit = 0; bit < 32; bit++)
      /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference) */
      own[bit / 4] |= (shards->shard[i].sum >> bit & 1) << bit % 4 * 16;
    own[8] = shards->shard[i].summed;
  }
  if (status == NQ_OK) party->sum(party, values, shards->count * lanes);
  for (size_t i = 0; status == NQ_OK && i < shards->count; i++) {
    const uint64_t *all = values + i * lanes;
    shards->shard[i].sum = 0;
    for (unsigned bit = 0; bit < 32; bit++)
      shards->shard[i].sum |= (all[bit / 4] >> bit % 4 * 16 & 1) << bit;
    shards->shard[i].summed = all[8];
  }
  free(values);
  return status;
}

/* ---- Of files ---- */

/* Progress over all files. */
struct summing {
  const cli_shards *shards;
  nq_progress_function *progress;
  void *context;
  double began;
  uint64_t bytes, total;
};

static struct summing begin_summing(const cli_shards *shards, size_t first, size_t end,
                                    nq_progress_function *progress, void *context) {
  uint64_t total = 0;
  for (size_t i = first; i < end; i++) total += cli_shard_bytes(shards, &shards->shard[i]);
  return (struct summing){.shards = shards,
                          .progress = progress,
                          .context = context,
                          .began = nq_clock(),
                          .total = total};
}

static bool report(struct summing *summing, uint64_t bytes) {
  summing->bytes += bytes;
  nq_progress now = {.phase = "read",
                     .unit = "bytes",
                     .done = summing->bytes,
                     .total = summing->total,
                     .bytes = summing->bytes,
                     .seconds = nq_clock() - summing->began};
  return summing->progress == NULL || summing->progress(summing->context, &now);
}

/* Sum up a file, unless all of it was visited. */
static nq_status sum_shard(struct summing *summing, cli_shard *shard, nq_error *error) {
  uint64_t end = cli_shard_bytes(summing->shards, shard);
  if (shard->summed == end) return NQ_OK;
  unsigned char *bytes = malloc(SUM_BYTES);
  if (bytes == NULL) return nq_error_set(error, NQ_NO_MEMORY, "no memory for the checksums");
  nq_status status = NQ_OK;
  shard->sum = 0; /* the CRC-32 of no bytes */
  for (uint64_t at = 0, fit; at < end && status == NQ_OK; at += fit) {
    fit = end - at < SUM_BYTES ? end - at : SUM_BYTES;
    status = cli_shards_read(summing->shards, shard, bytes, at, (size_t)fit, error);
    if (status != NQ_OK) break;
    shard->sum = crc32_z((uLong)shard->sum, bytes, (size_t)fit);
    if (!report(summing, fit)) status = NQ_END;
  }
  free(bytes);
  if (status == NQ_OK) shard->summed = end;
  return status;
}

/* Why a file does not have its checksum. */
static nq_status refuse_sum(const cli_shards *shards, const cli_shard *shard, nq_error *error) {
  char why[200];
  snprintf(why, sizeof why,
           "its CRC-32 is %08" PRIx64 ", not %08" PRIx64
           " as in the index: the file was altered, or is of another run",
           shard->sum, shard->checksum);
  for (size_t i = 0; i < shards->count; i++)
    if (&shards->shard[i] != shard && shards->shard[i].checksum == shard->sum)
      snprintf(why, sizeof why, "it has the content of %.80s", shards->shard[i].name);
  return cli_shards_fail(shards, NQ_BAD_FORMAT, shard->name, why, error);
}

nq_status cli_shards_verify(cli_shards *shards, size_t first, size_t end,
                            nq_progress_function *progress, void *context, nq_error *error) {
  struct summing summing = begin_summing(shards, first, end, progress, context);
  nq_status status = NQ_OK;
  for (size_t i = first; shards->folder >= 0 && i < end && status == NQ_OK; i++) {
    cli_shard *shard = &shards->shard[i];
    status = sum_shard(&summing, shard, error);
    if (status == NQ_OK && shard->sum != shard->checksum) status = refuse_sum(shards, shard, error);
  }
  return status;
}

nq_status cli_shards_sum(cli_shards *shards, size_t first, size_t end,
                         nq_progress_function *progress, void *context, nq_error *error) {
  struct summing summing = begin_summing(shards, first, end, progress, context);
  nq_status status = NQ_OK;
  for (size_t i = first; i < end && status == NQ_OK; i++) {
    status = sum_shard(&summing, &shards->shard[i], error);
    shards->shard[i].checksum = shards->shard[i].sum;
  }
  return status;
}

/* ---- On the disk ---- */

nq_status cli_shards_sync(cli_shards *shards, nq_progress_function *progress, void *context,
                          nq_error *error) {
  nq_status status = NQ_OK;
  nq_room room = {.progress = progress, .context = context};
  room.at.total = shards->bytes;
  for (size_t i = 0; i < shards->count && status == NQ_OK; i++) {
    int file = shards->shard[i].descriptor, failure = nq_sync_pieces(file, &room);
    if (failure == ECANCELED) return NQ_END;
    if (failure == 0) failure = nq_sync(file);
    if (failure != 0)
      status = cli_shards_fail_system(shards, shards->shard[i].name, failure, error);
  }
  return status;
}
