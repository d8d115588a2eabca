/* A run as a GIF or MP4: ffmpeg makes it of pictures of the boards. */
#include "cli/commands.h"
#include "cli/drawing.h"
#include "experiment/child.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define MOVIE_MOST ((size_t)1 << 30) /* bytes */

const char *cli_draw_movie_kind(const char *path) {
  const char *suffix = strrchr(path, '.');
  return suffix == NULL                ? NULL
         : strcmp(suffix, ".gif") == 0 ? "gif"
         : strcmp(suffix, ".mp4") == 0 ? "mp4"
                                       : NULL;
}

nq_status cli_draw_movie_require(nq_error *error) {
  char path[NQ_CHILD_PATH];
  nq_status status = nq_draw_kind_require(NQ_DRAW_PNG, error);
  if (status != NQ_OK || nq_child_find("ffmpeg", path)) return status;
  return nq_error_set(error, NQ_UNSUPPORTED,
                      "the program ffmpeg is not installed (Debian: ffmpeg), which makes .gif and "
                      ".mp4; .svg and .html can be drawn without it");
}

/* The pictures one after another, the last one for as long as it is shown. */
static nq_status write_pictures(const cli_target *target, const nq_run *run,
                                const nq_instance *instance, FILE *file, nq_error *error) {
  size_t last = run->boards - 1, rest = (size_t)ceil(NQ_RUN_REST / nq_run_beat(run));
  nq_status status = NQ_OK;
  for (size_t i = 0; i <= last && status == NQ_OK; i++) {
    nq_bytes picture = {0};
    status = nq_draw_frame(NQ_DRAW_PNG, target->options->scale, run, i, instance, &picture, error);
    for (size_t k = 0; status == NQ_OK && k < (i == last ? rest : 1); k++)
      fwrite(picture.data, 1, picture.size, file);
    nq_bytes_release(&picture);
  }
  if (status == NQ_OK && (fflush(file) != 0 || ferror(file)))
    status = nq_error_set(error, NQ_IO, "no room for the pictures of a movie");
  return status;
}

/* Colours of a GIF are chosen for the whole movie.  An MP4 has even sides, and is written without
 * going back. */
static nq_status run_ffmpeg(const char *kind, const nq_run *run, FILE *pictures, nq_bytes *movie,
                            nq_error *error) {
  const char *filter = strcmp(kind, "gif") == 0
                           ? "split[a][b];[a]palettegen[p];[b][p]paletteuse=dither=none"
                           : "pad=ceil(iw/2)*2:ceil(ih/2)*2,format=yuv420p,fps=10";
  char line[400], *words[30] = {NULL}, *rest = NULL;
  nq_child child = {.words = words, .input = fileno(pictures), .output_most = MOVIE_MOST};
  snprintf(line, sizeof line,
           "ffmpeg -loglevel error -f image2pipe -framerate 100/%.0f -c:v png -i pipe:0 "
           "-filter_complex %s -movflags frag_keyframe+empty_moov -f %s pipe:1",
           100 * nq_run_beat(run), filter, kind);
  words[0] = strtok_r(line, " ", &rest);
  for (size_t i = 1; (words[i] = strtok_r(NULL, " ", &rest)) != NULL; i++) continue;
  rewind(pictures);
  nq_status status = nq_child_run(&child, movie, error);
  if (status != NQ_OK || (child.end == NQ_CHILD_EXITED && child.code == 0)) return status;
  return nq_error_set(error, NQ_IO, "ffmpeg made no %s: %s", kind, child.last);
}

int cli_draw_movie(cli_target *target, const nq_run *run, const nq_instance *instance) {
  nq_error error = {0};
  nq_bytes movie = {0};
  FILE *pictures = tmpfile();
  nq_status status = pictures != NULL
                         ? write_pictures(target, run, instance, pictures, &error)
                         : nq_error_set(&error, NQ_IO, "no temporary file for a movie");
  if (status == NQ_OK) status = run_ffmpeg(target->movie, run, pictures, &movie, &error);
  if (pictures != NULL) fclose(pictures);
  int code = status == NQ_OK ? cli_draw_write(target, &movie) : cli_say_error(NULL, &error);
  nq_bytes_release(&movie);
  return code;
}
