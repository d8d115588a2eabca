/* The command line of `nqueens solve`.  The options of the methods are the keys of
 * experiment/variant: `--selection rank` and `--method genetic:selection=rank` say the same. */
#include "cli/solve_options.h"
#include "cli/options.h"
#include "cli/output.h"
#include "experiment/variant.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* What the table fills. */
struct values {
  const char *output_path, *instance_path, *stats_path, *method, *proof;
  uint64_t n, seed, count, first_diagonals, threads, steps, restarts;
  double seconds;
  int format;
  bool one_based, quiet;
  const char *keys[NQ_VARIANT_KEYS];
};

static const char *const proof_suffixes[] = {".cnf", NULL};

#define AT(member) offsetof(struct values, member)

static const cli_option table[] = {
    {CLI_OUTPUT, "output", 'o', "FILE", AT(output_path), STDOUT_FILENO, 0, NULL,
     "write there, whole or not at all (default: standard output)"},
    {CLI_CHOICE, "format", 'f', "FORMAT", AT(format), NQ_FORMAT_LINE, 0, cli_format_names,
     "line, picture, json, npy, svg, png or pdf; default: by FILE's suffix (.txt .pic .json .npy "
     ".svg .png .pdf), or line (on a terminal picture, up to n = 40)"},
    {CLI_COUNT, "seed", 's', "S", AT(seed), 0, INT64_MAX, NULL,
     "same seed, same board (default: drawn from the system and told)"},
    {CLI_COUNT, "count", 'c', "C", AT(count), 1, UINT32_MAX, NULL, "that many solutions"},
    {CLI_COUNT, "threads", 't', "T", AT(threads), 1, 1024, NULL,
     "default: all cores; the board does not depend on it"},
    {CLI_REAL, "time-limit", 0, "SECONDS", AT(seconds), 0, 1000000000, NULL,
     "give up after that (exit code 3)"},
    {CLI_INPUT, "instance", 'i', "FILE", AT(instance_path), 0, 0, NULL,
     "keep its queens, blocked squares and diagonals"},
    {CLI_TEXT, "method", 'm', "METHOD", AT(method), 0, 0, NULL,
     "one of those below, the first unless said; with its options: METHOD:key=value,..."},
    {CLI_FLAG, "quiet", 'q', NULL, AT(quiet), 0, 0, NULL, "say nothing but errors"},
    {CLI_HEADING, NULL, 0, NULL, 0, 0, 0, NULL, "Of any method:"},
    {CLI_COUNT, "max-steps", 0, "K", AT(steps), 1, UINT64_MAX, NULL, "give up after K steps"},
    {CLI_COUNT, "max-restarts", 0, "R", AT(restarts), 1, UINT64_MAX, NULL,
     "give up after R restarts"},
    {CLI_OUTPUT, "stats", 0, "FILE", AT(stats_path), STDERR_FILENO, 0, NULL,
     "a JSON object on the run; `-`: standard error"},
    {CLI_FLAG, "one-based", 0, NULL, AT(one_based), 0, 0, NULL, "rows from 1 (line, json)"},
    {CLI_COUNT, "first-diagonals", 0, "D", AT(first_diagonals), 0, UINT64_MAX - 1, NULL,
     "use the first D of a CSPLib list of diagonals"},
    {CLI_OUTPUT, "proof", 0, "FILE", AT(proof), 0, 0, proof_suffixes,
     "of sat: a DRAT proof that no solution exists, of the formula FILE.cnf"},
};

#define COMMON (sizeof table / sizeof *table)

/* Headings, the keys of the methods, and the end. */
#define ROOM (COMMON + 2 * NQ_VARIANT_KEYS + 1)

/* The common options and those of the methods; `keys` keeps the texts that they point to. */
static void build_table(cli_option options[ROOM], nq_variant_key keys[NQ_VARIANT_KEYS],
                        char headings[NQ_VARIANT_KEYS][32]) {
  size_t count = COMMON;
  memcpy(options, table, sizeof table);
  for (size_t i = 0; i < NQ_VARIANT_KEYS && nq_variant_key_at(i, &keys[i]); i++) {
    if (i == 0 || strcmp(keys[i].method, keys[i - 1].method) != 0) {
      snprintf(headings[i], sizeof headings[i], "Of %s:", keys[i].method);
      options[count++] = (cli_option){.kind = CLI_HEADING, .help = headings[i]};
    }
    options[count++] = (cli_option){.kind = CLI_TEXT,
                                    .name = keys[i].name,
                                    .argument = keys[i].values,
                                    .offset = AT(keys) + i * sizeof(const char *),
                                    .help = keys[i].help};
  }
  options[count] = (cli_option){0};
}

