/* nqueens export: options -> instance -> export format -> file. */
#include "cli/commands.h"
#include "core/json.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* A larger file is announced before its first byte. */
#define BYTES_UNANNOUNCED (UINT64_C(1) << 30)

typedef struct cli_export_options {
  const char *format, *encoding, *strategy, *output_path, *instance_path;
  uint32_t n;
  uint64_t first_diagonals;
  int part;
  bool list, json, quiet;
} cli_export_options;

/* ---- Options ---- */

static bool check_arguments(const cli_call *call) {
  cli_export_options *options = call->options;
  if (options->list) {
    if (call->argument_count == 0 && options->instance_path == NULL && options->format == NULL &&
        options->encoding == NULL && options->strategy == NULL && options->output_path == NULL)
      return true;
    return cli_refuse("--list must be given alone");
  }
  if (options->format == NULL)
    return cli_refuse(
        "--to FORMAT is needed, as in `nqueens export --to dimacs 8`; `nqueens export --list` "
        "names the formats");
  if (!cli_take_size(call, options->instance_path != NULL, options)) return false;
  if (options->instance_path != NULL || options->first_diagonals == UINT64_MAX) return true;
  return cli_refuse("--first-diagonals needs --instance");
}

/* The library would refuse these too, but cannot say which option is at fault. */
static bool check_format(const cli_export_options *options) {
  const nq_export_format *format = nq_export_format_by_name(options->format);
  char names[400];
  if (options->part != NQ_PART_ALL && !format->parts)
    return cli_refuse("--part: the format %s is a single file without parts", format->name);
  if (options->encoding == NULL ||
      nq_names_find(format->encodings, options->encoding, strlen(options->encoding)) != SIZE_MAX)
    return true;
  nq_nearest nearest = {.word = options->encoding};
  for (size_t i = 0; format->encodings != NULL && format->encodings[i] != NULL; i++)
    nq_nearest_offer(&nearest, format->encodings[i]);
  if (nearest.name != NULL)
    return cli_refuse("--encoding: the format %s has no encoding '%.80s': did you mean '%s'?",
                      format->name, options->encoding, nearest.name);
  nq_names_join(format->encodings, names, sizeof names);
  return cli_refuse("--encoding: the format %s has no encoding '%.80s'; it has %s", format->name,
                    options->encoding,
                    format->encodings != NULL ? names : "one only, without a name");
}

/* The suffix may be that of the encoding, which another format has too. */
static bool suffix_agrees(const cli_export_options *options) {
  const char *suffix = options->output_path != NULL ? strrchr(options->output_path, '.') : NULL;
  const char *encoding = options->encoding != NULL ? options->encoding : "";
  const char *own = strcmp(encoding, "python") == 0 ? ".py" : ".json";
  bool named = strcmp(encoding, "python") == 0 || strcmp(encoding, "json") == 0;
  if (named && suffix != NULL && strcmp(suffix, own) == 0) return true;
  return cli_output_suffix_agrees("to", options->format, options->output_path);
}

/* ---- The list ---- */

static void list_names(const char *before, const char *const *names) {
  char text[400];
  if (names == NULL) return;
  nq_names_join(names, text, sizeof text);
  printf("%-12s   %s %s\n", "", before, text);
}

static void list_format(const nq_export_format *format) {
  printf("%-12s %s (%s)\n", format->name, format->summary, format->suffix);
  list_names("--encoding", format->encodings);
  list_names("--strategy", format->strategies[0]);
  list_names("          ", format->strategies[1]);
  if (format->parts) printf("%-12s   --part all, model, data\n", "");
  list_names("several models for one solution:", format->many_models);
}

static json_t *describe_format(const nq_export_format *format) {
  json_t *strategies = json_array();
  for (size_t k = 0; k < 2 && format->strategies[k] != NULL; k++)
    nq_json_append(&strategies, nq_json_names(format->strategies[k]));
  return json_pack("{s:s, s:s, s:s, s:o, s:o, s:b, s:o}", "name", format->name, "summary",
                   format->summary, "suffix", format->suffix, "encodings",
                   nq_json_names(format->encodings), "strategies", strategies, "parts",
                   format->parts, "many_models", nq_json_names(format->many_models));
}

