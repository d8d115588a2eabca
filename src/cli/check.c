/* nqueens check: boards against the plain problem or an instance. */
#include "cli/cli.h"
#include "cli/options.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct check_options {
  int from; /* an nq_format */
  const char *instance_path;
  uint64_t first_diagonals;
  bool json, quiet;
} check_options;

struct checker {
  const check_options *options;
  const nq_instance *instance; /* or NULL: the plain problem of each board's n */
  bool invalid, failed;
};

/* A board as it was read, with its verdict. */
struct finding {
  const char *file;
  uint64_t line;
  uint32_t n;
  bool valid;
  nq_check_report report;
  char reason[200];
};

static const char *const format_names[] = {"auto", "line", "picture", "json", "npy", NULL};

#define AT(member) offsetof(check_options, member)

static const cli_option table[] = {
    {CLI_TEXT, "instance", 'i', "FILE", AT(instance_path), 0, 0, NULL,
     "hold the boards against this instance too"},
    {CLI_COUNT, "first-diagonals", 0, "D", AT(first_diagonals), 0, UINT64_MAX - 1, NULL,
     "of a CSPLib list of excluded diagonals, the first D (default: all)"},
    {CLI_CHOICE, "from", 0, NULL, AT(from), 0, 0, format_names, "the boards' format"},
    {CLI_FLAG, "json", 0, NULL, AT(json), 0, 0, NULL, "one JSON object a board"},
    {CLI_FLAG, "quiet", 'q', NULL, AT(quiet), 0, 0, NULL, "say nothing about valid boards"},
    {0}};

static const cli_usage usage = {
    .name = "check",
    .arguments = "[FILE...]",
    .summary = "Say of each board whether it is a solution, and if not, why not.",
    .notes = "Reads standard input without a FILE or for `-`.  The format is recognised by its "
             "content.\nExit codes: 0 all valid, 1 some invalid, 2 something could not be read.",
    .most_arguments = SIZE_MAX};

static void print_line(const struct finding *finding) {
  const nq_check_report *report = &finding->report;
  printf("%s:%" PRIu64 ": %s n=%" PRIu32, finding->file, finding->line,
         finding->valid ? "valid" : "invalid", finding->n);
  if (!finding->valid)
    printf(" conflicts=%" PRIu64 " rows=%" PRIu64 " rising=%" PRIu64 " falling=%" PRIu64 " (%s)",
           report->conflicts, report->pairs[NQ_ROW], report->pairs[NQ_RISING],
           report->pairs[NQ_FALLING], finding->reason);
  putchar('\n');
}

static void print_json(const struct finding *finding) {
  const nq_check_report *report = &finding->report;
  json_t *object =
      json_pack("{s:s%, s:I, s:b, s:I, s:I, s:I, s:I, s:I}", "file", finding->file,
                strlen(finding->file), "line", (json_int_t)finding->line, "valid", finding->valid,
                "n", (json_int_t)finding->n, "conflicts", (json_int_t)report->conflicts, "rows",
                (json_int_t)report->pairs[NQ_ROW], "rising", (json_int_t)report->pairs[NQ_RISING],
                "falling", (json_int_t)report->pairs[NQ_FALLING]);
  if (object == NULL) { /* a file name that is not UTF-8 */
    struct finding renamed = *finding;
    renamed.file = "?";
    print_json(&renamed);
    return;
  }
  if (!finding->valid) json_object_set_new(object, "reason", json_string(finding->reason));
  json_dumpf(object, stdout, JSON_COMPACT);
  putchar('\n');
  json_decref(object);
}

/* A board of another size than the instance's is checked as a plain one, and is invalid. */
static nq_status judge(const struct checker *checker, const nq_board *board,
                       struct finding *finding, nq_error *error) {
  const nq_instance *instance = checker->instance;
  bool other_n = instance != NULL && nq_instance_n(instance) != board->n;
  if (other_n) instance = NULL;
  nq_status status = nq_check(board->rows, board->n, instance, &finding->report, error);
  if (status != NQ_OK) return status;
  finding->valid = finding->report.valid && !other_n;
  if (other_n)
    snprintf(finding->reason, sizeof finding->reason, "the instance has n=%" PRIu32,
             nq_instance_n(checker->instance));
  else
    nq_check_describe(&finding->report, board->rows, board->n, instance, finding->reason,
                      sizeof finding->reason);
  return NQ_OK;
}

static void check_descriptor(struct checker *checker, const char *file, int descriptor) {
  nq_reader *reader = nq_reader_new(descriptor, (nq_format)checker->options->from);
  nq_board board = {0};
  nq_error error = {0};
  struct finding finding = {.file = file};
  if (reader == NULL) {
    cli_say("%s: out of memory", file);
    checker->failed = true;
    return;
  }
  for (;;) {
    nq_status status = nq_reader_next(reader, &board, &finding.line, &error);
    if (status == NQ_END) break;
    if (status == NQ_OK) {
      finding.n = board.n;
      status = judge(checker, &board, &finding, &error);
    }
    if (status == NQ_OK) {
      checker->invalid = checker->invalid || !finding.valid;
      if (finding.valid && checker->options->quiet) continue;
      (checker->options->json ? print_json : print_line)(&finding);
      continue;
    }
    cli_say_error(file, &error);
    checker->failed = true;
    if (status != NQ_BAD_FORMAT) break;
  }
  nq_board_release(&board);
  nq_reader_free(reader);
}

static void check_file(struct checker *checker, const char *file) {
  if (strcmp(file, "-") == 0) {
    check_descriptor(checker, file, STDIN_FILENO);
    return;
  }
  int descriptor = open(file, O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) {
    cli_say("%s: %s", file, strerror(errno));
    checker->failed = true;
    return;
  }
  check_descriptor(checker, file, descriptor);
  close(descriptor);
}

int cli_check(int argc, char **argv, const cli_signals *signals) {
  (void)signals; /* nothing to clean up: an interrupt may end the process */
  check_options options = {.first_diagonals = UINT64_MAX};
  size_t files = cli_options_parse(&usage, table, argc, argv, &options);
  nq_instance *instance = NULL;
  if (options.instance_path != NULL) {
    instance = cli_read_instance(options.instance_path, options.first_diagonals);
    if (instance == NULL) return CLI_ERROR;
  }
  struct checker checker = {.options = &options, .instance = instance};
  if (files == 0) check_file(&checker, "-");
  for (size_t i = 1; i <= files; i++) check_file(&checker, argv[i]);
  nq_instance_free(instance);
  return checker.failed ? CLI_ERROR : checker.invalid ? CLI_NO : CLI_YES;
}
