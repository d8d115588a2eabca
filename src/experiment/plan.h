/* What an experiment runs: every variant on every question with every seed.
 *
 * MODEL.  A question is a plain board of one of the sizes n, or one of the instances, which follow
 * them.  Run i of a plan is (seed, question, variant) in this order, and the variant changes
 * fastest.  So whatever slows the machine down for a while slows all variants equally, and after
 * one seed every variant has answered every question.
 *
 *     i = (seed index * questions + question) * variant_count + variant index
 *
 * Questions are summarised in groups: each n is one, then each family of instances, then, when
 * there are several families, all instances. */
#ifndef NQ_EXPERIMENT_PLAN_H
#define NQ_EXPERIMENT_PLAN_H

#include "core/core.h"

/* ---- Variants: methods with options, and solvers of others, each with a label: variants.c ---- */

/* A method with options, as in `min-conflicts:start=random,walk=0.05`, or a command (command.h). */
#define NQ_VARIANT_TEXT 1024

#define NQ_LABEL_COLUMNS 24 /* of a terminal, at most */
#define NQ_LABEL         (3 * NQ_LABEL_COLUMNS + 1)

typedef struct nq_variant {
  nq_solve_options solve;     /* the method and its options; the rest as by default */
  char text[NQ_VARIANT_TEXT]; /* canonical: equal texts are equal variants */
  char label[NQ_LABEL];       /* stands for it wherever people read of it */
  bool merged;                /* its runs come from a file of results: none is made here */
  bool labelled;              /* the label was given, not made */
  char version[80];           /* of another solver, printable; "": not known */
} nq_variant;

/* Parse METHOD or METHOD:key=value,..., or a command, with or without LABEL= before it, up to 400
 * characters; keys in any order, each once.  NQ_BAD_VALUE names the key, value and range. */
nq_status nq_variant_parse(const char *text, nq_variant *variant, nq_error *error);

/* The same from a canonical text, of any length and without a label. */
nq_status nq_variant_read(const char *text, nq_variant *variant, nq_error *error);

/* Set the label to text[0 .. length - 1].  NQ_BAD_VALUE says what a label may be. */
nq_status nq_label_set(nq_variant *variant, const char *text, size_t length, nq_error *error);
/* The columns of a terminal that the label takes. */
size_t nq_label_columns(const char *label);

/* Set the version: the first line with a digit, or the first; '?' for all but printable ASCII. */
void nq_variant_set_version(nq_variant *variant, const char *text);

/* The part of the text after the colon, or "". */
const char *nq_variant_options(const nq_variant *variant);

/* Make the labels that were not given, from presets and the options in which the variants of a
 * method differ; all labels are then different if the given ones are. */
void nq_variants_label(nq_variant *variants, size_t count);

/* An option of the variant's method. */
typedef struct nq_parameter {
  const char *name;
  char value[160]; /* that nq_solve uses, or the default in words; "" where it does nothing */
  bool given;
} nq_parameter;

/* The i-th option of its method on boards of size n; false past the end. */
bool nq_variant_parameter(const nq_variant *variant, uint32_t n, size_t i, nq_parameter *parameter);

/* What its method counts as a step. */
const char *nq_variant_step(const nq_variant *variant);

/* ---- Runs ---- */

/* How a run ended. */
typedef enum nq_outcome {
  NQ_OUTCOME_SOLVED,
  NQ_OUTCOME_PROVED,  /* there is no solution */
  NQ_OUTCOME_UNKNOWN, /* no answer, or none that can be read */
  NQ_OUTCOME_TIME,    /* it reached the time limit */
  NQ_OUTCOME_MEMORY,
  NQ_OUTCOME_CRASHED, /* a signal, or an exit code without an answer */
  NQ_OUTCOME_WRONG,
  NQ_OUTCOME_UNSUPPORTED, /* the method does not take this instance */
  NQ_OUTCOMES
} nq_outcome;

const char *nq_outcome_name(nq_outcome outcome);
/* NQ_OUTCOMES: none has this name. */
nq_outcome nq_outcome_by_name(const char *name);
/* The verdict of such a run: solved, unsolvable or unknown. */
const char *nq_outcome_verdict(nq_outcome outcome);

