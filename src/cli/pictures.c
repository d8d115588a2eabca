#include "cli/pictures.h"
#include "core/memory.h"
#include "core/system.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

nq_draw_kind cli_pictures_kind(int asked, const char *path) {
  if (asked >= CLI_FORMAT_SVG) return (nq_draw_kind)(NQ_DRAW_SVG + asked - CLI_FORMAT_SVG);
  if (asked != NQ_FORMAT_AUTO || path == NULL) return NQ_DRAW_NONE;
  return nq_draw_kind_by_suffix(path);
}

/* Rows from 1 are for formats of text alone, and a terminal is not for bytes. */
static bool suits(const char *path, nq_draw_kind kind, nq_format format, bool one_based) {
  bool npy = kind == NQ_DRAW_NONE && format == NQ_FORMAT_NPY;
  bool picture = kind != NQ_DRAW_NONE || format == NQ_FORMAT_PICTURE;
  if (one_based && (npy || picture)) {
    cli_say("--one-based is for the formats line and json");
    return false;
  }
  bool bytes = npy || kind == NQ_DRAW_PNG || kind == NQ_DRAW_PDF;
  if (!bytes || !cli_output_is_terminal(path)) return true;
  cli_say("%s is not for a terminal: give -o FILE", npy ? "npy" : nq_draw_kind_name(kind));
  return false;
}

bool cli_boards_choose(int asked, const char *path, uint32_t n, bool one_based, nq_draw_kind *kind,
                       nq_format *format) {
  const char *name =
      asked != NQ_FORMAT_AUTO ? cli_format_choices[asked - NQ_FORMAT_LINE].name : NULL;
  if (!cli_output_suffix_agrees("format", name, path)) return false;
  *kind = cli_pictures_kind(asked, path);
  *format = NQ_FORMAT_AUTO;
  if (*kind == NQ_DRAW_NONE) *format = cli_output_format(asked, path, n);
  return suits(path, *kind, *format, one_based);
}

void cli_boards_say_written(const char *path, int asked) {
  const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path;
  const char *suffix = name[0] != '\0' ? strrchr(name + 1, '.') : NULL;
  bool told = asked != NQ_FORMAT_AUTO || nq_format_by_suffix(path) != NQ_FORMAT_AUTO ||
              nq_draw_kind_by_suffix(path) != NQ_DRAW_NONE;
  if (told || suffix == NULL)
    cli_say("written to %s", path);
  else
    cli_say("written to %s, a board a line: %s is no suffix of another format (see --format)", path,
            suffix);
}

nq_status cli_pictures_open(cli_pictures *pictures, nq_draw_kind kind, const char *path,
                            nq_file *output, nq_error *error) {
  *pictures = (cli_pictures){.kind = kind, .scale = NQ_DRAW_SCALE, .output = output};
  *output = (nq_file){.descriptor = -1};
  nq_status status = nq_draw_kind_require(kind, error);
  if (status != NQ_OK) return status;
  if (cli_folder_is_meant(path)) return cli_folder_open(&pictures->folder, path, error);
  return cli_output_open(output, path, error);
}

static bool in_folder(const cli_pictures *pictures) {
  return pictures->folder.temporary != NULL;
}

uint64_t cli_pictures_most(const cli_pictures *pictures) {
  return in_folder(pictures) ? CLI_PICTURES_MAX : NQ_DRAW_SHEET_MAX;
}

nq_status cli_pictures_expect(cli_pictures *pictures, uint64_t boards, uint32_t n,
                              const nq_instance *instance, nq_error *error) {
  pictures->n = n;
  pictures->instance = instance;
  pictures->expected = boards;
  if (boards <= 1) return NQ_OK;
  uint64_t most = cli_pictures_most(pictures);
  if (in_folder(pictures) && boards > most)
    return nq_error_set(error, NQ_UNSUPPORTED,
                        "more than %" PRIu64 " boards are too many files for a folder: --limit K "
                        "or --slice K/M makes them fewer",
                        most);
  if (in_folder(pictures)) return NQ_OK;
  if (boards > most || n > NQ_DRAW_SHEET_N_MAX)
    return nq_error_set(error, NQ_UNSUPPORTED,
                        "a sheet has room for %" PRIu64 " boards of up to %d columns, these are "
                        "more or larger; -o DIR/ --format %s makes a file for each",
                        most, NQ_DRAW_SHEET_N_MAX, nq_draw_kind_name(pictures->kind));
  pictures->rows = nq_memory_new(boards * n, sizeof *pictures->rows);
  if (pictures->rows != NULL) return NQ_OK;
  return nq_error_set(error, NQ_NO_MEMORY, "no memory for the boards of a sheet");
}

