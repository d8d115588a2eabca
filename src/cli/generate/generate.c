/* nqueens generate and suite: options -> nq_generate -> a stream of boards, a file, or a folder. */
#include "cli/generate/job.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* ---- Ends ---- */

/* "--" before a message about a parameter, which begins with its name. */
static const char *dashes_before(const char *message) {
  for (size_t i = 0; i < NQ_GENERATE_PARAMETERS; i++) {
    const char *name = nq_option_name(nq_generate_option((nq_generate_parameter)i));
    if (strncmp(message, name, strlen(name)) == 0 && message[strlen(name)] == ':') return "--";
  }
  if (strncmp(message, "split:", strlen("split:")) == 0) return "--";
  return "";
}

/* The exit code of a run that did not make all its items. */
static int say_end(cli_generate_job *job, nq_status status) {
  const char *message = job->failure.message;
  bool folder = job->options->folder, in_place = !folder && job->output.path == NULL;
  const char *why;
  int code = cli_progress_stop(&job->progress, &why);
  if (code == CLI_INTERRUPTED || (code == CLI_UNKNOWN && (status == NQ_END || status == NQ_IO))) {
    if (job->status != NQ_OK)
      cli_say("%s while an item was being written%s", why,
              in_place ? ": the output breaks off" : "");
    else
      cli_say("%s after %" PRIu64 " item%s", why, job->items, nq_plural(job->items));
    return code;
  }
  if (job->status != NQ_OK)
    return cli_say_error(job->status != NQ_IO ? NULL
                         : folder             ? job->options->output_path
                                              : job->output.name,
                         &job->error);
  cli_say("%s%s", dashes_before(message), message);
  return status == NQ_NONE ? CLI_NO : CLI_ERROR;
}

/* After a data set. */
static void say_puzzles(const cli_generate_job *job) {
  for (unsigned i = 0; job->options->part_count > 0 && i < job->puzzles.count; i++)
    cli_say("%s: %" PRIu64 " puzzle%s", job->puzzles.parts[i].name, job->puzzles.parts[i].puzzles,
            nq_plural(job->puzzles.parts[i].puzzles));
  if (job->unlisted > 0)
    cli_say("%" PRIu64 " puzzle%s more completions than --completions; only their number is given: "
            "index %s%s",
            job->unlisted, job->unlisted == 1 ? " has" : "s have", job->unlisted_names,
            job->unlisted > CLI_NAMED_MOST ? ", .." : "");
}

static void summarise(const cli_generate_job *job) {
  const cli_generate_options *options = job->options;
  char skipped[64] = "";
  if (options->quiet) return;
  if (job->skipped > 0)
    snprintf(skipped, sizeof skipped, "; %" PRIu64 " %s%s left out", job->skipped,
             options->named   ? "instance"
             : options->suite ? "kind"
                              : "size",
             nq_plural(job->skipped));
  cli_say("%" PRIu64 " item%s (seed %" PRIu64 ")%s", job->items, nq_plural(job->items),
          options->generate.seed, skipped);
  say_puzzles(job);
  if (options->output_path != NULL && strcmp(options->output_path, "-") != 0)
    cli_say("written to %s", options->output_path);
}

/* Report the end of a run whose items are all made. */
static int finish(cli_generate_job *job, nq_status status) {
  if (status != NQ_OK)
    return cli_say_not_written(job->options->output_path, &job->progress, &job->failure);
  summarise(job);
  return CLI_YES;
}

/* ---- One kind ---- */

static bool report_item(void *context, const nq_progress *at) {
  cli_generate_job *job = context;
  return cli_progress_report(&job->progress, at);
}

/* Report that there are no such items. */
static nq_status leave_out(cli_generate_job *job, const char *kind, uint32_t n) {
  const char *why = job->failure.message;
  job->progress.items_total -= job->generate.count;
  if (!job->options->quiet) cli_say("%s, n = %" PRIu32 ": left out: %s", kind, n, why);
  job->skipped++;
  return NQ_OK;
}

/* Most formats list all squares, or their solvers do: 10^7 of them make hundreds of megabytes. */
#define LISTED_N 3000

