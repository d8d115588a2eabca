/* Where output goes, and how: its format, a file or a folder, or shards for a large board. */
#ifndef NQ_OUTPUT_OUTPUT_H
#define NQ_OUTPUT_OUTPUT_H

#include "core/file.h"
#include "draw/draw.h"
#include "parallel/party.h"

#include <dirent.h>
#include <stdio.h>
#include <sys/stat.h>

/* ---- Targets: target.c ---- */

/* The pictures among the choices of --format, after those of nq_format. */
enum { CLI_FORMAT_SVG = NQ_FORMAT_FEN + 1, CLI_FORMAT_PNG, CLI_FORMAT_PDF };

/* The kind of picture asked for, or, with NQ_FORMAT_AUTO, of the path's suffix, or NQ_DRAW_NONE. */
nq_draw_kind cli_output_picture(int asked, const char *path);

/* The format of boards of size n for `path`: the one asked for, or, with NQ_FORMAT_AUTO, that of
 * the path's suffix, a picture for small boards on a terminal, or line. */
nq_format cli_output_format(int asked, const char *path, uint64_t n);

/* Can boards in this format count from 1?  Lists of rows and pairs can. */
bool cli_output_takes_base(nq_format format);

/* NQ_BAD_VALUE where the path's suffix is that of other formats than the one chosen by --`option`:
 * programs would open the file as one of those.  ".txt" suits all. */
nq_status cli_output_check_suffix(const char *option, const char *format, const char *path,
                                  nq_error *error);

/* Patterns of the names of files in folders of boards; ends with NULL. */
extern const char *const cli_output_inside[];

/* Is `path` standard output: NULL or "-"? */
bool cli_output_is_standard(const char *path);

/* Is `path` written to a terminal? */
bool cli_output_is_terminal(const char *path);

/* nq_file_open, but standard output for NULL and "-". */
nq_status cli_output_open(nq_file *file, const char *path, nq_error *error);

/* ---- Folders, which are created completely or not at all: folder.c ---- */

/* All zero: no folder. */
typedef struct cli_folder {
  const char *name;   /* for messages: the path as given; the caller's */
  char *path;         /* its final path, links resolved */
  char *temporary;    /* its path before commit, beside the final one; NULL: none */
  DIR *entries;       /* of `temporary`, to remove them without asking for memory; or NULL */
  bool replaces;      /* an existing empty folder */
  bool joins;         /* an existing folder, which gets the files on commit */
  struct stat before; /* the replaced folder */
} cli_folder;

/* Does the path end with a slash? */
bool cli_path_names_folder(const char *path);

/* The next name in a folder but `.` and `..`; NULL with errno, which is 0 at the end. */
const char *cli_folder_next(DIR *entries);

/* Create a folder under a temporary name beside `path`.  NQ_IO when that fails, or `path` exists
 * and is anything but an empty folder that a new one of the same mode and owner can replace: not
 * the current one, and none on which a file system is mounted. */
nq_status cli_folder_open(cli_folder *folder, const char *path, nq_error *error);

/* The same for a folder that may hold files: on commit, those of the same names are replaced. */
nq_status cli_folder_open_into(cli_folder *folder, const char *path, nq_error *error);

/* Create a file in it; the caller closes the descriptor.  -1 with *error. */
int cli_folder_create(const cli_folder *folder, const char *name, nq_error *error);

/* The same for a stream, which the caller closes.  NULL with *error. */
FILE *cli_folder_stream(const cli_folder *folder, const char *name, nq_error *error);

/* Create a file with these bytes.  NQ_IO. */
nq_status cli_folder_add(const cli_folder *folder, const char *name, const void *bytes, size_t size,
                         nq_error *error);

/* Put the files on the disk, and give the folder its name, or its files to the folder that it
 * joins.  NQ_IO, also when `progress`, called after each file, returned false. */
nq_status cli_folder_commit(cli_folder *folder, nq_progress_function *progress, void *context,
                            nq_error *error);

/* Remove the folder and its files; harmless after commit. */
void cli_folder_abort(cli_folder *folder);

/* ---- Large boards: shards.c ---- */

