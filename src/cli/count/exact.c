/* nqueens count N...: N -> plan -> units of work that no checkpoint has -> nq_count_run -> a
 * number.  Instances are searched, unless they are plain: those are counted as an N. */
#include "cli/count/modes.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The running count of one n. */
struct tally {
  cli_count_run *run;
  cli_counted *counted;      /* so far: its units, and the time of this run */
  char phase[16];            /* of the progress line */
  nq_checkpoint *checkpoint; /* or NULL */
  nq_count_range sum;        /* of the units of this run and the checkpoint's: its count */
  bool interrupted;
};

/* ---- One count ---- */

static bool report_units(void *context, const nq_progress *at) {
  struct tally *tally = context;
  nq_progress units = *at;
  units.phase = tally->phase;
  units.done += tally->counted->earlier;
  units.total = tally->counted->units;
  units.unit = "units";
  if (tally->checkpoint != NULL) /* an error comes again with the next record, or at the end */
    (void)nq_checkpoint_flush(tally->checkpoint, NULL);
  return cli_progress_in_time(&tally->run->progress, &units);
}

static nq_status record_units(void *context, const nq_count_range *range, nq_error *error) {
  struct tally *tally = context;
  return nq_checkpoint_append(tally->checkpoint, range, error);
}

/* Count the units of the ranges and add them to the count of the checkpoint. */
static nq_status count_ranges(struct tally *tally, const nq_count_plan *plan,
                              const nq_count_range *ranges, size_t range_count, nq_error *error) {
  const cli_count_options *options = tally->run->options;
  const nq_count_options run = {.threads = options->threads,
                                .path = options->path,
                                .memory = cli_count_memory(options),
                                .record = tally->checkpoint != NULL ? record_units : NULL,
                                .progress = report_units,
                                .context = tally,
                                .crew = tally->run->crew};
  nq_count_result result;
  cli_counted *counted = tally->counted;
  cli_progress *progress = &tally->run->progress; /* its line shows what is done since now */
  snprintf(tally->phase, sizeof tally->phase, "n = %" PRIu32, counted->n);
  progress->phase = tally->phase;
  progress->began = nq_clock();
  progress->done = counted->earlier;
  nq_status status = nq_count_run(plan, ranges, range_count, &run, &result, error);
  progress->phase = NULL;
  if (status != NQ_OK) return status;
  uint64_t most = result.units > 0 ? result.units : 1; /* threads that had a unit */
  counted->threads = options->threads < most ? options->threads : (uint32_t)most;
  counted->done = counted->earlier + result.units;
  counted->seconds = result.seconds;
  tally->interrupted = result.interrupted;
  add_to_halves(&tally->sum.count, &tally->sum.count_high,
                (nq_wide){result.count, result.count_high});
  counted->count = (nq_wide){tally->sum.count, tally->sum.count_high};
  return NQ_OK;
}

/* Count what the open checkpoint does not have yet. */
static nq_status count_rest(struct tally *tally, const nq_count_plan *plan,
                            const nq_count_range *wanted, nq_error *error) {
  nq_count_range *missing;
  size_t missing_count;
  cli_counted *counted = tally->counted;
  nq_status status =
      nq_checkpoint_rest(tally->checkpoint, wanted, &tally->sum, &missing, &missing_count, error);
  if (status != NQ_OK) return status;
  counted->earlier = counted->units;
  for (size_t i = 0; i < missing_count; i++) counted->earlier -= missing[i].end - missing[i].begin;
  status = count_ranges(tally, plan, missing, missing_count, error);
  free(missing);
  if (status != NQ_OK || tally->interrupted) return status;
  return nq_checkpoint_verify(counted->n, &tally->sum, counted->units == nq_count_plan_units(plan),
                              tally->run->options->checkpoint_path, error);
}

