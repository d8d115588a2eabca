#define _XOPEN_SOURCE 700 /* nftw */
#include "experiment/plan.h"
#include "core/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define EXPORT_MOST  ((uint64_t)1 << 30)
#define EXPORTS_MOST ((uint64_t)4 << 30)

static nq_status fail(const char *path, nq_error *error) {
  return nq_error_system(error, errno, "%.300s", path);
}

nq_status nq_files_make_folder(const char *files, const char *name, nq_error *error) {
  char path[NQ_ATTEMPT_PATH];
  snprintf(path, sizeof path, "%s/%s", files, name);
  if ((mkdir(files, 0777) == 0 || errno == EEXIST) && (mkdir(path, 0777) == 0 || errno == EEXIST))
    return NQ_OK;
  return fail(path, error);
}

/* Where the exports of the instance in this format are kept. */
static void name_export(const nq_model *model, const nq_attempt *attempt,
                        char path[NQ_ATTEMPT_PATH]) {
  const nq_question *question = question_of(attempt);
  bool encoded = model->encoding[0] != '\0';
  snprintf(path, NQ_ATTEMPT_PATH, "%s/exports/%" PRIu32 "-%.16s-%s%s%s%s", attempt->plan->files,
           nq_instance_n(question->instance),
           question->digest[0] != '\0' ? question->digest : "plain", model->format->name,
           encoded ? "-" : "", model->encoding, model->format->suffix);
}

struct writing {
  nq_watch *watch;
  bool too_large, stopped;
};

static bool go_on(void *context, const nq_progress *progress) {
  struct writing *writing = context;
  writing->too_large = progress->done > EXPORT_MOST || progress->total > EXPORT_MOST;
  writing->stopped =
      writing->watch != NULL && nq_watch_poll(writing->watch, (nq_progress){.phase = "export"});
  return !writing->too_large && !writing->stopped;
}

/* NQ_UNSUPPORTED when it would be too large, NQ_END when the watch stopped it. */
static nq_status export_to(const nq_model *model, const nq_attempt *attempt, int file,
                           nq_error *error) {
  struct writing writing = {.watch = attempt->watch};
  const nq_export_options options = {.format = model->format->name,
                                     .encoding =
                                         model->encoding[0] != '\0' ? model->encoding : NULL,
                                     .progress = go_on,
                                     .context = &writing};
  nq_status status = nq_export_write(question_of(attempt)->instance, &options, file, error);
  if (status == NQ_IO && writing.stopped) return NQ_END;
  if (status != NQ_IO || !writing.too_large) return status;
  return nq_error_set(error, NQ_UNSUPPORTED, "its export as %s would have more than 1 GiB",
                      model->format->name);
}

/* Bytes of the files in the folder of exports. */
static uint64_t measure_exports(const char *files) {
  char path[NQ_ATTEMPT_PATH];
  uint64_t bytes = 0;
  struct stat found;
  snprintf(path, sizeof path, "%s/exports", files);
  DIR *folder = opendir(path);
  if (folder == NULL) return 0;
  for (const struct dirent *entry; (entry = readdir(folder)) != NULL;)
    if (fstatat(dirfd(folder), entry->d_name, &found, AT_SYMLINK_NOFOLLOW) == 0)
      bytes += (uint64_t)found.st_size;
  closedir(folder);
  return bytes;
}

/* Export the instance to a file that is kept, and open it. */
static nq_status make_kept(const nq_model *model, const nq_attempt *attempt, nq_files *files,
                           nq_error *error) {
  nq_file made;
  nq_status status = nq_files_make_folder(attempt->plan->files, "exports", error);
  if (status == NQ_OK) status = nq_file_open(&made, files->model, error);
  if (status != NQ_OK) return status;
  status = export_to(model, attempt, made.descriptor, error);
  if (status == NQ_OK) status = nq_file_commit(&made, NULL, error);
  if (status != NQ_OK) {
    nq_file_abort(&made);
    return status;
  }
  files->file = open(files->model, O_RDONLY | O_CLOEXEC);
  return files->file >= 0 ? NQ_OK : fail(files->model, error);
}

nq_status nq_files_open(const nq_model *model, const nq_attempt *attempt, nq_files *files,
                        nq_error *error) {
  const char *temporary = getenv("TMPDIR");
  if (temporary == NULL || temporary[0] == '\0') temporary = "/tmp";
  files->file = -1;
  files->folder[0] = '\0';
  if (strlen(temporary) > NQ_ATTEMPT_PATH / 2)
    return nq_error_set(error, NQ_BAD_VALUE, "the name of the temporary folder is too long");
  snprintf(files->folder, sizeof files->folder, "%.1024s/nqueens-XXXXXX", temporary);
  if (mkdtemp(files->folder) == NULL) {
    nq_status status = fail(files->folder, error);
    files->folder[0] = '\0';
    return status;
  }
  snprintf(files->answer, sizeof files->answer, "%.1100s/answer", files->folder);
  if (attempt->plan->files[0] != '\0') {
    name_export(model, attempt, files->model);
    files->file = open(files->model, O_RDONLY | O_CLOEXEC); /* one that was made before */
    if (files->file >= 0) return NQ_OK;
    if (measure_exports(attempt->plan->files) < EXPORTS_MOST)
      return make_kept(model, attempt, files, error);
  }
  snprintf(files->model, sizeof files->model, "%.1100s/model%s", files->folder,
           model->format->suffix);
  files->file = open(files->model, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (files->file < 0) return fail(files->model, error);
  nq_status status = export_to(model, attempt, files->file, error);
  if (status == NQ_OK && lseek(files->file, 0, SEEK_SET) < 0) status = fail(files->model, error);
  return status;
}

static int remove_entry(const char *path, const struct stat *found, int type, struct FTW *place) {
  (void)found;
  (void)type;
  (void)place;
  (void)remove(path);
  return 0;
}

void nq_files_close(nq_files *files) {
  if (files->file >= 0) close(files->file);
  if (files->folder[0] != '\0') nftw(files->folder, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
}
