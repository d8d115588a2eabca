/* The options of nqueens generate and suite: tables, beside that of the kinds' parameters. */
#include "cli/generate/job.h"
#include "generate/kinds.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define SUITE       "suite"
#define NUMBER_MOST 400 /* a longer number is cut, and refused in any case */

/* ---- The tables ---- */

static const char *format_names(const void *options, size_t i, const char **about) {
  size_t boards = 0;
  (void)options;
  *about = NULL;
  while (nq_format_name(boards) != NULL) boards++;
  if (i < boards) return nq_format_name(i);
  const nq_export_format *format = nq_export_format_at(i - boards);
  if (format != NULL) *about = format->summary;
  return format != NULL ? format->name : NULL;
}

static const char *encoding_names(const void *values, size_t i, const char **about) {
  const cli_generate_options *options = values;
  return cli_encoding_names(options != NULL ? options->format : NULL, i, about);
}

#define AT(member) offsetof(cli_generate_options, member)

static const nq_option usual[] = {
    {NQ_OPTION_TEXT, "n", .letter = 'n', .argument = "N", .offset = AT(sizes_text),
     .help = "board size, or several, as in 8,20 or 8..128:x2"},
    {NQ_OPTION_COUNT64, "count", .letter = 'c', .argument = "C", .offset = AT(generate.count),
     .least = 1, .most = UINT64_C(1) << 32, .fallback = "1", .help = "number of items"},
    CLI_SEED(cli_generate_options, generate.seed, UINT64_MAX, "drawn from the system and reported",
             "the same seed gives the same items"),
    {NQ_OPTION_OUTPUT, "output", .dash = STDOUT_FILENO, .letter = 'o', .argument = "FILE|DIR/",
     .offset = AT(output_path), .fallback = "standard output",
     .help = "write to this file, completely or not at all; DIR/: one file for each, and an index"},
    {NQ_OPTION_TEXT, "format", .letter = 'f', .argument = "FORMAT", .offset = AT(format),
     .names = format_names, .fallback = "by FILE's suffix, or line and native",
     .help =
         "line, picture, json, npy, pairs, matrix, csv, leetcode, fen, or for instances an export"},
    CLI_THREADS(cli_generate_options, generate.threads,
                "number of threads; the items do not depend on it"),
    CLI_TIME_LIMIT(cli_generate_options, seconds, "none", "end after this time, with exit code 3"),
    CLI_QUIET(cli_generate_options),
    {0},
};

static const nq_choice layouts[] = {
    {"flat", CLI_LAYOUT_FLAT, "squares 0, 1 of the puzzle, 2 removed"},
    {"tokens", CLI_LAYOUT_TOKENS,
     "squares 1, and 2 with a queen: all__inputs.npy, all__labels.npy"},
    {"text", CLI_LAYOUT_TEXT, "lines of question, answer and metadata; no arrays"},
    {0}};

static const nq_option others[] = {
    {NQ_OPTION_COUNT64, "first", .argument = "I", .offset = AT(generate.first), .most = UINT32_MAX,
     .fallback = "0", .help = "index of the first item"},
    {NQ_OPTION_TEXT, "encoding", .argument = "E", .offset = AT(encoding), .names = encoding_names,
     .fallback = "its first", .help = "the encoding, where the format has several"},
    {NQ_OPTION_TEXT, "split", .argument = "S:S..", .offset = AT(split),
     .help = "for puzzles, with -o DIR/: parts of these shares, as in 80:20 for train and test, "
             "80:10:10 with validation between them, or NAME=S:NAME=S..; no board of a part is an "
             "image of a board of another"},
    {NQ_OPTION_CHOICE, "layout", .offset = AT(layout), .choices = layouts, .fallback = "flat",
     .help = "for puzzles: the lines and arrays"},
    CLI_JSON(cli_generate_options, "print the summary as a JSON object; needs -o FILE or DIR/"),
    CLI_ONE_BASED(cli_generate_options),
    {0},
};

