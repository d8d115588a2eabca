/* nqueens check: boards against the plain problem or an instance. */
#include "cli/check/checker.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Can other processes read the files?  They have no standard input, and densities are added up and
 * solutions compared here. */
static bool can_share(const cli_call *call) {
  for (size_t i = 0; i < call->argument_count; i++)
    if (strcmp(call->arguments[i], "-") == 0) return false;
  const cli_check_options *options = call->options;
  return call->program->crew != NULL && call->argument_count > 1 && !options->typical &&
         !options->distinct;
}

/* --all and --fundamental ask for --distinct too.  False, after a message, where options clash. */
static bool settle_options(cli_check_options *options, size_t files) {
  if (options->csv_path != NULL && options->grade_path == NULL)
    return cli_refuse("--csv needs --grade DIR/");
  if (options->grade_path != NULL && files > 0)
    return cli_refuse("--grade takes the files of its folder; FILE is one argument too many");
  if (options->grade_path != NULL && (options->typical || options->all))
    return cli_refuse("--grade and --%s cannot both be given", options->all ? "all" : "typical");
  if ((options->answers_path != NULL) != (options->against_path != NULL))
    return cli_refuse("--answers FILE and --against SET belong together");
  if (options->answers_path != NULL && (files > 0 || options->grade_path != NULL))
    return cli_refuse("--answers takes no %s", files > 0 ? "further FILE" : "--grade");
  options->distinct = options->distinct || options->all || options->fundamental;
  return true;
}

/* Set the instance and n; false, after a message, when it cannot be read or contradicts --n. */
static bool prepare(cli_checker *checker, nq_instance **instance) {
  const cli_check_options *options = checker->options;
  checker->n = options->n;
  if (options->instance_path == NULL) return true;
  *instance = cli_read_instance(options->instance_path, options->first_diagonals);
  if (*instance == NULL) return false;
  checker->instance = *instance;
  checker->n = nq_instance_n(*instance);
  if (options->all && options->fundamental && !nq_instance_is_plain(*instance))
    return cli_refuse("--all: --fundamental is for plain boards");
  if (options->n == 0 || options->n == checker->n) return true;
  return cli_refuse("--n %" PRIu32 ": the instance has n=%" PRIu32, options->n, checker->n);
}

/* ---- The command ---- */

static bool set_defaults(void *options) {
  *(cli_check_options *)options =
      (cli_check_options){.from = "auto", .first_diagonals = UINT64_MAX, .base = -1};
  return true;
}

static void check_files(cli_checker *checker, char **files, size_t count) {
  if (count == 0) cli_check_file(checker, "-");
  if (count > 1) cli_progress_items(checker->progress, "files", count);
  for (size_t i = 0; i < count && !ferror(stdout); i++) {
    cli_check_file(checker, files[i]);
    cli_progress_items_done(checker->progress, i + 1);
  }
}

/* ---- The run ---- */

static int run_check(const cli_call *call) {
  cli_check_options *options = call->options;
  nq_instance *instance = NULL;
  cli_progress progress;
  cli_checker checker = {.options = options,
                         .format = nq_format_by_name(options->from),
                         .out = stdout,
                         .progress = &progress,
                         .crew = call->program->crew,
                         .together = 1};
  cli_density density = {0};
  nq_solutions set = {.images = options->fundamental};
  if (!settle_options(options, call->argument_count)) return CLI_ERROR;
  if (options->typical) checker.density = &density;
  if (options->distinct) checker.set = &set;
  if (!prepare(&checker, &instance)) {
    nq_instance_free(instance);
    return CLI_ERROR;
  }
  cli_progress_init(&progress, options->quiet);
  progress.beside_output = isatty(STDOUT_FILENO);
  bool done = true;
  if (options->grade_path != NULL)
    done = cli_grade_folder(&checker);
  else if (options->answers_path != NULL)
    done = cli_score_answers(&checker);
  else if (can_share(call))
    cli_check_files(&checker, call->arguments, call->argument_count, call->program->crew);
  else
    check_files(&checker, call->arguments, call->argument_count);
  cli_progress_clear(&progress);
  if (options->all) done = cli_gaps_print(&checker);
  if (options->typical) done = cli_density_print(&density, options->json);
  nq_solutions_release(&set);
  nq_instance_free(instance);
  return done ? checker.code : CLI_ERROR;
}

#define AT(member) offsetof(cli_check_options, member)

