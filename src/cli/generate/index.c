/* MODEL.
 *
 *     {"nqueens": "2.0.0",
 *      "items": [
 *     {"file": "near-8-0.txt", "kind": "near", "n": 8, .., "answer": "invalid", "conflicts": 1},
 *     ..
 *     ]}
 *
 * A data set of puzzles has its "parts" after the items.  A suite has its name and size in the
 * place of the version, on which it does not depend, and its items have a checksum, the command
 * that makes them, a solution or the checksum of a proof, and the time that each solver took, null
 * where it was over the limit.
 *
 * A key that does not apply to an item is missing in index.json and empty in index.csv. */
#include "cli/generate/job.h"
#include "cli/commands.h"
#include "core/json.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void begin_json(const cli_generate_index *index) {
  const nq_suite *suite = index->suite;
  if (suite == NULL)
    fprintf(index->json, "{\"nqueens\": \"%s\",\n", NQ_VERSION);
  else
    fprintf(index->json,
            "{\"suite\": \"%s\",\n\"size\": \"%s\",\n\"limit_seconds\": %u,\n\"machine\": "
            "\"%s\",\n",
            suite->name, suite->size, suite->limit, suite->machine);
  fputs("\"items\": [", index->json);
}

nq_status cli_generate_index_open(cli_generate_index *index, const cli_folder *folder,
                                  nq_error *error) {
  *index = (cli_generate_index){.suite = index->suite};
  index->json = cli_folder_stream(folder, "index.json", error);
  if (index->json != NULL) index->csv = cli_folder_stream(folder, "index.csv", error);
  if (index->csv == NULL) return NQ_IO;
  begin_json(index);
  return NQ_OK;
}

/* ---- One item ---- */

/* In these, null stands for a key that does not apply. */

static void put_text(json_t **item, const char *key, const char *text) {
  nq_json_put(item, key, text != NULL ? json_string(text) : json_null());
}

/* What JSON's readers could not hold is a text. */
static json_t *make_number(uint64_t value) {
  return value <= INT64_MAX ? json_integer((json_int_t)value) : json_sprintf("%" PRIu64, value);
}

/* null for UINT64_MAX. */
static void put_number(json_t **item, const char *key, uint64_t value) {
  nq_json_put(item, key, value == UINT64_MAX ? json_null() : make_number(value));
}

static void put_parameter(json_t **item, const nq_option *option, uint64_t value) {
  const char *key = nq_option_name(option);
  if (value == NQ_GENERATE_DEFAULT)
    put_text(item, key, NULL);
  else if (nq_option_choice(option, 0) != NULL)
    put_text(item, key, nq_option_choice(option, (size_t)value)->name);
  else if (nq_option_takes_value(option))
    put_number(item, key, value);
  else
    nq_json_put(item, key, json_boolean(value != 0));
}

/* NULL when memory is short. */
static json_t *describe(const nq_generated *item, const char *file, const char *format,
                        uint64_t bytes, uint64_t row) {
  json_t *made = json_object();
  put_text(&made, "file", file);
  put_text(&made, "kind", item->kind->name);
  put_number(&made, "n", item->n);
  nq_json_put(&made, "seed", make_number(item->seed));
  put_number(&made, "index", item->index);
  for (nq_generate_parameter i = 0; i < NQ_GENERATE_PARAMETERS; i++)
    if (i != NQ_GENERATE_CONFLICTS) /* the board's are below */
      put_parameter(&made, nq_generate_option(i), item->value[i]);
  put_text(&made, "answer", nq_known_name(item->answer));
  put_number(&made, "conflicts", item->instance == NULL ? item->conflicts : UINT64_MAX);
  put_number(&made, "solutions", item->solutions);
  put_number(&made, "open",
             item->kind->puzzles ? item->n - nq_instance_placed_count(item->instance) : UINT64_MAX);
  put_number(&made, "branches", item->branches);
  put_text(&made, "format", format);
  put_number(&made, "bytes", bytes);
  put_number(&made, "row", row);
  put_text(&made, "why", item->reason[0] != '\0' ? item->reason : NULL);
  return made;
}

