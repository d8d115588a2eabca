/* nqueens compare: options -> plan -> runs -> store -> summary -> table, CSV, JSON, report. */
#include "cli/commands.h"
#include "cli/compare_suite.h"
#include "experiment/plan.h"
#include "experiment/graphics.h"
#include "experiment/store.h"
#include "experiment/summary.h"
#include "output/output.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --quick: the fewest runs that can decide a pair beside a hundred others. */
#define QUICK_RUNS         10
#define QUICK_RUNS_TEXT    "10"
#define QUICK_SECONDS      1
#define QUICK_SECONDS_TEXT "1"

/* The tables after an interrupt must be there within half a second. */
#define SECONDS_FOR_TABLES 0.3

#define INSTALL_PLOTS "`apt-get install " NQ_PLOT_PACKAGE "`, as root, installs it"

/* Files written at the end, but opened first, to report a bad path at once.  FILES: none. */
enum { CSV, JSON, REPORT, RESULTS, FILES };

typedef struct compare_options {
  const char *store_path, *n, *plots_path, *path[FILES];
  nq_option_list lists, variants; /* --methods, --method */
  nq_option_list instances, suites, merged;
  uint32_t threads;
  uint64_t runs, seed, steps;
  double seconds;
  bool quick, wide, quiet;
} compare_options;

struct comparison {
  const compare_options *options;
  char *command; /* as it was given; NULL when memory is short */
  nq_plan plan;
  nq_store *store;
  json_t *merged; /* the results of --merge, until their runs are in the store */
  nq_file file[FILES];
  int printed;       /* the file that goes to standard output, instead of the tables, or FILES */
  cli_folder folder; /* of plots */
  nq_crew *crew;     /* or NULL */
  uint64_t found;    /* runs that were in the store before */
  uint64_t done;     /* that are there now */
  nq_error error;
};

/* ---- The plan ---- */

static bool add_variants(nq_plan *plan, const compare_options *options) {
  nq_error error = {0};
  for (size_t i = 0; i < options->lists.count; i++)
    if (nq_plan_add_methods(plan, options->lists.items[i], &error) != NQ_OK)
      return cli_refuse("--methods: %s", error.message);
  for (size_t i = 0; i < options->variants.count; i++)
    if (nq_plan_add_variant(plan, options->variants.items[i], &error) != NQ_OK)
      return cli_refuse("--method: %s", error.message);
  return plan->variant_count + options->merged.count > 0 ||
         cli_refuse("methods are needed, as in --methods min-conflicts,genetic --n 8,16,32; "
                    "`nqueens help compare` lists their options");
}

static bool add_questions(nq_plan *plan, const cli_call *call) {
  const compare_options *options = call->options;
  return cli_compare_add_suites(plan, &options->suites) &&
         cli_compare_add_files(plan, options->instances.items, options->instances.count) &&
         cli_compare_add_files(plan, (const char *const *)call->arguments, call->argument_count) &&
         (options->n != NULL || plan->instance_count > 0 ||
          cli_refuse("board sizes or instances are needed, as in --n 8,20,1e3, --n 8..128:x2, "
                     "--instance FILE or --suite DIR/"));
}

/* False after a message. */
static bool make_plan(struct comparison *comparison, const cli_call *call) {
  const compare_options *options = call->options;
  nq_plan *plan = &comparison->plan;
  nq_error *error = &comparison->error;
  if (!add_variants(plan, options) || !add_questions(plan, call)) return false;
  if (options->n != NULL && nq_plan_set_sizes(plan, options->n, error) != NQ_OK)
    return cli_refuse("--%s", error->message);
  if (options->wide && options->plots_path == NULL)
    return cli_refuse("--wide: there are no plots without --plots DIR/");
  if (!(options->seconds > 0)) return cli_refuse("--time-limit: it must be above 0");
  plan->first_seed = options->seed;
  plan->seeds = options->runs;
  plan->time_limit = options->seconds;
  plan->step_limit = options->steps;
  if (options->store_path != NULL && strlen(options->store_path) + 7 < sizeof plan->files)
    snprintf(plan->files, sizeof plan->files, "%s.files", options->store_path);
  if (options->path[RESULTS] != NULL && plan->suite[0] == '\0')
    return cli_refuse("--results: results are of one --suite");
  comparison->merged = cli_compare_read_results(&options->merged);
  return comparison->merged != NULL &&
         cli_compare_merge(plan, NULL, &options->merged, comparison->merged) &&
         (nq_plan_check(plan, error) == NQ_OK || cli_refuse("--method: %s", error->message));
}

