/* nqueens check: boards against the plain problem or an instance. */
#include "cli/commands.h"
#include "cli/inputs.h"
#include "core/json.h"
#include "core/work.h"
#include "generate/kinds.h"

#include <inttypes.h>
#include <jansson.h>
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>

typedef struct check_options {
  const char *from; /* the name of a format, or "auto" */
  const char *instance_path;
  uint64_t first_diagonals;
  uint32_t n;           /* 0: not given */
  const char *variable; /* or NULL */
  bool json, quiet;
} check_options;

/* Errors of one file that are reported, at most. */
#define ERRORS_MOST 20
/* Buffered bytes of lines.  They are written to a pipe at once, so that an interrupt leaves
 * complete lines there. */
#define PENDING_MOST (PIPE_BUF / 2)

struct checker {
  const check_options *options;
  const nq_instance *instance; /* or NULL: the plain problem of each board's n */
  nq_format format;
  uint32_t n; /* the one that boards must have, or 0 */
  FILE *out;
  bool invalid, unanswered, failed;
};

/* A board or another answer as it was read, with its verdict. */
struct finding {
  const char *file;
  uint64_t line;
  uint32_t n;
  nq_answer answer;
  bool valid;
  nq_check_report report;
  char reason[400];
};

static bool print_line(FILE *out, const struct finding *finding) {
  static const char *const words[] = {"valid", "invalid", "unsatisfiable", "unknown"};
  const nq_check_report *report = &finding->report;
  bool wrong = finding->answer == NQ_ANSWER_BOARD && !finding->valid;
  char file[PATH_MAX];
  snprintf(file, sizeof file, "%s", finding->file);
  cli_mask_controls(file);
  fprintf(out, "%s:%" PRIu64 ": %s", file, finding->line,
          words[wrong ? NQ_ANSWER_INVALID : finding->answer]);
  if (finding->n > 0) fprintf(out, " n=%" PRIu32, finding->n);
  if (wrong)
    fprintf(out, " conflicts=%" PRIu64 " rows=%" PRIu64 " rising=%" PRIu64 " falling=%" PRIu64,
            report->conflicts, report->pairs[NQ_ROW], report->pairs[NQ_RISING],
            report->pairs[NQ_FALLING]);
  if (wrong || finding->answer == NQ_ANSWER_INVALID) fprintf(out, " (%s)", finding->reason);
  fputc('\n', out);
  return true;
}

static void put_count(json_t **object, const char *key, uint64_t value) {
  nq_json_put(object, key, json_integer((json_int_t)value));
}

/* `valid` is null if there is no board to check; `answer` then says why. */
static json_t *make_object(const struct finding *finding) {
  const nq_check_report *report = &finding->report;
  bool board = finding->answer == NQ_ANSWER_BOARD, judged = finding->n > 0 && board;
  bool none = !board && finding->answer != NQ_ANSWER_INVALID;
  json_t *object = json_object();
  nq_json_put(&object, "file", nq_json_bytes(finding->file));
  put_count(&object, "line", finding->line);
  nq_json_put(&object, "valid", none ? json_null() : json_boolean(judged && finding->valid));
  if (finding->n > 0) put_count(&object, "n", finding->n);
  if (judged) {
    put_count(&object, "conflicts", report->conflicts);
    put_count(&object, "rows", report->pairs[NQ_ROW]);
    put_count(&object, "rising", report->pairs[NQ_RISING]);
    put_count(&object, "falling", report->pairs[NQ_FALLING]);
  }
  if (none)
    nq_json_put(&object, "answer",
                json_string(finding->answer == NQ_ANSWER_UNKNOWN ? "unknown" : "unsatisfiable"));
  else if (!finding->valid)
    nq_json_put(&object, "reason", nq_json_bytes(finding->reason));
  return object;
}

/* False, and nothing printed, when memory is short. */
static bool print_json(FILE *out, const struct finding *finding) {
  json_t *object = make_object(finding);
  char *text = nq_json_text(object, JSON_COMPACT);
  json_decref(object);
  if (text != NULL) fprintf(out, "%s\n", text);
  free(text);
  return text != NULL;
}

/* Rows counted from 1, as other programs write them, are out of range here: add a hint. */
static void add_hint(const struct checker *checker, const nq_board *board,
                     struct finding *finding) {
  bool line = checker->format == NQ_FORMAT_AUTO || checker->format == NQ_FORMAT_LINE;
  if (!line || finding->report.out_of_range == 0) return;
  for (uint32_t column = 0; column < board->n; column++)
    if (board->rows[column] < 1 || board->rows[column] > board->n) return;
  size_t used = strlen(finding->reason);
  snprintf(finding->reason + used, sizeof finding->reason - used,
           "; for rows from 1 give --from judge");
}