static bool take_row(void *context, const nq_generated *item, const nq_suite_row *row,
                     const char *sum) {
  cli_generate_job *job = context;
  if (!cli_generate_format_find(job->options, item->kind, &job->format)) return false;
  bool native = job->format.export == NULL || strcmp(job->format.export->name, "native") == 0;
  if (!native && item->n > LISTED_N) {
    (void)nq_error_set(&job->failure, NQ_UNSUPPORTED,
                       "for n over %d a suite is in the format native only", LISTED_N);
    return leave_out(job, item->kind->name, item->n) == NQ_OK;
  }
  job->index.row = row;
  job->index.sum = sum;
  return cli_generate_take_item(job, item);
}

static nq_status generate_items(cli_generate_job *job) {
  job->generate.progress = report_item;
  job->generate.context = job;
  job->generate.crew = job->crew;
  if (job->progress.deadline > 0) { /* one for all kinds of a suite */
    double left = job->progress.deadline - nq_clock();
    job->generate.seconds = left > 1e-9 ? left : 1e-9;
  }
  if (job->options->named != NULL)
    return nq_suite_generate(job->options->named, &job->generate, take_row, &job->failure);
  return nq_generate(&job->generate, cli_generate_take_item, &job->failure);
}

/* ---- Kinds and sizes ---- */

/* In a suite, an item for each variant of a kind, and verdicts where exact search is fast. */
#define VERDICT_N 64

static const nq_generate_parameter variants[] = {NQ_GENERATE_FAMILY, NQ_GENERATE_REASON,
                                                 NQ_GENERATE_FAULT};

static size_t count_variants(const nq_generate_kind *kind) {
  size_t count = 1;
  for (size_t i = 0; i < sizeof variants / sizeof *variants; i++) {
    if ((kind->parameters >> variants[i] & 1) == 0) continue;
    const nq_option *option = nq_generate_option(variants[i]);
    for (count = 0; nq_option_choice(option, count) != NULL;) count++;
  }
  return count;
}

static uint64_t count_items(const cli_generate_options *options, const nq_generate_kind *kind) {
  bool all = options->suite && !options->count_given;
  return all ? count_variants(kind) : options->generate.count;
}

/* Leave out items that do not exist or, in a suite, cannot be made, if there may be others. */
static nq_status add_kind(cli_generate_job *job, const nq_generate_kind *kind, uint32_t n) {
  const cli_generate_options *options = job->options;
  bool takes_verdict = kind->parameters >> NQ_GENERATE_VERDICT & 1;
  bool asked = options->generate.value[NQ_GENERATE_VERDICT] != NQ_GENERATE_DEFAULT;
  job->generate = options->generate;
  job->generate.kind = kind->name;
  job->generate.n = n;
  job->generate.count = count_items(options, kind);
  if (options->suite)
    job->generate.value[NQ_GENERATE_VERDICT] =
        takes_verdict ? asked || n <= VERDICT_N : NQ_GENERATE_DEFAULT;
  if (!cli_generate_format_find(options, kind, &job->format)) return NQ_BAD_VALUE;
  nq_status status = generate_items(job);
  bool left_out = (status == NQ_NONE && (options->suite || options->sizes.count > 1)) ||
                  (status == NQ_UNSUPPORTED && options->suite);
  return left_out ? leave_out(job, kind->name, n) : status;
}

/* The i-th kind of a suite, or the only one; NULL past the end. */
static const nq_generate_kind *kind_at(const cli_generate_options *options, size_t i) {
  if (!options->suite) return i == 0 ? options->kind : NULL;
  const nq_generate_kind *kind = nq_generate_kind_at(i);
  return kind != NULL && kind->puzzles ? NULL : kind; /* the last, a data set, is none */
}

static nq_status add_all(cli_generate_job *job) {
  const cli_generate_options *options = job->options;
  const nq_generate_kind *kind;
  nq_status status = NQ_OK;
  uint64_t items = 0;
  for (size_t k = 0; (kind = kind_at(options, k)) != NULL; k++)
    items += options->sizes.count * count_items(options, kind);
  if (items > 1) cli_progress_items(&job->progress, "items", items);
  for (size_t i = 0; i < options->sizes.count; i++)
    for (size_t k = 0; status == NQ_OK && (kind = kind_at(options, k)) != NULL; k++)
      status = add_kind(job, kind, options->sizes.n[i]);
  if (status != NQ_OK || job->items > 0) return status;
  return nq_error_set(&job->failure, NQ_NONE, "there are no items of any of these sizes");
}

