/* nqueens solve: options -> instance -> nq_solve -> writer. */
#include "cli/commands.h"
#include "cli/solve/parts.h"

#include <string.h>
#include <unistd.h>

/* Set the method and the options in its text; options given separately must belong to it. */
static bool choose_method(const cli_call *call, cli_solve_options *options) {
  nq_solve_options *solve = &options->solve;
  nq_error error = {0};
  bool searches = options->instance_path != NULL && options->from_path == NULL;
  const char *method = options->method != NULL ? options->method
                       : searches              ? "auto"
                                               : nq_method_name(0);
  if (options->typical && options->method != NULL)
    return cli_refuse("--typical is short for --method typical: give one of them");
  if (options->typical) method = "typical";
  if (nq_solve_options_set(solve, method, &error) != NQ_OK)
    return cli_refuse("--method: %s", error.message);
  for (size_t i = 0; i < call->row_count; i++) {
    const cli_row *row = &call->rows[i];
    const char *owner = row->group.of;
    if (!row->given || owner == NULL || strcmp(owner, solve->method) == 0) continue;
    return cli_refuse("--%s: it is an option of %s, but the method is %s", row->option->name, owner,
                      solve->method);
  }
  if (options->log_path != NULL && strcmp(solve->method, "genetic") != 0)
    return cli_refuse("--log: it is an option of genetic, but the method is %s", solve->method);
  if (options->log_path != NULL && options->count > 1)
    return cli_refuse("--log: it is for one run, but --count is %" PRIu64, options->count);
  solve->limits.seconds = cli_limit_seconds(options->seconds);
  return true;
}

static bool set_defaults(void *values) {
  cli_solve_options *options = values;
  *options =
      (cli_solve_options){.count = 1, .first_diagonals = UINT64_MAX, .base = -1, .seconds = -1};
  nq_solve_options_init(&options->solve);
  options->solve.threads = cli_processors();
  return cli_system_seed(&options->solve.seed);
}

/* Is the board for a folder of shards, or too large for rows of 32 bits? */
static bool is_large(const cli_solve_options *options) {
  bool drawn = cli_output_picture(options->format, options->output_path) != NQ_DRAW_NONE;
  return options->n > NQ_N_MAX || options->wide ||
         (cli_path_names_folder(options->output_path) && !drawn);
}

/* Name the option that a large board does not have, if one is given. */
static bool refuse_options(const cli_solve_options *options) {
  const nq_solve_options *solve = &options->solve;
  bool npy = options->format == NQ_FORMAT_AUTO || options->format == NQ_FORMAT_NPY;
  const char *name = options->instance_path != NULL ? "instance"
                     : options->from_path != NULL   ? "from"
                     : options->count > 1           ? "count"
                     : !npy                         ? "format"
                     : options->one_based           ? "one-based"
                     : solve->limits.steps > 0      ? "max-steps"
                     : solve->limits.restarts > 0   ? "max-restarts"
                                                    : NULL;
  char text[1024];
  nq_solve_options_text(solve, text, sizeof text);
  if (name == NULL && strcmp(text, nq_method_name(0)) != 0) name = "method";
  if (name == NULL) return true;
  return cli_refuse("--%s: not for boards in shards or with rows of 64 bits", name);
}

/* Such a board goes to a folder or a .npy file. */
static bool require_path(const cli_solve_options *options) {
  const char *path = options->output_path;
  if (cli_path_names_folder(path)) return true;
  if (options->shards > 0) return cli_refuse("--shards needs a folder: -o DIR/");
  if (path != NULL && nq_format_by_suffix(path) == NQ_FORMAT_NPY) return true;
  if (options->n <= NQ_N_MAX) return cli_refuse("--wide needs -o DIR/ or -o FILE.npy");
  return cli_refuse("n = %" PRIu64 " is larger than %" PRIu32
                    ": such a board is written to -o DIR/ or -o FILE.npy",
                    options->n, NQ_N_MAX);
}

/* With --json, a board on standard output is an object. */
static bool choose_format(cli_solve_options *options) {
  if (!options->json || !cli_output_is_standard(options->output_path)) return true;
  if (options->format != NQ_FORMAT_AUTO && options->format != NQ_FORMAT_JSON)
    return cli_refuse("--format: with --json a board on standard output is JSON: give -o FILE");
  options->format = NQ_FORMAT_JSON;
  return true;
}

/* ---- --from ---- */

