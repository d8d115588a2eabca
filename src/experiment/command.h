/* Solvers of others as methods of a comparison: RUN, a text such as `run:dimacs:cadical -q {}`. */
#ifndef NQ_EXPERIMENT_COMMAND_H
#define NQ_EXPERIMENT_COMMAND_H

#include "experiment/compare_plan.h"

#define NQ_COMMAND      "run"
#define NQ_ATTEMPT_PATH 2048

/* The file that keeps the answer if it is wrong: FILES/wrong/PROGRAM-N-DIGEST-SEED.txt. */
void nq_attempt_wrong_path(const nq_attempt *attempt, char path[NQ_ATTEMPT_PATH]);

/* MODEL.  `run:FORMAT[/ENCODING][,from=FORMAT][,memory=BYTES][,write=FOLDER]:WORDS`.  The instance is exported in
 * the format, which is not timed, and kept in FILES/exports if there is such a folder.  The command
 * gets the name of that file in the place of {} in its words, or else the file as its standard
 * input, and prints its answer or writes it to the file that {answer} stands for.  {seed}, {limit}
 * (seconds, rounded up) and {threads} (1) are replaced, too.  Words are separated by blanks outside
 * of quotes; there is no shell.  The answer is read as `check` reads answers, and checked. */
bool nq_command_is(const char *text);

/* NQ_BAD_VALUE says what is wrong with the text; NQ_UNSUPPORTED: there is no such program. */
nq_status nq_command_check(const char *text, nq_error *error);

/* Run the command; the memory of its result is the most that one of its processes had.
 * NQ_UNSUPPORTED, NQ_IO, NQ_NO_MEMORY; NQ_END when the watch stopped it. */
nq_status nq_command_run(nq_attempt *attempt, nq_error *error);

/* Add what the command's program prints when it is called with --version, for at most five seconds;
 * nothing when it fails. */
nq_status nq_command_version(const char *text, nq_watch *watch, nq_bytes *output, nq_error *error);

/* Write the program's name, without its folder, to `label`. */
void nq_command_label(const char *text, char *label, size_t size);

/* ---- Files of a run: the model that it gets, and the answer that it may write: files.c ----
 *
 * Models are kept in FILES/exports, and made once; without such a folder each is a temporary
 * file. */

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
