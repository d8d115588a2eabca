/* nqueens count: the table of its modes, which options choose; without one, exact counts. */
#include "cli/commands.h"
#include "cli/count/modes.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef struct count_mode {
  const char *option;  /* that chooses it, or NULL */
  const char *what;    /* after its name in a message */
  const char *takes;   /* its other options, a blank before and after each */
  const char *needs;   /* arguments, as a message says it; NULL: any number of N */
  size_t least, most;  /* their number */
  uint32_t n_most;     /* of N */
  bool counts_units;   /* it is about the units of the count of N */
  cli_count_mode *run; /* returns the exit code */
} count_mode;

#define ALL_TAKE " json quiet threads time-limit "

static const count_mode modes[] = {
    {"estimate", "", ALL_TAKE "relative-error seed ", NULL, 1, SIZE_MAX, NQ_ESTIMATE_N_MAX, false,
     cli_count_estimate},
    {"nth", "", ALL_TAKE, "one N is needed, as in `nqueens count 8 --nth 0`", 1, 1,
     NQ_COUNT_PICK_N_MAX, false, cli_count_nth},
    {"merge", ", which only adds up files", " json quiet fundamental ",
     "N and then the checkpoint files are needed, as in `nqueens count 20 --merge a.txt b.txt`", 2,
     SIZE_MAX, NQ_COUNT_N_MAX, true, cli_count_files},
    {"verify", ", which reads files", ALL_TAKE "fundamental path seed ",
     "N and then the checkpoint files are needed, as in `nqueens count 20 --verify 5% a.txt`", 2,
     SIZE_MAX, NQ_COUNT_N_MAX, true, cli_count_files},
    {"plan", ", which only counts a sample", ALL_TAKE "path memory sample seed ",
     "a single N is needed, as in `nqueens count 22 --plan`", 1, 1, NQ_COUNT_N_MAX, true,
     cli_count_plan},
    {NULL, "",
     ALL_TAKE "fundamental slice checkpoint instance first-diagonals path memory table stats ",
     NULL, 0, SIZE_MAX, NQ_COUNT_N_MAX, false, cli_count_exact},
};

enum { MODES = sizeof modes / sizeof *modes };

static bool takes(const count_mode *mode, const char *option) {
  char word[40];
  if (mode->option != NULL && strcmp(mode->option, option) == 0) return true;
  snprintf(word, sizeof word, " %s ", option);
  return strstr(mode->takes, word) != NULL;
}

/* "--estimate, --verify and --plan": the modes that take the option. */
static void list_owners(const char *option, char *text, size_t size) {
  const char *names[MODES];
  size_t count = 0;
  for (size_t i = 0; i < MODES; i++)
    if (modes[i].option != NULL && takes(&modes[i], option)) names[count++] = modes[i].option;
  for (size_t i = 0; i < count; i++)
    nq_text_add(text, size, "%s--%s", i == 0 ? "" : i + 1 == count ? " and " : ", ", names[i]);
}

/* The last mode has no option; NULL after a message. */
static const count_mode *choose_mode(const cli_call *call) {
  const count_mode *chosen = NULL;
  for (size_t i = 0; i < MODES; i++) {
    if (modes[i].option != NULL && !cli_row_find(call, modes[i].option)->given) continue;
    if (chosen == NULL) chosen = &modes[i];
    if (chosen != &modes[i] && modes[i].option != NULL) {
      (void)cli_refuse("--%s and --%s cannot be combined", chosen->option, modes[i].option);
      return NULL;
    }
  }
  return chosen;
}

static bool check_options(const cli_call *call, const count_mode *mode) {
  char owners[80] = "";
  for (size_t i = 0; i < call->row_count; i++) {
    const char *name = nq_option_name(call->rows[i].option);
    if (!call->rows[i].given || cli_row_is_common(&call->rows[i]) || takes(mode, name)) continue;
    if (mode->option != NULL)
      return cli_refuse("--%s cannot be combined with --%s%s", name, mode->option, mode->what);
    list_owners(name, owners, sizeof owners);
    return cli_refuse("--%s is for %s", name, owners);
  }
  return true;
}