/* The board, which must be the only one. */
static nq_status read_only_board(nq_reader *reader, nq_board *board, nq_error *error) {
  uint64_t line;
  uint32_t n;
  nq_board second = {0};
  nq_status status = nq_reader_next(reader, board, &line, error);
  if (status == NQ_NO_BOARD && nq_reader_answer(reader, &n) != NQ_ANSWER_INVALID)
    return nq_error_set(error, NQ_BAD_VALUE, "it is an answer without a board");
  if (status != NQ_OK) return status;
  status = nq_reader_next(reader, &second, &line, error);
  nq_board_release(&second);
  if (status == NQ_END) return NQ_OK;
  return status != NQ_OK && status != NQ_NO_BOARD
             ? status
             : nq_error_set(error, NQ_BAD_VALUE, "it has several boards: a run starts from one");
}

static bool read_start(cli_solve_options *options) {
  const char *path = options->from_path;
  nq_error error = {0};
  cli_source source;
  if (cli_source_open(&source, path, NQ_FORMAT_AUTO, &error) != NQ_OK)
    return cli_say_error(path, &error) == CLI_YES;
  if (options->base >= 0) nq_reader_base(source.reader, (unsigned)options->base);
  nq_status status = read_only_board(source.reader, &options->from, &error);
  cli_source_close(&source, &error);
  options->solve.from = options->from.rows;
  return status == NQ_OK || cli_say_error(path, &error) == CLI_YES;
}

static bool has_columns(const cli_solve_options *options, uint64_t n, const char *what) {
  return options->from_path == NULL || options->from.n == n ||
         cli_refuse("--from: the board has %" PRIu32 " columns, but %s %" PRIu64, options->from.n,
                    what, n);
}

/* Read the board of --from, whose columns are N unless that is given too. */
static bool take_start(cli_solve_options *options) {
  const char *path = options->from_path, *other = options->instance_path;
  if (path == NULL && options->solve.keep)
    return cli_refuse("--keep: it is for the queens of a board: give --from BOARD");
  if (path == NULL && options->base >= 0)
    return cli_refuse("--base: it is for the board of --from");
  if (path == NULL) return true;
  if (other != NULL && strcmp(path, "-") == 0 && strcmp(other, "-") == 0)
    return cli_refuse("--from and --instance: only one of them can be standard input");
  if (!read_start(options)) return false;
  if (options->n == 0 && other == NULL) options->n = options->from.n;
  return other != NULL || has_columns(options, options->n, "N is");
}

static int run_options(const cli_call *call, cli_solve_options *options) {
  bool elsewhere =
      options->instance_path != NULL || (options->from_path != NULL && call->argument_count == 0);
  if (!cli_take_size(call, elsewhere, options) || !choose_method(call, options) ||
      !take_start(options))
    return CLI_ERROR;
  options->large = is_large(options);
  if (!options->large && options->shards > 0) return cli_say("--shards needs a folder: -o DIR/");
  if (options->large && (!refuse_options(options) || !require_path(options))) return CLI_ERROR;
  if (!choose_format(options)) return CLI_ERROR;
  nq_instance *instance = NULL;
  if (options->n <= NQ_N_MAX)
    instance =
        cli_take_instance(options->instance_path, options->first_diagonals, (uint32_t)options->n);
  if (instance == NULL && options->n <= NQ_N_MAX) return CLI_ERROR;
  int code = CLI_ERROR;
  if (instance == NULL || has_columns(options, nq_instance_n(instance), "the instance has"))
    code = cli_solve_run(options, instance, call->program->crew);
  nq_instance_free(instance);
  return code;
}

static int run_solve(const cli_call *call) {
  cli_solve_options *options = call->options;
  int code = run_options(call, options);
  nq_board_release(&options->from);
  return code;
}

#define AT(member) offsetof(cli_solve_options, member)

static const nq_option usual[] = {
    CLI_OUTPUT(cli_solve_options, "standard output",
               "write to this file, completely or not at all; DIR/: in shards"),
    {NQ_OPTION_CHOICE, "format", .letter = 'f', .argument = "FORMAT", .offset = AT(format),
     .choices = cli_format_choices, .fallback = CLI_FORMAT_DEFAULT, .help = CLI_FORMAT_HELP},
    CLI_SEED(cli_solve_options, solve.seed, INT64_MAX, "drawn from the system and reported",
             "the same seed gives the same board"),
    {NQ_OPTION_COUNT64, "count", .letter = 'c', .argument = "C", .offset = AT(count), .least = 1,
     .most = UINT32_MAX, .fallback = "1", .help = "number of solutions"},
    CLI_THREADS(cli_solve_options, solve.threads,
                "number of threads; the board does not depend on it"),
    CLI_TIME_LIMIT(cli_solve_options, seconds, "none", "give up after this time, with exit code 3"),
    CLI_INSTANCE(cli_solve_options, "use its queens, blocked squares and diagonals"),
    {NQ_OPTION_TEXT, "method", .letter = 'm', .argument = "METHOD", .offset = AT(method),
     .names = cli_method_names, .keys = nq_method_option,
     .fallback = "auto for an instance without --from, otherwise min-conflicts",
     .help = "the method; METHOD:key=value,... sets its options too"},
    CLI_QUIET(cli_solve_options),
    {0},
};