/* ---- A stream or a file ---- */

/* The last part of the stream, and the end of it. */
static nq_status finish_stream(cli_generate_job *job) {
  if (nq_file_close_stream(&job->output, NULL) != NQ_OK)
    return nq_error_set(&job->error, NQ_IO, "writing failed: %s", strerror(errno));
  if (job->writer == NULL) return NQ_OK;
  nq_status status = nq_writer_finish(job->writer, &job->error);
  job->writer = NULL;
  return status;
}

static int run_stream(cli_generate_job *job) {
  nq_error *error = &job->failure;
  if (job->format.board == NQ_FORMAT_NPY && cli_output_is_terminal(job->options->output_path))
    return cli_say("refusing to write npy to a terminal: give -o FILE");
  if (job->format.export != NULL && job->generate.count > 1)
    return cli_say("--count: a file holds one instance: give -o DIR/ for one file each%s",
                   job->options->kind->placed ? ", or --format line" : "");
  if (cli_output_open(&job->output, job->options->output_path, error) != NQ_OK ||
      (job->puzzles_kind && nq_file_stream(&job->output, error) != NQ_OK))
    return cli_say_error(NULL, error);
  cli_catch_interrupts();
  nq_status status = add_all(job);
  if (status == NQ_OK) job->status = status = finish_stream(job);
  if (status != NQ_OK) return say_end(job, status);
  nq_room room = {.progress = cli_progress_in_time, .context = &job->progress};
  return finish(job, nq_file_commit(&job->output, &room, error));
}

/* ---- Folders ---- */

static nq_status add_puzzles(cli_generate_job *job) {
  job->status = cli_puzzles_open(&job->puzzles, &job->folder, job->options, &job->error);
  if (job->status != NQ_OK) return job->status;
  nq_status status = add_all(job);
  if (status != NQ_OK) return status;
  job->status = cli_puzzles_finish(&job->puzzles, &job->error);
  job->index.parts = cli_puzzles_describe(&job->puzzles);
  if (job->index.parts == NULL) job->index.failed = true;
  return job->status;
}

static int run_folder(cli_generate_job *job) {
  nq_error *error = &job->failure;
  job->index.suite = job->options->named;
  if (cli_folder_open(&job->folder, job->options->output_path, error) != NQ_OK ||
      cli_generate_index_open(&job->index, &job->folder, error) != NQ_OK)
    return cli_say_error(NULL, error);
  nq_status status = job->puzzles_kind             ? add_puzzles(job)
                     : job->options->named != NULL ? generate_items(job)
                                                   : add_all(job);
  if (status != NQ_OK) return say_end(job, status);
  if (cli_generate_index_close(&job->index, error) != NQ_OK) return cli_say_error(NULL, error);
  return finish(job, cli_folder_commit(&job->folder, cli_progress_in_time, &job->progress, error));
}

int cli_generate_run(const cli_generate_options *options, nq_crew *crew) {
  cli_generate_job job = {.options = options,
                          .crew = crew,
                          .generate = options->generate,
                          .output = {.descriptor = -1}};
  if (!options->suite) {
    if (!cli_generate_format_find(options, options->kind, &job.format)) return CLI_ERROR;
    job.puzzles_kind = options->kind->puzzles;
  }
  cli_progress_init(&job.progress, options->quiet);
  job.progress.beside_output = !options->folder && cli_output_is_terminal(options->output_path);
  if (options->named != NULL) cli_progress_items(&job.progress, "items", options->named->count);
  cli_progress_limit(&job.progress, options->generate.seconds);
  if (options->folder) cli_catch_interrupts();
  int code = options->folder ? run_folder(&job) : run_stream(&job);
  cli_progress_end(&job.progress);
  bool in_place = !options->folder && job.output.path == NULL;
  if (job.writer != NULL && in_place && job.status == NQ_OK)
    (void)nq_writer_finish(job.writer, NULL); /* items that were reported stay there */
  else
    nq_writer_free(job.writer);
  if (options->json && code != CLI_ERROR) code = cli_generate_print_summary(&job, code);
  cli_puzzles_close(&job.puzzles);
  if (job.index.json != NULL) (void)cli_generate_index_close(&job.index, NULL);
  cli_folder_abort(&job.folder);
  nq_file_abort(&job.output);
  return code;
}
