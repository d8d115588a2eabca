#define _DEFAULT_SOURCE /* mkstemps */
#include "experiment/files.h"
#include "core/core.h"
#include "core/file.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define EXPORT_MOST ((uint64_t)1 << 30)

nq_status nq_files_make_folder(const char *files, const char *name, nq_error *error) {
  char path[NQ_ATTEMPT_PATH];
  snprintf(path, sizeof path, "%s/%s", files, name);
  if ((mkdir(files, 0777) == 0 || errno == EEXIST) && (mkdir(path, 0777) == 0 || errno == EEXIST))
    return NQ_OK;
  return nq_error_system(error, errno, "%.300s", path);
}

/* Where the exports of the instance in this format are kept. */
static void name_export(const nq_model *model, const nq_attempt *attempt,
                        char path[NQ_ATTEMPT_PATH]) {
  bool encoded = model->encoding[0] != '\0';
  snprintf(path, NQ_ATTEMPT_PATH, "%s/exports/%" PRIu32 "-%.16s-%s%s%s%s", attempt->files,
           nq_instance_n(attempt->instance), attempt->digest != NULL ? attempt->digest : "plain",
           model->format->name, encoded ? "-" : "", model->encoding, model->format->suffix);
}

struct writing {
  nq_watch *watch;
  bool too_large, stopped;
};

static bool go_on(void *context, const nq_progress *progress) {
  struct writing *writing = context;
  writing->too_large = progress->done > EXPORT_MOST || progress->total > EXPORT_MOST;
  writing->stopped = writing->watch != NULL && nq_watch_poll(writing->watch, (nq_progress){0});
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
  nq_status status = nq_export_write(attempt->instance, &options, file, error);
  if (status == NQ_IO && writing.stopped) return NQ_END;
  if (status != NQ_IO || !writing.too_large) return status;
  return nq_error_set(error, NQ_UNSUPPORTED, "its export as %s would have more than 1 GiB",
                      model->format->name);
}

/* Export the instance, unless that has been done, to a file that is kept. */
static nq_status keep_export(const nq_model *model, const nq_attempt *attempt, const char *path,
                             nq_error *error) {
  char *name;
  if (access(path, R_OK) == 0) return NQ_OK;
  nq_status status = nq_files_make_folder(attempt->files, "exports", error);
  if (status != NQ_OK) return status;
  int file = nq_temporary_open(path, &name);
  if (file < 0) return nq_error_system(error, errno, "%.300s", path);
  status = export_to(model, attempt, file, error);
  errno = status == NQ_OK ? nq_name(file, AT_FDCWD, name, path, true) : 0;
  if (errno != 0) status = nq_error_system(error, errno, "%.300s", path);
  close(file);
  unlink(name);
  free(name);
  return status;
}

/* Name the model and the answer, which is a new file that is removed again, and open the model. */
nq_status nq_files_open(const nq_model *model, const nq_attempt *attempt, nq_files *files,
                        nq_error *error) {
  const char *folder = getenv("TMPDIR"), *suffix = model->format->suffix;
  if (folder == NULL || folder[0] == '\0') folder = "/tmp";
  int length = snprintf(files->model, sizeof files->model, "%s/nqueens-XXXXXX%s", folder, suffix);
  if (length < 0 || (size_t)length >= sizeof files->model - sizeof ".answer")
    return nq_error_set(error, NQ_BAD_VALUE, "the name of the temporary folder is too long");
  files->file = mkstemps(files->model, (int)strlen(suffix));
  if (files->file < 0) return nq_error_system(error, errno, "%.300s", files->model);
  snprintf(files->answer, sizeof files->answer, "%.*s.answer", (int)length, files->model);
  (void)fcntl(files->file, F_SETFD, FD_CLOEXEC);
  files->kept = attempt->files != NULL;
  if (!files->kept) {
    nq_status status = export_to(model, attempt, files->file, error);
    if (status == NQ_OK && lseek(files->file, 0, SEEK_SET) < 0)
      status = nq_error_system(error, errno, "%.300s", files->model);
    return status;
  }
  close(files->file);
  unlink(files->model);
  name_export(model, attempt, files->model);
  nq_status status = keep_export(model, attempt, files->model, error);
  files->file = status == NQ_OK ? open(files->model, O_RDONLY | O_CLOEXEC) : -1;
  if (status == NQ_OK && files->file < 0)
    status = nq_error_system(error, errno, "%.300s", files->model);
  return status;
}

void nq_files_close(nq_files *files) {
  if (files->file >= 0) close(files->file);
  if (!files->kept) unlink(files->model);
  (void)remove(files->answer); /* the program may have made a folder of it */
}
