/* The options of generate: a fixed table, and one entry for each parameter of the library's kinds. */
#include "cli/generate_options.h"

#include "cli/cli.h"
#include "output/folder.h"
#include "cli/options.h"
#include "cli/output.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SUITE    "suite"
#define MANY     10000 /* most sizes of a suite */
#define NOT_SAID (-1)

/* As they are parsed. */
struct values {
  const char *sizes, *output_path, *format, *encoding;
  uint64_t first, count, seed, threads;
  double seconds;
  bool one_based, quiet;
  uint64_t number[NQ_GENERATE_PARAMETERS];
  int choice[NQ_GENERATE_PARAMETERS];
  bool flag[NQ_GENERATE_PARAMETERS];
};

#define AT(member) offsetof(struct values, member)

static const cli_option table[] = {
    {CLI_TEXT, "n", 'n', "N", AT(sizes), 0, 0, NULL, "board size; for a suite several: 8,20,50"},
    {CLI_COUNT, "count", 'c', "C", AT(count), 1, UINT64_C(1) << 32, NULL, "so many (default: 1)"},
    {CLI_COUNT, "seed", 's', "S", AT(seed), 0, UINT64_MAX, NULL,
     "default: drawn from the system and told"},
    {CLI_OUTPUT, "output", 'o', "FILE|DIR/", AT(output_path), STDOUT_FILENO, 0, NULL,
     "write there, whole or not at all; DIR/: a file for each and an index"},
    {CLI_TEXT, "format", 'f', "F", AT(format), 0, 0, NULL,
     "of boards line, picture, json or npy, of instances native or another of `nqueens export`"},
    {CLI_COUNT, "threads", 't', "T", AT(threads), 1, 1024, NULL,
     "default: all cores; what is made does not depend on it"},
    {CLI_REAL, "time-limit", 0, "SECONDS", AT(seconds), 0, 1000000000, NULL,
     "end after that (exit code 3)"},
    {CLI_FLAG, "quiet", 'q', NULL, AT(quiet), 0, 0, NULL, "say nothing but errors"},
    {CLI_HEADING, NULL, 0, NULL, 0, 0, 0, NULL, "Of any kind:"},
    {CLI_COUNT, "first", 0, "I", AT(first), 0, UINT32_MAX, NULL,
     "the index of the first of them (default: 0)"},
    {CLI_TEXT, "encoding", 0, "E", AT(encoding), 0, 0, NULL, "of the format, where it has several"},
    {CLI_FLAG, "one-based", 0, NULL, AT(one_based), 0, 0, NULL, "rows from 1 (line, json)"},
    {CLI_HEADING, NULL, 0, NULL, 0, 0, 0, NULL, "Of some kinds:"},
};

#define FIXED (sizeof table / sizeof *table)
#define ROOM  (FIXED + NQ_GENERATE_PARAMETERS + 1)
#define HELP  200

/* ---- The table ---- */

/* "completion, blocked: find out .." */
static void describe_setting(size_t parameter, const char *summary, char *text) {
  size_t length = 0;
  const nq_generate_kind *kind;
  for (size_t i = 0; (kind = nq_generate_kind_at(i)) != NULL && length < HELP; i++)
    if (kind->parameters >> parameter & 1)
      length += (size_t)snprintf(text + length, HELP - length, "%s%s", length > 0 ? ", " : "",
                                 kind->name);
  if (length < HELP) snprintf(text + length, HELP - length, ": %s", summary);
}

static void build_table(cli_option *full, char help[][HELP]) {
  memcpy(full, table, sizeof table);
  for (size_t i = 0; i < NQ_GENERATE_PARAMETERS; i++) {
    const nq_generate_setting *setting = nq_generate_setting_at((nq_generate_parameter)i);
    describe_setting(i, setting->summary, help[i]);
    cli_option *option = &full[FIXED + i];
    *option = (cli_option){.kind = CLI_FLAG, .name = setting->name, .help = help[i]};
    option->offset = AT(flag) + i * sizeof(bool);
    if (setting->choices != NULL) {
      option->kind = CLI_CHOICE;
      option->choices = setting->choices;
      option->offset = AT(choice) + i * sizeof(int);
    } else if (setting->argument != NULL) {
      option->kind = CLI_COUNT;
      option->argument = setting->argument;
      option->most = UINT64_MAX - 1;
      option->offset = AT(number) + i * sizeof(uint64_t);
    }
  }
  full[FIXED + NQ_GENERATE_PARAMETERS] = (cli_option){0};
}