static nq_status count_on(struct tally *tally, const nq_count_plan *plan,
                          const nq_count_range *wanted, nq_error *error) {
  const cli_count_options *options = tally->run->options;
  uint64_t dropped = 0;
  nq_status status =
      nq_checkpoint_open(options->checkpoint_path, plan, &tally->checkpoint, &dropped, error);
  if (status != NQ_OK) return status;
  if (dropped > 0 && !options->quiet)
    cli_say("%s:%" PRIu64 ": the last line was torn and is dropped; its units are counted again",
            options->checkpoint_path, dropped);
  status = count_rest(tally, plan, wanted, error);
  nq_status closed = nq_checkpoint_close(tally->checkpoint, status == NQ_OK ? error : NULL);
  return status == NQ_OK ? closed : status;
}

static nq_status count_n(struct tally *tally, nq_error *error) {
  const cli_count_options *options = tally->run->options;
  nq_count_plan *plan;
  nq_count_range wanted;
  nq_status status = nq_count_plan_new(tally->counted->n, &plan, error);
  if (status != NQ_OK) return status;
  status = nq_count_slice(plan, options->slice.part, options->slice.parts, &wanted, error);
  if (status == NQ_OK) {
    tally->counted->units = wanted.end - wanted.begin;
    status = options->checkpoint_path != NULL ? count_on(tally, plan, &wanted, error)
                                              : count_ranges(tally, plan, &wanted, 1, error);
  }
  nq_count_plan_free(plan);
  return status;
}

/* ---- Answers ---- */

/* Unless --quiet: that it was not counted, `how` being the end of the sentence.  The exit code. */
static int say_stopped(const cli_count_run *run, const cli_counted *counted, const char *how) {
  const char *why;
  char time[32];
  int code = cli_progress_stop(&run->progress, &why);
  cli_describe_seconds(counted->seconds, time, sizeof time);
  if (!run->options->quiet)
    cli_say("n = %" PRIu32 " not counted: %s after %s, %" PRIu64 " of %" PRIu64 " %s%s done%s",
            counted->n, why, time, counted->done, counted->units,
            counted->searched ? "part" : "unit", nq_plural(counted->units), how);
  return code;
}

/* Unless --quiet: why the run was stopped, after these words.  The exit code. */
static int say_why(const cli_count_run *run, const char *words) {
  const char *why;
  int code = cli_progress_stop(&run->progress, &why);
  if (!run->options->quiet) cli_say("%s%s", words, why);
  return code;
}

static int say_unfinished(const struct tally *tally) {
  const char *file = tally->run->options->checkpoint_path;
  char how[4200];
  snprintf(how, sizeof how, "; %s%s",
           file != NULL ? "the same command continues from " : "--checkpoint FILE would keep them",
           file != NULL ? file : "");
  return say_stopped(tally->run, tally->counted, how);
}

/* Count one n; CLI_YES when its count is known. */
static int find_answer(cli_count_run *run, uint32_t n) {
  const cli_count_options *options = run->options;
  cli_counted *counted = &run->counted[n];
  struct tally tally = {.run = run, .counted = counted};
  nq_error error = {0};
  nq_count_classes by;
  *counted = (cli_counted){.n = n};
  if (count_n(&tally, &error) != NQ_OK) return cli_say_error(NULL, &error);
  if (tally.interrupted) return say_unfinished(&tally);
  bool check = options->checkpoint_path != NULL && !options->sliced && cli_count_is_checked(n);
  if ((check || options->fundamental) &&
      cli_count_classes(run, n, &counted->count, &by, &tally.interrupted, &error) != NQ_OK)
    return cli_say_error(NULL, &error);
  if (tally.interrupted) {
    char words[120], number[WIDE_TEXT_BYTES];
    snprintf(words, sizeof words,
             "n = %" PRIu32 ": %s solutions, but their classes were not counted: ", n,
             nq_wide_format((nq_wide){tally.sum.count, tally.sum.count_high}, number));
    return say_why(run, words);
  }
  cli_count_say(options, counted);
  counted->whole = true;
  return CLI_YES;
}

