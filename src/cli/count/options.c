/* The options of nqueens count. */
#include "cli/count/modes.h"

#include <string.h>
#include <unistd.h>

bool cli_count_take_sizes(const char *text, const char *place, uint32_t most, nq_sizes *sizes) {
  const nq_option size = {NQ_OPTION_COUNT32, place, .least = 1, .most = most};
  nq_error error = {0};
  if (nq_sizes_add(sizes, &size, text, &error) == NQ_OK) return true;
  bool large = most == NQ_COUNT_N_MAX && strstr(error.message, "out of range") != NULL;
  return cli_refuse("%s%s", error.message,
                    large ? ", so that the diagonals of a half board fit in 64 bits" : "");
}

uint64_t cli_count_memory(const cli_count_options *options) {
  return (uint64_t)(options->memory * (1 << 30));
}

uint32_t cli_count_threads(const cli_count_options *options) {
  return options->threads != 0 ? options->threads : cli_processors();
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