static const char *const proof_suffixes[] = {".cnf", NULL};

static const nq_option others[] = {
    {NQ_OPTION_INPUT, "from", .argument = "BOARD", .offset = AT(from_path),
     .help = "min-conflicts and genetic: start from the board in this file, in any form that "
             "`nqueens check` reads"},
    {NQ_OPTION_FLAG, "keep", .offset = AT(solve.keep),
     .help = "move as few of its queens as it can; up to about n = 20 provably the fewest"},
    {NQ_OPTION_COUNT32, "base", .argument = "B", .offset = AT(base), .most = 1,
     .fallback = "seen: a 0 shows 0, n without a 0 shows 1",
     .help = "what the columns and rows of --from count from, 0 or 1"},
    {NQ_OPTION_FLAG, "typical", .offset = AT(typical),
     .help = "a board like one drawn at random from all solutions (method typical)"},
    {NQ_OPTION_COUNT64, "max-steps", .argument = "K", .offset = AT(solve.limits.steps), .least = 1,
     .most = UINT64_MAX, .fallback = "none", .help = "give up after K steps"},
    {NQ_OPTION_COUNT64, "max-restarts", .argument = "R", .offset = AT(solve.limits.restarts),
     .least = 1, .most = UINT64_MAX, .fallback = "none", .help = "give up after R restarts"},
    {NQ_OPTION_OUTPUT, "stats", .dash = STDERR_FILENO, .argument = "FILE", .offset = AT(stats_path),
     .help = "write a JSON object about the run; `-`: to standard error"},
    CLI_JSON(cli_solve_options,
             "print a JSON object for each run, with its board unless -o is given"),
    {NQ_OPTION_OUTPUT, "log", .argument = "FILE", .offset = AT(log_path),
     .help = "genetic: write a line of CSV for each generation, while the run goes on"},
    {NQ_OPTION_OUTPUT, "proof", .beside = proof_suffixes, .argument = "FILE",
     .offset = AT(solve.proof),
     .help =
         "auto, backtracking and sat: where no solution exists, write a proof in DRAT there, and "
         "its formula to FILE.cnf; auto and backtracking: FILE.pbp is a proof in VeriPB's format, "
         "for `nqueens export --to opb`"},
    {NQ_OPTION_COUNT64, "shards", .argument = "K", .offset = AT(shards), .least = 1, .most = 512,
     .fallback = "as many as hold up to 2^27 columns each",
     .help = "number of files of a board in a folder"},
    {NQ_OPTION_FLAG, "wide", .offset = AT(wide),
     .help = "write rows of 64 bits to the folder or .npy file, as from n = 2^32 on"},
    CLI_ONE_BASED(cli_solve_options),
    CLI_FIRST_DIAGONALS(cli_solve_options),
    {0},
};

static const cli_group groups[] = {
    {.heading = "Options of every method", .options = others},
    {.heading = "Options of ", .of_methods = true, .offset = AT(solve)},
    {0},
};
static const nq_option size = {NQ_OPTION_COUNT64, "N", .offset = AT(n), .least = 1,
                               .most = NQ_LARGE_N_MAX};

const cli_command cli_solve = {
    .name = "solve",
    .summary = "find one or more solutions for any n",
    .description = "Find one solution, random and verified.",
    .usage = "N | --instance FILE",
    .example = "nqueens solve 1000000 -o board.npy",
    .about = "one random solution, verified",
    .usual = usual,
    .groups = groups,
    .list_heading = "Methods:",
    .list = cli_method_names,
    .notes = "Numbers may be written 1000000, 1e6 or 1_000_000.\n",
    .exits = {"solved", "no solution", "error", "limit reached", "interrupted"},
    .first = &size,
    .most_arguments = 1,
    .options_size = sizeof(cli_solve_options),
    .set_defaults = set_defaults,
    .run = run_solve,
};