/* The time of each solver that was run, with the least of them and whose it was. */
static void put_times(json_t **item, const nq_suite_row *row) {
  json_t *times = json_object();
  size_t fastest = NQ_SUITE_SOLVERS;
  for (size_t i = 0; i < NQ_SUITE_SOLVERS; i++) {
    int32_t time = row->milliseconds[i];
    if (time == NQ_SUITE_NOT_RUN) continue;
    bool decided = time != NQ_SUITE_UNDECIDED;
    nq_json_put(&times, nq_suite_solver(i), decided ? json_integer(time) : json_null());
    if (decided && (fastest == NQ_SUITE_SOLVERS || time < row->milliseconds[fastest])) fastest = i;
  }
  bool any = fastest < NQ_SUITE_SOLVERS;
  put_text(item, "fastest", any ? nq_suite_solver(fastest) : NULL);
  put_number(item, "milliseconds", any ? (uint64_t)row->milliseconds[fastest] : UINT64_MAX);
  nq_json_put(item, "times", times);
}

/* Lines: a file without its suffix, and its solution or a proof's format, size and checksum. */
extern const char nq_queens_2026_txt[];

/* A solution, or the proof that there is none; not of plain boards: `construct` solves them. */
static void put_witness(json_t **item, const char *file) {
  const char *line = nq_queens_2026_txt, *next;
  size_t length = strcspn(file, ".");
  while (strncmp(line, file, length) != 0 || line[length] != ' ') {
    line = strchr(line, '\n') + 1;
    if (*line == '\0') return;
  }
  next = line + length + 1;
  char format[16], sum[NQ_SHA256_TEXT];
  uint64_t bytes;
  if (sscanf(next, "%15[a-z] %" SCNu64 " %64[0-9a-f]", format, &bytes, sum) == 3) {
    nq_json_put(
        item, "proof",
        json_pack("{s:s, s:I, s:s}", "format", format, "bytes", (json_int_t)bytes, "sha256", sum));
    return;
  }
  json_t *rows = json_array();
  for (char *end; *next != '\n'; next = end)
    nq_json_append(&rows, json_integer((json_int_t)strtoul(next, &end, 10)));
  nq_json_put(item, "witness", rows);
}

/* What a suite adds to an item. */
static void put_row(json_t **item, const cli_generate_index *index, const char *file) {
  char command[160], parameter[48] = "";
  const nq_suite_row *row = index->row;
  if (row->parameter < NQ_GENERATE_PARAMETERS) {
    const nq_option *option = nq_generate_option(row->parameter);
    const nq_choice *choice = nq_option_choice(option, (size_t)row->value);
    if (choice != NULL)
      snprintf(parameter, sizeof parameter, " --%s %s", nq_option_name(option), choice->name);
    else
      snprintf(parameter, sizeof parameter, " --%s %" PRIu64, nq_option_name(option), row->value);
  }
  snprintf(command, sizeof command,
           "nqueens generate %s --n %" PRIu32 " --seed %" PRIu64 " --first %" PRIu32 "%s",
           row->kind, row->n, index->suite->seed, row->index, parameter);
  put_text(item, "sha256", index->sum);
  put_witness(item, file);
  put_times(item, row);
  put_text(item, "generator", row->queens == NULL ? command : NULL);
}

/* The keys or the values; objects and arrays have no column.  No text of an item has a quotation
 * mark in it: the names and reasons are the program's own. */
