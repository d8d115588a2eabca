/* nqueens check: boards against the plain problem or an instance. */
#include "cli/check/density.h"
#include "cli/check/file.h"
#include "cli/commands.h"
#include "generate/kinds.h"
#include "parallel/work.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- Files that other processes check, too ---- */

/* The job: a checker and its files.  A unit is the index of a file (size_t). */
struct check_job {
  cli_checker checker;
  char **files;
  size_t file_count;
  cli_check_options options; /* of a job from another process, with */
  nq_instance *instance;     /* its instance and */
  char *words;               /* the words that it refers to, each with its 0 */
};

/* What is known of a file, and what is to be printed. */
struct checked {
  bool invalid, unanswered, failed;
  char *out, *said;
  size_t out_size, said_size;
};

static nq_status check_unit(void *context, void *worker, const void *unit, void *result,
                            nq_error *error) {
  const struct check_job *job = context;
  struct checked *checked = result;
  cli_checker checker = job->checker;
  cli_progress silent;
  atomic_bool interrupted = false, line_visible = false;
  const cli_signals signals = {NULL, &interrupted, &line_visible};
  checker.out = open_memstream(&checked->out, &checked->out_size);
  FILE *said = open_memstream(&checked->said, &checked->said_size);
  bool ready = checker.out != NULL && said != NULL;
  (void)worker;
  if (ready) {
    cli_progress_init(&silent, &signals, true);
    checker.progress = &silent;
    cli_say_into(said);
    cli_check_file(&checker, job->files[*(const size_t *)unit]);
    cli_say_into(NULL);
  }
  bool whole = ready && !ferror(checker.out) && !ferror(said);
  if (checker.out != NULL) whole = fclose(checker.out) == 0 && whole;
  if (said != NULL) whole = fclose(said) == 0 && whole;
  checked->invalid = checker.invalid;
  checked->unanswered = checker.unanswered;
  checked->failed = checker.failed;
  return whole ? NQ_OK : nq_error_set(error, NQ_NO_MEMORY, "out of memory");
}

static void release_checked(void *result) {
  struct checked *checked = result;
  free(checked->out);
  free(checked->said);
}

static void pack_checked(const void *result, nq_bytes *bytes) {
  const struct checked *checked = result;
  nq_bytes_add(bytes, checked, sizeof *checked);
  nq_bytes_add(bytes, checked->out, checked->out_size);
  nq_bytes_add(bytes, checked->said, checked->said_size);
}

static bool unpack_checked(nq_bytes *bytes, void *result) {
  struct checked *checked = result;
  if (!nq_bytes_take(bytes, checked, sizeof *checked)) return false;
  checked->out = malloc(checked->out_size + 1);
  checked->said = malloc(checked->said_size + 1);
  return checked->out != NULL && checked->said != NULL &&
         nq_bytes_take(bytes, checked->out, checked->out_size) &&
         nq_bytes_take(bytes, checked->said, checked->said_size);
}
/* The lengths of what follows in a packed job. */
struct packed_job {
  cli_checker checker;
  cli_check_options options;
  size_t files, words;
  uint32_t instance_n; /* 0: none */
};

static void add_word(nq_bytes *words, const char *word) {
  nq_bytes_add(words, word, strlen(word) + 1);
}

static void pack_job(const struct check_job *job, nq_bytes *bytes) {
  const cli_check_options *options = job->checker.options;
  const nq_instance *instance = job->checker.instance;
  struct packed_job head = {.checker = job->checker, .options = *options, .files = job->file_count};
  nq_bytes words = {0};
  add_word(&words, options->variable != NULL ? options->variable : "");
  for (size_t i = 0; i < job->file_count; i++) add_word(&words, job->files[i]);
  head.words = words.size;
  head.instance_n = instance != NULL ? nq_instance_n(instance) : 0;
  nq_bytes_add(bytes, &head, sizeof head);
  nq_bytes_add(bytes, words.data, words.size);
  if (instance != NULL) nq_generate_pack_instance(instance, bytes);
  bytes->failed = bytes->failed || words.failed;
  nq_bytes_release(&words);
}

static nq_status open_job(nq_bytes *packed, nq_watch *watch, void **result, nq_error *error) {
  struct packed_job head;
  struct check_job *job = calloc(1, sizeof *job);
  (void)watch; /* a file is checked to its end */
  if (job == NULL) return nq_error_set(error, NQ_NO_MEMORY, "out of memory");
  *result = job;
  bool whole = nq_bytes_take(packed, &head, sizeof head);
  if (whole) job->words = malloc(head.words);
  if (whole) job->files = calloc(head.files, sizeof *job->files);
  if (!whole || job->words == NULL || job->files == NULL ||
      !nq_bytes_take(packed, job->words, head.words) ||
      (head.instance_n > 0 &&
       !nq_generate_unpack_instance(packed, head.instance_n, &job->instance)))
    return nq_error_set(error, NQ_NO_MEMORY, "out of memory");
  job->options = head.options;
  job->options.variable = head.options.variable != NULL ? job->words : NULL;
  job->checker = head.checker;
  job->checker.options = &job->options;
  job->checker.instance = job->instance;
  char *word = job->words;
  for (size_t i = 0; i < head.files; i++) job->files[i] = word += strlen(word) + 1;
  return NQ_OK;
}