static const nq_option usual[] = {
    CLI_INSTANCE(cli_check_options, "check the boards against this instance too"),
    {NQ_OPTION_COUNT32, "n", .argument = "N", .offset = AT(n), .least = 1, .most = NQ_N_MAX,
     .help = "board size, if the boards do not contain it"},
    {NQ_OPTION_COUNT32, "base", .argument = "B", .offset = AT(base), .most = 1,
     .fallback = "seen: a 0 shows 0, n without a 0 shows 1",
     .help = "what columns and rows count from, 0 or 1"},
    {NQ_OPTION_FLAG, "distinct", .offset = AT(distinct),
     .help = "name the solutions given twice, with exit code 1"},
    {NQ_OPTION_FLAG, "all", .offset = AT(all),
     .help = "name a solution that is missing, and how many are"},
    {NQ_OPTION_INPUT, "grade", .argument = "DIR/", .offset = AT(grade_path),
     .help = "check each file in a folder; a line of CSV for each"},
    CLI_JSON(cli_check_options, "print one JSON object for each board"),
    {NQ_OPTION_FLAG, "quiet", .letter = 'q', .offset = AT(quiet),
     .help = "print nothing about valid boards"},
    {0},
};

static const nq_option further[] = {
    CLI_FROM(cli_check_options),
    {NQ_OPTION_TEXT, "variable", .argument = "NAME", .offset = AT(variable),
     .help = "name of the list that holds the board; for answers with several lists"},
    CLI_FIRST_DIAGONALS(cli_check_options),
    {NQ_OPTION_FLAG, "fundamental", .offset = AT(fundamental),
     .help = "--distinct and --all take the images of a solution under the 8 symmetries for the "
             "same"},
    {NQ_OPTION_INPUT, "answers", .argument = "FILE", .offset = AT(answers_path),
     .help = "score answers to puzzles, a board a line: how many are right for each number of "
             "branches; needs --against"},
    {NQ_OPTION_INPUT, "against", .argument = "SET", .offset = AT(against_path),
     .help =
         "the puzzles of --answers: a file of lines that `generate puzzles` wrote, or its folder"},
    {NQ_OPTION_OUTPUT, "csv", .dash = STDOUT_FILENO, .argument = "FILE", .offset = AT(csv_path),
     .fallback = "standard output", .help = "write the table of --grade to this file"},
    {NQ_OPTION_FLAG, "typical", .offset = AT(typical),
     .help =
         "print the density of the boards beside that of all solutions, for n >= 8; --json then "
         "has an object for each board that is not valid, and one for the densities"},
    {NQ_OPTION_REAL, "memory", .argument = "GIB", .offset = AT(memory), .most = 1 << 20,
     .fallback = "half of what is available",
     .help = "memory for the check of a large board, which is read once for each part of its lines "
             "that fits; a .npy file of any n is then checked so"},
    {0},
};

static const cli_group groups[] = {{.heading = "Further options", .options = further}, {0}};
static const nq_option file = {.kind = NQ_OPTION_INPUT, .name = "FILE"};

const cli_command cli_check = {
    .name = "check",
    .summary = "report whether boards are solutions, and if not, why not",
    .description = "Report for each board whether it is a solution, and if not, why not.",
    .usage = "[FILE...]",
    .example = "nqueens check board.npy",
    .about = "is it a solution?",
    .usual = usual,
    .groups = groups,
    .notes =
        "Without FILE, or if FILE is `-`, boards are read from standard input.  FILE may also be a "
        "folder that `nqueens solve N -o DIR/` wrote.\n\n"
        "Boards are recognised in any text, as rows, matrices, pictures, pairs of column and row, "
        "assignments or literals.  What is not a line of rows from 0 is named in the verdict, as "
        "`valid n=4 (pairs, from 0)`; what may be read in two ways is an error that names the "
        "option which decides.  Text with words, at most two numbers and no list is skipped.\n\n"
        "--from names a format, so that it alone is read: line, picture, json, npy, "
        "pairs, matrix, csv, leetcode, fen; what programs "
        "print: list (numbers in brackets or with commas, from 0), judge (lines or lists of rows "
        "from 1), chess (a2 b4 ...), values (x0 = 1 ...); and the answers of solvers: smt "
        "(SMT-LIB), z3py, sat (s and v lines, pseudo-Boolean too), minizinc, asp (clingo), cbc "
        "(and other integer solvers), glpk, opl, toulbar2, cpsat, essence, xcsp3; qubo (samples of "
        "0 and 1) is read only so.  Files may be compressed by gzip.\n\n"
        "An answer may have several lists or variables.  The board is the one that --variable "
        "names; otherwise the one named queens, or named as in the output of nqueens export (x in "
        "OPL, q in XCSP3), or the only one.\n",
    .exits = {"all valid", "some invalid", "something could not be read",
              "an answer `unsatisfiable` or `unknown`", "interrupted"},
    .first = &file,
    .most_arguments = SIZE_MAX,
    .options_size = sizeof(cli_check_options),
    .set_defaults = set_defaults,
    .run = run_check,
};
