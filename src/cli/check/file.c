#include "cli/check/checker.h"
#include "core/json.h"

#include <jansson.h>
#include <limits.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Errors of one file that are reported, at most. */
#define ERRORS_MOST 20
/* Buffered bytes of lines: a pipe takes them at once, so an interrupt leaves complete lines. */
#define PENDING_MOST (PIPE_BUF / 2)

static int severity(int code) {
  return code == CLI_ERROR ? 3 : code == CLI_NO ? 2 : code == CLI_UNKNOWN;
}

void cli_check_note(cli_checker *checker, int code) {
  if (severity(code) > severity(checker->code)) checker->code = code;
}

/* ---- Progress ---- */

/* Seconds after which the check of one board is shown. */
#define LONG_CHECK 1

static bool is_stopped(const cli_checker *checker) {
  return checker->watch != NULL && watch_stop(checker->watch) != NQ_STOP_NOT;
}

bool cli_report_reading(void *context, const nq_progress *at) {
  const cli_checker *checker = context;
  return checker->watch != NULL ? !is_stopped(checker) : cli_progress_report(checker->progress, at);
}

/* Most checks are short: then the bytes read say more. */
static bool report_check(void *context, const nq_progress *at) {
  const cli_checker *checker = context;
  if (at->seconds < LONG_CHECK) return !is_stopped(checker);
  return cli_report_reading(context, at);
}

/* ---- Findings ---- */

/* A board or another answer as it was read, with its verdict. */
struct finding {
  const char *file;
  uint64_t line, n;
  nq_answer answer; /* NQ_ANSWER_BOARD: a solution; NQ_ANSWER_INVALID: also a board that is none */
  bool judged;      /* it is a board, of which there is a report */
  const char *form; /* in which it was written, as by nq_reader_form; or NULL */
  unsigned base;
  const nq_solution_place *first; /* where the same solution was read before, or NULL */
  nq_check_report report;
  char reason[400];
};

/* By the answer. */
static const char *const verdicts[] = {"valid", "invalid", "unsatisfiable", "unknown"};

static bool print_line(FILE *out, const struct finding *finding) {
  const nq_check_report *report = &finding->report;
  bool invalid = finding->answer == NQ_ANSWER_INVALID;
  char file[PATH_MAX];
  snprintf(file, sizeof file, "%s", finding->file);
  cli_mask_controls(file);
  fprintf(out, "%s:%" PRIu64 ": %s", file, finding->line, verdicts[finding->answer]);
  if (finding->n > 0) fprintf(out, " n=%" PRIu64, finding->n);
  if (finding->form != NULL) fprintf(out, " (%s, from %u)", finding->form, finding->base);
  if (invalid && finding->judged)
    fprintf(out, " conflicts=%" PRIu64 " rows=%" PRIu64 " rising=%" PRIu64 " falling=%" PRIu64,
            report->conflicts, report->pairs[NQ_ROW], report->pairs[NQ_RISING],
            report->pairs[NQ_FALLING]);
  bool other =
      finding->form != NULL && finding->base > 0 && strncmp(finding->reason, "column", 6) == 0;
  const char *from = invalid && other ? "counting from 0: " : "";
  if (invalid || finding->first != NULL) fprintf(out, " (%s%s)", from, finding->reason);
  fputc('\n', out);
  return true;
}

static void put_count(json_t **object, const char *key, uint64_t value) {
  nq_json_put(object, key, json_integer((json_int_t)value));
}

