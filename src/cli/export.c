/* nqueens export: options -> instance -> export format -> file. */
#include "cli/describe.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/progress.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* A larger file is announced before its first byte. */
#define BYTES_UNANNOUNCED 1000000000

typedef struct cli_export_options {
  const char *format, *encoding, *output_path, *instance_path;
  uint64_t n, first_diagonals;
  int part;
  bool list, quiet;
} cli_export_options;

/* ---- Options ---- */

static const char *const part_names[] = {
    [NQ_PART_ALL] = "all", [NQ_PART_MODEL] = "model", [NQ_PART_DATA] = "data", NULL};

#define AT(member) offsetof(cli_export_options, member)

static const cli_option table[] = {
    {CLI_TEXT, "to", 't', "FORMAT", AT(format), 0, 0, NULL, "the language; --list names them"},
    {CLI_TEXT, "encoding", 'e', "E", AT(encoding), 0, 0, NULL,
     "where a format has several (default: its first)"},
    {CLI_CHOICE, "part", 0, NULL, AT(part), NQ_PART_ALL, 0, part_names,
     "the model or its data alone, where a format keeps them in two files"},
    {CLI_OUTPUT, "output", 'o', "FILE", AT(output_path), STDOUT_FILENO, 0, NULL,
     "write there, whole or not at all (default: standard output)"},
    {CLI_INPUT, "instance", 'i', "FILE", AT(instance_path), 0, 0, NULL,
     "with its queens, blocked squares and diagonals"},
    {CLI_COUNT, "first-diagonals", 0, "D", AT(first_diagonals), 0, UINT64_MAX - 1, NULL,
     "use the first D of a CSPLib list of diagonals"},
    {CLI_FLAG, "list", 0, NULL, AT(list), 0, 0, NULL, "name the formats and their encodings"},
    {CLI_FLAG, "quiet", 'q', NULL, AT(quiet), 0, 0, NULL, "say nothing but errors"},
    {0}};

static bool check_arguments(size_t arguments, char **argv, cli_export_options *options) {
  char why[400];
  if (options->list) {
    if (arguments == 0 && options->instance_path == NULL && options->format == NULL &&
        options->encoding == NULL && options->output_path == NULL)
      return true;
    cli_say("export: --list goes alone");
    return false;
  }
  if (options->format == NULL) {
    cli_say("export: --to FORMAT is needed, as in `nqueens export --to dimacs 8`; "
            "`nqueens export --list` names the formats");
    return false;
  }
  if ((arguments == 1) == (options->instance_path != NULL)) {
    cli_say("export: either N or --instance FILE is needed, as in `nqueens export --to dimacs 8`");
    return false;
  }
  if (arguments == 1 && options->first_diagonals != UINT64_MAX) {
    cli_say("export: --first-diagonals goes with --instance");
    return false;
  }
  if (arguments == 0 || cli_parse_count(argv[1], 1, NQ_N_MAX, &options->n, why, sizeof why))
    return true;
  cli_say("export: N: %s", why);
  return false;
}

/* Names after one another, into `text`. */
static void join_names(const char *const *names, char *text, size_t size) {
  size_t length = 0;
  text[0] = '\0';
  for (size_t i = 0; names != NULL && names[i] != NULL && length < size; i++)
    length += (size_t)snprintf(text + length, size - length, i > 0 ? ", %s" : "%s", names[i]);
}

/* The library would refuse these too, but cannot say which option is at fault. */
static bool check_format(const cli_export_options *options) {
  const nq_export_format *format = nq_export_format_by_name(options->format);
  char names[400];
  if (format == NULL) {
    cli_say("export: --to: there is no format '%.80s'; `nqueens export --list` names them",
            options->format);
    return false;
  }
  if (options->part != NQ_PART_ALL && !format->parts) {
    cli_say("export: --part: the format %s is one file: it has no parts", format->name);
    return false;
  }
  const char *const *encodings = format->encodings;
  if (options->encoding == NULL) return true;
  for (size_t i = 0; encodings != NULL && encodings[i] != NULL; i++)
    if (strcmp(encodings[i], options->encoding) == 0) return true;
  join_names(encodings, names, sizeof names);
  cli_say("export: --encoding: the format %s has no encoding '%.80s'; it has %s", format->name,
          options->encoding, encodings != NULL ? names : "one only, without a name");
  return false;
}

