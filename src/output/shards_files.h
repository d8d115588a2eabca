/* A large board on disk: a .npy file, or a folder of shards.
 *
 * MODEL.  A folder has the columns in equal runs, each in a .npy file of its own (the last may be
 * shorter), and an index, which names them with their checksums:
 *
 *     part-00000.npy   columns 0 .. shard_columns - 1         uint32, uint64 from n = 2^32 on
 *     part-00001.npy   columns shard_columns ..
 *     index.json       written last: without it the shards are nobody's result
 *
 * The index is written when the board is complete and checked.  Until then it is an empty file of another
 * name, .index.json.part, which the run has locked.  Shards beside one that nobody has locked are from a
 * killed run.  The next run deletes them and starts over: it cannot resume, because the bits of the lines
 * were only in memory.  Shards without any index may be anybody's, and are left alone. */
#ifndef NQ_OUTPUT_SHARDS_FILES_H
#define NQ_OUTPUT_SHARDS_FILES_H

#include "core/file.h"
#include "nqueens.h"
#include "parallel/party.h"

#define CLI_SHARDS_MAX 512 /* their files are open together */

typedef struct cli_shard {
  char name[256]; /* of its file in the folder */
  int descriptor; /* or -1 */
  uint64_t first, columns, start;
  uint64_t checksum; /* the CRC-32 of the file, as in the index */
  uint64_t summed;   /* bytes of the file that were visited, */
  uint64_t sum;      /* and what they add to its CRC-32 */
} cli_shard;

typedef struct cli_shards {
  const char *name; /* for messages: the path as given; the caller's */
  uint64_t n, shard_columns;
  unsigned row_bytes;
  size_t count;
  cli_shard *shard;
  int folder;     /* its descriptor, or -1 for a single file */
  int index;      /* the unfinished index, which is locked, or -1 */
  bool created;   /* the folder did not exist */
  bool writing;   /* not yet committed */
  nq_file file;   /* a single file that is written */
  bool summed;    /* the checksums are known: cli_shards_commit computes none */
  uint64_t bytes; /* of all files */
  bool forgets;   /* what was read or written need not stay in memory */
} cli_shards;

/* Nothing is open; release does nothing. */
#define CLI_SHARDS_CLOSED ((cli_shards){.folder = -1, .index = -1, .file = {.descriptor = -1}})

/* What the index records of the run. */
typedef struct cli_shards_run {
  const char *method;
  uint64_t seed;
} cli_shards_run;

/* ---- Files ---- */

/* Divide n columns into shards of shard_columns: count and shard[], without names and files. */
nq_status cli_shards_divide(cli_shards *shards, nq_error *error);

/* Open a file of the folder to read it: a regular one, of this folder. */
nq_status cli_shards_open_file(const cli_shards *shards, const char *file, int *descriptor,
                               nq_error *error);

/* Read or write bytes of a file. */
nq_status cli_shards_read(const cli_shards *shards, const cli_shard *shard, void *bytes,
                          uint64_t at, size_t size, nq_error *error);
nq_status cli_shards_write(const cli_shards *shards, const cli_shard *shard, const void *bytes,
                           uint64_t at, size_t size, nq_error *error);

/* Bytes of rows, as in a file. */
void cli_shards_encode(const uint64_t *rows, size_t count, unsigned row_bytes,
                       unsigned char *bytes);

/* Are they the same as in memory? */
static inline bool cli_shards_rows_as_is(const cli_shards *shards) {
  return shards->row_bytes == sizeof(uint64_t) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;
}

/* The size of a shard's file. */
static inline uint64_t cli_shard_bytes(const cli_shards *shards, const cli_shard *shard) {
  return shard->start + shard->columns * shards->row_bytes;
}

/* A message about a file of the folder. */
nq_status cli_shards_fail(const cli_shards *shards, nq_status status, const char *file,
                          const char *why, nq_error *error);
nq_status cli_shards_fail_system(const cli_shards *shards, const char *file, int failure,
                                 nq_error *error);

/* ---- The index: shards_index.c ---- */

#define CLI_SHARDS_INDEX "index.json"
#define CLI_SHARDS_PART  ".index.json.part" /* the index until it is complete */

/* Complete the unfinished index, and give it its name, once all names in the folder are on the disk; from
 * then on nothing is removed. */
nq_status cli_shards_write_index(cli_shards *shards, const cli_shards_run *run, nq_error *error);
/* Fill in n, row_bytes, shard_columns, count and shard[], without descriptors. */
nq_status cli_shards_read_index(cli_shards *shards, nq_error *error);

/* ---- Checksums, and content on the disk: shards_sums.c ---- */

/* Compute the checksums of the files first .. end - 1, reading what was not visited; NQ_END:
 * `progress` returned false. */
nq_status cli_shards_sum(cli_shards *shards, size_t first, size_t end,
                         nq_progress_function *progress, void *context, nq_error *error);
/* Compare the files first .. end - 1 with their checksums, reading what was not visited;
 * NQ_BAD_FORMAT names the first that differs, NQ_END: `progress` returned false.  A single file has
 * none. */
nq_status cli_shards_verify(cli_shards *shards, size_t first, size_t end,
                            nq_progress_function *progress, void *context, nq_error *error);

/* Put the content of the files on the disk; NQ_END: `progress` returned false. */
nq_status cli_shards_sync(cli_shards *shards, nq_progress_function *progress, void *context,
                          nq_error *error);
/* Add rows that are being checked to the sums, by one thread at a time. */
nq_large_visit cli_shards_visit;
/* Called by all ranks of a party, each of which visited a part of the rows: all have the sums of all. */
nq_status cli_shards_join_sums(cli_shards *shards, nq_party *party, nq_error *error);

#endif
