/* The options of nqueens count, and which of them go together. */
#include "cli/count/count.h"
#include "cli/numbers.h"
#include "core/number.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static bool check_path(const char *path) {
  bool available;
  const char *name;
  for (size_t i = 0; (name = nq_count_path_name(i, &available)) != NULL; i++)
    if (strcmp(name, path) == 0 && !available)
      return cli_refuse("--path: this machine cannot run '%s'", name);
  return true;
}

/* The numbers to count come from arguments or from an instance. */
static bool check_arguments(const cli_count_options *options, size_t arguments) {
  if (options->instance_path == NULL && arguments == 0)
    return cli_refuse(
        "N is needed, as in `nqueens count 8`, or `-` for numbers on standard input, or "
        "--instance FILE");
  bool merge = options->merge || options->verify != NULL || options->plan;
  if (options->instance_path == NULL || (arguments == 0 && !merge)) return true;
  return cli_refuse(arguments > 0 ? "N and --instance are both given: the file has n"
                                  : "--instance cannot be combined with --merge, --verify or "
                                    "--plan, which are about counts of an N");
}

/* An instance has fewer parts than a board. */
static bool check_slice(const cli_count_options *options) {
  const nq_option_slice *slice = &options->slice;
  if (options->instance_path == NULL || slice->parts <= NQ_COUNT_INSTANCE_SLICES_MAX) return true;
  return cli_refuse("--slice: '%" PRIu64 "/%" PRIu64
                    "' is out of range: for an instance M must be 1 to %d",
                    slice->part, slice->parts, NQ_COUNT_INSTANCE_SLICES_MAX);
}

/* Only one of --merge, --verify and --plan, each with what it takes. */
static bool check_mode(const cli_count_options *options, size_t arguments, bool stream) {
  bool given = options->checkpoint_path != NULL || options->sliced;
  if (options->merge + (options->verify != NULL) + options->plan > 1)
    return cli_refuse("--merge, --verify and --plan cannot be combined");
  if (options->merge &&
      (given || options->threads != 0 || options->seconds >= 0 || options->path != NULL))
    return cli_refuse("--merge only adds up files: it cannot be combined with --slice, "
                      "--checkpoint, --threads, --time-limit or --path");
  if (options->merge && (stream || arguments == 1))
    return cli_refuse("--merge: N and then the checkpoint files are needed, as in "
                      "`nqueens count 20 --merge a.txt b.txt`");
  if (options->verify != NULL && given)
    return cli_refuse("--verify reads files: it cannot be combined with --slice or --checkpoint");
  if (options->verify != NULL && (stream || arguments <= 1))
    return cli_refuse("--verify: N and then the checkpoint files are needed, as in "
                      "`nqueens count 20 --verify 5%% a.txt`");
  if (options->plan && (given || options->fundamental))
    return cli_refuse("--plan only counts a sample: it cannot be combined with --slice, "
                      "--checkpoint or --fundamental");
  if (options->plan && (stream || arguments != 1))
    return cli_refuse("--plan: a single N is needed, as in `nqueens count 22 --plan`");
  if (options->sampled && !options->plan) return cli_refuse("--sample is for --plan");
  if (options->seeded && !options->plan && !options->estimate && options->verify == NULL)
    return cli_refuse("--seed is for --estimate, --verify and --plan: a count draws nothing");
  return true;
}

/* P or P%, 0 < P <= 100. */
static bool read_share(cli_count_options *options) {
  char number[40];
  const char *text = options->verify;
  if (text == NULL) return true;
  size_t length = strlen(text);
  if (length > 0 && text[length - 1] == '%') length--;
  snprintf(number, sizeof number, "%.*s", (int)length, text);
  bool good = length < sizeof number &&
              nq_number_parse_real(number, &options->share) == NQ_NUMBER_OK && options->share > 0 &&
              options->share <= 100;
  options->share /= 100;
  return good || cli_refuse("--verify: '%s' is not a share: it must be P or P%%, over 0 and at "
                            "most 100",
                            text);
}

bool cli_count_check_options(cli_count_options *options, size_t arguments, char **words) {
  bool stream = arguments > 0 && strcmp(words[0], "-") == 0;
  if (!check_arguments(options, arguments) || !check_slice(options) ||
      !check_mode(options, arguments, stream) || !read_share(options))
    return false;
  if (options->fundamental && options->sliced)
    return cli_refuse("--fundamental cannot be combined with --slice: classes follow from the "
                      "number of all solutions; merge the parts with --fundamental");
  bool several = arguments > 1 || (arguments == 1 && cli_numbers_are_several(words[0]));
  if (options->checkpoint_path != NULL && (stream || several))
    return cli_refuse("--checkpoint: a file keeps the count of a single N, given as an argument");
  return options->path == NULL || check_path(options->path);
}

bool cli_count_parse_n(const char *text, const char *place, uint32_t *n) {
  const nq_option size = {NQ_OPTION_COUNT32, place, .least = 1, .most = NQ_COUNT_N_MAX};
  nq_error error = {0};
  uint64_t value = 0;
  if (nq_option_set(&size, text, n, &error) == NQ_OK) return true;
  nq_number number = nq_number_parse(text, &value);
  bool large = number == NQ_NUMBER_LARGE || (number == NQ_NUMBER_OK && value > NQ_COUNT_N_MAX);
  return cli_refuse("%s%s", error.message,
                    large ? ", so that the diagonals of a half board fit in 64 bits" : "");
}

uint64_t cli_count_memory(const cli_count_options *options) {
  return (uint64_t)(options->memory * (1 << 30));
}

const char *cli_count_path_names(const void *options, size_t i, const char **about) {
  bool available = true;
  const char *name = nq_count_path_name(i, &available);
  (void)options;
  *about = available ? NULL : "not on this machine";
  return name;
}

#define AT(member) offsetof(cli_count_options, member)

const nq_option cli_count_usual[] = {
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

const nq_option cli_count_further[] = {
    {NQ_OPTION_TEXT, "verify", .argument = "P%", .offset = AT(verify),
     .help = "count P % of the records in the FILEs again, by other paths, and check their sum"},
    {NQ_OPTION_FLAG, "plan", .offset = AT(plan),
     .help = "print what the count of N takes, from a random sample of its units"},
    CLI_FIRST_DIAGONALS(cli_count_options),
    {NQ_OPTION_NAME, "path", .argument = "NAME", .offset = AT(path), .names = cli_count_path_names,
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
