/* What the page can do with one board: solve, record, check, complete, draw and export. */
#include "board/board.h"
#include "draw/draw.h"
#include "web/web.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* ---- Solving ---- */

json_t *web_describe(const nq_solve_options *options, const nq_instance *instance,
                     const nq_result *result) {
  char method[1024];
  json_t *counters = json_object();
  nq_solve_options_text(options, method, sizeof method);
  for (size_t i = 0; i < result->counters; i++)
    nq_json_put(&counters, result->counter[i].name, nq_json_number(result->counter[i].value));
  return json_pack("{s:s,s:s*,s:I,s:s,s:o,s:I,s:I,s:f,s:f,s:I,s:o}", "method", method, "member",
                   result->member, "n", (json_int_t)nq_instance_n(instance), "verdict",
                   nq_verdict_name(result->verdict), "reason", nq_json_bytes(result->reason),
                   "steps", (json_int_t)result->steps, "restarts", (json_int_t)result->restarts,
                   "seconds", result->seconds_total, "check", result->seconds_check, "bytes",
                   (json_int_t)result->memory_bytes, "counters", counters);
}

json_t *web_solve(web_page *web) {
  nq_solve_options options;
  nq_result result;
  nq_board_release(&web->board);
  if (web_options(web, &options) != NQ_OK ||
      nq_solve(web->instance, &options, &web->board, &result, &web->error) != NQ_OK)
    return NULL;
  if (options.method == NULL) options.method = nq_method_default(web->instance);
  return web_describe(&options, web->instance, &result);
}

/* The replay page of a run, as `draw --steps` writes it, is the last file. */
json_t *web_watch(web_page *web) {
  nq_solve_options options;
  nq_run run = {0};
  json_t *object = NULL;
  nq_bytes_release(&web->bytes);
  if (web_options(web, &options) == NQ_OK &&
      nq_run_record(&run, web->instance, &options, NQ_DRAW_PAGE_MAX, &web->error) == NQ_OK &&
      nq_draw_page(&run, web->instance, &web->bytes, &web->error) == NQ_OK)
    object = json_pack("{s:I}", "boards", (json_int_t)run.boards);
  nq_run_release(&run);
  return object;
}

/* ---- Checking ---- */

static json_t *describe_report(const nq_reader *reader, const nq_board *board,
                               const nq_instance *instance, const nq_check_report *report) {
  char why[400], text[80];
  unsigned base;
  const char *form = nq_reader_form(reader, &base);
  nq_check_describe(report, board->n, instance, why, sizeof why);
  /* How the board was read, as in "pairs, from 0". */
  if (form != NULL) snprintf(text, sizeof text, "%s, from %u", form, base);
  json_t *object = json_pack(
      "{s:s*,s:b,s:o,s:I,s:I,s:I,s:I,s:I}", "form", form != NULL ? text : NULL, "valid",
      report->valid, "why", nq_json_bytes(why), "n", (json_int_t)board->n, "conflicts",
      (json_int_t)report->conflicts, "rows", (json_int_t)report->pairs[NQ_ROW], "rising",
      (json_int_t)report->pairs[NQ_RISING], "falling", (json_int_t)report->pairs[NQ_FALLING]);
  if (board->n <= NQ_DRAW_RUN_N_MAX)
    nq_json_put(&object, "board", nq_json_rows(board->rows, board->n));
  return object;
}

/* One answer of the text: its verdict, or what is wrong. */
static json_t *check_next(web_page *web, const nq_reader *reader, nq_status status,
                          const nq_board *board) {
  nq_check_report report;
  uint32_t n;
  if (status == NQ_OK &&
      nq_check(board->rows, board->n, web->instance, &report, &web->error) == NQ_OK)
    return describe_report(reader, board, web->instance, &report);
  if (status != NQ_NO_BOARD) return json_pack("{s:s}", "error", web->error.message);
  bool invalid = nq_reader_answer(reader, &n) == NQ_ANSWER_INVALID; /* otherwise it has no board */
  return json_pack("{s:o,s:s}", "valid", invalid ? json_false() : json_null(), "why",
                   web->error.message);
}

