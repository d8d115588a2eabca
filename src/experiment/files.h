/* The files of a run of another solver: the model that it gets, and the answer that it may write.
 *
 * Models are kept in FILES/exports, and made once; without such a folder each is a temporary
 * file. */
#ifndef NQ_EXPERIMENT_FILES_H
#define NQ_EXPERIMENT_FILES_H

#include "experiment/attempt.h"

/* What is exported. */
typedef struct nq_model {
  const nq_export_format *format;
  char encoding[40]; /* "": the first */
} nq_model;

typedef struct nq_files {
  char model[NQ_ATTEMPT_PATH], answer[NQ_ATTEMPT_PATH];
  int file;  /* the model, open for reading; or -1 */
  bool kept; /* it stays after the run */
} nq_files;

/* Export the instance, unless that has been done, and name both files; the answer does not exist
 * yet.  Close them even after an error.  NQ_UNSUPPORTED when the format cannot express the instance
 * or would take more than a gigabyte, NQ_END when the watch stopped it, NQ_IO, NQ_BAD_VALUE. */
nq_status nq_files_open(const nq_model *model, const nq_attempt *attempt, nq_files *files,
                        nq_error *error);
void nq_files_close(nq_files *files);

/* Make a folder of the files and, in it, one of this name, unless they exist. */
nq_status nq_files_make_folder(const char *files, const char *name, nq_error *error);

#endif