static bool parse(int argc, char **argv, cli_export_options *options) {
  static const cli_usage usage = {.name = "export",
                                  .arguments = "--to FORMAT N\n--to FORMAT --instance FILE\n--list",
                                  .summary = "Write an instance in the language of another solver.",
                                  .notes = "Numbers may be written 1000000, 1e6 or 1_000_000.\n"
                                           "Exit codes: 0 done, 2 error, 130 interrupted.\n",
                                  .range = "N must be 1 or more",
                                  .most_arguments = 1};
  *options = (cli_export_options){.first_diagonals = UINT64_MAX};
  size_t arguments = cli_options_parse(&usage, table, argc, argv, options);
  if (!check_arguments(arguments, argv, options)) return false;
  return options->list || (check_format(options) &&
                           cli_output_suffix_agrees("to", options->format, options->output_path));
}

/* ---- The list ---- */

static void list_format(const nq_export_format *format) {
  char names[400];
  printf("%-12s %s (%s)\n", format->name, format->summary, format->suffix);
  if (format->encodings != NULL) {
    join_names(format->encodings, names, sizeof names);
    printf("%-12s   --encoding %s\n", "", names);
  }
  if (format->parts) printf("%-12s   --part all, model, data\n", "");
  if (format->many_models == NULL) return;
  join_names(format->many_models, names, sizeof names);
  printf("%-12s   several models for one solution: %s\n", "", names);
}

static int list_formats(void) {
  const nq_export_format *format;
  for (size_t i = 0; (format = nq_export_format_at(i)) != NULL; i++) list_format(format);
  puts("\nThe first encoding is the default.  A file has as many models as the instance has\n"
       "solutions, but for the encodings said to have several for one.");
  return CLI_YES;
}

/* ---- The run ---- */

/* The parts of a run. */
struct job {
  const cli_export_options *options;
  const nq_instance *instance;
  nq_export_options export;
  cli_progress progress;
  nq_file output;
};

static nq_status announce(const struct job *job, nq_error *error) {
  uint64_t bytes;
  char size[32];
  nq_status status = nq_export_size(job->instance, &job->export, &bytes, error);
  if (status != NQ_OK || bytes <= BYTES_UNANNOUNCED || job->options->quiet) return status;
  cli_describe_bytes(bytes, size, sizeof size);
  cli_say("about %s will be written to %s", size, job->output.name);
  return NQ_OK;
}

/* Such an instance is exported all the same: it may be meant to have no solution. */
static void say_contradiction(const struct job *job) {
  nq_error why = {0};
  if (!job->options->quiet && nq_instance_contradiction(job->instance, &why))
    cli_say("the instance has no solution: %s", why.message);
}

static int say_failure(struct job *job, const nq_error *error) {
  bool interrupted = error->status == NQ_IO && atomic_load(job->progress.interrupted);
  cli_progress_clear(&job->progress);
  if (!interrupted) return cli_say_error(error->status == NQ_IO ? job->output.name : NULL, error);
  cli_say("interrupted while writing %s", job->output.name);
  return CLI_INTERRUPTED;
}

static int run(struct job *job) {
  nq_error error = {0};
  nq_status status = announce(job, &error);
  if (status == NQ_OK)
    status = nq_export_write(job->instance, &job->export, job->output.descriptor, &error);
  if (status != NQ_OK) return say_failure(job, &error);
  cli_progress_clear(&job->progress);
  say_contradiction(job);
  bool file = job->output.path != NULL;
  if (nq_file_commit(&job->output, &error) != NQ_OK) return cli_say_error(NULL, &error);
  if (file && !job->options->quiet) cli_say("written to %s", job->options->output_path);
  return CLI_YES;
}

static int run_job(const cli_export_options *options, const nq_instance *instance,
                   const cli_signals *signals) {
  nq_error error = {0};
  struct job job = {.options = options, .instance = instance};
  job.export = (nq_export_options){.format = options->format,
                                   .encoding = options->encoding,
                                   .part = (nq_part)options->part,
                                   .progress = cli_progress_report,
                                   .context = &job.progress};
  cli_progress_init(&job.progress, signals->interrupted, options->quiet);
  if (cli_output_open(&job.output, options->output_path, &error) != NQ_OK)
    return cli_say_error(NULL, &error);
  signals->catch_interrupts();
  int code = run(&job);
  nq_file_abort(&job.output);
  return code;
}

int cli_export(int argc, char **argv, const cli_signals *signals) {
  cli_export_options options;
  if (!parse(argc, argv, &options)) return CLI_ERROR;
  if (options.list) return list_formats();
  nq_instance *instance =
      cli_take_instance(options.instance_path, options.first_diagonals, (uint32_t)options.n);
  if (instance == NULL) return CLI_ERROR;
  int code = run_job(&options, instance, signals);
  nq_instance_free(instance);
  return code;
}