static bool check_arguments(const cli_call *call, const count_mode *mode) {
  const cli_count_options *options = call->options;
  size_t count = call->argument_count;
  bool stream = count > 0 && strcmp(call->arguments[0], "-") == 0;
  if (options->instance_path == NULL && count == 0)
    return cli_refuse(
        "N is needed, as in `nqueens count 8`, or `-` for numbers on standard input, or "
        "--instance FILE");
  if (options->instance_path != NULL && count > 0)
    return cli_refuse("N and --instance are both given: the file has n");
  if (mode->needs == NULL || (count >= mode->least && count <= mode->most && !stream)) return true;
  return cli_refuse("--%s: %s", mode->option, mode->needs);
}

static bool check_path(const char *path) {
  bool available;
  const char *name;
  for (size_t i = 0; path != NULL && (name = nq_count_path_name(i, &available)) != NULL; i++)
    if (strcmp(name, path) == 0 && !available)
      return cli_refuse("--path: this machine cannot run '%s'", name);
  return true;
}

/* ---- Options ---- */

static const char *path_names(const void *options, size_t i, const char **about) {
  bool available = true;
  const char *name = nq_count_path_name(i, &available);
  (void)options;
  *about = available ? NULL : "not on this machine";
  return name;
}

#define AT(member) offsetof(cli_count_options, member)

static const nq_option usual[] = {
    {NQ_OPTION_FLAG, "estimate", .offset = AT(estimate),
     .help = "estimate the number, with a 95 % interval; N up to 1000000"},
    {NQ_OPTION_FLAG, "fundamental", .offset = AT(fundamental),
     .help = "count classes under the 8 symmetries of the square"},
    CLI_THREADS(cli_count_options, threads, "number of threads"),
    {NQ_OPTION_SLICE, "slice", .argument = "K/M", .offset = AT(slice), .most = NQ_COUNT_SLICES_MAX,
     .fallback = "0/1", .help = "count part K of M, K from 0; the M numbers add up to the total"},
    {NQ_OPTION_OUTPUT, "checkpoint", .argument = "FILE", .offset = AT(checkpoint_path),
     .help = "save the count in FILE, and continue from it"},
    {NQ_OPTION_FLAG, "merge", .offset = AT(merge),
     .help = "add up the checkpoint FILEs that follow N; they may come from many machines"},
    CLI_INSTANCE(cli_count_options, "use its queens, blocked squares and diagonals"),
    CLI_TIME_LIMIT(cli_count_options, seconds, "none", "give up after this time, with exit code 3"),
    CLI_QUIET(cli_count_options),
    {0},
};

static const nq_option further[] = {
    {NQ_OPTION_TEXT, "verify", .argument = "P%", .offset = AT(verify),
     .help = "count P % of the records in the FILEs again, by other paths, and check their sum"},
    {NQ_OPTION_FLAG, "plan", .offset = AT(plan),
     .help = "print what the count of N takes, from a random sample of its units"},
    CLI_FIRST_DIAGONALS(cli_count_options),
    {NQ_OPTION_NAME, "path", .argument = "NAME", .offset = AT(path), .names = path_names,
     .fallback = "the first one below that this machine supports",
     .help = "the inner loops to count with"},
    {NQ_OPTION_REAL, "memory", .argument = "GIB", .offset = AT(memory), .most = 1 << 20,
     .fallback = "4 for each process",
     .help = "memory of all threads on a machine: larger tables are not kept, larger lists cut"},
    {NQ_OPTION_COUNT32, "sample", .argument = "K", .offset = AT(sample), .least = 2,
     .most = 1 << 20, .fallback = "20",
     .help = "number of units that --plan counts, rounded to whole runs of them"},
    CLI_SEED(cli_count_options, seed, INT64_MAX, "drawn from the system and reported",
             "seed of the random choices of --estimate, --verify and --plan"),
    {NQ_OPTION_REAL, "relative-error", .argument = "R", .offset = AT(relative_error), .most = 1000,
     .fallback = "not set: about 6 s of one core up to n = 10000",
     .help = "with --estimate: continue until the interval is the number times 1 +- R"},
    {NQ_OPTION_COUNT64, "nth", .argument = "R", .offset = AT(nth), .most = UINT64_MAX,
     .help = "print solution number R, from 0 on, in the order of the count; N up to 20"},
    {NQ_OPTION_FLAG, "table", .offset = AT(table),
     .help = "print a table: n, count and milliseconds"},
    CLI_JSON(cli_count_options, "print one JSON object for each result"),
    {NQ_OPTION_OUTPUT, "stats", .dash = STDERR_FILENO, .argument = "FILE", .offset = AT(stats_path),
     .help = "write a JSON object for each count; `-`: to standard error"},
    {0},
};

