/* Output folders: created completely or not at all. */
#ifndef NQ_OUTPUT_FOLDER_H
#define NQ_OUTPUT_FOLDER_H

#include "nqueens.h"

#include <dirent.h>
#include <stdio.h>
#include <sys/stat.h>

/* All zero: no folder. */
typedef struct cli_folder {
  const char *name;   /* for messages: the path as given; the caller's */
  char *path;         /* its final path, links resolved */
  char *temporary;    /* its path before commit, beside the final one; NULL: none */
  DIR *entries;       /* of `temporary`, to remove them without asking for memory; or NULL */
  int descriptor;     /* that of `entries`, or -1 */
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

/* The same for a folder that may hold other files: those of the same names are replaced on commit,
 * the others stay. */
nq_status cli_folder_open_into(cli_folder *folder, const char *path, nq_error *error);

/* Create a file in it; the caller closes the descriptor.  -1 with *error. */
int cli_folder_create(const cli_folder *folder, const char *name, nq_error *error);

/* The same for a stream, which the caller closes.  NULL with *error. */
FILE *cli_folder_stream(const cli_folder *folder, const char *name, nq_error *error);

/* Create a file with these bytes.  NQ_IO. */
nq_status cli_folder_add(const cli_folder *folder, const char *name, const void *bytes, size_t size,
                         nq_error *error);

/* Put the files on the disk, and give the folder its name, or its files to the folder that it joins.  NQ_IO,
 * also when `progress`, called after each file, returned false. */
nq_status cli_folder_commit(cli_folder *folder, nq_progress_function *progress, void *context,
                            nq_error *error);

/* Remove the folder and its files; harmless after commit. */
void cli_folder_abort(cli_folder *folder);

#endif
