/* Output folders that are there whole or not at all. */
#ifndef NQ_CLI_FOLDER_H
#define NQ_CLI_FOLDER_H

#include "nqueens.h"

/* All zero is none. */
typedef struct cli_folder {
  const char *name; /* for messages */
  char *path;       /* without slashes at its end */
  char *temporary;  /* where the files are until then */
} cli_folder;

/* Whether the path says that it is a folder's: it ends with a slash. */
bool cli_folder_is_meant(const char *path);

/* A new folder beside the one meant, which must not be there yet or be empty.  NQ_IO. */
nq_status cli_folder_open(cli_folder *folder, const char *path, nq_error *error);
/* A file in it.  NQ_IO. */
nq_status cli_folder_add(cli_folder *folder, const char *name, const void *bytes, size_t size,
                         nq_error *error);
/* Give the folder its name.  NQ_IO. */
nq_status cli_folder_commit(cli_folder *folder, nq_error *error);
/* Leave nothing behind. */
void cli_folder_abort(cli_folder *folder);

#endif