/* MODEL.  A large board is on disk in a .npy file, or in a folder of shards: the columns in equal
 * runs, each in a .npy file of its own (the last may be shorter), and an index, which names them
 * with their checksums:
 *
 *     part-00000.npy   columns 0 .. shard_columns - 1         uint32, uint64 from n = 2^32 on
 *     part-00001.npy   columns shard_columns ..
 *     index.json       written last: without it the shards are nobody's result
 *
 * The index is written when the board is complete and checked.  Until then it is an empty file of
 * another name, .index.json.part, which the run has locked.  Shards beside one that nobody has
 * locked are from a killed run.  The next run deletes them and starts over: it cannot resume,
 * because the bits of the lines were only in memory.  Shards without any index may be anybody's,
 * and are left alone. */
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
  bool listed;    /* the checksums are those of an index */
  nq_file file;   /* a single file that is written */
  uint64_t bytes; /* of all files */
  bool forgets;   /* what was read or written need not stay in memory */
  /* Set by the caller when the files are open: told of long work on them, which ends with NQ_END
   * when it returns false; or NULL. */
  nq_progress_function *progress;
  void *context;
} cli_shards;

/* Nothing is open; release does nothing. */
#define CLI_SHARDS_CLOSED ((cli_shards){.folder = -1, .index = -1, .file = {.descriptor = -1}})

/* What the index records of the run. */
typedef struct cli_shards_run {
  const char *method;
  uint64_t seed;
} cli_shards_run;

/* Create the files for a board of size n: the .npy file `path`, or, if the path ends with a slash,
 * a folder of `count` shards (0: as many as make them large).  `wide`: rows of 64 bits for any n.
 * NQ_IO: the folder holds other files or a board, or another run writes to it. */
nq_status cli_shards_create(cli_shards *shards, const char *path, uint64_t n, uint64_t count,
                            bool wide, nq_error *error);
/* Give the files their headers and their sizes.  NQ_IO: no room on the disk; NQ_END. */
nq_status cli_shards_reserve(cli_shards *shards, nq_error *error);
/* Put the content on the disk, and write the index, or give the file its name. */
nq_status cli_shards_commit(cli_shards *shards, const cli_shards_run *run, nq_error *error);

/* In another process: open the files of a folder that was created there, to write and read them.
 * They are the creator's to commit or to remove. */
nq_status cli_shards_join(cli_shards *shards, const char *path, uint64_t n, uint64_t shard_columns,
                          unsigned row_bytes, nq_error *error);

/* Is a folder there, or a .npy file of one board, of more columns than rows of 32 bits can number
 * or, with `any_n`, of any?  `-` is none. */
bool cli_shards_are_at(const char *path, bool any_n);
/* Open a board to read it; the path is a folder's if it is one.  NQ_BAD_FORMAT: the index or a file
 * is not as it must be.  The checksums are not compared. */
nq_status cli_shards_open(cli_shards *shards, const char *path, nq_error *error);
/* Close the files; those that were not committed are removed. */
void cli_shards_release(cli_shards *shards);

/* The rows of the board.  Valid until release. */
nq_large_board cli_shards_board(cli_shards *shards);

/* The rest, which these are made of, is in shards_files.c. */

/* Divide n columns into shards of shard_columns: count, shard[] and bytes, without names and
 * files. */
nq_status cli_shards_divide(cli_shards *shards, nq_error *error);
/* Set bytes.  A board that takes more than half of the memory would only push out what is needed:
 * it forgets. */
void cli_shards_measure(cli_shards *shards);

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
                          nq_error *error, const char *why, ...) NQ_PRINTF(5, 6);
nq_status cli_shards_fail_system(const cli_shards *shards, const char *file, int failure,
                                 nq_error *error);

#define CLI_SHARDS_INDEX "index.json"
#define CLI_SHARDS_PART  ".index.json.part" /* the index until it is complete */

/* Complete the unfinished index, and give it its name, once all names in the folder are on the
 * disk; from then on nothing is removed. */
nq_status cli_shards_write_index(cli_shards *shards, const cli_shards_run *run, nq_error *error);
/* Fill in n, row_bytes, shard_columns, count and shard[], without descriptors. */
nq_status cli_shards_read_index(cli_shards *shards, nq_error *error);

/* Compute the checksums of the files first .. end - 1, reading what was not visited, or compare
 * those of an index: NQ_BAD_FORMAT names the first that differs; NQ_END.  One file has none. */
nq_status cli_shards_sum(cli_shards *shards, size_t first, size_t end, nq_error *error);

/* Put the content of the files on the disk; NQ_END. */
nq_status cli_shards_sync(cli_shards *shards, nq_error *error);
/* Add rows that are being checked to the sums, by one thread at a time. */
nq_large_visit cli_shards_visit;
/* Called by all ranks of a party, each of which visited some of the rows, to share their sums. */
void cli_shards_join_sums(cli_shards *shards, nq_party *party);

/* ---- Boards, one after another: boards.c ---- */

