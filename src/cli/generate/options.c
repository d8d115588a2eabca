/* The options of generate: its own table, and the table of the kinds' parameters. */
#include "cli/generate/options.h"

#include "cli/commands.h"
#include "generate/kinds.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define SUITE       "suite"
#define NUMBER_MOST 400 /* a longer number is cut, and refused in any case */

/* ---- The tables ---- */

const char *cli_generate_format_names(const void *options, size_t i, const char **about) {
  size_t boards = 0;
  (void)options;
  *about = NULL;
  while (nq_format_name(boards) != NULL) boards++;
  if (i < boards) return nq_format_name(i);
  const nq_export_format *format = nq_export_format_at(i - boards);
  if (format != NULL) *about = format->summary;
  return format != NULL ? format->name : NULL;
}

const char *cli_generate_encoding_names(const void *values, size_t i, const char **about) {
  const cli_generate_options *options = values;
  return cli_encoding_names(options != NULL ? options->format : NULL, i, about);
}

#define AT(member) offsetof(cli_generate_options, member)

const nq_option cli_generate_usual[] = {
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
     .names = cli_generate_format_names, .fallback = "by FILE's suffix, or line and native",
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
    {NQ_OPTION_TEXT, "encoding", .argument = "E", .offset = AT(encoding),
     .names = cli_generate_encoding_names, .fallback = "its first",
     .help = "the encoding, where the format has several"},
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

const cli_group cli_generate_groups[] = {
    {.heading = "Options of every kind", .options = others},
    {.heading = "Options of some kinds",
     .options = nq_generate_table,
     .offset = AT(generate),
     .owners = nq_generate_takers},
    {0},
};

bool cli_generate_set_defaults(void *values) {
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
  options->suite = strcmp(name, SUITE) == 0;
  const nq_generate_kind *kind = nq_generate_kind_by_name(name);
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
  if (nq_generate_kind_by_name(options->generate.kind)->puzzles)
    return cli_refuse("--n: a data set of puzzles has one size");
  cli_generate_format format;
  if (options->folder) return true;
  if (!cli_generate_format_find(options, nq_generate_kind_by_name(options->generate.kind), &format))
    return false;
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

static const char *const usual_parts[] = {"train", "validation", "test"};

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

static bool name_parts(cli_generate_options *options) {
  unsigned count = options->part_count;
  if (count > 3)
    return cli_refuse("--split: name more than three parts, as in a=70:b=10:c=10:d=10");
  for (unsigned i = 0; i < count; i++)
    snprintf(options->part_names[i], CLI_PART_BYTES, "%s",
             usual_parts[i + 1 == count ? 2 : i]); /* the last is the test */
  return true;
}

static bool parse_split(cli_generate_options *options) {
  char text[NUMBER_MOST + 1];
  unsigned named_parts = 0;
  bool puzzles = !options->suite && nq_generate_kind_by_name(options->generate.kind)->puzzles;
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
  if (named_parts == 0) return name_parts(options);
  return named_parts == options->part_count || cli_refuse("--split: name all parts, or none");
}

bool cli_generate_options_complete(const cli_call *call, cli_generate_options *options) {
  if (!parse_kind(call, options)) return false;
  if (options->sizes_text == NULL)
    return cli_refuse("--n N is needed, as in `nqueens generate %s --n 20`", call->arguments[0]);
  options->folder = options->suite || cli_path_names_folder(options->output_path);
  options->count_given = cli_row_find(call, "count")->given;
  options->verdict_given = cli_row_find(call, "verdict")->given;
  options->generate.seconds = cli_limit_seconds(options->seconds);
  return parse_sizes(options) && suits_output(options) && suits_suite(options) &&
         parse_split(options) && suits_sizes(options) &&
         cli_stats_have_output(options->json, options->output_path, "items");
}

void cli_generate_options_release(cli_generate_options *options) {
  nq_sizes_release(&options->sizes);
}

/* ---- Formats ---- */

static const char *const board_suffixes[] = {
    [NQ_FORMAT_LINE] = ".txt", [NQ_FORMAT_PICTURE] = ".pic",  [NQ_FORMAT_JSON] = ".json",
    [NQ_FORMAT_NPY] = ".npy",  [NQ_FORMAT_PAIRS] = ".txt",    [NQ_FORMAT_MATRIX] = ".txt",
    [NQ_FORMAT_CSV] = ".csv",  [NQ_FORMAT_LEETCODE] = ".txt", [NQ_FORMAT_FEN] = ".fen"};

const char *cli_generate_format_suffix(const cli_generate_format *format) {
  return format->export != NULL ? format->export->suffix : board_suffixes[format->board];
}

const char *cli_generate_format_name(const cli_generate_format *format) {
  if (format->export != NULL) return format->export->name;
  for (size_t i = 0; nq_format_name(i) != NULL; i++)
    if (nq_format_by_name(nq_format_name(i)) == format->board) return nq_format_name(i);
  return "";
}

static const nq_export_format *export_by_suffix(const char *path) {
  const nq_export_format *format = NULL;
  size_t length = path != NULL ? strlen(path) : 0;
  for (size_t i = 0; (format = nq_export_format_at(i)) != NULL; i++) {
    size_t size = format->suffix != NULL ? strlen(format->suffix) : 0;
    if (size > 0 && length > size && strcmp(path + length - size, format->suffix) == 0) break;
  }
  return format;
}

/* Without --format; a folder has no suffix. */
static void find_default(const cli_generate_options *options, const nq_generate_kind *kind,
                         cli_generate_format *format) {
  const char *path = options->folder ? NULL : options->output_path;
  if (!kind->instances) {
    format->board =
        options->folder ? NQ_FORMAT_LINE : cli_output_format(NQ_FORMAT_AUTO, path, NQ_N_MAX);
    return;
  }
  format->export = export_by_suffix(path);
  if (format->export == NULL && kind->placed && path != NULL)
    format->board = nq_format_by_suffix(path);
  if (format->export == NULL && format->board == NQ_FORMAT_AUTO)
    format->export = nq_export_format_by_name("native");
}

/* Can items of the kind be written in the format? */
static bool suits(const cli_generate_format *format, const nq_generate_kind *kind) {
  return format->export != NULL ? kind->instances : !kind->instances || kind->placed;
}

/* The output format of boards of that name, or AUTO; some input formats share their names with
 * export formats. */
static nq_format board_format(const char *name) {
  for (size_t i = 0; nq_format_name(i) != NULL; i++)
    if (strcmp(nq_format_name(i), name) == 0) return nq_format_by_name(name);
  return NQ_FORMAT_AUTO;
}

/* The format given by name; in a suite, the kinds that it does not suit keep their default. */
static bool find_named(const cli_generate_options *options, const nq_generate_kind *kind,
                       cli_generate_format *format) {
  const char *name = options->format;
  format->board = board_format(name);
  format->export = format->board == NQ_FORMAT_AUTO ? nq_export_format_by_name(name) : NULL;
  if (format->board == NQ_FORMAT_AUTO && format->export == NULL)
    return cli_refuse(
        "--format: '%.80s' is not known; `nqueens export --list` names those of instances", name);
  const char *path = options->folder ? NULL : options->output_path;
  if (!cli_output_suffix_agrees("format", name, path)) return false;
  if (suits(format, kind)) return true;
  if (options->suite) {
    *format = (cli_generate_format){0};
    find_default(options, kind, format);
    return true;
  }
  return cli_refuse("--format: the kind %s makes %s", kind->name,
                    kind->instances
                        ? "instances with blocked squares or excluded diagonals, which "
                          "no format of boards can express: give native"
                        : "boards: it must be a format of boards, such as line or json");
}

/* Puzzles have a form of their own. */
static bool find_puzzles(const cli_generate_options *options, cli_generate_format *format) {
  format->board = NQ_FORMAT_JSON;
  if (options->one_based || options->encoding != NULL ||
      (options->format != NULL && strcmp(options->format, "json") != 0))
    return cli_refuse("%s: puzzles are JSON lines, numbered from 0; -o DIR/ adds arrays for NumPy",
                      options->one_based          ? "--one-based"
                      : options->encoding != NULL ? "--encoding"
                                                  : "--format");
  return options->folder || cli_output_suffix_agrees("format", "json", options->output_path);
}

bool cli_generate_format_find(const cli_generate_options *options, const nq_generate_kind *kind,
                              cli_generate_format *format) {
  *format = (cli_generate_format){0};
  if (kind->puzzles) return find_puzzles(options, format);
  if (options->format == NULL)
    find_default(options, kind, format);
  else if (!find_named(options, kind, format))
    return false;
  if (options->encoding != NULL && format->export != NULL &&
      nq_names_find(format->export->encodings, options->encoding, strlen(options->encoding)) !=
          SIZE_MAX) {
    format->encoding = options->encoding;
  } else if (options->encoding != NULL && !options->suite)
    return cli_refuse("--encoding: the format %s has no encoding '%.80s'",
                      cli_generate_format_name(format), options->encoding);
  bool takes_base = format->board != NQ_FORMAT_AUTO && cli_output_takes_base(format->board);
  format->base = options->one_based && takes_base ? 1 : 0;
  if (!options->one_based || takes_base || options->suite) return true;
  return cli_refuse("--one-based is for the formats line, json, pairs and csv");
}