/* ---- The command ---- */

static bool set_defaults(void *options) {
  *(cli_count_options *)options = (cli_count_options){.threads = cli_processors(),
                                                      .first_diagonals = UINT64_MAX,
                                                      .seconds = -1,
                                                      .relative_error = -1,
                                                      .sample = 20,
                                                      .slice = {.part = 0, .parts = 1}};
  return true;
}

/* A mode for one N, which comes first. */
static int run_single(cli_count_run *run, const count_mode *mode) {
  nq_error error = {0};
  if (!cli_count_take_sizes(run->words[0], "N", mode->n_most, &run->sizes)) return CLI_ERROR;
  if (run->sizes.count > 1) return cli_say("--%s: %s", mode->option, mode->needs);
  run->n = run->sizes.n[0];
  if (mode->counts_units && nq_count_plan_new(run->n, &run->plan, &error) != NQ_OK)
    return cli_say_error(NULL, &error);
  run->words++;
  run->word_count--;
  int code = mode->run(run);
  nq_count_plan_free(run->plan);
  return code;
}

static int run_several(cli_count_run *run, const count_mode *mode) {
  run->stream = run->word_count == 1 && strcmp(run->words[0], "-") == 0;
  for (size_t i = 0; i < run->word_count && !run->stream; i++)
    if (strcmp(run->words[i], "-") == 0)
      return cli_say(
          "'-' must be given alone: numbers come either from standard input or as arguments");
    else if (!cli_count_take_sizes(run->words[i], "N", mode->n_most, &run->sizes))
      return CLI_ERROR;
  return mode->run(run);
}

static int run_count(const cli_call *call) {
  cli_count_options *options = call->options;
  cli_count_run run = {.options = options,
                       .crew = call->program->crew,
                       .words = (const char *const *)call->arguments,
                       .word_count = call->argument_count};
  const count_mode *mode = choose_mode(call);
  if (mode == NULL || !check_options(call, mode) || !check_arguments(call, mode) ||
      !check_path(options->path))
    return CLI_ERROR;
  options->sliced = cli_row_find(call, "slice")->given;
  if (takes(mode, "seed") && !cli_row_find(call, "seed")->given && !cli_system_seed(&options->seed))
    return CLI_ERROR;
  cli_progress_init(&run.progress, options->quiet);
  cli_progress_limit(&run.progress, cli_limit_seconds(options->seconds));
  int code = mode->needs != NULL ? run_single(&run, mode) : run_several(&run, mode);
  nq_sizes_release(&run.sizes);
  return code;
}

static const cli_group groups[] = {{.heading = "Further options", .options = further}, {0}};
static const nq_option size = {NQ_OPTION_COUNT32, "N", .least = 1, .most = NQ_COUNT_N_MAX};
static const nq_option checkpoint = {.kind = NQ_OPTION_INPUT, .name = "FILE"};

const cli_command cli_count = {
    .name = "count",
    .summary = "count all solutions exactly, or estimate their number",
    .description = "Print the exact number of solutions, one line for each N or for the instance.",
    .usage = "N... | -\n--instance FILE\nN --merge FILE... | N --verify P% FILE...",
    .example = "nqueens count 18",
    .about = "how many solutions are there?",
    .usual = usual,
    .groups = groups,
    .list_heading = "Paths:",
    .list = path_names,
    .notes =
        "N may be a list or range, as in 8,10..12.  `count -` reads numbers from standard input, "
        "up to a 0.  "
        "N is at most 29.\n\n"
        "Plain boards are counted by joining half boards, not by search, so there are no node "
        "counts.  The summary has units (sets of rows for the left half), seconds and threads.\n\n"
        "Instances are searched, and their solutions counted one by one.  At most 64 columns may "
        "be without a placed queen.\n\n"
        "--estimate prints ln Q for the number Q, Q itself and alpha = (n ln n - ln Q) / n, each "
        "with an interval that contains the true value in 95 of 100 runs.  With --time-limit and "
        "without --relative-error it uses all of that time.\n",
    .exits = {"counted", "no solution (--estimate, --nth), or a wrong record", "error",
              "incomplete (time limit, units missing in FILEs)", "interrupted"},
    .first = &size,
    .further = &checkpoint,
    .most_arguments = SIZE_MAX,
    .options_size = sizeof(cli_count_options),
    .set_defaults = set_defaults,
    .run = run_count,
};
