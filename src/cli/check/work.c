#include "cli/check/checker.h"
#include "board/board.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What is known of a file, and what is to be printed. */
struct checked {
  int code;
  nq_bytes out, said;
};

/* ---- A unit ---- */

static nq_status check_unit(void *context, void *worker, const void *unit, void *result,
                            nq_error *error) {
  const cli_check_job *job = context;
  struct checked *checked = result;
  cli_checker checker = job->checker;
  cli_progress silent;
  checker.out = nq_bytes_stream(&checked->out);
  FILE *said = nq_bytes_stream(&checked->said);
  (void)worker;
  if (checker.out != NULL && said != NULL) {
    cli_progress_init(&silent, true);
    checker.progress = &silent;
    cli_say_into(said);
    cli_check_file(&checker, job->files[*(const uint64_t *)unit]);
    cli_say_into(NULL);
  }
  if (checker.out != NULL) (void)fclose(checker.out);
  if (said != NULL) (void)fclose(said);
  checked->code = checker.code;
  if (watch_stop(checker.watch) != NQ_STOP_NOT) return NQ_END;
  if (!checked->out.failed && !checked->said.failed) return NQ_OK;
  return nq_error_set(error, NQ_NO_MEMORY, "out of memory");
}

static void release_checked(void *result) {
  struct checked *checked = result;
  nq_bytes_release(&checked->out);
  nq_bytes_release(&checked->said);
}

static void pack_checked(const void *result, nq_bytes *bytes) {
  const struct checked *checked = result;
  const size_t head[] = {(size_t)checked->code, checked->out.size, checked->said.size};
  nq_bytes_add(bytes, head, sizeof head);
  nq_bytes_add(bytes, checked->out.data, checked->out.size);
  nq_bytes_add(bytes, checked->said.data, checked->said.size);
}

static bool unpack_text(nq_bytes *bytes, size_t size, nq_bytes *text) {
  if (size > bytes->size - bytes->taken) return false;
  nq_bytes_add(text, bytes->data + bytes->taken, size);
  bytes->taken += size;
  return !text->failed;
}

static bool unpack_checked(nq_bytes *bytes, void *result) {
  struct checked *checked = result;
  size_t head[3];
  if (!nq_bytes_take(bytes, head, sizeof head)) return false;
  checked->code = (int)head[0];
  return unpack_text(bytes, head[1], &checked->out) && unpack_text(bytes, head[2], &checked->said);
}

/* ---- A job: this, words, and the instance if there is one ---- */

/* All of it is the same for the same job. */
struct head {
  double memory;
  uint64_t format, n, together, json, quiet, base; /* base: plus 1 */
  uint64_t variable, files, words, instance_n;     /* variable: there is one, the first word */
};

static void add_word(nq_bytes *words, const char *word) {
  nq_bytes_add(words, word, strlen(word) + 1);
}

static void pack_job(const void *context, nq_bytes *bytes) {
  const cli_check_job *job = context;
  const cli_checker *checker = &job->checker;
  const cli_check_options *options = checker->options;
  nq_bytes words = {0};
  add_word(&words, options->variable != NULL ? options->variable : "");
  for (size_t i = 0; i < job->file_count; i++) add_word(&words, job->files[i]);
  const struct head head = {.memory = options->memory,
                            .format = (uint64_t)checker->format,
                            .n = checker->n,
                            .together = checker->together,
                            .json = options->json,
                            .quiet = options->quiet,
                            .base = (uint64_t)(options->base + 1),
                            .variable = options->variable != NULL,
                            .files = job->file_count,
                            .words = words.size,
                            .instance_n =
                                checker->instance != NULL ? nq_instance_n(checker->instance) : 0};
  nq_bytes_add(bytes, &head, sizeof head);
  nq_bytes_add(bytes, words.data, words.size);
  if (checker->instance != NULL) nq_instance_pack(checker->instance, bytes);
  bytes->failed = bytes->failed || words.failed;
  nq_bytes_release(&words);
}

static nq_status open_job(nq_bytes *packed, nq_watch *watch, void **result, nq_error *error) {
  struct head head;
  cli_check_job *job = calloc(1, sizeof *job);
  *result = job;
  if (job == NULL || !nq_bytes_take(packed, &head, sizeof head)) goto no_memory;
  job->file_count = (size_t)head.files;
  job->words = malloc((size_t)head.words);
  job->files = calloc(job->file_count, sizeof *job->files);
  if (job->words == NULL || job->files == NULL ||
      !nq_bytes_take(packed, job->words, (size_t)head.words) ||
      (head.instance_n > 0 &&
       !nq_instance_unpack(packed, (uint32_t)head.instance_n, &job->instance)))
    goto no_memory;
  char *word = job->words;
  for (size_t i = 0; i < job->file_count; i++) job->files[i] = word += strlen(word) + 1;
  job->options = (cli_check_options){.json = head.json != 0,
                                     .quiet = head.quiet != 0,
                                     .base = (int32_t)head.base - 1,
                                     .memory = head.memory,
                                     .variable = head.variable != 0 ? job->words : NULL};
  job->checker = (cli_checker){.options = &job->options,
                               .instance = job->instance,
                               .format = (nq_format)head.format,
                               .n = (uint32_t)head.n,
                               .watch = watch,
                               .together = (unsigned)head.together};
  return NQ_OK;

no_memory:
  return nq_error_set(error, NQ_NO_MEMORY, "out of memory");
}

static void close_job(void *context) {
  cli_check_job *job = context;
  nq_instance_free(job->instance);
  free(job->files);
  free(job->words);
  free(job);
}

const nq_work_kind cli_check_work = {.name = "check",
                                     .unit_size = sizeof(uint64_t),
                                     .result_size = sizeof(struct checked),
                                     .perform = check_unit,
                                     .release = release_checked,
                                     .pack_job = pack_job,
                                     .open = open_job,
                                     .close = close_job,
                                     .pack = pack_checked,
                                     .unpack = unpack_checked};

/* ---- All files ---- */

static nq_status print_file(void *context, nq_work_slot *slot) {
  cli_checker *checker = context;
  const struct checked *checked = slot->result;
  cli_check_note(checker, checked->code);
  if (checked->said.size > 0 || checker->progress->beside_output)
    cli_progress_clear(checker->progress);
  fwrite(checked->out.data, 1, checked->out.size, stdout);
  fwrite(checked->said.data, 1, checked->said.size, stderr);
  cli_progress_items_done(checker->progress, *(const uint64_t *)slot->unit + 1);
  return ferror(stdout) ? NQ_END : NQ_OK;
}

void cli_check_files(cli_checker *checker, char **files, size_t count, nq_crew *crew) {
  nq_watch watch;
  cli_check_job job = {.checker = *checker, .files = files, .file_count = count};
  job.checker.watch = &watch;
  job.checker.crew = NULL; /* it is busy with the files */
  job.checker.together = crew->together;
  nq_error error = {0};
  cli_progress_items(checker->progress, "files", count);
  nq_watch_init(&watch, 0, NULL, NULL);
  const nq_work_plan plan = {.kind = &cli_check_work,
                             .job = &job,
                             .threads = 1,
                             .most = count,
                             .ordered = true,
                             .watch = &watch,
                             .crew = crew,
                             .context = checker,
                             .settle = print_file};
  nq_status status = nq_work_run(&plan, &error);
  if (status != NQ_OK && status != NQ_END) {
    cli_say_error(NULL, &error);
    cli_check_note(checker, CLI_ERROR);
  }
  nq_watch_release(&watch);
}