/* An instance is marked only where there is room for it. */
nq_status cli_picture_draw(nq_draw_kind kind, unsigned scale, const uint32_t *rows, uint32_t n,
                           const nq_instance *instance, nq_bytes *bytes, nq_error *error) {
  if (n <= NQ_DRAW_QUEENS_MAX) return nq_draw_board(kind, scale, rows, n, instance, bytes, error);
  nq_density *density = nq_density_new();
  if (density == NULL) return nq_error_set(error, NQ_NO_MEMORY, "no memory for the picture");
  nq_density_add(density, rows, n);
  nq_status status = nq_density_finish(density, error);
  if (status == NQ_OK) status = nq_draw_density(kind, scale, density, bytes, error);
  nq_density_free(density);
  return status;
}

nq_status cli_picture_write(nq_file *output, const nq_bytes *bytes, nq_error *error) {
  int failure = nq_write_all(output->descriptor, bytes->data, bytes->size, NULL, NULL);
  if (failure == 0) return NQ_OK;
  return nq_error_set(error, NQ_IO, "%s: writing failed: %s", output->name, strerror(failure));
}

/* 1.svg, or 01.svg where there are 10 files or more: in a list they stand in their order. */
static nq_status add_file(cli_pictures *pictures, const nq_bytes *bytes, nq_error *error) {
  char most[32], name[64];
  int width = snprintf(most, sizeof most, "%" PRIu64, pictures->expected);
  snprintf(name, sizeof name, "%0*" PRIu64 ".%s", width, pictures->added,
           nq_draw_kind_name(pictures->kind));
  return cli_folder_add(&pictures->folder, name, bytes->data, bytes->size, error);
}

nq_status cli_pictures_add(cli_pictures *pictures, const uint32_t *rows, nq_error *error) {
  uint32_t n = pictures->n;
  if (pictures->added == pictures->expected)
    return nq_error_set(error, NQ_INTERNAL, "more boards than expected");
  pictures->added++;
  if (pictures->rows != NULL) {
    memcpy(pictures->rows + (pictures->added - 1) * n, rows, n * sizeof *rows);
    return NQ_OK;
  }
  nq_bytes bytes = {0};
  nq_status status =
      cli_picture_draw(pictures->kind, pictures->scale, rows, n, pictures->instance, &bytes, error);
  if (status == NQ_OK)
    status = in_folder(pictures) ? add_file(pictures, &bytes, error)
                                 : cli_picture_write(pictures->output, &bytes, error);
  nq_bytes_release(&bytes);
  return status;
}

static nq_status write_sheet(cli_pictures *pictures, nq_error *error) {
  nq_bytes bytes = {0};
  nq_status status = nq_draw_sheet(pictures->kind, pictures->scale, pictures->rows,
                                   (size_t)pictures->added, pictures->n, &bytes, error);
  if (status == NQ_OK) status = cli_picture_write(pictures->output, &bytes, error);
  nq_bytes_release(&bytes);
  return status;
}

nq_status cli_pictures_commit(cli_pictures *pictures, nq_error *error) {
  if (pictures->added == 0) return nq_error_set(error, NQ_UNSUPPORTED, "there is no board to draw");
  if (in_folder(pictures)) return cli_folder_commit(&pictures->folder, error);
  nq_status status = pictures->rows != NULL ? write_sheet(pictures, error) : NQ_OK;
  return status == NQ_OK ? nq_file_commit(pictures->output, error) : status;
}

void cli_pictures_abort(cli_pictures *pictures) {
  nq_memory_free(pictures->rows, pictures->expected * pictures->n, sizeof *pictures->rows);
  cli_folder_abort(&pictures->folder);
  *pictures = (cli_pictures){0};
}
