/* The files of a run of another solver: the model that it gets, and a folder of its own, where it may
 * write its answer and whatever else.
 *
 * Models are kept in FILES/exports, and made once, up to EXPORTS_MOST in all; beyond, and without
 * FILES, a model is made in the folder of its run. */
#ifndef NQ_EXPERIMENT_FILES_H
#define NQ_EXPERIMENT_FILES_H

#include "experiment/attempt.h"

/* What is exported. */
typedef struct nq_model {
  const nq_export_format *format;
  char encoding[40]; /* "": the first */
} nq_model;

typedef struct nq_files {
  char folder[NQ_ATTEMPT_PATH], model[NQ_ATTEMPT_PATH], answer[NQ_ATTEMPT_PATH];
  int file; /* the model, open for reading; or -1 */
} nq_files;

/* Make the folder, export the instance, unless that has been done, and name the files; the answer does
 * not exist yet.  Close them even after an error: this removes the folder.  NQ_UNSUPPORTED when the format cannot express the instance
 * or would take more than a gigabyte, NQ_END when the watch stopped it, NQ_IO, NQ_BAD_VALUE. */
nq_status nq_files_open(const nq_model *model, const nq_attempt *attempt, nq_files *files,
                        nq_error *error);
void nq_files_close(nq_files *files);

/* Make a folder of the files and, in it, one of this name, unless they exist. */
nq_status nq_files_make_folder(const char *files, const char *name, nq_error *error);

#endif