/* So many verdicts are listed; the boards after them are checked and counted. */
#define LISTED_MAX 200

/* What a text holds. */
typedef struct web_checking {
  json_t *listed; /* the first verdicts */
  nq_solutions seen;
  uint64_t boards, valid; /* how many there are */
  uint32_t n;             /* of the valid ones; NQ_EMPTY when it differs */
} web_checking;

static void add_verdict(web_checking *checking, json_t *verdict, uint64_t line,
                        const nq_board *board) {
  nq_json_put(&verdict, "line", json_integer((json_int_t)line));
  checking->boards++;
  if (json_is_true(json_object_get(verdict, "valid"))) {
    const nq_solution_place place = {.line = line}, *first;
    if (nq_solutions_add(&checking->seen, board->rows, board->n, &place, &first) && first != NULL)
      nq_json_put(&verdict, "same", json_integer((json_int_t)first->line));
    checking->n = checking->valid++ == 0 || checking->n == board->n ? board->n : NQ_EMPTY;
  }
  if (json_array_size(checking->listed) < LISTED_MAX)
    nq_json_append(&checking->listed, verdict);
  else
    json_decref(verdict);
}

static void check_all(web_page *web, web_checking *checking, nq_reader *reader) {
  nq_board board = {0};
  uint64_t line = 0;
  for (;;) {
    nq_status status = nq_reader_next(reader, &board, &line, &web->error);
    if (status == NQ_END) break;
    add_verdict(checking, check_next(web, reader, status, &board),
                status == NQ_OK ? line : web->error.line, &board);
    if (status != NQ_OK && status != NQ_BAD_FORMAT && status != NQ_NO_BOARD) break;
  }
  nq_board_release(&board);
}

/* {"boards": the first verdicts, "checked", "valid", "distinct": how many, "solutions": how many
 * there are for this n, if that is known} */
static json_t *describe_checking(web_checking *checking, const nq_instance *instance) {
  uint64_t solutions =
      instance == NULL && checking->valid > 0 ? nq_count_known(checking->n) : UINT64_MAX;
  json_t *object = json_pack("{s:o,s:I,s:I,s:I}", "boards", checking->listed, "checked",
                             (json_int_t)checking->boards, "valid", (json_int_t)checking->valid,
                             "distinct", (json_int_t)checking->seen.size);
  if (solutions <= INT64_MAX)
    nq_json_put(&object, "solutions", json_integer((json_int_t)solutions));
  return object;
}

/* Check the boards of the file that was put into web_input. */
json_t *web_check(web_page *web) {
  nq_reader *reader = nq_reader_new(-1, nq_format_by_name(web_text(web, "format", "")));
  if (reader == NULL) return NULL;
  web_checking checking = {.listed = json_array()};
  web->input.taken = 0;
  nq_reader_source(reader, nq_bytes_give, &web->input);
  check_all(web, &checking, reader);
  json_t *object = describe_checking(&checking, web->instance);
  nq_solutions_release(&checking.seen);
  nq_reader_free(reader);
  return object;
}

/* ---- Playing ---- */

/* Counting stops after so many seconds, and says so. */
#define PLAY_SECONDS 3

/* How many solutions the instance has, and one of them. */
json_t *web_play(web_page *web) {
  nq_count_instance_options options;
  nq_count_instance_result counted = {0};
  json_t *hint = NULL;
  nq_count_instance_options_init(&options);
  options.seconds = PLAY_SECONDS;
  if (nq_count_instance(web->instance, &options, &counted, &web->error) != NQ_OK) return NULL;
  if (counted.count > 0) {
    nq_solve_options solve;
    nq_result result;
    nq_solve_options_init(&solve);
    solve.method = "auto";
    nq_board_release(&web->board);
    if (nq_solve(web->instance, &solve, &web->board, &result, &web->error) != NQ_OK) return NULL;
    if (result.verdict == NQ_SOLVED) hint = nq_json_rows(web->board.rows, web->board.n);
  }
  return json_pack("{s:I,s:b,s:o?}", "count", (json_int_t)counted.count, "all", !counted.stopped,
                   "solution", hint);
}

