/* nqueens check: boards against the plain problem or an instance. */
#include "cli/check_density.h"
#include "cli/commands.h"
#include "cli/inputs.h"
#include "cli/progress.h"
#include "core/json.h"

#include <inttypes.h>
#include <jansson.h>
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct check_options {
  const char *from; /* the name of a format, or "auto" */
  const char *instance_path;
  uint64_t first_diagonals;
  uint32_t n;           /* 0: not given */
  const char *variable; /* or NULL */
  bool json, quiet, typical;
} check_options;

/* Errors of one file that are reported, at most. */
#define ERRORS_MOST 20
/* Seconds after which the check of one board is shown. */
#define LONG_CHECK 1
/* Buffered bytes of lines.  They are written to a pipe at once, so that an interrupt leaves
 * complete lines there. */
#define PENDING_MOST (PIPE_BUF / 2)

struct checker {
  const check_options *options;
  const nq_instance *instance; /* or NULL: the plain problem of each board's n */
  nq_format format;
  uint32_t n; /* the one that boards must have, or 0 */
  cli_progress *progress;
  bool invalid, unanswered, failed;
  cli_density density; /* of the boards read, for --typical */
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

static bool print_line(const struct finding *finding) {
  static const char *const words[] = {"valid", "invalid", "unsatisfiable", "unknown"};
  const nq_check_report *report = &finding->report;
  bool wrong = finding->answer == NQ_ANSWER_BOARD && !finding->valid;
  char file[PATH_MAX];
  snprintf(file, sizeof file, "%s", finding->file);
  cli_mask_controls(file);
  printf("%s:%" PRIu64 ": %s", file, finding->line,
         words[wrong ? NQ_ANSWER_INVALID : finding->answer]);
  if (finding->n > 0) printf(" n=%" PRIu32, finding->n);
  if (wrong)
    printf(" conflicts=%" PRIu64 " rows=%" PRIu64 " rising=%" PRIu64 " falling=%" PRIu64,
           report->conflicts, report->pairs[NQ_ROW], report->pairs[NQ_RISING],
           report->pairs[NQ_FALLING]);
  if (wrong || finding->answer == NQ_ANSWER_INVALID) printf(" (%s)", finding->reason);
  putchar('\n');
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
static bool print_json(const struct finding *finding) {
  json_t *object = make_object(finding);
  char *text = nq_json_text(object, JSON_COMPACT);
  json_decref(object);
  if (text != NULL) puts(text);
  free(text);
  return text != NULL;
}

/* Most checks are short: then the bytes read say more. */
static bool report_check(void *context, const nq_progress *at) {
  return at->seconds < LONG_CHECK || cli_progress_report(context, at);
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
  const nq_check_options options = {
      .threads = 1, .progress = report_check, .context = checker->progress};
  nq_status status =
      nq_check_with(board->rows, board->n, instance, &options, &finding->report, error);
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
  bool silent = checker->options->quiet || checker->options->typical;
  if (finding->valid && silent) return NQ_OK;
  if (checker->progress->beside_output) cli_progress_clear(checker->progress);
  if (!(checker->options->json ? print_json : print_line)(finding))
    return nq_error_set(error, NQ_NO_MEMORY, "out of memory");
  if (__fpending(stdout) > PENDING_MOST) fflush(stdout);
  return ferror(stdout) ? NQ_END : NQ_OK;
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
  nq_reader_watch(reader, cli_progress_report, checker->progress);
  for (;;) {
    nq_status status = find_next(checker, reader, &board, &finding, &error);
    if (status == NQ_OK && finding.answer == NQ_ANSWER_BOARD && checker->options->typical)
      cli_density_add(&checker->density, &board);
    if (status == NQ_OK) status = report_finding(checker, &finding, &error);
    if (status == NQ_END) break;
    if (status == NQ_OK) continue;
    checker->failed = true;
    if (status != NQ_BAD_FORMAT || errors++ < ERRORS_MOST) {
      cli_progress_clear(checker->progress);
      cli_say_error(file, &error);
    }
    if (status != NQ_BAD_FORMAT) break;
  }
  uint64_t more = errors > ERRORS_MOST ? errors - ERRORS_MOST : 0;
  if (more > 0) cli_progress_clear(checker->progress);
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

/* ---- The command ---- */

static bool set_defaults(void *options) {
  *(check_options *)options = (check_options){.from = "auto", .first_diagonals = UINT64_MAX};
  return true;
}

static void check_all(struct checker *checker, char **files, size_t count) {
  if (count == 0) check_file(checker, "-");
  if (count > 1) cli_progress_items(checker->progress, "files", count);
  for (size_t i = 0; i < count && !ferror(stdout); i++) {
    check_file(checker, files[i]);
    cli_progress_items_done(checker->progress, i + 1);
  }
  cli_progress_clear(checker->progress);
}

static int run_check(const cli_call *call) {
  const check_options *options = call->options;
  nq_instance *instance = NULL;
  cli_progress progress;
  struct checker checker = {
      .options = options, .format = nq_format_by_name(options->from), .progress = &progress};
  if (options->typical && options->json)
    return cli_say("--typical cannot be combined with --json: it prints a table");
  if (!prepare(&checker, &instance)) {
    nq_instance_free(instance);
    return CLI_ERROR;
  }
  cli_progress_init(&progress, call->signals, options->quiet);
  progress.beside_output = isatty(STDOUT_FILENO);
  check_all(&checker, call->arguments, call->argument_count);
  nq_instance_free(instance);
  if (options->typical) cli_density_print(&checker.density);
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
    {NQ_OPTION_FLAG, "typical", .offset = AT(typical),
     .help = "print the density of the boards beside that of all solutions, for n >= 8"},
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
    .notes =
        "Without FILE, or if FILE is `-`, boards are read from standard input.\n\n"
        "Formats: line, picture, json, npy; and the answers of solvers: smt (SMT-LIB), z3py, "
        "sat (s and v lines, pseudo-Boolean too), minizinc, asp (clingo), cbc, glpk, opl, "
        "toulbar2, cpsat, essence, xcsp3; judge (a line of rows from 1) and qubo (samples of 0 and "
        "1) are never recognised and must be named.\n\n"
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