static const cli_group groups[] = {
    {.heading = "Options of every kind", .options = others},
    {.heading = "Options of some kinds",
     .options = nq_generate_table,
     .offset = AT(generate),
     .owners = nq_generate_takers},
    {0},
};

static bool set_defaults(void *values) {
  cli_generate_options *options = values;
  options->seconds = -1;
  nq_generate_options_init(&options->generate);
  options->generate.threads = cli_processors();
  return cli_system_seed(&options->generate.seed);
}

/* ---- Checks that the tables cannot make ---- */

/* One that is given twice would make two files of one name. */
static bool parse_sizes(cli_generate_options *options) {
  static const nq_option size = {NQ_OPTION_COUNT32, "n", .least = 1, .most = NQ_N_MAX};
  nq_error error = {0};
  if (nq_sizes_add(&options->sizes, &size, options->sizes_text, &error) == NQ_OK &&
      nq_sizes_require_distinct(&options->sizes, &size, &error) == NQ_OK)
    return true;
  return cli_refuse("--%s", error.message);
}

static bool parse_kind(const cli_call *call, cli_generate_options *options) {
  if (call->argument_count == 0)
    return cli_refuse("a kind is needed, as in `nqueens generate solved --n 8`; `nqueens generate "
                      "--help` lists the kinds");
  const char *name = call->arguments[0];
  const nq_generate_kind *kind = options->kind = nq_generate_kind_by_name(name);
  options->suite = strcmp(name, SUITE) == 0;
  options->generate.kind = kind != NULL ? kind->name : NULL;
  if (options->suite || kind != NULL) return true;
  nq_nearest nearest = {.word = name};
  for (size_t i = 0; (kind = nq_generate_kind_at(i)) != NULL; i++)
    nq_nearest_offer(&nearest, kind->name);
  nq_nearest_offer(&nearest, SUITE);
  if (nearest.name != NULL)
    return cli_refuse("there is no kind '%.80s': did you mean '%s'?", name, nearest.name);
  return cli_refuse("there is no kind '%.80s'; `nqueens generate --help` lists the kinds", name);
}

static bool suits_output(const cli_generate_options *options) {
  const char *path = options->output_path;
  if (!options->suite || (path != NULL && path[0] != '\0' && strcmp(path, "-") != 0)) return true;
  return cli_refuse("a suite is a folder: give -o DIR/");
}

/* Several sizes need files of their own, or a format that can hold them. */
static bool suits_sizes(const cli_generate_options *options) {
  if (options->suite || options->sizes.count == 1) return true;
  if (options->kind->puzzles) return cli_refuse("--n: a data set of puzzles has one size");
  cli_generate_format format;
  if (options->folder) return true;
  if (!cli_generate_format_find(options, options->kind, &format)) return false;
  if (format.export == NULL && (format.board == NQ_FORMAT_LINE || format.board == NQ_FORMAT_JSON))
    return true;
  return cli_refuse("--n: a file of the format %s holds one size: give -o DIR/",
                    cli_generate_format_name(&format));
}

static bool suits_suite(const cli_generate_options *options) {
  for (size_t i = 0; options->suite && i < NQ_GENERATE_PARAMETERS; i++) {
    if (options->generate.value[i] == NQ_GENERATE_DEFAULT || i == NQ_GENERATE_VERDICT) continue;
    return cli_refuse("--%s is an option of some kinds and cannot be given for a suite",
                      nq_generate_table[i].name);
  }
  return true;
}

/* ---- The parts of a data set ---- */

#define SHARE_MOST 1000000