/* Count and print one n; the exit code so far. */
static int answer(cli_count_run *run, uint32_t n) {
  int code = run->counted[n].whole ? CLI_YES : find_answer(run, n);
  if (code == CLI_ERROR) return code;
  int shown = cli_count_show(run, &run->counted[n]);
  return code == CLI_YES ? shown : code;
}

/* ---- Numbers from arguments or standard input ---- */

static int answer_sizes(cli_count_run *run) {
  const nq_sizes *sizes = &run->sizes;
  for (size_t i = 0; i < sizes->count; i++) {
    int code = answer(run, sizes->n[i]);
    if (code != CLI_YES) return code;
    if (i + 1 < sizes->count && cli_progress_stop(&run->progress, NULL) != CLI_YES)
      return say_why(run, ""); /* before the next number */
  }
  return CLI_YES;
}

/* The next word of standard input, cut to `size`, and its line; false at the end. */
static bool read_word(char *word, size_t size, uint64_t *line) {
  static const char blank[] = " \t\r\n\v\f";
  int c = getchar();
  for (; c != EOF && c != '\0' && strchr(blank, c) != NULL; c = getchar())
    if (c == '\n') ++*line;
  size_t length = 0;
  for (; c != EOF && (c == '\0' || strchr(blank, c) == NULL); c = getchar())
    if (length + 1 < size) word[length++] = c == '\0' ? '?' : (char)c;
  word[length] = '\0';
  if (c != EOF) ungetc(c, stdin); /* its line end is counted with the next word */
  return length > 0 && !ferror(stdin);
}

static int answer_stream(cli_count_run *run) {
  char word[100], place[40];
  uint64_t line = 1;
  while (read_word(word, sizeof word, &line)) {
    if (strcmp(word, "0") == 0) return CLI_YES;
    snprintf(place, sizeof place, "-:%" PRIu64, line);
    run->sizes.count = 0;
    if (!cli_count_take_sizes(word, place, NQ_COUNT_N_MAX, &run->sizes)) return CLI_ERROR;
    int code = answer_sizes(run);
    if (code != CLI_YES) return code;
    if (cli_progress_stop(&run->progress, NULL) != CLI_YES)
      return say_why(run, ""); /* before the next number */
  }
  if (!ferror(stdin)) return CLI_YES;
  return cli_say("-: reading failed: %s", strerror(errno));
}

/* ---- Instances ---- */

/* Options of plain boards only. */
static bool suit_instance(const cli_count_options *options) {
  if (options->fundamental)
    return cli_refuse("--fundamental is for plain boards only: an image of a solution may break "
                      "the rules of this instance");
  if (options->checkpoint_path != NULL || options->path != NULL)
    return cli_refuse("--checkpoint and --path are for plain boards up to n = 29, not for this "
                      "instance");
  return true;
}

/* Count its solutions one by one. */
static int search_instance(cli_count_run *run, const nq_instance *instance) {
  const cli_count_options *options = run->options;
  nq_error error = {0};
  nq_count_instance_options ask;
  nq_count_instance_result result;
  nq_count_instance_options_init(&ask);
  ask.slice = options->slice.part;
  ask.slices = options->slice.parts;
  ask.threads = options->threads;
  ask.progress = cli_progress_in_time;
  ask.context = &run->progress;
  nq_status status = nq_count_instance(instance, &ask, &result, &error);
  if (status != NQ_OK) return cli_say_error(options->instance_path, &error);
  const cli_counted counted = {.n = nq_instance_n(instance),
                               .threads = result.threads,
                               .whole = !result.stopped,
                               .searched = true,
                               .count = {result.count, 0},
                               .units = result.parts,
                               .done = result.done,
                               .nodes = result.nodes,
                               .failures = result.failures,
                               .seconds = result.seconds};
  int code = cli_count_show(run, &counted);
  if (counted.whole) {
    cli_count_say(options, &counted);
    return code;
  }
  char nodes[40];
  snprintf(nodes, sizeof nodes, ", %" PRIu64 " node%s", result.nodes, nq_plural(result.nodes));
  return say_stopped(run, &counted, nodes);
}

