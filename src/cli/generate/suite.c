/* nqueens suite: a named set of instances, by way of `generate`. */
#include "cli/commands.h"
#include "cli/generate/options.h"

#include <string.h>
#include <unistd.h>

#define AT(member) offsetof(cli_generate_options, member)

static const char *size_names(const void *options, size_t i, const char **about) {
  (void)options;
  *about = NULL;
  return nq_suite_at(i) != NULL ? nq_suite_at(i)->size : NULL;
}

static const nq_option usual[] = {
    {NQ_OPTION_OUTPUT, "output", .dash = STDOUT_FILENO, .letter = 'o', .argument = "DIR/",
     .offset = AT(output_path),
     .help = "write one file for each instance, and an index, into this new folder; needed"},
    {NQ_OPTION_TEXT, "size", .argument = "SIZE", .offset = AT(size), .names = size_names,
     .fallback = "main",
     .help = "smoke: 20 instances that most solvers decide in a second; main: 120 from easy to "
             "hard; open: those that no solver decided"},
    {NQ_OPTION_TEXT, "format", .letter = 'f', .argument = "FORMAT", .offset = AT(format),
     .names = cli_generate_format_names, .fallback = "native",
     .help = "a format of `nqueens export`"},
    {NQ_OPTION_TEXT, "encoding", .argument = "E", .offset = AT(encoding),
     .names = cli_generate_encoding_names, .fallback = "its first",
     .help = "the encoding, where the format has several"},
    CLI_THREADS(cli_generate_options, generate.threads,
                "number of threads; the files do not depend on it"),
    CLI_TIME_LIMIT(cli_generate_options, seconds, "none", "end after this time, with exit code 3"),
    CLI_JSON(cli_generate_options, "print the summary as a JSON object"),
    CLI_QUIET(cli_generate_options),
    {0},
};

static bool find_suite(const cli_call *call, cli_generate_options *options) {
  if (call->argument_count == 0)
    return cli_refuse("a suite is needed, as in `nqueens suite queens-2026 -o DIR/`");
  const char *name = call->arguments[0];
  if (nq_suite_by_name(name, NULL) == NULL)
    return cli_refuse("there is no suite '%.80s': did you mean '%s'?", name, nq_suite_at(0)->name);
  options->named = nq_suite_by_name(name, options->size);
  return options->named != NULL ||
         cli_refuse("--size: '%.80s' must be main, smoke or open", options->size);
}

static bool complete(const cli_call *call, cli_generate_options *options) {
  const char *path = options->output_path;
  if (!find_suite(call, options)) return false;
  if (path == NULL || path[0] == '\0' || strcmp(path, "-") == 0)
    return cli_refuse("a suite is a folder: give -o DIR/");
  options->suite = options->folder = true;
  options->generate.seed = options->named->seed;
  options->generate.seconds = cli_limit_seconds(options->seconds);
  cli_generate_format format;
  if (!cli_generate_format_find(options, nq_generate_kind_by_name("blocked"), &format))
    return false;
  return options->encoding == NULL || format.encoding != NULL ||
         cli_refuse("--encoding: the format %s has no encoding '%.80s'",
                    cli_generate_format_name(&format), options->encoding);
}

static int run_suite(const cli_call *call) {
  cli_generate_options *options = call->options;
  return complete(call, options) ? cli_generate_run(options, call->signals, call->crew) : CLI_ERROR;
}

static const char *suite_names(const void *options, size_t i, const char **about) {
  (void)options;
  *about = "plain boards, completion, blocked squares, excluded diagonals, one solution, none";
  const nq_suite *suite = nq_suite_at(i);
  bool first = suite != NULL && nq_suite_by_name(suite->name, NULL) == suite;
  return first ? suite->name : NULL;
}

static const cli_list lists[] = {{"Suites:", suite_names}, {0}};
static const nq_option suite_option = {NQ_OPTION_NAME, "NAME", .names = suite_names};
static const cli_group groups[] = {{0}};

const cli_command cli_suite = {
    .name = "suite",
    .summary = "write a named set of instances, the same for ever",
    .description = "Write a named set of instances with known answers, the same bytes for ever.",
    .usage = "NAME -o DIR/",
    .example = "nqueens suite queens-2026 --size smoke -o smoke/",
    .usual = usual,
    .groups = groups,
    .lists = lists,
    .notes = "Each instance is compared with its checksum.  index.json has for each its answer, "
             "checksum, generator, and the processor time that several solvers took.\n",
    .exits = {"done", NULL, "error", "limit reached", "interrupted"},
    .first = &suite_option,
    .most_arguments = 1,
    .options_size = sizeof(cli_generate_options),
    .set_defaults = cli_generate_set_defaults,
    .run = run_suite,
};