/* ---- Output ---- */

static int say_interrupted(const struct comparison *comparison) {
  const char *path = comparison->options->store_path;
  uint64_t total = nq_plan_runs(&comparison->plan);
  cli_say("interrupted after %" PRIu64 " of %" PRIu64 " run%s; %s%s%s", comparison->done, total,
          nq_plural(total), path != NULL ? "finished runs are kept in " : "",
          path != NULL ? path : "--store FILE would have kept the finished ones",
          path != NULL ? ": the same command continues from there" : "");
  return CLI_INTERRUPTED;
}

/* The exit code after a step that ended so. */
static int say_end(const struct comparison *comparison, nq_status status) {
  if (status == NQ_END) return say_interrupted(comparison);
  return status == NQ_OK ? CLI_YES : cli_say_error(NULL, &comparison->error);
}

static bool keep_going(void *context, const nq_progress *progress) {
  (void)context;
  (void)progress;
  return !cli_interrupted();
}

static nq_status open_files(struct comparison *comparison) {
  nq_error *error = &comparison->error;
  for (int i = 0; i < FILES; i++) {
    const char *path = comparison->options->path[i];
    nq_status status = path == NULL ? NQ_OK : cli_output_open(&comparison->file[i], path, error);
    if (status != NQ_OK) return status;
  }
  const char *folder = comparison->options->plots_path;
  nq_error why = {0};
  if (folder == NULL) return NQ_OK;
  if (nq_plot_require(&why) == NQ_OK)
    return cli_folder_open_into(&comparison->folder, folder, error);
  return nq_error_set(error, NQ_UNSUPPORTED, "--plots: %s; " INSTALL_PLOTS, why.message);
}

/* Report why there are no plots, and the remedy. */
static void say_without_plots(const struct comparison *comparison) {
  const char *store = comparison->options->store_path;
  nq_error why = {0};
  if (nq_plot_require(&why) == NQ_OK) return;
  cli_say("the report has no plots: %s; " INSTALL_PLOTS, why.message);
  cli_say("after that, this command %s: %s",
          store != NULL ? "writes the report again, from the runs in the store"
                        : "repeats the runs and writes the report again",
          comparison->command != NULL ? comparison->command : "(as you gave it)");
}

static nq_status fill_file(struct comparison *comparison, int file, const nq_plots *plots,
                           FILE *stream) {
  nq_error *error = &comparison->error;
  if (file == CSV) return nq_runs_write_csv(&comparison->plan, comparison->store, stream, error);
  if (file == RESULTS) return nq_results_write(&comparison->plan, comparison->store, stream, error);
  if (file == JSON) return nq_summary_write_json(plots->summary, stream, error);
  return nq_report_write(plots, stream);
}

static void say_written(const struct comparison *comparison, const char *path) {
  if (!comparison->options->quiet && strcmp(path, "-") != 0) cli_say("written to %s", path);
}

static nq_status write_file(struct comparison *comparison, int file, const nq_plots *plots) {
  nq_error *error = &comparison->error;
  const char *path = comparison->options->path[file];
  nq_file *output = &comparison->file[file];
  nq_status status = nq_file_stream(output, error);
  if (status == NQ_OK) status = fill_file(comparison, file, plots, output->stream);
  if (status == NQ_OK) status = nq_file_close_stream(output, error);
  bool printed = file != REPORT && strcmp(path, "-") == 0;
  if (status == NQ_OK && cli_interrupted() && !printed) status = NQ_END; /* not whole */
  if (status == NQ_OK) status = nq_file_commit(output, NULL, error);
  if (status == NQ_OK) say_written(comparison, path);
  return status;
}