static int answer_instance(cli_count_run *run) {
  const cli_count_options *options = run->options;
  nq_instance *instance = cli_read_instance(options->instance_path, options->first_diagonals);
  if (instance == NULL) return CLI_ERROR;
  cli_catch_interrupts();
  int code = CLI_ERROR;
  if (nq_instance_is_plain(instance) && nq_instance_n(instance) <= NQ_COUNT_N_MAX)
    code = answer(run, nq_instance_n(instance));
  else if (suit_instance(options))
    code = search_instance(run, instance);
  nq_instance_free(instance);
  return code;
}

/* ---- --nth: a board by its number ---- */

/* `rows`: NULL where they are not known. */
static bool print_board(const cli_count_options *options, const uint8_t *rows, uint32_t n) {
  if (options->json)
    printf("{\"n\":%" PRIu32 ",\"base\":0,\"nth\":%" PRIu64 ",\"rows\":%s", n, options->nth,
           rows != NULL ? "[" : "null");
  for (uint32_t column = 0; column < n && rows != NULL; column++)
    printf("%s%u", column == 0 ? "" : options->json ? "," : " ", rows[column]);
  puts(!options->json ? "" : rows != NULL ? "]}" : "}");
  return fflush(stdout) == 0;
}

int cli_count_nth(cli_count_run *run) {
  const cli_count_options *options = run->options;
  uint8_t rows[NQ_COUNT_PICK_N_MAX];
  uint32_t n = run->n;
  bool interrupted;
  nq_error error = {0};
  cli_catch_interrupts();
  nq_status status = nq_count_pick(n, &options->nth, 1, options->threads, cli_progress_in_time,
                                   &run->progress, rows, &interrupted, &error);
  cli_progress_clear(&run->progress);
  if (status != NQ_OK) {
    cli_say("%s%s", status == NQ_BAD_VALUE ? "--nth: " : "", error.message);
    return status == NQ_NONE ? CLI_NO : CLI_ERROR;
  }
  if (!interrupted) return print_board(options, rows, n) ? CLI_YES : CLI_ERROR;
  const char *why;
  int code = cli_progress_stop(&run->progress, &why);
  if (options->json) (void)print_board(options, NULL, n);
  if (!options->quiet) cli_say("n = %" PRIu32 ": %s before the board was found", n, why);
  return code;
}

/* ---- The mode ---- */

/* What the table of modes cannot check; an instance has fewer parts than a board. */
static bool suit_exact(const cli_count_run *run) {
  const cli_count_options *options = run->options;
  const nq_option_slice *slice = &options->slice;
  if (options->json && options->table) return cli_refuse("--json and --table cannot be combined");
  if (options->fundamental && options->sliced)
    return cli_refuse("--fundamental cannot be combined with --slice: classes follow from the "
                      "number of all solutions; merge the parts with --fundamental");
  if (options->checkpoint_path != NULL && (run->stream || run->sizes.count > 1))
    return cli_refuse("--checkpoint: a file keeps the count of a single N, given as an argument");
  if (options->instance_path == NULL || slice->parts <= NQ_COUNT_INSTANCE_SLICES_MAX) return true;
  return cli_refuse("--slice: '%" PRIu64 "/%" PRIu64
                    "' is out of range: for an instance M must be 1 to %d",
                    slice->part, slice->parts, NQ_COUNT_INSTANCE_SLICES_MAX);
}

int cli_count_exact(cli_count_run *run) {
  nq_error error = {0};
  bool instance = run->options->instance_path != NULL;
  if (!suit_exact(run)) return CLI_ERROR;
  if (cli_stats_open(&run->stats, run->options->stats_path, &error) != NQ_OK)
    return cli_say_error(NULL, &error);
  if (!run->stream && !instance) cli_catch_interrupts();
  int code = instance ? answer_instance(run) : run->stream ? answer_stream(run) : answer_sizes(run);
  return cli_stats_finish(&run->stats, code);
}
