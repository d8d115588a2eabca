/* MODEL.  The files of a part, where the i-th row of `puzzles` and `answers` belongs to line i of
 * the JSON lines:
 *
 *     train.jsonl              {"n":4,"base":0,"rows":[1,null,null,2],"index":0,..}
 *     train-puzzles.npy        (count, n * n), uint8: 0 empty, 1 queen
 *     train-answers.npy        the same with the removed queens as 2
 *     train-completions.npy    (all, n * n), all completions of all puzzles, as in answers
 *     train-owners.npy         (all,), int64: the row of the puzzle that a completion belongs to
 *
 * In the layout `tokens` the arrays have the names and numbers that public sets have, 0 being
 * padding, which boards of one size do not need: train__inputs.npy and train__labels.npy with 1
 * empty and 2 queen, and train__completions.npy and train__owners.npy.  In the layout `text` there
 * are no arrays, and a line is {"question": .., "answer": .., "metadata": {"n":4, ..}}, the last as
 * above.
 *
 * The square of a column and row is at row * n + column.  The header of an array has the number of
 * its rows, so it is written last, into the room left for it. */
#include "cli/generate/job.h"

#include "core/file.h"
#include "core/json.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#define HEADER_BYTES 128

/* The names of the arrays, after that of the part, and the numbers of squares. */
static const struct layout {
  const char *names[CLI_ARRAYS]; /* NULL: no arrays */
  unsigned char empty, shown, removed;
} layouts[] = {
    [CLI_LAYOUT_FLAT] = {{"-puzzles", "-answers", "-completions", "-owners"}, 0, 1, 2},
    [CLI_LAYOUT_TOKENS] = {{"__inputs", "__labels", "__completions", "__owners"}, 1, 2, 2},
    [CLI_LAYOUT_TEXT] = {{NULL}, 0, 0, 0},
};

/* ---- A line ---- */

/* Those of the puzzle, with NQ_EMPTY where queens were removed. */
static void take_shown(const nq_generated *item, uint32_t *rows) {
  for (uint32_t column = 0; column < item->n; column++)
    rows[column] = nq_instance_placed_row(item->instance, column);
}

static void write_rows(FILE *file, const uint32_t *rows, uint32_t n) {
  for (uint32_t column = 0; column < n; column++) {
    fputc(column > 0 ? ',' : '[', file);
    if (rows[column] == NQ_EMPTY)
      fputs("null", file);
    else
      fprintf(file, "%" PRIu32, rows[column]);
  }
  fputc(']', file);
}

static void write_object(FILE *file, const nq_generated *item, const uint32_t *shown,
                         const char *part) {
  uint32_t n = item->n;
  fprintf(file, "{\"n\":%" PRIu32 ",\"base\":0,\"rows\":", n);
  write_rows(file, shown, n);
  fprintf(file, ",\"index\":%" PRIu64, item->index);
  if (part != NULL) fprintf(file, ",\"part\":\"%s\"", part);
  fprintf(file, ",\"open\":%zu,\"branches\":%" PRIu64 ",\"solutions\":%" PRIu64 ",\"answer\":",
          n - nq_instance_placed_count(item->instance), item->branches, item->solutions);
  write_rows(file, item->board.rows, n);
  fputs(",\"completions\":", file);
  for (uint64_t i = 0; item->completions != NULL && i < item->solutions; i++) {
    fputc(i > 0 ? ',' : '[', file);
    write_rows(file, item->completions + i * n, n);
  }
  fputs(item->completions != NULL ? "]}" : "null}", file);
}

/* "Q _ _\n_ _ Q\n..", within a text of JSON. */
static void write_picture(FILE *file, const uint32_t *rows, uint32_t n) {
  for (uint32_t row = 0; row < n; row++)
    for (uint32_t column = 0; column < n; column++) {
      if (column > 0 || row > 0) fputs(column > 0 ? " " : "\\n", file);
      fputc(rows[column] == row ? 'Q' : '_', file);
    }
}