static nq_status add_plot(void *folder, const char *name, const nq_bytes *bytes, nq_error *error) {
  return cli_folder_add(folder, name, bytes->data, bytes->size, error);
}

static nq_status write_plots(struct comparison *comparison, const nq_plots *plots) {
  nq_error *error = &comparison->error;
  nq_status status = nq_plots_write(plots, add_plot, &comparison->folder, error);
  if (status == NQ_OK && cli_interrupted()) status = NQ_END; /* not whole */
  if (status == NQ_OK)
    status = cli_folder_commit(&comparison->folder, keep_going, comparison, error);
  if (status == NQ_IO && cli_interrupted()) status = NQ_END;
  if (status == NQ_OK) say_written(comparison, comparison->options->plots_path);
  return status;
}

static nq_status write_files(struct comparison *comparison, const nq_summary *summary) {
  const compare_options *options = comparison->options;
  nq_plots plots = {.summary = summary};
  nq_status status = NQ_OK;
  if (options->path[REPORT] != NULL || options->plots_path != NULL)
    status = nq_plots_init(&plots, summary, keep_going, comparison, &comparison->error);
  plots.wide = options->wide;
  for (int i = 0; i < FILES && status == NQ_OK; i++)
    if (options->path[i] != NULL) status = write_file(comparison, i, &plots);
  if (status == NQ_OK && options->plots_path != NULL) status = write_plots(comparison, &plots);
  nq_plots_release(&plots);
  return status;
}

static nq_status summarise_runs(struct comparison *comparison, nq_summary *summary) {
  nq_status status =
      nq_summary_init(summary, &comparison->plan, comparison->store, &comparison->error);
  if (status != NQ_OK) return status;
  if (comparison->printed == FILES) nq_summary_write_text(summary, stdout);
  summary->command = comparison->command;
  summary->conditions = (nq_conditions){.threads = comparison->options->threads,
                                        .processors = cli_processors(),
                                        .several = comparison->crew != NULL,
                                        .found = comparison->found};
  return NQ_OK;
}

/* The tables, or the file of standard output, of the runs so far.  A report would take too long. */
static int report_interrupted(struct comparison *comparison) {
  nq_summary summary;
  nq_watch watch, *outer = comparison->plan.watch;
  nq_watch_init(&watch, SECONDS_FOR_TABLES, NULL, NULL);
  comparison->plan.watch = &watch;
  bool empty = comparison->done == 0 && comparison->printed == FILES;
  nq_status status = empty ? NQ_END : summarise_runs(comparison, &summary);
  if (status == NQ_OK) {
    if (comparison->printed < REPORT)
      status = write_file(comparison, comparison->printed, &(nq_plots){.summary = &summary});
    nq_summary_release(&summary);
    fflush(stdout);
  }
  comparison->plan.watch = outer;
  nq_watch_release(&watch);
  if (status != NQ_OK && status != NQ_END) cli_say_error(NULL, &comparison->error);
  return say_interrupted(comparison);
}

/* Report what the runs of --quick leave open. */
static void say_undecided(const nq_summary *summary) {
  nq_power power = nq_summary_power(summary);
  size_t open = summary->claims - power.decided;
  if (open > 0)
    cli_say("--quick does not decide %zu of %zu pair%s: %s; leave it out for more runs", open,
            summary->claims, nq_plural(summary->claims), nq_words_power(summary).text);
  else
    cli_say("--quick: medians, shares and factors are rough: see their intervals, or run without "
            "--quick");
}