/* For people, or as an array of JSON. */
static int list_formats(bool json) {
  const nq_export_format *format;
  json_t *array = json ? json_array() : NULL;
  for (size_t i = 0; (format = nq_export_format_at(i)) != NULL; i++)
    if (json)
      nq_json_append(&array, describe_format(format));
    else
      list_format(format);
  if (json) return cli_stats_print(array, CLI_YES);
  puts("\nThe first encoding is the default.  A file has as many models as the instance has\n"
       "solutions, except with the encodings marked as having several for one.");
  return CLI_YES;
}

/* ---- The run ---- */

/* The parts of a run. */
struct export_run {
  const cli_export_options *options;
  const nq_instance *instance;
  nq_export_options export;
  cli_progress progress;
  bool announced; /* the size, if it is large */
  nq_file output;
};

/* The first report comes before the first byte. */
static bool report_bytes(void *context, const nq_progress *at) {
  struct export_run *job = context;
  char size[32];
  if (!job->announced && at->total > BYTES_UNANNOUNCED && !job->options->quiet) {
    nq_memory_describe(at->total, size, sizeof size);
    cli_say("about %s will be written to %s", size, job->output.name);
  }
  job->announced = true;
  return cli_progress_report(&job->progress, at);
}

/* Such an instance is exported all the same: it may be meant to have no solution. */
static void say_contradiction(const struct export_run *job) {
  nq_error why = {0};
  if (!job->options->quiet && nq_instance_contradiction(job->instance, &why))
    cli_say("the instance has no solution: %s", why.message);
}

/* Print what was written, or that no bytes were; returns `code`, the exit code of the run. */
static int print_export(const struct export_run *job, uint64_t bytes, int code) {
  const cli_export_options *options = job->options;
  nq_error why = {0};
  bool none = nq_instance_contradiction(job->instance, &why);
  json_t *file = code == CLI_YES ? nq_json_bytes(options->output_path) : json_null();
  json_t *object =
      json_pack("{s:s, s:s*, s:I, s:o, s:I, s:s?}", "format", options->format, "encoding",
                options->encoding, "n", (json_int_t)nq_instance_n(job->instance), "file", file,
                "bytes", (json_int_t)bytes, "contradiction", none ? why.message : NULL);
  return cli_stats_print(object, code);
}

static int say_failure(struct export_run *job, const nq_error *error) {
  bool interrupted = error->status == NQ_IO && cli_interrupted();
  const char *name = job->output.name != NULL ? job->output.name : job->options->output_path;
  if (!interrupted) return cli_say_error(error->status == NQ_IO ? job->output.name : NULL, error);
  cli_say("interrupted while writing %s", name);
  return job->options->json ? print_export(job, 0, CLI_INTERRUPTED) : CLI_INTERRUPTED;
}

static int write_export(struct export_run *job) {
  nq_error error = {0};
  struct stat written = {0};
  nq_status status = nq_export_write(job->instance, &job->export, job->output.descriptor, &error);
  if (status != NQ_OK) return say_failure(job, &error);
  say_contradiction(job);
  bool file = job->output.path != NULL;
  (void)fstat(job->output.descriptor, &written);
  nq_room room = {.progress = cli_progress_report, .context = &job->progress};
  if (nq_file_commit(&job->output, &room, &error) != NQ_OK) return say_failure(job, &error);
  cli_progress_clear(&job->progress);
  if (file && !job->options->quiet) cli_say("written to %s", job->options->output_path);
  return job->options->json ? print_export(job, (uint64_t)written.st_size, CLI_YES) : CLI_YES;
}

static int export_instance(const cli_export_options *options, const nq_instance *instance) {
  nq_error error = {0};
  struct export_run job = {.options = options, .instance = instance};
  job.export = (nq_export_options){.format = options->format,
                                   .encoding = options->encoding,
                                   .part = (nq_part)options->part,
                                   .strategy = options->strategy,
                                   .progress = report_bytes,
                                   .context = &job};
  cli_progress_init(&job.progress, options->quiet);
  job.progress.beside_output = cli_output_is_terminal(options->output_path);
  if (cli_output_open(&job.output, options->output_path, &error) != NQ_OK)
    return cli_say_error(NULL, &error);
  cli_catch_interrupts();
  int code = write_export(&job);
  nq_file_abort(&job.output);
  return code;
}