/* The table of methods, for the end of the help. */
static void list_methods(char *text, size_t size) {
  size_t length = (size_t)snprintf(text, size, "Methods:\n");
  for (size_t i = 0; nq_method_name(i) != NULL && length < size; i++)
    length += (size_t)snprintf(text + length, size - length, "  %-14s %s\n", nq_method_name(i),
                               nq_method_summary(i));
  if (length < size)
    snprintf(text + length, size - length,
             "\nNumbers may be written 1000000, 1e6 or 1_000_000.\n"
             "Exit codes: 0 solved, 1 no solution exists, 2 error, 3 gave up, 130 interrupted.\n");
}

/* No method's name and no value of a key is longer than this. */
#define VALUE_MOST 60

/* Say what is wrong: "min-conflicts: walk: .." is about the option --walk. */
static void say_method_error(const char *method, const nq_error *error) {
  size_t length = strcspn(method, ":");
  const char *rest = error->message;
  if (strncmp(rest, method, length) == 0 && strncmp(rest + length, ": ", 2) == 0)
    cli_say("solve: --%s", rest + length + 2);
  else
    cli_say("solve: --method: %s", rest);
}

/* The method with its options as one text: what was said with --method, and then each key that was
 * said as an option of its own. */
static bool parse_method(const struct values *values, nq_solve_options *solve) {
  char text[NQ_VARIANT_TEXT];
  const char *method = values->method != NULL ? values->method : nq_method_name(0);
  if (strcspn(method, ":") > VALUE_MOST) {
    cli_say("solve: --method: '%.60s...' is not known", method);
    return false;
  }
  size_t length = (size_t)snprintf(text, sizeof text, "%s", method);
  char separator = strchr(method, ':') != NULL ? ',' : ':';
  nq_variant_key key;
  for (size_t i = 0; nq_variant_key_at(i, &key) && length < sizeof text; i++) {
    const char *value = values->keys[i];
    if (value == NULL) continue;
    if (strlen(value) > VALUE_MOST) {
      cli_say("solve: --%s: '%.60s...' is not known: it must be %s", key.name, value, key.values);
      return false;
    }
    length += (size_t)snprintf(text + length, sizeof text - length, "%c%s=%s", separator, key.name,
                               value);
    separator = ',';
  }
  nq_variant variant;
  nq_error error = {0};
  if (nq_variant_parse(text, &variant, &error) != NQ_OK) {
    say_method_error(method, &error);
    return false;
  }
  *solve = variant.solve;
  return true;
}

static bool parse_size(size_t arguments, char **argv, struct values *values) {
  char why[400];
  if ((arguments == 1) == (values->instance_path != NULL)) {
    cli_say("solve: either N or --instance FILE is needed, as in `nqueens solve 1000`");
    return false;
  }
  if (arguments == 0 || cli_parse_count(argv[1], 1, NQ_N_MAX, &values->n, why, sizeof why))
    return true;
  cli_say("solve: N: %s", why);
  return false;
}

static void fill(const struct values *values, cli_solve_options *options) {
  options->output_path = values->output_path;
  options->instance_path = values->instance_path;
  options->stats_path = values->stats_path;
  options->n = values->n;
  options->count = values->count;
  options->first_diagonals = values->first_diagonals;
  options->format = values->format;
  options->one_based = values->one_based;
  options->quiet = values->quiet;
  nq_solve_options *solve = &options->solve;
  solve->seed = values->seed;
  solve->proof = values->proof;
  solve->threads = (unsigned)values->threads;
  solve->limits.steps = values->steps;
  solve->limits.restarts = values->restarts;
  solve->limits.seconds = cli_limit_seconds(values->seconds);
}

bool cli_solve_options_parse(int argc, char **argv, cli_solve_options *options) {
  char notes[1024], headings[NQ_VARIANT_KEYS][32];
  nq_variant_key keys[NQ_VARIANT_KEYS];
  cli_option full[ROOM];
  list_methods(notes, sizeof notes);
  build_table(full, keys, headings);
  const cli_usage usage = {.name = "solve",
                           .arguments = "N | --instance FILE",
                           .summary = "Find one solution, random and verified.",
                           .notes = notes,
                           .range = "N must be 1 to 4294967295",
                           .most_arguments = 1};
  struct values values = {
      .count = 1, .first_diagonals = UINT64_MAX, .threads = cli_processors(), .seconds = -1};
  if (!cli_system_seed(&values.seed)) return false;
  size_t arguments = cli_options_parse(&usage, full, argc, argv, &values);
  if (!parse_size(arguments, argv, &values) || !parse_method(&values, &options->solve))
    return false;
  fill(&values, options);
  return true;
}