static nq_status report_results(struct comparison *comparison) {
  nq_summary summary;
  nq_status status = summarise_runs(comparison, &summary);
  if (status != NQ_OK) return status;
  if (comparison->options->quick && !comparison->options->quiet) say_undecided(&summary);
  if (summary.versions_differ || summary.machines_differ)
    cli_say("the store has runs of several %s: their times may not be comparable",
            summary.machines_differ ? "machines" : "versions");
  status = write_files(comparison, &summary);
  nq_summary_release(&summary);
  if (status == NQ_OK && comparison->options->path[REPORT] != NULL) say_without_plots(comparison);
  return status;
}

/* ---- The runs ---- */

/* Name the first wrong answer, in red on a terminal, and the file that keeps it, if it does. */
static int report_wrong(const struct comparison *comparison, const nq_experiment_outcome *outcome) {
  const nq_plan *plan = &comparison->plan;
  const nq_plan_run *run = &outcome->wrong_run;
  const nq_question *question = &plan->question[run->question];
  char path[NQ_ATTEMPT_PATH];
  bool red = isatty(STDERR_FILENO) && getenv("NO_COLOR") == NULL;
  if (red) fputs("\033[31m", stderr);
  cli_say("%" PRIu64 " answer%s wrong, the first by %s on %s, seed %" PRIu64 ": %s", outcome->wrong,
          outcome->wrong == 1 ? " is" : "s are", plan->variant[run->variant].label,
          question->name[0] != '\0' ? question->name : nq_words_group(plan, run->question).text,
          run->seed, outcome->wrong_reason);
  if (red) fputs("\033[0m", stderr);
  const nq_attempt attempt = {.plan = plan, .run = *run};
  if (plan->files[0] != '\0') {
    nq_attempt_wrong_path(&attempt, path);
    if (access(path, R_OK) == 0) cli_say("that answer is in %s", path);
  }
  return CLI_NO;
}

static int run_comparison(struct comparison *comparison) {
  const compare_options *options = comparison->options;
  nq_error *error = &comparison->error;
  nq_experiment_outcome outcome;
  cli_progress progress;
  nq_status status = nq_experiment_ask_versions(&comparison->plan, comparison->store, error);
  if (status != NQ_OK) return say_end(comparison, status);
  cli_progress_init(&progress, options->quiet);
  status = nq_experiment_run(&comparison->plan, comparison->store, options->threads,
                             comparison->crew, cli_progress_report, &progress, &outcome, error);
  cli_progress_end(&progress);
  comparison->found = outcome.found;
  comparison->done = outcome.done;
  if (status == NQ_END) {
    cli_say("interrupted while the stored runs were read");
    return CLI_INTERRUPTED;
  }
  if (status != NQ_OK) return say_end(comparison, status);
  if (outcome.interrupted && outcome.done < nq_plan_runs(&comparison->plan))
    return report_interrupted(comparison);
  if (!options->quiet && outcome.found > 0 && options->store_path != NULL)
    cli_say("%" PRIu64 " of %" PRIu64 " run%s in %s already", outcome.found, outcome.done,
            outcome.done == 1 ? " was" : "s were", options->store_path);
  status = report_results(comparison);
  bool wrong = status == NQ_OK && outcome.wrong > 0;
  return wrong ? report_wrong(comparison, &outcome) : say_end(comparison, status);
}

static int open_comparison(struct comparison *comparison, const cli_call *call) {
  const compare_options *options = comparison->options;
  nq_plan *plan = &comparison->plan;
  if (!make_plan(comparison, call)) return CLI_ERROR;
  if (open_files(comparison) != NQ_OK) return cli_say_error(NULL, &comparison->error);
  cli_catch_interrupts();
  comparison->store = nq_store_open(options->store_path, plan, &comparison->error);
  if (comparison->store == NULL) return cli_say_error(NULL, &comparison->error);
  if (!cli_compare_merge(plan, comparison->store, &options->merged, comparison->merged))
    return CLI_ERROR;
  json_decref(comparison->merged);
  comparison->merged = NULL;
  nq_watch watch;
  nq_watch_init(&watch, 0, keep_going, comparison);
  plan->watch = &watch;
  int code = run_comparison(comparison);
  plan->watch = NULL;
  nq_watch_release(&watch);
  return code;
}