/* ---- The command ---- */

static bool set_export_defaults(void *options) {
  *(cli_export_options *)options = (cli_export_options){.first_diagonals = UINT64_MAX};
  return true;
}

static int run_export(const cli_call *call) {
  const cli_export_options *options = call->options;
  if (!check_arguments(call)) return CLI_ERROR;
  if (options->list) return list_formats(options->json);
  if (!cli_stats_have_output(options->json, options->output_path, "instance")) return CLI_ERROR;
  if (!check_format(options) || !suffix_agrees(options)) return CLI_ERROR;
  nq_instance *instance =
      cli_take_instance(options->instance_path, options->first_diagonals, options->n);
  if (instance == NULL) return CLI_ERROR;
  int code = export_instance(options, instance);
  nq_instance_free(instance);
  return code;
}

static const char *format_names(const void *options, size_t i, const char **about) {
  const nq_export_format *format = nq_export_format_at(i);
  (void)options;
  if (format != NULL) *about = format->summary;
  return format != NULL ? format->name : NULL;
}

static const char *encoding_names(const void *values, size_t i, const char **about) {
  const cli_export_options *options = values;
  return cli_encoding_names(options != NULL ? options->format : NULL, i, about);
}

#define AT(member) offsetof(cli_export_options, member)

static const nq_choice parts[] = {
    {"all", NQ_PART_ALL, NULL}, {"model", NQ_PART_MODEL, NULL}, {"data", NQ_PART_DATA, NULL}, {0}};

static const nq_option table[] = {
    {NQ_OPTION_NAME, "to", .letter = 't', .argument = "FORMAT", .offset = AT(format),
     .names = format_names, .help = "the format; --list shows them all"},
    {NQ_OPTION_TEXT, "encoding", .letter = 'e', .argument = "E", .offset = AT(encoding),
     .names = encoding_names, .fallback = "its first",
     .help = "the encoding, where the format has several"},
    {NQ_OPTION_TEXT, "strategy", .argument = "S[,T]", .offset = AT(strategy),
     .fallback = "the first of each list",
     .help = "how ortools-cp and opl search: the names that --list shows, as in "
             "first-unbound,min-value"},
    {NQ_OPTION_CHOICE, "part", .offset = AT(part), .choices = parts, .fallback = "all",
     .help = "write only the model or only its data, if the format has separate files for them"},
    CLI_OUTPUT(cli_export_options, "standard output",
               "write to this file, completely or not at all"),
    CLI_INSTANCE(cli_export_options, "use its queens, blocked squares and diagonals"),
    CLI_FIRST_DIAGONALS(cli_export_options),
    {NQ_OPTION_FLAG, "list", .offset = AT(list), .help = "list the formats and their encodings"},
    CLI_JSON(cli_export_options,
             "print the summary as a JSON object, which needs -o FILE, or --list as an array"),
    CLI_QUIET(cli_export_options),
    {0},
};

static const nq_option size = {NQ_OPTION_COUNT32, "N", .offset = AT(n), .least = 1,
                               .most = NQ_N_MAX};

const cli_command cli_export = {
    .name = "export",
    .summary = "write an instance in the format of another solver",
    .description = "Write an instance in the format of another solver.",
    .usage = "--to FORMAT N\n--to FORMAT --instance FILE\n--list",
    .example = "nqueens export --to dimacs 8 -o queens.cnf",
    .usual = table,
    .notes = "Numbers may be written 1000000, 1e6 or 1_000_000.\n",
    .exits = {"done", NULL, "error", NULL, "interrupted"},
    .first = &size,
    .most_arguments = 1,
    .options_size = sizeof(cli_export_options),
    .set_defaults = set_export_defaults,
    .run = run_export,
};