/* Output of boards, of one of these kinds:
 *
 *     text       lines, text pictures, JSON or .npy, by the library's writer
 *     mapped     a large .npy file that lends its rows to the search
 *     large      a board in shards, or of 64-bit rows, which is solved there piece by piece
 *     pictures   SVG, PNG or PDF: of one board in a file, or of each in a folder
 *     sheet      several small boards on a page
 *
 * Open, begin, add each board, commit; or abort, at any time.  A file or folder gets its name on
 * commit; abort removes it.  What went to standard output, a device or a pipe stays there. */
typedef struct cli_boards {
  /* Set before open: */
  const char *path; /* NULL or "-" is standard output; a slash at the end means a folder */
  int asked;        /* --format: an nq_format or CLI_FORMAT_..; NQ_FORMAT_AUTO: by the path */
  uint64_t n;
  bool large;             /* in shards in the folder, or in a .npy file, which is solved there */
  bool wide;              /* of a large one: rows of 64 bits, also where 32 are enough */
  uint64_t shards;        /* of a large one: their number; 0: as many as make them large */
  bool one_based, frames; /* frames: files in a folder are frame-000.png, .. instead of 1.png, .. */
  unsigned scale;         /* of a PNG */
  const nq_instance *instance;    /* to be marked in pictures; or NULL */
  nq_progress_function *progress; /* false: stop */
  void *context;                  /* of progress */

  /* Read by the caller: */
  const char *name;      /* for messages */
  nq_writer *writer;     /* of text; or NULL */
  uint64_t count, added; /* announced, or NQ_BOARDS_UNKNOWN */
  uint64_t file_bytes;   /* of files that the board is solved in, or 0 */
  cli_shards files;      /* of a large board, to be written to */

  /* Set before commit: the run, for the index of shards. */
  cli_shards_run run;

  /* Private: */
  const struct cli_boards_kind *kind; /* NULL before begin */
  nq_draw_kind drawn;                 /* NQ_DRAW_NONE: in `format` */
  nq_format format;
  nq_file file;
  cli_folder folder; /* folder.temporary is NULL if there is none */
  double opened;     /* on the monotonic clock */
  uint64_t bytes_drawn;
  uint32_t *rows; /* of a sheet, or of a mapped file */
  void *mapping;  /* the whole of that file */
} cli_boards;

/* Check what was asked for, and open the file or folder.  After an error nothing is left to abort.
 * NQ_BAD_VALUE: the path's suffix or the rows' base do not suit the format, or bytes would go to a
 * terminal; NQ_UNSUPPORTED: the format needs cairo; NQ_IO. */
nq_status cli_boards_open(cli_boards *boards, nq_error *error);

/* Must the boards be counted before begin?  Counting may end at *most, unless that is 0. */
bool cli_boards_need_count(const cli_boards *boards, uint64_t *most);

/* Get ready for `count` boards, or NQ_BOARDS_UNKNOWN.  NQ_UNSUPPORTED: more than can be drawn;
 * NQ_NO_MEMORY; NQ_IO: no room on the disk. */
nq_status cli_boards_begin(cli_boards *boards, uint64_t count, nq_error *error);

/* The rows of a mapped file, for the caller to fill in; NULL where there is none. */
uint32_t *cli_boards_lend(const cli_boards *boards);

/* True for text on standard output, a device or a pipe, which abort cannot take back. */
bool cli_boards_in_place(const cli_boards *boards);

/* Write a board, or take one that was solved in its place, with NULL.  NQ_IO: it could not be
 * written, or `progress` returned false. */
nq_status cli_boards_add(cli_boards *boards, const uint32_t *rows, nq_error *error);
/* The same with a picture that is already drawn. */
nq_status cli_boards_add_drawn(cli_boards *boards, const nq_bytes *picture, nq_error *error);
/* Empty a picture, whose drawing ends with NQ_IO, as this does, when `progress` returns false. */
nq_status cli_boards_new_picture(cli_boards *boards, nq_bytes *picture, nq_error *error);
/* Call nq_enumerate_write for the instance and `writer`, which must not be NULL. */
nq_status cli_boards_enumerate(cli_boards *boards, const nq_enumerate_options *options,
                               nq_enumerate_result *result, nq_error *error);

/* Write what is still in memory, and give the file or folder its name; abort after an error. */
nq_status cli_boards_commit(cli_boards *boards, nq_error *error);

/* Discard output that is not complete; in place, flush the boards added.  Harmless after commit. */
void cli_boards_abort(cli_boards *boards);

#endif