/* ---- The command ---- */

static void put_word(const char *word, FILE *stream) {
  static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
                              "_@%+=:,./-";
  if (*word != '\0' && word[strspn(word, plain)] == '\0') {
    fprintf(stream, " %s", word);
    return;
  }
  fputs(" '", stream);
  for (; *word != '\0'; word++) fputs(*word == '\'' ? "'\\''" : (char[]){*word, '\0'}, stream);
  fputc('\'', stream);
}

/* "nqueens" and the words, up to NULL, quoted for a shell; free() it.  NULL: memory is short. */
static char *describe_command(char *const *words) {
  nq_bytes text = {0};
  FILE *stream = nq_bytes_stream(&text);
  if (stream != NULL) fputs("nqueens", stream);
  for (; stream != NULL && *words != NULL; words++) put_word(*words, stream);
  return nq_bytes_close_text(&text, stream);
}

static bool compare_defaults(void *options) {
  *(compare_options *)options =
      (compare_options){.runs = 25, .seed = 1, .threads = 1, .seconds = 10};
  return true;
}

static void make_quick(const cli_call *call) {
  compare_options *options = call->options;
  if (!cli_row_find(call, "runs")->given) options->runs = QUICK_RUNS;
  if (!cli_row_find(call, "time-limit")->given) options->seconds = QUICK_SECONDS;
}

static int run_compare(const cli_call *call) {
  if (((const compare_options *)call->options)->quick) make_quick(call);
  const compare_options *options = call->options;
  struct comparison comparison = {.options = options,
                                  .command = describe_command(call->words),
                                  .printed = FILES,
                                  .crew = call->program->crew};
  for (int i = 0; i < FILES; i++) {
    const char *path = options->path[i];
    comparison.file[i] = (nq_file){.descriptor = -1};
    if (path != NULL && strcmp(path, "-") == 0) comparison.printed = i;
  }
  int code = open_comparison(&comparison, call);
  json_decref(comparison.merged);
  nq_store_close(comparison.store);
  nq_plan_release(&comparison.plan);
  for (int i = 0; i < FILES; i++) nq_file_abort(&comparison.file[i]);
  cli_folder_abort(&comparison.folder);
  free(comparison.command);
  return code;
}

#define AT(member) offsetof(compare_options, member)

/* Of the files that SQLite writes beside its database. */
static const char *const store_suffixes[] = {"-wal", "-shm", "-journal", NULL};
static const char *const plot_patterns[] = {"*.svg", "*.pdf", "*.png", NULL};

