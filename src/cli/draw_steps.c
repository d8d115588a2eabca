#include "cli/commands.h"
#include "cli/drawing.h"
#include "core/json.h"
#include "experiment/child.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- The method ---- */

/* A greedy start leaves too little to see; a preset has its own start and step. */
static bool choose_steps(const cli_draw_options *options, nq_min_conflicts_options *ways) {
  bool preset = ways->preset != NQ_MIN_CONFLICTS_PRESET_NONE;
  if (options->start != NQ_START_AUTO) ways->start = (nq_start)options->start;
  if (options->step != NQ_STEP_AUTO) ways->step = (nq_step)options->step;
  if (ways->start == NQ_START_AUTO && !preset) ways->start = NQ_START_RANDOM;
  if (ways->step == NQ_STEP_AUTO && !preset) ways->step = NQ_STEP_COLUMN;
  bool fewest = ways->start == NQ_START_FEWEST;
  if ((ways->start != NQ_START_RANDOM && !fewest) || ways->step != NQ_STEP_SWAP) return true;
  return cli_refuse("--step: swap cannot resolve the row conflicts of --start %s: give --start "
                    "permutation or greedy",
                    fewest ? "fewest" : "random");
}

static bool choose_method(const cli_draw_options *options, nq_solve_options *solve) {
  nq_error error = {0};
  nq_solve_options_init(solve);
  solve->seed = options->seed;
  solve->method = "min-conflicts";
  if (options->method != NULL && nq_solve_options_set(solve, options->method, &error) != NQ_OK)
    return cli_refuse("--method: %s", error.message);
  if (strcmp(solve->method, "min-conflicts") == 0)
    return choose_steps(options, &solve->min_conflicts);
  if (options->start == NQ_START_AUTO && options->step == NQ_STEP_AUTO) return true;
  return cli_refuse("--start and --step are options of min-conflicts, but the method is %s",
                    solve->method);
}

/* ---- Output ---- */

static void say_run(const nq_run *run) {
  size_t steps = run->boards - 1;
  uint64_t left = nq_run_value(run, steps);
  if (run->verdict == NQ_SOLVED)
    cli_say("n = %" PRIu32 " solved in %zu %s%s (seed %" PRIu64 ")", run->n, steps,
            nq_run_noun(run), nq_plural(steps), run->seed);
  else if (run->verdict == NQ_UNSOLVABLE || run->kind == NQ_RUN_EVENTS)
    cli_say("n = %" PRIu32 ": %s (seed %" PRIu64 ")", run->n, run->reason, run->seed);
  else
    cli_say("n = %" PRIu32 " %s, %" PRIu64 " conflict%s left (seed %" PRIu64 ")", run->n,
            run->reason, left, nq_plural(left), run->seed);
}

static json_t *describe_run(const nq_run *run, const char *method) {
  json_t *object = json_object();
  nq_json_put(&object, "method", json_string(method));
  nq_json_put(&object, "n", json_integer(run->n));
  nq_json_put(&object, "seed", json_integer((json_int_t)run->seed));
  nq_json_put(&object, "verdict", json_string(cli_stats_verdict(run->verdict)));
  nq_json_put(&object, "boards", json_integer((json_int_t)run->boards));
  return object;
}

/* An animated picture, or a page. */
static int write_whole(cli_target *target, const nq_run *run, const nq_instance *instance) {
  nq_error error = {0};
  nq_bytes bytes = {0};
  nq_status status =
      target->page ? nq_draw_page(run, instance, &bytes, &error) : nq_draw_run(run, &bytes, &error);
  int code = status == NQ_OK ? cli_draw_write(target, &bytes) : cli_say_error(NULL, &error);
  nq_bytes_release(&bytes);
  return code;
}

static nq_status add_frame(cli_target *target, const nq_run *run, size_t frame,
                           const nq_instance *instance, nq_error *error) {
  nq_bytes bytes = cli_boards_new_picture(&target->boards);
  if (!cli_boards_go_on(&target->boards)) return nq_error_set(error, NQ_IO, "stopped");
  nq_status status =
      nq_draw_frame(target->kind, target->options->scale, run, frame, instance, &bytes, error);
  if (status == NQ_OK) status = cli_boards_add_drawn(&target->boards, &bytes, error);
  nq_bytes_release(&bytes);
  return status;
}

static int write_frames(cli_target *target, const nq_run *run, const nq_instance *instance) {
  nq_error error = {0};
  nq_status status = cli_draw_open(target, run->boards, &error);
  for (size_t i = 0; status == NQ_OK && i < run->boards; i++)
    status = add_frame(target, run, i, instance, &error);
  return cli_draw_close(target, status, &error);
}

/* ---- A run as a GIF or MP4: ffmpeg makes it of pictures of the boards ---- */

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

static int write_movie(cli_target *target, const nq_run *run, const nq_instance *instance) {
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

/* ---- Running ---- */

static int draw_run(cli_target *target, const nq_instance *instance,
                    const nq_solve_options *solve) {
  const cli_draw_options *options = target->options;
  nq_run run;
  nq_error error = {0};
  int code;
  if (nq_run_record(&run, instance, solve, target->page ? NQ_DRAW_PAGE_MAX : NQ_DRAW_RUN_MAX,
                    &error) != NQ_OK) {
    code = cli_say_error(options->instance_path, &error);
  } else {
    if (!options->quiet) say_run(&run);
    if (options->json) target->about = describe_run(&run, solve->method);
    code = cli_path_names_folder(options->output_path) ? write_frames(target, &run, instance)
           : target->movie != NULL                     ? write_movie(target, &run, instance)
                                                       : write_whole(target, &run, instance);
  }
  nq_run_release(&run);
  return code;
}

int cli_draw_steps(cli_target *target) {
  const cli_draw_options *options = target->options;
  nq_solve_options solve;
  if (!choose_method(options, &solve)) return CLI_ERROR;
  nq_instance *instance =
      cli_take_instance(options->instance_path, options->first_diagonals, options->n);
  int code = CLI_ERROR;
  if (instance == NULL) return code;
  uint32_t n = nq_instance_n(instance);
  if (options->n > 0 && n != options->n)
    cli_say("%s: --steps is %" PRIu32 ", but the instance has %" PRIu32 " columns",
            options->instance_path, options->n, n);
  else
    code = draw_run(target, instance, &solve);
  nq_instance_free(instance);
  return code;
}