/* ---- Files ---- */

static nq_status write_export(web_page *web, int file) {
  const char *encoding = web_text(web, "encoding", "");
  nq_export_options options = {.format = web_text(web, "format", ""),
                               .encoding = *encoding != '\0' ? encoding : NULL};
  return strcmp(options.format, "native") == 0
             ? nq_instance_write(web->instance, file, &web->error)
             : nq_export_write(web->instance, &options, file, &web->error);
}

/* The instance in the language of another solver is the last file.  Written by descriptor, as the
 * library does, and its bytes taken. */
json_t *web_export(web_page *web) {
  FILE *file = tmpfile();
  nq_bytes_release(&web->bytes);
  if (file == NULL) return nq_error_set(&web->error, NQ_IO, "no room for the file"), NULL;
  bool written = write_export(web, fileno(file)) == NQ_OK;
  lseek(fileno(file), 0, SEEK_SET);
  if (written) (void)nq_bytes_read(&web->bytes, fileno(file), SIZE_MAX);
  fclose(file);
  if (web->bytes.failed)
    return nq_error_set(&web->error, NQ_NO_MEMORY, "no memory for the file"), NULL;
  return written ? json_object() : NULL;
}

/* A picture of the last board, as SVG, is the last file. */
json_t *web_picture(web_page *web) {
  const nq_board *board = &web->board;
  nq_bytes_release(&web->bytes);
  if (board->rows == NULL)
    nq_error_set(&web->error, NQ_BAD_VALUE, "there is no board to draw");
  else if (nq_draw_rows(NQ_DRAW_SVG, 1, board->rows, board->n, NULL, &web->bytes, &web->error) ==
           NQ_OK)
    return json_object();
  return NULL;
}

/* ---- Counting ---- */

typedef struct class_visit {
  json_t *boards;
  uint32_t n;
} class_visit;

static bool take_class(void *visiting, const uint32_t *rows) {
  class_visit *visit = visiting;
  nq_json_append(&visit->boards, nq_json_rows(rows, visit->n));
  return visit->boards != NULL;
}

/* Boards up to this n are shown, one of each class. */
#define SHOWN_N_MAX 8

static json_t *list_classes(uint32_t n, nq_error *error) {
  nq_enumerate_options options;
  nq_enumerate_result result;
  class_visit visit = {.boards = json_array(), .n = n};
  nq_instance *instance = nq_instance_new(n);
  nq_enumerate_options_init(&options);
  options.fundamental = true;
  options.context = &visit;
  if (instance == NULL || nq_enumerate(instance, &options, take_class, &result, error) != NQ_OK) {
    json_decref(visit.boards);
    visit.boards = NULL;
  }
  nq_instance_free(instance);
  return visit.boards;
}

json_t *web_count(web_page *web) {
  double n = web_number(web, "n", 0);
  nq_error *error = &web->error;
  uint64_t count;
  nq_count_classes classes;
  bool interrupted;
  if (!(n >= 1 && n <= 27)) {
    nq_error_set(error, NQ_BAD_VALUE, "n must be from 1 to 27");
    return NULL;
  }
  uint32_t size = (uint32_t)n;
  if (nq_count(size, 1, web_report, NULL, &count, &interrupted, error) != NQ_OK ||
      nq_count_classify(size, count, 0, web_report, NULL, &classes, &interrupted, error) != NQ_OK)
    return NULL;
  json_t *boards = size <= SHOWN_N_MAX ? list_classes(size, error) : json_array();
  if (boards == NULL) return NULL;
  char text[24];
  snprintf(text, sizeof text, "%" PRIu64, count);
  return json_pack("{s:s,s:I,s:I,s:I,s:o}", "count", text, "plain", (json_int_t)classes.plain,
                   "half_turn", (json_int_t)classes.half_turn, "quarter_turn",
                   (json_int_t)classes.quarter_turn, "boards", boards);
}