/* ---- Plans ---- */

#define NQ_PLAN_N_LEAST   4 /* n = 2 and 3 have no solution, n = 1 needs no search */
#define NQ_PLAN_SEED_MOST INT64_MAX
#define NQ_PLAN_RUNS_MOST 1000000

#define NQ_FAMILY     32
#define NQ_PLAN_FILES 1024

/* A plain board, or an instance whose answer may be known. */
typedef struct nq_question {
  char *name;                  /* of its file, without the folder; "" for a plain board, */
  char digest[NQ_SHA256_TEXT]; /* and so is its nq_instance_digest */
  size_t family;               /* index; of an instance */
  nq_known answer;             /* NQ_KNOWN_SOLVABLE, NQ_KNOWN_UNSOLVABLE or NQ_KNOWN_NOTHING */
  nq_instance *instance;
} nq_question;

typedef struct nq_plan {
  nq_variant *variant;
  size_t variant_count;
  nq_question *question; /* the plain boards, n ascending, then the instances */
  size_t n_count, instance_count;
  char (*family)[NQ_FAMILY];
  size_t family_count;
  uint64_t first_seed, seeds; /* seeds first_seed .. first_seed + seeds - 1 */
  double time_limit;          /* seconds per run, > 0 */
  uint64_t step_limit;        /* 0: none */
  char suite[NQ_SHA256_TEXT]; /* the checksum of its only suite, or "" */
  char files[NQ_PLAN_FILES];  /* folder of exports and wrong answers, or ""; it need not exist */
  nq_watch *watch;            /* or NULL; polled while stored runs are read or summarised */
} nq_plan;

typedef struct nq_plan_run {
  size_t variant, question; /* indices */
  uint64_t seed;
} nq_plan_run;

/* An empty plan is all zero.  Frees what was added. */
void nq_plan_release(nq_plan *plan);

/* Add the methods of a list such as `a,b`, without options, or one variant with options; then all
 * variants have labels.  NQ_BAD_VALUE when the plan has one of them, or its label, already. */
nq_status nq_plan_add_methods(nq_plan *plan, const char *list, nq_error *error);
nq_status nq_plan_add_variant(nq_plan *plan, const char *text, nq_error *error);

/* Add a variant whose runs come from elsewhere, unless the plan has it; its program need not be
 * there.  It gets another label where the plan has that already. */
nq_status nq_plan_add_merged(nq_plan *plan, const char *text, const char *label,
                             const char *version, nq_error *error);

/* Add the plain boards of a list such as `8..128:x2,1e3` (core/option.h), in any order, each once,
 * to a plan that has none. */
nq_status nq_plan_set_sizes(nq_plan *plan, const char *list, nq_error *error);

/* Add an instance, which the plan owns from then on, also after an error, to the family of this
 * name.  NQ_BAD_VALUE when it has been added under this name already. */
nq_status nq_plan_add_instance(nq_plan *plan, const char *name, const char *family, nq_known answer,
                               nq_instance *instance, nq_error *error);

static inline size_t nq_plan_questions(const nq_plan *plan) {
  return plan->n_count + plan->instance_count;
}
static inline uint32_t n_of(const nq_plan *plan, size_t question) {
  return nq_instance_n(plan->question[question].instance);
}

static inline size_t nq_plan_groups(const nq_plan *plan) {
  return plan->n_count + plan->family_count + (plan->family_count > 1);
}

/* NQ_BAD_VALUE unless there is something to run and every variant can run: each is tried for a
 * moment on the smallest n, if there is one. */
nq_status nq_plan_check(const nq_plan *plan, nq_error *error);

uint64_t nq_plan_runs(const nq_plan *plan);
nq_plan_run nq_plan_get(const nq_plan *plan, uint64_t i);

/* The plan on its way to another process.  Release it even after an error. */
void nq_plan_pack(const nq_plan *plan, nq_bytes *bytes);
nq_status nq_plan_unpack(nq_plan *plan, nq_bytes *bytes, nq_error *error);

/* The run's options, ready for nq_solve: one thread, seed and limits. */
nq_solve_options nq_plan_options(const nq_plan *plan, const nq_plan_run *run);