/* A board of the wrong size is checked against the plain problem, and is invalid. */
static nq_status judge(const struct checker *checker, const nq_board *board,
                       struct finding *finding, nq_error *error) {
  bool other_n = checker->n > 0 && checker->n != board->n;
  const nq_instance *instance = other_n ? NULL : checker->instance;
  nq_status status = nq_check(board->rows, board->n, instance, &finding->report, error);
  if (status != NQ_OK) return status;
  finding->valid = finding->report.valid && !other_n;
  if (other_n)
    snprintf(finding->reason, sizeof finding->reason, "%s n=%" PRIu32,
             checker->instance != NULL ? "the instance has" : "the board should have", checker->n);
  else
    nq_check_describe(&finding->report, board->rows, board->n, instance, finding->reason,
                      sizeof finding->reason);
  if (!other_n) add_hint(checker, board, finding);
  return NQ_OK;
}

/* Report the finding; NQ_END when standard output fails, which is reported at the end. */
static nq_status report_finding(struct checker *checker, const struct finding *finding,
                                nq_error *error) {
  bool board = finding->answer == NQ_ANSWER_BOARD;
  if (board || finding->answer == NQ_ANSWER_INVALID)
    checker->invalid = checker->invalid || !finding->valid;
  else
    checker->unanswered = true;
  if (finding->valid && checker->options->quiet) return NQ_OK;
  if (!(checker->options->json ? print_json : print_line)(checker->out, finding))
    return nq_error_set(error, NQ_NO_MEMORY, "out of memory");
  if (checker->out == stdout && __fpending(stdout) > PENDING_MOST) fflush(stdout);
  return ferror(checker->out) ? NQ_END : NQ_OK;
}

/* The next board or answer; NQ_OK when it can be reported. */
static nq_status find_next(const struct checker *checker, nq_reader *reader, nq_board *board,
                           struct finding *finding, nq_error *error) {
  nq_status status = nq_reader_next(reader, board, &finding->line, error);
  if (status != NQ_OK && status != NQ_NO_BOARD) return status;
  finding->answer = nq_reader_answer(reader, &finding->n);
  finding->valid = false;
  if (status == NQ_OK) return judge(checker, board, finding, error);
  snprintf(finding->reason, sizeof finding->reason, "%s", error->message);
  return NQ_OK;
}

static void check_descriptor(struct checker *checker, const char *file, int descriptor) {
  nq_reader *reader = nq_reader_new(descriptor, checker->format);
  nq_board board = {0};
  nq_error error = {0};
  struct finding finding = {.file = file};
  uint64_t errors = 0;
  if (reader == NULL) {
    cli_say("%s: out of memory", file);
    checker->failed = true;
    return;
  }
  if (checker->n > 0) nq_reader_expect(reader, checker->n);
  nq_reader_variable(reader, checker->options->variable);
  for (;;) {
    nq_status status = find_next(checker, reader, &board, &finding, &error);
    if (status == NQ_OK) status = report_finding(checker, &finding, &error);
    if (status == NQ_END) break;
    if (status == NQ_OK) continue;
    checker->failed = true;
    if (status != NQ_BAD_FORMAT || errors++ < ERRORS_MOST) cli_say_error(file, &error);
    if (status != NQ_BAD_FORMAT) break;
  }
  uint64_t more = errors > ERRORS_MOST ? errors - ERRORS_MOST : 0;
  if (more > 0) cli_say("%s: %" PRIu64 " more error%s", file, more, more == 1 ? "" : "s");
  nq_board_release(&board);
  nq_reader_free(reader);
}

static void check_file(struct checker *checker, const char *file) {
  int descriptor = cli_input_open(file);
  if (descriptor < 0) {
    checker->failed = true;
    return;
  }
  check_descriptor(checker, file, descriptor);
  cli_input_close(descriptor);
}

/* Set the instance and n; false when the instance cannot be read or contradicts --n, which has been
 * reported. */
static bool prepare(struct checker *checker, nq_instance **instance) {
  const check_options *options = checker->options;
  checker->n = options->n;
  if (options->instance_path == NULL) return true;
  *instance = cli_read_instance(options->instance_path, options->first_diagonals);
  if (*instance == NULL) return false;
  checker->instance = *instance;
  checker->n = nq_instance_n(*instance);
  if (options->n == 0 || options->n == checker->n) return true;
  return cli_refuse("--n %" PRIu32 ": the instance has n=%" PRIu32, options->n, checker->n);
}

/* ---- Files that other processes check, too ---- */

