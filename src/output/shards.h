/* A large board on disk: a .npy file, or a folder of shards.  The model is in output/shards_files.h. */
#ifndef NQ_OUTPUT_SHARDS_H
#define NQ_OUTPUT_SHARDS_H

#include "output/shards_files.h"

/* Create the files for a board of size n: the .npy file `path`, or, if the path ends with a slash,
 * a folder of `count` shards (0: as many as make them large).  `wide`: rows of 64 bits for any n.
 * NQ_IO: the folder holds other files or a board, or another run writes to it. */
nq_status cli_shards_create(cli_shards *shards, const char *path, uint64_t n, uint64_t count,
                            bool wide, nq_error *error);
/* Give the files their headers and their sizes.  NQ_IO: no room on the disk; NQ_END: `progress`
 * returned false. */
nq_status cli_shards_reserve(cli_shards *shards, nq_progress_function *progress, void *context,
                             nq_error *error);
/* Put the content on the disk, and write the index, or give the file its name. */
nq_status cli_shards_commit(cli_shards *shards, const cli_shards_run *run,
                            nq_progress_function *progress, void *context, nq_error *error);

/* In another process: open the files of a folder that was created there, to write and read them.
 * They are the creator's to commit or to remove. */
nq_status cli_shards_join(cli_shards *shards, const char *path, uint64_t n, uint64_t shard_columns,
                          unsigned row_bytes, nq_error *error);

/* Is a folder there, or a .npy file of one board, of more columns than rows of 32 bits can number or, with
 * `any_n`, of any?  `-` is none. */
bool cli_shards_are_at(const char *path, bool any_n);
/* Open a board to read it; the path is a folder's if it is one.  NQ_BAD_FORMAT: the index or a file
 * is not as it must be.  The checksums are not compared. */
nq_status cli_shards_open(cli_shards *shards, const char *path, nq_error *error);
/* Close the files; those that were not committed are removed. */
void cli_shards_release(cli_shards *shards);

/* The rows of the board.  Valid until release. */
nq_large_board cli_shards_board(cli_shards *shards);

#endif