static const nq_option usual[] = {
    {NQ_OPTION_LIST, "methods", .argument = "A,B,...", .offset = AT(lists),
     .names = cli_method_names, .help = "methods with default options"},
    {NQ_OPTION_LIST, "method", .letter = 'm', .argument = "VARIANT", .offset = AT(variants),
     .names = cli_method_names, .keys = nq_method_option,
     .help =
         "[LABEL=]METHOD[:KEY=VALUE,...]; the keys are below, the label is its name in tables, "
         "sentences and plots (default: from the keys that differ); run:FORMAT:COMMAND in place of "
         "METHOD is another solver, as in 'run:dimacs:cadical -q {}'; may be given several times"},
    {NQ_OPTION_TEXT, "n", .letter = 'n', .argument = "N,N..N,...", .offset = AT(n),
     .help = "board sizes, as in 8,20,1e3; 8..128:x2 doubles from 8 to 128"},
    {NQ_OPTION_LIST, "instance", .letter = 'i', .argument = "FILE", .offset = AT(instances),
     .inputs = true, .help = "an instance, as of `nqueens solve`; may be given several times"},
    {NQ_OPTION_LIST, "suite", .argument = "DIR/", .offset = AT(suites),
     .help = "a folder of instances with their index.json"},
    {NQ_OPTION_COUNT64, "runs", .letter = 'r', .argument = "R", .offset = AT(runs), .least = 1,
     .most = NQ_PLAN_RUNS_MOST, .fallback = "25", .help = "runs of each method on each question"},
    {NQ_OPTION_FLAG, "quick", .offset = AT(quick),
     .help = "a first look: " QUICK_RUNS_TEXT " runs of up to " QUICK_SECONDS_TEXT
             " s; reports what is open"},
    CLI_SEED(compare_options, seed, NQ_PLAN_SEED_MOST - NQ_PLAN_RUNS_MOST, "1",
             "the runs have the seeds S, S + 1, ..."),
    CLI_TIME_LIMIT(compare_options, seconds, "10", "end each run after this time"),
    {NQ_OPTION_OUTPUT, "store", .beside = store_suffixes, .argument = "FILE",
     .offset = AT(store_path), .help = "keep the runs in this SQLite database; continue from it"},
    {NQ_OPTION_OUTPUT, "report", .dash = STDOUT_FILENO, .argument = "FILE",
     .offset = AT(path[REPORT]), .help = "write the summary with plots to FILE, as HTML"},
    {NQ_OPTION_OUTPUT, "plots", .inside = plot_patterns, .argument = "DIR/",
     .offset = AT(plots_path), .help = "write each plot to DIR/, as SVG and PDF 8 cm wide"},
    CLI_QUIET(compare_options),
    {0},
};

static const nq_option further[] = {
    {NQ_OPTION_COUNT32, "threads", .letter = 't', .argument = "T", .offset = AT(threads),
     .least = 1, .most = 1024, .fallback = "1",
     .help = "runs at a time, each on one thread; several disturb each other's times"},
    {NQ_OPTION_COUNT64, "max-steps", .argument = "K", .offset = AT(steps), .least = 1,
     .most = INT64_MAX, .fallback = "none", .help = "end each run after K steps"},
    {NQ_OPTION_OUTPUT, "csv", .dash = STDOUT_FILENO, .argument = "FILE", .offset = AT(path[CSV]),
     .help = "write the runs to FILE, one per line"},
    {NQ_OPTION_OUTPUT, "json", .dash = STDOUT_FILENO, .argument = "FILE", .offset = AT(path[JSON]),
     .help = "write the numbers of the summary to FILE"},
    {NQ_OPTION_OUTPUT, "results", .argument = "FILE", .offset = AT(path[RESULTS]),
     .help = "write the runs on a suite to FILE, as JSON, for --merge"},
    {NQ_OPTION_LIST, "merge", .argument = "FILE", .offset = AT(merged),
     .help = "add the runs of results on the same suite; may be given several times"},
    {NQ_OPTION_FLAG, "wide", .offset = AT(wide),
     .help = "--plots for slides: 16:9, as SVG, PDF and PNG"},
    {0},
};

static const cli_group groups[] = {
    {.heading = "Further options", .options = further},
    {.heading = "Keys of ", .of_methods = true, .keys = true},
    {0},
};
static const nq_option file = {.kind = NQ_OPTION_INPUT, .name = "FILE"};

const cli_command cli_compare = {
    .name = "compare",
    .summary = "compare methods by many runs, with statistics",
    .description = "Compare methods, or variants of one, by many runs.",
    .usage = "--methods A,B,... --n N,... | FILE...",
    .example = "nqueens compare --methods min-conflicts,genetic --n 8,16,32 --runs 10",
    .about = "which method is faster?",
    .usual = usual,
    .groups = groups,
    .list_heading = "Methods:",
    .list = cli_method_names,
    .notes = "The tables go to standard output.\n",
    .exits = {"done", "a wrong answer", "error", NULL, "interrupted"},
    .first = &file,
    .most_arguments = SIZE_MAX,
    .options_size = sizeof(compare_options),
    .set_defaults = compare_defaults,
    .run = run_compare,
};