static void write_csv(cli_generate_index *index, json_t *item, bool keys) {
  const char *key, *separator = "";
  json_t *value;
  json_object_foreach(item, key, value) {
    if (json_is_object(value) || json_is_array(value)) continue;
    fputs(separator, index->csv);
    separator = ",";
    if (keys)
      fputs(key, index->csv);
    else if (json_is_string(value))
      fprintf(index->csv, "\"%s\"", json_string_value(value));
    else if (!json_is_null(value) && json_dumpf(value, index->csv, JSON_ENCODE_ANY) != 0)
      index->failed = true;
  }
  fputc('\n', index->csv);
}

static void remove_nulls(json_t *item) {
  const char *key;
  json_t *value;
  void *next;
  json_object_foreach_safe(item, next, key, value) {
    if (json_is_null(value)) (void)json_object_del(item, key);
  }
}

void cli_generate_index_add(cli_generate_index *index, const nq_generated *item, const char *file,
                            const char *format, uint64_t bytes, uint64_t row) {
  json_t *object = describe(item, file, format, bytes, row);
  if (index->suite != NULL) put_row(&object, index, file);
  if (index->items == 0) write_csv(index, object, true);
  write_csv(index, object, false);
  remove_nulls(object);
  fputs(index->items++ > 0 ? ",\n" : "\n", index->json);
  if (object == NULL || json_dumpf(object, index->json, JSON_PRESERVE_ORDER) != 0)
    index->failed = true;
  json_decref(object);
}

static void end_json(cli_generate_index *index) {
  fputs("\n]", index->json);
  if (index->parts != NULL) {
    fputs(",\n\"parts\": ", index->json);
    if (json_dumpf(index->parts, index->json, JSON_PRESERVE_ORDER) != 0) index->failed = true;
  }
  fputs("}\n", index->json);
}

nq_status cli_generate_index_close(cli_generate_index *index, nq_error *error) {
  if (index->json != NULL) end_json(index);
  json_decref(index->parts);
  index->parts = NULL;
  bool json = cli_generate_close_stream(&index->json);
  bool csv = cli_generate_close_stream(&index->csv);
  int why = errno;
  if (json && csv && !index->failed) return NQ_OK;
  if (json && csv) return nq_error_set(error, NQ_NO_MEMORY, "no memory for the index");
  return nq_error_set(error, NQ_IO, "the index: %s", strerror(why));
}

/* ---- The summary ---- */

/* {"train":80,"test":20} */
static json_t *count_parts(const cli_generate_options *options, const cli_puzzles *puzzles) {
  json_t *parts = json_object();
  for (unsigned i = 0; options->part_count > 0 && i < puzzles->count; i++)
    nq_json_put(&parts, puzzles->parts[i].name,
                json_integer((json_int_t)puzzles->parts[i].puzzles));
  return parts;
}

int cli_generate_print_summary(const cli_generate_job *job, int code) {
  const cli_generate_options *options = job->options;
  const char *end = code == CLI_YES       ? "all"
                    : code == CLI_NO      ? "none"
                    : code == CLI_UNKNOWN ? "time"
                                          : "interrupted";
  json_t *object = json_object();
  nq_json_put(&object, "kind", json_string(options->suite ? "suite" : options->generate.kind));
  if (options->named != NULL) {
    nq_json_put(&object, "suite", json_string(options->named->name));
    nq_json_put(&object, "size", json_string(options->named->size));
  } else {
    nq_json_put(&object, "n", nq_json_rows(options->sizes.n, options->sizes.count));
  }
  nq_json_put(&object, "seed", make_number(options->generate.seed));
  nq_json_put(&object, "items", json_integer((json_int_t)job->items));
  nq_json_put(&object, "left_out", json_integer((json_int_t)job->skipped));
  nq_json_put(&object, "end", json_string(end));
  nq_json_put(&object, "file", code == CLI_YES ? nq_json_bytes(options->output_path) : json_null());
  if (job->puzzles_kind) {
    nq_json_put(&object, "parts", count_parts(options, &job->puzzles));
    nq_json_put(&object, "unlisted", json_integer((json_int_t)job->unlisted));
  }
  return cli_stats_print(object, code);
}