/* `valid` is null if there is no board to check; `answer` then says why. */
static json_t *make_object(const struct finding *finding) {
  const nq_check_report *report = &finding->report;
  bool valid = finding->answer == NQ_ANSWER_BOARD;
  bool none = !valid && finding->answer != NQ_ANSWER_INVALID;
  json_t *object = json_object();
  nq_json_put(&object, "file", nq_json_bytes(finding->file));
  put_count(&object, "line", finding->line);
  nq_json_put(&object, "valid", none ? json_null() : json_boolean(valid));
  if (finding->n > 0) put_count(&object, "n", finding->n);
  if (finding->judged) {
    put_count(&object, "conflicts", report->conflicts);
    put_count(&object, "rows", report->pairs[NQ_ROW]);
    put_count(&object, "rising", report->pairs[NQ_RISING]);
    put_count(&object, "falling", report->pairs[NQ_FALLING]);
  }
  if (finding->n > 0) {
    nq_json_put(&object, "form", json_string(finding->form != NULL ? finding->form : "rows"));
    put_count(&object, "base", finding->base);
  }
  if (none)
    nq_json_put(&object, "answer", json_string(verdicts[finding->answer]));
  else if (!valid || finding->first != NULL)
    nq_json_put(&object, "reason", nq_json_bytes(finding->reason));
  if (finding->first != NULL)
    nq_json_put(&object, "repeats",
                json_pack("{s:o,s:I}", "file", nq_json_bytes(finding->first->file), "line",
                          (json_int_t)finding->first->line));
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

/* A board of the wrong size is checked against the plain problem, and is invalid. */
static bool has_other_n(const cli_checker *checker, uint64_t n) {
  return checker->n > 0 && checker->n != n;
}

static nq_status check_board(cli_checker *checker, const nq_board *board, struct finding *finding,
                             nq_error *error) {
  const nq_instance *instance = has_other_n(checker, board->n) ? NULL : checker->instance;
  const nq_check_options options = {.threads = 1, .progress = report_check, .context = checker};
  return nq_check_with(board->rows, board->n, instance, &options, &finding->report, error);
}

/* Decide on a board that was checked. */
static void judge(const cli_checker *checker, struct finding *finding) {
  const nq_check_report *report = &finding->report;
  char *reason = finding->reason;
  size_t size = sizeof finding->reason;
  bool valid = report->valid && !has_other_n(checker, finding->n);
  finding->answer = valid ? NQ_ANSWER_BOARD : NQ_ANSWER_INVALID;
  finding->judged = true;
  nq_check_describe(report, finding->n, checker->instance, reason, size);
  if (has_other_n(checker, finding->n))
    snprintf(reason, size, "%s n=%" PRIu32,
             checker->instance != NULL ? "the instance has" : "the board should have", checker->n);
  if (report->more) nq_text_add(reason, size, "; there are more conflicts than were counted");
}

/* Look for the solution among those before it. */
static nq_status note_solution(cli_checker *checker, const nq_board *board, struct finding *finding,
                               nq_error *error) {
  const nq_solution_place place = {finding->file, finding->line};
  if (checker->options->all && checker->n == 0) checker->n = board->n;
  if (finding->answer != NQ_ANSWER_BOARD) return NQ_OK;
  if (!nq_solutions_add(checker->set, board->rows, board->n, &place, &finding->first))
    return nq_error_set(error, NQ_NO_MEMORY, "out of memory");
  if (finding->first == NULL) return NQ_OK;
  char file[200];
  snprintf(file, sizeof file, "%s", finding->first->file);
  cli_mask_controls(file);
  snprintf(finding->reason, sizeof finding->reason, "%s %s:%" PRIu64,
           checker->set->images ? "an image of" : "the same as", file, finding->first->line);
  cli_check_note(checker, CLI_NO);
  return NQ_OK;
}

/* The first answer that is no valid board decides about a file, an invalid board before others. */
static void note_grade(cli_grade *grade, const struct finding *finding) {
  bool wrong = finding->answer == NQ_ANSWER_INVALID || finding->first != NULL;
  bool first = grade->verdict == NULL, after = !first && strcmp(grade->verdict, "valid") == 0;
  bool decides = (wrong && !grade->invalid) || (after && finding->answer != NQ_ANSWER_BOARD);
  grade->boards++;
  if (!first && !decides) return;
  if (after) snprintf(grade->why, sizeof grade->why, "after a valid board");
  grade->n = finding->n;
  grade->form = finding->n == 0 ? NULL : finding->form != NULL ? finding->form : "rows";
  grade->base = finding->base;
  grade->verdict = verdicts[finding->answer];
  grade->invalid = wrong;
  if (wrong) snprintf(grade->why, sizeof grade->why, "%s", finding->reason);
}

/* Report the finding; NQ_END when standard output fails, which is reported at the end. */
static nq_status report_finding(cli_checker *checker, const struct finding *finding,
                                nq_error *error) {
  static const int codes[] = {CLI_YES, CLI_NO, CLI_UNKNOWN, CLI_UNKNOWN}; /* by the answer */
  cli_check_note(checker, codes[finding->answer]);
  if (checker->grade != NULL) {
    note_grade(checker->grade, finding);
    return NQ_OK;
  }
  bool silent = checker->options->quiet || checker->options->typical;
  if (finding->answer == NQ_ANSWER_BOARD && silent && finding->first == NULL) return NQ_OK;
  if (checker->progress->beside_output) cli_progress_clear(checker->progress);
  if (!(checker->options->json ? print_json : print_line)(checker->out, finding))
    return nq_error_set(error, NQ_NO_MEMORY, "out of memory");
  if (checker->live || (checker->out == stdout && __fpending(stdout) > PENDING_MOST))
    fflush(checker->out);
  return ferror(checker->out) ? NQ_END : NQ_OK;
}

/* The next board or answer; NQ_OK when it can be reported. */
static nq_status find_next(cli_checker *checker, nq_reader *reader, nq_board *board,
                           struct finding *finding, nq_error *error) {
  nq_status status = nq_reader_next(reader, board, &finding->line, error);
  if (status != NQ_OK && status != NQ_NO_BOARD) return status;
  uint32_t n = 0;
  finding->answer = nq_reader_answer(reader, &n);
  finding->form = nq_reader_form(reader, &finding->base);
  finding->n = n;
  finding->judged = false;
  finding->first = NULL;
  if (status == NQ_OK) {
    status = check_board(checker, board, finding, error);
    judge(checker, finding);
    if (status != NQ_OK || checker->set == NULL) return status;
    return note_solution(checker, board, finding, error);
  }
  snprintf(finding->reason, sizeof finding->reason, "%s", error->message);
  return NQ_OK;
}

/* Report why the file, or a part of it, cannot be read; of a file that is graded the first such
 * reason is kept.  `named`: the message begins with the file's name. */
static void report_failure(cli_checker *checker, const char *file, const nq_error *error,
                           bool named) {
  cli_grade *grade = checker->grade;
  cli_check_note(checker, CLI_ERROR);
  if (grade == NULL) {
    cli_say_error(named ? NULL : file, error);
    return;
  }
  if (grade->failure[0] != '\0') return;
  size_t name = named ? strlen(file) + 2 : 0;
  const char *message = error->message;
  if (name > 0 && strncmp(message, file, name - 2) == 0 && strlen(message) > name) message += name;
  if (error->line > 0 && !named)
    snprintf(grade->failure, sizeof grade->failure, "line %" PRIu64 ": %s", error->line, message);
  else
    snprintf(grade->failure, sizeof grade->failure, "%s", message);
  cli_mask_controls(grade->failure);
}

static void check_boards(cli_checker *checker, const char *file, cli_source *source) {
  nq_reader *reader = source->reader;
  nq_board board = {0};
  nq_error error = {0};
  struct finding finding = {.file = file};
  uint64_t errors = 0;
  if (checker->n > 0) nq_reader_expect(reader, checker->n);
  nq_reader_variable(reader, checker->options->variable);
  if (checker->options->base >= 0) nq_reader_base(reader, (unsigned)checker->options->base);
  nq_reader_watch(reader, cli_report_reading, checker);
  for (;;) {
    nq_status status = find_next(checker, reader, &board, &finding, &error);
    if (status == NQ_OK && finding.judged && checker->density != NULL)
      cli_density_add(checker->density, &board);
    if (status == NQ_OK) status = report_finding(checker, &finding, &error);
    if (status == NQ_END) break;
    if (status == NQ_OK) continue;
    cli_source_explain(source, &error);
    if (status != NQ_BAD_FORMAT || errors++ < ERRORS_MOST)
      report_failure(checker, file, &error, false);
    if (status != NQ_BAD_FORMAT) break;
  }
  uint64_t more = errors > ERRORS_MOST ? errors - ERRORS_MOST : 0;
  if (more > 0 && checker->grade == NULL)
    cli_say("%s: %" PRIu64 " more error%s", file, more, more == 1 ? "" : "s");
  nq_board_release(&board);
}

/* ---- Large boards ---- */

/* They are read as a stream: lines are marked, as many at a time as memory allows, and at the same
 * time the checksums of the shards are made, which must be those of the index. */

/* Is the file to be checked as a large board: a folder of shards, or a .npy file with rows of 64
 * bits or of any n if --memory is given? */
static bool is_large(const cli_checker *checker, const char *file) {
  bool auto_or_npy = checker->format == NQ_FORMAT_AUTO || checker->format == NQ_FORMAT_NPY;
  return auto_or_npy && cli_shards_are_at(file, checker->options->memory > 0);
}

/* Bytes for the marks of each of the processes, `together` of them on a machine; 0: no limit. */
static uint64_t memory_for(const cli_checker *checker, uint64_t n, unsigned processes,
                           unsigned together) {
  double given = checker->options->memory;
  if (given > 0) return (uint64_t)(given / together * 1073741824.0) + 1; /* 0 is no limit */
  uint64_t need = n / 8 * 5 / processes * together, available = nq_memory_available();
  return need < available / 2 ? 0 : available / 2 / together;
}

static nq_status require_plain(const cli_checker *checker, const char *file, nq_error *error) {
  const char *name = checker->instance != NULL            ? "instance"
                     : checker->density != NULL           ? "typical"
                     : checker->options->all              ? "all"
                     : checker->set != NULL               ? "distinct"
                     : checker->options->variable != NULL ? "variable"
                                                          : NULL;
  if (name == NULL) return NQ_OK;
  return nq_error_set(error, NQ_UNSUPPORTED, "%.200s: --%s is not for large boards", file, name);
}

static nq_status check_alone(cli_checker *checker, cli_shards *shards, nq_check_report *report,
                             nq_error *error) {
  const nq_large_board board = cli_shards_board(shards);
  unsigned threads = cli_processors() / checker->together;
  const nq_check_options options = {.threads = threads > 0 ? threads : 1,
                                    .memory_bytes =
                                        memory_for(checker, shards->n, 1, checker->together),
                                    .progress = report_check,
                                    .context = checker};
  nq_status status = nq_large_check(&board, &options, report, error);
  shards->progress = cli_report_reading;
  shards->context = checker;
  return status == NQ_OK ? cli_shards_sum(shards, 0, shards->count, error) : status;
}

static nq_status check_together(cli_checker *checker, cli_shards *shards, nq_check_report *report,
                                nq_error *error) {
  nq_crew *crew = checker->crew;
  cli_check_together job = {.shards = shards,
                            .memory_bytes =
                                memory_for(checker, shards->n, crew->others + 1, crew->together)};
  shards->progress = report_check;
  shards->context = checker;
  nq_status status = crew->join(crew, "check", &job, error);
  *report = job.report;
  return status;
}

static nq_status check_shards(cli_checker *checker, const char *file, uint64_t *n,
                              nq_check_report *report, nq_error *error) {
  cli_shards shards;
  nq_status status = require_plain(checker, file, error);
  if (status == NQ_OK) status = cli_shards_open(&shards, file, error);
  if (status != NQ_OK) return status;
  *n = shards.n;
  status = (checker->crew != NULL ? check_together : check_alone)(checker, &shards, report, error);
  cli_shards_release(&shards);
  return status;
}

static void check_large(cli_checker *checker, const char *file) {
  struct finding finding = {.file = file, .line = 1};
  nq_error error = {0};
  nq_status status = check_shards(checker, file, &finding.n, &finding.report, &error);
  judge(checker, &finding);
  if (status == NQ_OK) status = report_finding(checker, &finding, &error);
  if (status == NQ_OK || (status == NQ_END && ferror(checker->out))) return;
  cli_check_note(checker, CLI_ERROR);
  if (status != NQ_END) report_failure(checker, file, &error, true);
}

void cli_check_file(cli_checker *checker, const char *file) {
  nq_error error = {0};
  if (is_large(checker, file)) {
    check_large(checker, file);
    return;
  }
  cli_source source;
  struct stat kind;
  if (cli_source_open(&source, file, checker->format, &error) != NQ_OK) {
    report_failure(checker, file, &error, false);
    return;
  }
  checker->live = fstat(source.descriptor, &kind) == 0 && !S_ISREG(kind.st_mode);
  check_boards(checker, file, &source);
  cli_source_close(&source, &error);
}