/* "dev=10" or "10". */
static bool parse_part(char *text, bool *named, cli_generate_options *options) {
  static const nq_option share = {NQ_OPTION_COUNT32, "split", .least = 1, .most = SHARE_MOST};
  unsigned part = options->part_count;
  nq_error error = {0};
  char *name = options->part_names[part], *number = strchr(text, '=');
  *named = number != NULL;
  if (*named) *number++ = '\0';
  if (nq_option_set(&share, *named ? number : text, &options->generate.split[part], &error) !=
      NQ_OK)
    return cli_refuse("--%s", error.message);
  options->part_count++;
  if (!*named) return true;
  size_t length = strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-");
  if (length == 0 || text[length] != '\0' || length >= CLI_PART_BYTES)
    return cli_refuse("--split: '%.40s' cannot name a part: 1 to %d letters, digits, - and _", text,
                      CLI_PART_BYTES - 1);
  memcpy(name, text, length + 1);
  for (unsigned i = 0; i < part; i++)
    if (strcmp(options->part_names[i], name) == 0)
      return cli_refuse("--split: the name '%s' is given twice", name);
  return true;
}

static bool parse_split(cli_generate_options *options) {
  char text[NUMBER_MOST + 1];
  unsigned named_parts = 0;
  bool puzzles = !options->suite && options->kind->puzzles;
  if (options->layout != CLI_LAYOUT_FLAT && !puzzles)
    return cli_refuse("--layout is for the kind puzzles");
  if (options->split == NULL) return true;
  if (!puzzles) return cli_refuse("--split is for the kind puzzles");
  if (!options->folder) return cli_refuse("--split makes several files: give -o DIR/");
  if ((size_t)snprintf(text, sizeof text, "%s", options->split) >= sizeof text)
    return cli_refuse("--split: the text is too long");
  for (char *at = text, *end; at != NULL; at = end) {
    bool named;
    end = strchr(at, ':');
    if (end != NULL) *end++ = '\0';
    if (options->part_count == NQ_GENERATE_PARTS_MAX)
      return cli_refuse("--split: at most %d parts", NQ_GENERATE_PARTS_MAX);
    if (!parse_part(at, &named, options)) return false;
    named_parts += named;
  }
  if (options->part_count == 1) return cli_refuse("--split: give two parts or more, as in 80:20");
  if (named_parts == 0 && options->part_count > 3)
    return cli_refuse("--split: name more than three parts, as in a=70:b=10:c=10:d=10");
  for (unsigned i = 0; named_parts == 0 && i < options->part_count; i++) /* the last is the test */
    snprintf(options->part_names[i], CLI_PART_BYTES, "%s",
             i + 1 == options->part_count ? "test"
             : i == 0                     ? "train"
                                          : "validation");
  return named_parts == 0 || named_parts == options->part_count ||
         cli_refuse("--split: name all parts, or none");
}

static bool complete(const cli_call *call, cli_generate_options *options) {
  if (!parse_kind(call, options)) return false;
  if (options->sizes_text == NULL)
    return cli_refuse("--n N is needed, as in `nqueens generate %s --n 20`", call->arguments[0]);
  options->folder = options->suite || cli_path_names_folder(options->output_path);
  options->count_given = cli_row_find(call, "count")->given;
  options->generate.seconds = cli_limit_seconds(options->seconds);
  return parse_sizes(options) && suits_output(options) && suits_suite(options) &&
         parse_split(options) && suits_sizes(options) &&
         cli_stats_have_output(options->json, options->output_path, "items");
}

/* ---- The command generate ---- */

static int run_generate(const cli_call *call) {
  cli_generate_options *options = call->options;
  int code = complete(call, options) ? cli_generate_run(options, call->program->crew) : CLI_ERROR;
  nq_sizes_release(&options->sizes);
  return code;
}

/* The kinds, followed by "suite". */
static const char *kind_names(const void *options, size_t i, const char **about) {
  const nq_generate_kind *kind = nq_generate_kind_at(i);
  (void)options;
  *about = kind != NULL ? kind->summary
                        : "some of each other kind for each n, as a folder with an index";
  if (kind != NULL) return kind->name;
  return i > 0 && nq_generate_kind_at(i - 1) != NULL ? "suite" : NULL;
}