void cli_puzzle_write(FILE *file, const nq_generated *item, cli_layout layout, const char *part) {
  uint32_t shown[NQ_ENUMERATE_N_MAX];
  take_shown(item, shown);
  if (layout == CLI_LAYOUT_TEXT) {
    fprintf(
        file,
        "{\"question\":\"Place %zu more queens on this board of %" PRIu32 " x %" PRIu32
        " squares so that no two of its queens share a row, a column or a diagonal. Q is a queen "
        "and _ an empty square. Answer with the whole board in the same form.\\n",
        item->n - nq_instance_placed_count(item->instance), item->n, item->n);
    write_picture(file, shown, item->n);
    fputs("\",\"answer\":\"", file);
    write_picture(file, item->board.rows, item->n);
    fputs("\",\"metadata\":", file);
  }
  write_object(file, item, shown, part);
  fputs(layout == CLI_LAYOUT_TEXT ? "}\n" : "\n", file);
}

/* ---- Arrays ---- */

/* `rows` is NULL for the puzzle itself. */
static void write_squares(FILE *file, const struct layout *layout, const nq_generated *item,
                          const uint32_t *rows) {
  unsigned char squares[NQ_ENUMERATE_N_MAX * NQ_ENUMERATE_N_MAX];
  uint32_t n = item->n;
  memset(squares, layout->empty, sizeof squares);
  for (uint32_t column = 0; column < n; column++) {
    uint32_t shown = nq_instance_placed_row(item->instance, column);
    if (shown != NQ_EMPTY)
      squares[shown * n + column] = layout->shown;
    else if (rows != NULL)
      squares[rows[column] * n + column] = layout->removed;
  }
  fwrite(squares, 1, (size_t)n * n, file);
}

static void write_owner(FILE *file, uint64_t owner) {
  for (unsigned byte = 0; byte < 8; byte++) fputc((int)(owner >> 8 * byte & 0xFF), file);
}

static bool write_header(FILE *file, const char *type, uint64_t rows, uint32_t squares) {
  char header[HEADER_BYTES], shape[48], text[HEADER_BYTES];
  if (squares > 0)
    snprintf(shape, sizeof shape, "(%" PRIu64 ", %" PRIu32 ")", rows, squares);
  else
    snprintf(shape, sizeof shape, "(%" PRIu64 ",)", rows);
  int length = snprintf(text, sizeof text, "{'descr': '%s', 'fortran_order': False, 'shape': %s, }",
                        type, shape);
  memset(header, ' ', sizeof header);
  memcpy(header, "\x93NUMPY\x01\x00", 8);
  header[8] = HEADER_BYTES - 10;
  header[9] = 0;
  memcpy(header + 10, text, (size_t)length);
  header[HEADER_BYTES - 1] = '\n';
  return fseek(file, 0, SEEK_SET) == 0 && fwrite(header, 1, sizeof header, file) == sizeof header;
}

/* ---- A part ---- */

static bool has_arrays(const cli_puzzles *puzzles) {
  return layouts[puzzles->options->layout].names[0] != NULL;
}

static nq_status open_part(const cli_puzzles *puzzles, cli_puzzles_part *part,
                           const cli_folder *folder, nq_error *error) {
  static const char room[HEADER_BYTES];
  snprintf(part->lines_name, sizeof part->lines_name, "%s.jsonl", part->name);
  part->lines = cli_folder_stream(folder, part->lines_name, error);
  if (part->lines == NULL) return NQ_IO;
  for (unsigned i = 0; has_arrays(puzzles) && i < CLI_ARRAYS; i++) {
    char name[CLI_PART_BYTES + 32];
    snprintf(name, sizeof name, "%s%s.npy", part->name, layouts[puzzles->options->layout].names[i]);
    part->arrays[i] = cli_folder_stream(folder, name, error);
    if (part->arrays[i] == NULL) return NQ_IO;
    fwrite(room, 1, sizeof room, part->arrays[i]);
  }
  return NQ_OK;
}

nq_status cli_puzzles_open(cli_puzzles *puzzles, const cli_folder *folder,
                           const cli_generate_options *options, nq_error *error) {
  *puzzles =
      (cli_puzzles){.count = options->part_count > 0 ? options->part_count : 1, .options = options};
  nq_status status = NQ_OK;
  for (unsigned i = 0; i < puzzles->count && status == NQ_OK; i++) {
    puzzles->parts[i].name = options->part_count > 0 ? options->part_names[i] : "all";
    status = open_part(puzzles, &puzzles->parts[i], folder, error);
  }
  return status;
}