static void list_kinds(char *text, size_t size) {
  size_t length = (size_t)snprintf(text, size, "Kinds:\n");
  const nq_generate_kind *kind;
  for (size_t i = 0; (kind = nq_generate_kind_at(i)) != NULL && length < size; i++)
    length += (size_t)snprintf(text + length, size - length, "  %-12s %s: %s\n", kind->name,
                               kind->instances ? "instances" : "boards", kind->summary);
  if (length < size)
    snprintf(text + length, size - length,
             "  %-12s some of each kind for each n, as a folder with an index\n\n"
             "Every file tells kind, n, seed, index, parameters and the answer in comments, where "
             "its format has some.  The same seed and index make the same item.\n\n"
             "Exit codes: 0 done, 1 proved: there is none, 2 error, 3 the time was over, 130 "
             "interrupted.\n",
             SUITE);
}

/* ---- From values to options ---- */

static uint64_t value_of(const struct values *values, size_t i) {
  const nq_generate_setting *setting = nq_generate_setting_at((nq_generate_parameter)i);
  if (setting->choices != NULL)
    return values->choice[i] == NOT_SAID ? NQ_GENERATE_DEFAULT : (uint64_t)values->choice[i];
  if (setting->argument != NULL) return values->number[i];
  return values->flag[i] ? 1 : NQ_GENERATE_DEFAULT;
}

static bool has_size(const cli_generate_options *options, uint64_t n) {
  for (size_t i = 0; i < options->size_count; i++)
    if (options->sizes[i] == n) return true;
  return false;
}

/* The numbers between commas; one twice would make two files of one name. */
static bool parse_sizes(const char *text, bool several, cli_generate_options *options) {
  size_t room = 1;
  for (const char *at = text; *at != '\0'; at++) room += *at == ',';
  if (room > (several ? MANY : 1)) {
    cli_say("generate: --n: %s", several ? "at most 10000 sizes"
                                         : "one number is needed; several "
                                           "are for the kind suite");
    return false;
  }
  uint32_t *sizes = calloc(room, sizeof *sizes);
  options->sizes = sizes;
  for (const char *at = text; sizes != NULL && at != NULL;) {
    char why[400] = "out of memory";
    uint64_t n;
    size_t length = strcspn(at, ",");
    char *number = strndup(at, length);
    bool right = number != NULL && cli_parse_count(number, 1, NQ_N_MAX, &n, why, sizeof why);
    free(number);
    if (!right) {
      cli_say("generate: --n: %s", why);
      return false;
    }
    if (has_size(options, n)) {
      cli_say("generate: --n: %" PRIu64 " is there twice", n);
      return false;
    }
    sizes[options->size_count++] = (uint32_t)n;
    at = at[length] == ',' ? at + length + 1 : NULL;
  }
  if (sizes == NULL) cli_say("out of memory");
  return sizes != NULL;
}

static bool parse_kind(size_t arguments, char **argv, cli_generate_options *options) {
  if (arguments == 0) {
    cli_say("generate: a kind is needed, as in `nqueens generate solved --n 8`; "
            "`nqueens generate --help` lists them");
    return false;
  }
  options->suite = strcmp(argv[1], SUITE) == 0;
  const nq_generate_kind *kind = nq_generate_kind_by_name(argv[1]);
  options->generate.kind = kind != NULL ? kind->name : NULL;
  if (options->suite || kind != NULL) return true;
  cli_say("generate: there is no kind '%.80s'; `nqueens generate --help` lists them", argv[1]);
  return false;
}

static bool parse_output(const char *path, cli_generate_options *options) {
  options->output_path = path;
  options->folder = options->suite || cli_folder_is_meant(path);
  if (!options->suite || (path != NULL && path[0] != '\0' && strcmp(path, "-") != 0)) return true;
  cli_say("generate: a suite is a folder: say -o DIR/");
  return false;
}

static bool suits_suite(const cli_generate_options *options) {
  for (size_t i = 0; i < NQ_GENERATE_PARAMETERS; i++) {
    if (options->generate.value[i] == NQ_GENERATE_DEFAULT || i == NQ_GENERATE_VERDICT) continue;
    cli_say("generate: --%s is for some kinds, not for a suite, which has them all",
            nq_generate_setting_at((nq_generate_parameter)i)->name);
    return false;
  }
  return true;
}

static bool fill(const struct values *values, cli_generate_options *options) {
  nq_generate_options *generate = &options->generate;
  for (size_t i = 0; i < NQ_GENERATE_PARAMETERS; i++) generate->value[i] = value_of(values, i);
  generate->seed = values->seed;
  generate->first = values->first;
  options->count_said = values->count != 0;
  options->verdict_said = generate->value[NQ_GENERATE_VERDICT] == 1;
  generate->count = options->count_said ? values->count : 1;
  generate->threads = (unsigned)values->threads;
  generate->seconds = cli_limit_seconds(values->seconds);
  options->format = values->format;
  options->encoding = values->encoding;
  options->one_based = values->one_based;
  options->quiet = values->quiet;
  return !options->suite || suits_suite(options);
}