/* ---- Runs that are made: attempt.c ---- */

#define NQ_MACHINE_BYTES 300

/* A run, and what came of it. */
typedef struct nq_attempt {
  const nq_plan *plan;
  nq_plan_run run;
  nq_watch *watch;

  nq_result result; /* its reason says why there is no answer */
  nq_outcome outcome;
  double cpu_seconds;
  char machine[NQ_MACHINE_BYTES]; /* that made it; empty: not known */
  nq_result_names names;          /* of a result from another process */
} nq_attempt;

static inline const nq_variant *variant_of(const nq_attempt *attempt) {
  return &attempt->plan->variant[attempt->run.variant];
}
static inline const nq_question *question_of(const nq_attempt *attempt) {
  return &attempt->plan->question[attempt->run.question];
}

/* Set the outcome, and the reason: both texts. */
void nq_attempt_end(nq_attempt *attempt, nq_outcome outcome, const char *what, const char *detail);

/* Choose the outcome by the verdict, the answer and the time. */
void nq_attempt_judge(nq_attempt *attempt);

/* ---- Solvers of others: RUN, a text such as `run:dimacs:cadical -q {}`: command.c ---- */

#define NQ_COMMAND      "run"
#define NQ_ATTEMPT_PATH 2048

/* The file that keeps the answer if it is wrong: FILES/wrong/PROGRAM-N-DIGEST-SEED.txt. */
void nq_attempt_wrong_path(const nq_attempt *attempt, char path[NQ_ATTEMPT_PATH]);

/* MODEL.  `run:FORMAT[/ENCODING][,from=FORMAT][,memory=BYTES][,write=FOLDER]:WORDS`.  The instance
 * is exported in the format, which is not timed, and kept in FILES/exports if there is such a
 * folder.  The command gets the name of that file in the place of {} in its words, or else the file
 * as its standard input, and prints its answer or writes it to the file that {answer} stands for.
 * {seed}, {limit} (seconds, rounded up) and {threads} (1) are replaced, too.  Words are separated
 * by blanks outside of quotes; there is no shell.  The answer is read as `check` reads answers, and
 * checked. */
bool nq_command_is(const char *text);

/* NQ_BAD_VALUE says what is wrong with the text; NQ_UNSUPPORTED: there is no such program. */
nq_status nq_command_check(const char *text, nq_error *error);

/* Run the command; the memory of its result is the most that one of its processes had.
 * NQ_UNSUPPORTED, NQ_IO, NQ_NO_MEMORY; NQ_END when the watch stopped it. */
nq_status nq_command_run(nq_attempt *attempt, nq_error *error);

/* Add what the command's program prints with --version in five seconds; nothing if it fails. */
nq_status nq_command_version(const char *text, nq_watch *watch, nq_bytes *output, nq_error *error);

/* Write the program's name, without its folder, to `label`. */
void nq_command_label(const char *text, char *label, size_t size);

/* ---- Files of a run: the model that it gets, and the answer that it may write: files.c ----
 *
 * Models are kept in FILES/exports, and made once; without it each is a temporary file. */

/* What is exported. */
typedef struct nq_model {
  const nq_export_format *format;
  char encoding[40]; /* "": the first */
} nq_model;

typedef struct nq_files {
  char folder[NQ_ATTEMPT_PATH], model[NQ_ATTEMPT_PATH], answer[NQ_ATTEMPT_PATH];
  int file; /* the model, open for reading; or -1 */
} nq_files;

/* Make the folder, export the instance, unless that has been done, and name the files; the answer
 * does not exist yet.  Close them even after an error: this removes the folder.  NQ_UNSUPPORTED
 * when the format cannot express the instance or would take more than a gigabyte, NQ_END when the
 * watch stopped it, NQ_IO, NQ_BAD_VALUE. */
nq_status nq_files_open(const nq_model *model, const nq_attempt *attempt, nq_files *files,
                        nq_error *error);
void nq_files_close(nq_files *files);

/* Make a folder of the files and, in it, one of this name, unless they exist. */
nq_status nq_files_make_folder(const char *files, const char *name, nq_error *error);

#endif