static nq_status require_written(const cli_puzzles_part *part, nq_error *error) {
  bool sound = !ferror(part->lines);
  for (unsigned i = 0; i < CLI_ARRAYS; i++)
    sound = sound && (part->arrays[i] == NULL || !ferror(part->arrays[i]));
  return sound ? NQ_OK : nq_error_set(error, NQ_IO, "writing failed: %s", strerror(errno));
}

const cli_puzzles_part *cli_puzzles_add(cli_puzzles *puzzles, const nq_generated *item,
                                        nq_error *error) {
  cli_puzzles_part *part = &puzzles->parts[item->part];
  uint64_t listed = item->completions != NULL ? item->solutions : 0;
  const struct layout *layout = &layouts[puzzles->options->layout];
  cli_puzzle_write(part->lines, item, puzzles->options->layout,
                   puzzles->options->part_count > 0 ? part->name : NULL);
  if (has_arrays(puzzles)) {
    write_squares(part->arrays[CLI_PUZZLES], layout, item, NULL);
    write_squares(part->arrays[CLI_ANSWERS], layout, item, item->board.rows);
  }
  for (uint64_t i = 0; has_arrays(puzzles) && i < listed; i++) {
    write_squares(part->arrays[CLI_COMPLETIONS], layout, item, item->completions + i * item->n);
    write_owner(part->arrays[CLI_OWNERS], part->puzzles);
  }
  part->puzzles++;
  part->completions += listed;
  part->unlisted += item->completions == NULL;
  return require_written(part, error) == NQ_OK ? part : NULL;
}

bool cli_generate_close_stream(FILE **file) {
  FILE *closed = *file;
  *file = NULL;
  return closed == NULL || nq_stream_close(closed);
}

static nq_status finish_part(cli_puzzles_part *part, uint32_t squares, nq_error *error) {
  bool sound = cli_generate_close_stream(&part->lines);
  for (unsigned i = 0; i < CLI_ARRAYS && part->arrays[i] != NULL && sound; i++) {
    bool of_completions = i == CLI_COMPLETIONS || i == CLI_OWNERS;
    sound = write_header(part->arrays[i], i == CLI_OWNERS ? "<i8" : "|u1",
                         of_completions ? part->completions : part->puzzles,
                         i == CLI_OWNERS ? 0 : squares) &&
            cli_generate_close_stream(&part->arrays[i]);
  }
  return sound ? NQ_OK : nq_error_set(error, NQ_IO, "writing failed: %s", strerror(errno));
}

nq_status cli_puzzles_finish(cli_puzzles *puzzles, nq_error *error) {
  nq_status status = NQ_OK;
  for (unsigned i = 0; i < puzzles->count && status == NQ_OK; i++) {
    cli_puzzles_part *part = &puzzles->parts[i];
    if (part->puzzles == 0)
      return nq_error_set(error, NQ_UNSUPPORTED,
                          "--split: the part %s has no puzzle: make more with --count", part->name);
    uint32_t n = puzzles->options->sizes.n[0];
    status = finish_part(part, n * n, error);
  }
  return status;
}

void cli_puzzles_close(cli_puzzles *puzzles) {
  for (unsigned i = 0; i < puzzles->count; i++) {
    cli_puzzles_part *part = &puzzles->parts[i];
    (void)cli_generate_close_stream(&part->lines);
    for (unsigned array = 0; array < CLI_ARRAYS; array++)
      (void)cli_generate_close_stream(&part->arrays[array]);
  }
  puzzles->count = 0;
}

/* ---- The index ---- */

static json_t *describe_part(const cli_puzzles_part *part, uint32_t share) {
  json_t *made = json_object();
  nq_json_put(&made, "part", json_string(part->name));
  if (share > 0) nq_json_put(&made, "share", json_integer((json_int_t)share));
  nq_json_put(&made, "puzzles", json_integer((json_int_t)part->puzzles));
  nq_json_put(&made, "completions", json_integer((json_int_t)part->completions));
  nq_json_put(&made, "unlisted", json_integer((json_int_t)part->unlisted));
  return made;
}

json_t *cli_puzzles_describe(const cli_puzzles *puzzles) {
  json_t *made = json_array();
  for (unsigned i = 0; i < puzzles->count; i++)
    nq_json_append(&made, describe_part(&puzzles->parts[i], puzzles->options->generate.split[i]));
  return made;
}