static void close_job(void *context) {
  struct check_job *job = context;
  nq_instance_free(job->instance);
  free(job->files);
  free(job->words);
  free(job);
}

const nq_work_kind cli_check_work = {.name = "check",
                                     .unit_size = sizeof(size_t),
                                     .result_size = sizeof(struct checked),
                                     .perform = check_unit,
                                     .release = release_checked,
                                     .open = open_job,
                                     .close = close_job,
                                     .pack = pack_checked,
                                     .unpack = unpack_checked};

struct check_run {
  cli_checker *checker;
  size_t next, done, files;
};

static nq_work_next next_file(void *context, void *unit) {
  struct check_run *run = context;
  if (run->next == run->files) return NQ_WORK_END;
  memcpy(unit, &run->next, sizeof run->next);
  run->next++;
  return NQ_WORK_UNIT;
}

static nq_status print_file(void *context, nq_work_slot *slot) {
  struct check_run *run = context;
  cli_checker *checker = run->checker;
  const struct checked *checked = slot->result;
  checker->invalid = checker->invalid || checked->invalid;
  checker->unanswered = checker->unanswered || checked->unanswered;
  checker->failed = checker->failed || checked->failed;
  if (checked->said_size > 0 || checker->progress->beside_output)
    cli_progress_clear(checker->progress);
  fwrite(checked->out, 1, checked->out_size, stdout);
  fwrite(checked->said, 1, checked->said_size, stderr);
  cli_progress_items_done(checker->progress, ++run->done);
  return ferror(stdout) ? NQ_END : NQ_OK;
}

static void check_together(cli_checker *checker, const cli_call *call) {
  struct check_job job = {
      .checker = *checker, .files = call->arguments, .file_count = call->argument_count};
  job.checker.crew = NULL; /* it is busy with the files */
  job.checker.together = call->crew->together;
  struct check_run run = {.checker = checker, .files = call->argument_count};
  nq_bytes packed = {0};
  nq_watch watch;
  nq_error error = {0};
  cli_progress_items(checker->progress, "files", run.files);
  nq_watch_init(&watch, 0, NULL, NULL);
  pack_job(&job, &packed);
  const nq_work_plan plan = {.kind = &cli_check_work,
                             .job = &job,
                             .packed = &packed,
                             .threads = 1,
                             .most = run.files,
                             .ordered = true,
                             .watch = &watch,
                             .crew = call->crew,
                             .context = &run,
                             .next = next_file,
                             .settle = print_file};
  nq_status status = packed.failed ? nq_error_set(&error, NQ_NO_MEMORY, "out of memory")
                                   : nq_work_run(&plan, &error);
  if (status != NQ_OK && status != NQ_END) {
    cli_say_error(NULL, &error);
    checker->failed = true;
  }
  cli_progress_clear(checker->progress);
  nq_bytes_release(&packed);
  nq_watch_release(&watch);
}

/* Can other processes read the files?  They have no standard input, and densities are added up
 * here. */
static bool can_share(const cli_call *call) {
  for (size_t i = 0; i < call->argument_count; i++)
    if (strcmp(call->arguments[i], "-") == 0) return false;
  const cli_check_options *options = call->options;
  return call->crew != NULL && call->argument_count > 1 && !options->typical;
}

/* Set the instance and n; false when the instance cannot be read or contradicts --n, which has been
 * reported. */
static bool prepare(cli_checker *checker, nq_instance **instance) {
  const cli_check_options *options = checker->options;
  checker->n = options->n;
  if (options->instance_path == NULL) return true;
  *instance = cli_read_instance(options->instance_path, options->first_diagonals);
  if (*instance == NULL) return false;
  checker->instance = *instance;
  checker->n = nq_instance_n(*instance);
  if (options->n == 0 || options->n == checker->n) return true;
  return cli_refuse("--n %" PRIu32 ": the instance has n=%" PRIu32, options->n, checker->n);
}

/* ---- The command ---- */

static bool set_defaults(void *options) {
  *(cli_check_options *)options =
      (cli_check_options){.from = "auto", .first_diagonals = UINT64_MAX};
  return true;
}