bool cli_generate_options_parse(int argc, char **argv, cli_generate_options *options) {
  char notes[3000], help[NQ_GENERATE_PARAMETERS][HELP];
  cli_option full[ROOM];
  list_kinds(notes, sizeof notes);
  build_table(full, help);
  const cli_usage usage = {.name = "generate",
                           .arguments = "KIND --n N",
                           .summary = "Make test boards and instances with their known answers.",
                           .notes = notes,
                           .most_arguments = 1};
  struct values values = {.threads = cli_processors(), .seconds = -1};
  for (size_t i = 0; i < NQ_GENERATE_PARAMETERS; i++) {
    values.number[i] = NQ_GENERATE_DEFAULT;
    values.choice[i] = NOT_SAID;
  }
  *options = (cli_generate_options){0};
  nq_generate_options_init(&options->generate);
  if (!cli_system_seed(&values.seed)) return false;
  size_t arguments = cli_options_parse(&usage, full, argc, argv, &values);
  if (!parse_kind(arguments, argv, options)) return false;
  if (values.sizes == NULL) {
    cli_say("generate: --n N is needed");
    return false;
  }
  return parse_sizes(values.sizes, options->suite, options) &&
         parse_output(values.output_path, options) && fill(&values, options);
}

void cli_generate_options_release(cli_generate_options *options) {
  union {
    const uint32_t *kept;
    uint32_t *owned;
  } sizes = {.kept = options->sizes};
  free(sizes.owned);
}

/* ---- Formats ---- */

static const char *const board_suffixes[] = {[NQ_FORMAT_LINE] = ".txt",
                                             [NQ_FORMAT_PICTURE] = ".pic",
                                             [NQ_FORMAT_JSON] = ".json",
                                             [NQ_FORMAT_NPY] = ".npy"};

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

/* Can items of the kind be written so? */
static bool suits(const cli_generate_format *format, const nq_generate_kind *kind) {
  return format->export != NULL ? kind->instances : !kind->instances || kind->placed;
}

/* The format of that name in which boards are written, or AUTO; some that are only read have the
 * names of export formats. */
static nq_format board_format(const char *name) {
  for (size_t i = 0; nq_format_name(i) != NULL; i++)
    if (strcmp(nq_format_name(i), name) == 0) return nq_format_by_name(name);
  return NQ_FORMAT_AUTO;
}

/* The format of that name; of a suite, the kinds that it does not suit keep their own. */
static bool find_named(const cli_generate_options *options, const nq_generate_kind *kind,
                       cli_generate_format *format) {
  const char *name = options->format;
  format->board = board_format(name);
  format->export = format->board == NQ_FORMAT_AUTO ? nq_export_format_by_name(name) : NULL;
  if (format->board == NQ_FORMAT_AUTO && format->export == NULL) {
    cli_say("generate: --format: '%.80s' is not known", name);
    return false;
  }
  const char *path = options->folder ? NULL : options->output_path;
  if (!cli_output_suffix_agrees("format", name, path)) return false;
  if (suits(format, kind)) return true;
  if (options->suite) {
    *format = (cli_generate_format){0};
    find_default(options, kind, format);
    return true;
  }
  cli_say("generate: --format: the kind %s makes %s", kind->name,
          kind->instances ? "instances with blocked squares or excluded diagonals, which no board "
                            "tells: take native"
                          : "boards: it must be line, picture, json or npy");
  return false;
}

static bool has_encoding(const nq_export_format *format, const char *name) {
  for (size_t i = 0; format->encodings != NULL && format->encodings[i] != NULL; i++)
    if (strcmp(format->encodings[i], name) == 0) return true;
  return false;
}

bool cli_generate_format_find(const cli_generate_options *options, const nq_generate_kind *kind,
                              cli_generate_format *format) {
  *format = (cli_generate_format){0};
  if (options->format == NULL)
    find_default(options, kind, format);
  else if (!find_named(options, kind, format))
    return false;
  if (options->encoding != NULL && format->export != NULL &&
      has_encoding(format->export, options->encoding)) {
    format->encoding = options->encoding;
  } else if (options->encoding != NULL && !options->suite) {
    cli_say("generate: --encoding: the format %s has no encoding '%.80s'",
            cli_generate_format_name(format), options->encoding);
    return false;
  }
  bool takes_base = format->board == NQ_FORMAT_LINE || format->board == NQ_FORMAT_JSON;
  format->base = options->one_based && takes_base ? 1 : 0;
  if (!options->one_based || takes_base || options->suite) return true;
  cli_say("generate: --one-based is for the formats line and json");
  return false;
}