/* The job: a checker and its files.  A unit is the index of a file (size_t). */
struct check_job {
  struct checker checker;
  char **files;
  size_t file_count;
  check_options options; /* of a job from another process, with */
  nq_instance *instance; /* its instance and */
  char *words;           /* the words that it refers to, each with its 0 */
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
  struct checker checker = job->checker;
  checker.out = open_memstream(&checked->out, &checked->out_size);
  FILE *said = open_memstream(&checked->said, &checked->said_size);
  bool ready = checker.out != NULL && said != NULL;
  (void)worker;
  if (ready) {
    cli_say_into(said);
    check_file(&checker, job->files[*(const size_t *)unit]);
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
  struct checker checker;
  check_options options;
  size_t files, words;
  uint32_t instance_n; /* 0: none */
};

static void add_word(nq_bytes *words, const char *word) {
  nq_bytes_add(words, word, strlen(word) + 1);
}

static void pack_job(const struct check_job *job, nq_bytes *bytes) {
  const check_options *options = job->checker.options;
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
  struct checker *checker;
  size_t next, files;
};

static nq_work_next next_file(void *context, void *unit) {
  struct check_run *run = context;
  if (run->next == run->files) return NQ_WORK_END;
  memcpy(unit, &run->next, sizeof run->next);
  run->next++;
  return NQ_WORK_UNIT;
}

static nq_status print_file(void *context, nq_work_slot *slot) {
  struct checker *checker = ((struct check_run *)context)->checker;
  const struct checked *checked = slot->result;
  checker->invalid = checker->invalid || checked->invalid;
  checker->unanswered = checker->unanswered || checked->unanswered;
  checker->failed = checker->failed || checked->failed;
  fwrite(checked->out, 1, checked->out_size, stdout);
  fwrite(checked->said, 1, checked->said_size, stderr);
  return ferror(stdout) ? NQ_END : NQ_OK;
}

static void poll(void *context, nq_work *work) {
  (void)context;
  (void)work;
}

static void check_together(struct checker *checker, const cli_call *call) {
  struct check_job job = {
      .checker = *checker, .files = call->arguments, .file_count = call->argument_count};
  struct check_run run = {.checker = checker, .files = call->argument_count};
  nq_bytes packed = {0};
  nq_watch watch;
  nq_error error = {0};
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
                             .settle = print_file,
                             .poll = poll};
  nq_status status = packed.failed ? nq_error_set(&error, NQ_NO_MEMORY, "out of memory")
                                   : nq_work_run(&plan, &error);
  if (status != NQ_OK && status != NQ_END) {
    cli_say_error(NULL, &error);
    checker->failed = true;
  }
  nq_bytes_release(&packed);
  nq_watch_release(&watch);
}

/* Can other processes read the files?  They have no standard input. */
static bool can_share(const cli_call *call) {
  for (size_t i = 0; i < call->argument_count; i++)
    if (strcmp(call->arguments[i], "-") == 0) return false;
  return call->crew != NULL && call->argument_count > 1;
}

/* ---- The command ---- */

static bool set_defaults(void *options) {
  *(check_options *)options = (check_options){.from = "auto", .first_diagonals = UINT64_MAX};
  return true;
}

static int run_check(const cli_call *call) {
  const check_options *options = call->options;
  nq_instance *instance = NULL;
  struct checker checker = {
      .options = options, .format = nq_format_by_name(options->from), .out = stdout};
  if (!prepare(&checker, &instance)) {
    nq_instance_free(instance);
    return CLI_ERROR;
  }
  bool share = can_share(call);
  if (share) check_together(&checker, call);
  if (call->argument_count == 0) check_file(&checker, "-");
  for (size_t i = 0; !share && i < call->argument_count && !ferror(stdout); i++)
    check_file(&checker, call->arguments[i]);
  nq_instance_free(instance);
  if (checker.failed) return CLI_ERROR;
  if (checker.invalid) return CLI_NO;
  return checker.unanswered ? CLI_UNKNOWN : CLI_YES;
}

#define AT(member) offsetof(check_options, member)

static const nq_option table[] = {
    CLI_INSTANCE(check_options, "check the boards against this instance too"),
    CLI_FIRST_DIAGONALS(check_options),
    {NQ_OPTION_COUNT32, "n", .argument = "N", .offset = AT(n), .least = 1, .most = NQ_N_MAX,
     .help = "board size, if the boards do not contain it"},
    CLI_FROM(check_options),
    {NQ_OPTION_TEXT, "variable", .argument = "NAME", .offset = AT(variable),
     .help = "name of the list that holds the board; for answers with several lists"},
    {NQ_OPTION_FLAG, "json", .offset = AT(json), .help = "print one JSON object for each board"},
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
    .notes = "Without FILE, or if FILE is `-`, boards are read from standard input.\n\n"
             "Formats: line, picture, json, npy; and the answers of solvers: smt (SMT-LIB), z3py, "
             "sat (s and v lines, pseudo-Boolean too), minizinc, asp (clingo), cbc, glpk, opl, "
             "toulbar2, cpsat, essence, xcsp3; judge (a line of rows from 1) is never recognised "
             "and must be named.\n\n"
             "An answer of minizinc, opl, essence or xcsp3 may have several lists.  The board is "
             "the one that --variable names; otherwise the one named queens, or named as in the "
             "output of nqueens export (x in OPL, q in XCSP3), or the only one.\n",
    .exits = {"all valid", "some invalid", "something could not be read",
              "an answer `unsatisfiable` or `unknown`", "interrupted"},
    .first = &file,
    .most_arguments = SIZE_MAX,
    .options_size = sizeof(check_options),
    .set_defaults = set_defaults,
    .run = run_check,
};