static const nq_option kind_option = {NQ_OPTION_NAME, "KIND", .names = kind_names};

const cli_command cli_generate = {
    .name = "generate",
    .summary = "make test boards and instances, each with its known answer",
    .description = "Make test boards and instances with their known answers.",
    .usage = "KIND --n N",
    .example = "nqueens generate partial --n 20",
    .about = "a test board, with its answer",
    .usual = usual,
    .groups = groups,
    .list_heading = "Kinds:",
    .list = kind_names,
    .notes = "Comments in every file give its kind, n, seed, index, parameters and answer, if the "
             "format has comments.  The same seed and index make the same item.\n",
    .exits = {"done", "none exists", "error", "limit reached", "interrupted"},
    .first = &kind_option,
    .most_arguments = 1,
    .options_size = sizeof(cli_generate_options),
    .set_defaults = set_defaults,
    .run = run_generate,
};

/* ---- The command suite ---- */

static const char *size_names(const void *options, size_t i, const char **about) {
  (void)options;
  *about = NULL;
  return nq_suite_at(i) != NULL ? nq_suite_at(i)->size : NULL;
}

static const nq_option suite_usual[] = {
    {NQ_OPTION_OUTPUT, "output", .dash = STDOUT_FILENO, .letter = 'o', .argument = "DIR/",
     .offset = AT(output_path),
     .help = "write one file for each instance, and an index, into this new folder; needed"},
    {NQ_OPTION_TEXT, "size", .argument = "SIZE", .offset = AT(size), .names = size_names,
     .fallback = "main",
     .help = "smoke: 20 instances that most solvers decide in a second; main: 120 from easy to "
             "hard; open: those that no solver decided"},
    {NQ_OPTION_TEXT, "format", .letter = 'f', .argument = "FORMAT", .offset = AT(format),
     .names = format_names, .fallback = "native", .help = "a format of `nqueens export`"},
    {NQ_OPTION_TEXT, "encoding", .argument = "E", .offset = AT(encoding), .names = encoding_names,
     .fallback = "its first", .help = "the encoding, where the format has several"},
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

static bool complete_suite(const cli_call *call, cli_generate_options *options) {
  cli_generate_format format;
  options->suite = options->folder = true;
  if (!find_suite(call, options) || !suits_output(options)) return false;
  options->generate.seed = options->named->seed;
  options->generate.seconds = cli_limit_seconds(options->seconds);
  return cli_generate_format_find(options, nq_generate_kind_by_name("blocked"), &format);
}

static int run_suite(const cli_call *call) {
  cli_generate_options *options = call->options;
  return complete_suite(call, options) ? cli_generate_run(options, call->program->crew) : CLI_ERROR;
}

static const char *suite_names(const void *options, size_t i, const char **about) {
  (void)options;
  *about = "plain boards, completion, blocked squares, excluded diagonals, one solution, none";
  const nq_suite *suite = nq_suite_at(i);
  bool first = suite != NULL && nq_suite_by_name(suite->name, NULL) == suite;
  return first ? suite->name : NULL;
}

static const nq_option suite_option = {NQ_OPTION_NAME, "NAME", .names = suite_names};

const cli_command cli_suite = {
    .name = "suite",
    .summary = "write a named set of instances, the same for ever",
    .description = "Write a named set of instances with known answers, the same bytes for ever.",
    .usage = "NAME -o DIR/",
    .example = "nqueens suite queens-2026 --size smoke -o smoke/",
    .usual = suite_usual,
    .list_heading = "Suites:",
    .list = suite_names,
    .notes = "Each instance is compared with its checksum.  index.json has for each its answer, "
             "checksum, generator, and the processor time that several solvers took.\n",
    .exits = {"done", NULL, "error", "limit reached", "interrupted"},
    .first = &suite_option,
    .most_arguments = 1,
    .options_size = sizeof(cli_generate_options),
    .set_defaults = set_defaults,
    .run = run_suite,
};