static void check_all(cli_checker *checker, char **files, size_t count) {
  if (count == 0) cli_check_file(checker, "-");
  if (count > 1) cli_progress_items(checker->progress, "files", count);
  for (size_t i = 0; i < count && !ferror(stdout); i++) {
    cli_check_file(checker, files[i]);
    cli_progress_items_done(checker->progress, i + 1);
  }
  cli_progress_clear(checker->progress);
}

static int run_check(const cli_call *call) {
  const cli_check_options *options = call->options;
  nq_instance *instance = NULL;
  cli_progress progress;
  cli_checker checker = {.options = options,
                         .format = nq_format_by_name(options->from),
                         .out = stdout,
                         .progress = &progress,
                         .crew = call->crew,
                         .together = 1};
  cli_density density = {0};
  if (options->typical) checker.density = &density;
  if (!prepare(&checker, &instance)) {
    nq_instance_free(instance);
    return CLI_ERROR;
  }
  cli_progress_init(&progress, call->signals, options->quiet);
  progress.beside_output = isatty(STDOUT_FILENO);
  if (can_share(call))
    check_together(&checker, call);
  else
    check_all(&checker, call->arguments, call->argument_count);
  nq_instance_free(instance);
  if (options->typical && !options->json) cli_density_print(&density);
  if (options->typical && options->json && cli_density_print_json(&density) != CLI_YES)
    return CLI_ERROR;
  if (checker.failed) return CLI_ERROR;
  if (checker.invalid) return CLI_NO;
  return checker.unanswered ? CLI_UNKNOWN : CLI_YES;
}

#define AT(member) offsetof(cli_check_options, member)

static const nq_option table[] = {
    CLI_INSTANCE(cli_check_options, "check the boards against this instance too"),
    CLI_FIRST_DIAGONALS(cli_check_options),
    {NQ_OPTION_COUNT32, "n", .argument = "N", .offset = AT(n), .least = 1, .most = NQ_N_MAX,
     .help = "board size, if the boards do not contain it"},
    CLI_FROM(cli_check_options),
    {NQ_OPTION_TEXT, "variable", .argument = "NAME", .offset = AT(variable),
     .help = "name of the list that holds the board; for answers with several lists"},
    {NQ_OPTION_FLAG, "typical", .offset = AT(typical),
     .help = "print the density of the boards beside that of all solutions, for n >= 8"},
    {NQ_OPTION_REAL, "memory", .argument = "GIB", .offset = AT(memory), .most = 1 << 20,
     .fallback = "half of what is available",
     .help = "memory for the check of a large board, which is read once for each part of its lines "
             "that fits; a .npy file of any n is then checked so"},
    CLI_JSON(cli_check_options,
             "print one JSON object for each board; with --typical for each that is not valid, and "
             "for the densities"),
    {NQ_OPTION_FLAG, "quiet", .letter = 'q', .offset = AT(quiet),
     .help = "print nothing about valid boards"},
    {0},
};

static const cli_group groups[] = {{.options = table}, {0}};
static const nq_option file = {.kind = NQ_OPTION_INPUT, .name = "FILE"};

const cli_command cli_check = {
    .name = "check",
    .summary = "report whether boards are solutions, and if not, why not",
    .description = "Report for each board whether it is a solution, and if not, why not.",
    .usage = "[FILE...]",
    .example = "nqueens check board.npy",
    .about = "is it a solution?",
    .groups = groups,
    .notes =
        "Without FILE, or if FILE is `-`, boards are read from standard input.  FILE may also be a "
        "folder that `nqueens solve N -o DIR/` wrote.\n\n"
        "Formats: line, picture, json, npy; what programs print: list (numbers in brackets or with "
        "commas, lists of strings), chess (a2 b4 ...), values (x0 = 1 ...); and the answers of "
        "solvers: smt (SMT-LIB), z3py, sat (s and v lines, pseudo-Boolean too), minizinc, asp "
        "(clingo), cbc, glpk, opl, toulbar2, cpsat, essence, xcsp3; judge (rows from 1, as a line "
        "or list) and qubo (samples of 0 and 1) are never recognised and must be named.  Files may "
        "be compressed by gzip.\n\n"
        "An answer of minizinc, opl, essence or xcsp3 may have several lists.  The board is "
        "the one that --variable names; otherwise the one named queens, or named as in the "
        "output of nqueens export (x in OPL, q in XCSP3), or the only one.\n",
    .exits = {"all valid", "some invalid", "something could not be read",
              "an answer `unsatisfiable` or `unknown`", "interrupted"},
    .first = &file,
    .most_arguments = SIZE_MAX,
    .options_size = sizeof(cli_check_options),
    .set_defaults = set_defaults,
    .run = run_check,
};
