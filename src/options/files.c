#include "core/file.h"
#include "options/options.h"

#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct named {
  const char *dashes, *name; /* "--" and "stats", or "" and "BOARD" */
  char *path;
  int standard;              /* the descriptor that "-" stands for */
  const char *const *inside; /* names made in it if it is a folder; or NULL */
};

struct names {
  struct named *file;
  size_t count, room;
};

static bool is_standard(const struct named *file) {
  return strcmp(file->path, "-") == 0;
}

static bool is_read(const struct named *file) {
  return file->standard == STDIN_FILENO;
}

/* ---- Comparing ---- */

/* The folder of a resolved path, and what comes after it. */
static const char *find_folder(const char *path, struct stat *folder) {
  const char *slash = strrchr(path, '/');
  char *name = slash != NULL ? strndup(path, (size_t)(slash + 1 - path)) : strdup(".");
  bool found = name != NULL && stat(name, folder) == 0;
  free(name);
  if (!found) return NULL;
  return slash != NULL ? slash + 1 : path;
}

/* Two files that do not exist yet would be made under one name. */
static bool lands_same(const char *path, const char *other) {
  struct stat folder, other_folder;
  char *first = nq_file_resolve(path), *second = nq_file_resolve(other);
  const char *name = first != NULL ? find_folder(first, &folder) : NULL;
  const char *other_name = second != NULL ? find_folder(second, &other_folder) : NULL;
  bool same = name != NULL && other_name != NULL && strcmp(name, other_name) == 0 &&
              nq_file_is_same(&folder, &other_folder);
  free(first);
  free(second);
  return same;
}

static bool stat_file(const struct named *file, struct stat *found) {
  return is_standard(file) ? fstat(STDIN_FILENO, found) == 0 : stat(file->path, found) == 0;
}

/* Devices and pipes may be named twice: they are never replaced. */
static bool are_same(const struct named *file, const struct named *other) {
  struct stat first, second;
  if (is_standard(file) && is_standard(other)) return file->standard == other->standard;
  if ((is_standard(file) && !is_read(file)) || (is_standard(other) && !is_read(other)))
    return false;
  bool exists = stat_file(file, &first);
  if (exists != stat_file(other, &second)) return false;
  if (!exists) return lands_same(file->path, other->path);
  return (S_ISREG(first.st_mode) || S_ISDIR(first.st_mode)) && nq_file_is_same(&first, &second);
}

/* Is the file one that will be made in the folder? */
static bool is_inside(const struct named *file, const struct named *folder) {
  char *path = folder->inside != NULL && !is_standard(file) ? nq_file_resolve(file->path) : NULL;
  if (path == NULL) return false;
  char *slash = strrchr(path, '/');
  const char *name = slash != NULL ? slash + 1 : path;
  bool made = false;
  for (size_t i = 0; folder->inside[i] != NULL; i++)
    made = made || fnmatch(folder->inside[i], name, 0) == 0;
  char here[] = ".";
  if (slash != NULL) slash[slash == path] = '\0';
  const struct named parent = {.path = slash != NULL ? path : here};
  bool inside = made && are_same(folder, &parent);
  free(path);
  return inside;
}

/* ---- Collecting ---- */

static bool add_file(struct names *names, const char *dashes, const char *name, int standard,
                     const char *path, const char *suffix) {
  size_t size = strlen(path) + strlen(suffix) + 1;
  bool grown = nq_memory_grow(&names->file, names->count, &names->room, sizeof *names->file);
  char *joined = grown ? malloc(size) : NULL;
  if (joined == NULL) return cli_refuse("out of memory");
  snprintf(joined, size, "%s%s", path, suffix);
  names->file[names->count++] =
      (struct named){.dashes = dashes, .name = name, .path = joined, .standard = standard};
  return true;
}

/* The stream that the path names, but not a terminal or other device; NULL for none. */
static const char *find_stream(const char *path) {
  static const char *const names[] = {"standard output", "standard error"};
  struct stat there, stream;
  if (strcmp(path, "-") == 0) return names[0];
  if (stat(path, &there) != 0 || S_ISCHR(there.st_mode)) return NULL;
  for (int i = 0; i < 2; i++)
    if (fstat(STDOUT_FILENO + i, &stream) == 0 && nq_file_is_same(&there, &stream)) return names[i];
  return NULL;
}

static bool require_file(const nq_option *option, const char *path) {
  const char *stream = find_stream(path);
  const char *suffix = option->beside != NULL ? option->beside[0] : NULL;
  if (stream == NULL) return true;
  return cli_refuse("--%s: '%s' is %s, but a file is needed%s%s%s", option->name, path, stream,
                    suffix != NULL ? ": FILE" : "", suffix != NULL ? suffix : "",
                    suffix != NULL ? " is written beside it" : "");
}

static bool add_option(struct names *names, const nq_option *option, const char *path) {
  bool output = option->kind == NQ_OPTION_OUTPUT;
  if (output && option->dash == 0 && !require_file(option, path)) return false;
  int standard = !output ? STDIN_FILENO : option->dash == 0 ? STDOUT_FILENO : option->dash;
  bool added = add_file(names, "--", option->name, standard, path, "");
  if (added) names->file[names->count - 1].inside = option->inside;
  for (size_t i = 0; added && option->beside != NULL && option->beside[i] != NULL; i++)
    added = add_file(names, "--", option->name, standard, path, option->beside[i]);
  return added;
}

static bool add_inputs(struct names *names, const nq_option *option, const nq_option_list *list) {
  bool added = true;
  for (size_t i = 0; added && i < list->count; i++)
    added = add_file(names, "--", option->name, STDIN_FILENO, list->items[i], "");
  return added;
}

static bool collect_arguments(struct names *names, const cli_call *call) {
  const cli_command *command = call->command;
  const nq_option *argument = command->first;
  bool added = true;
  for (size_t i = 0; added && i < call->argument_count; i++) {
    if (i > 0 && command->further != NULL) argument = command->further;
    if (argument != NULL && argument->kind == NQ_OPTION_INPUT)
      added = add_file(names, "", argument->name, STDIN_FILENO, call->arguments[i], "");
  }
  return added;
}

static bool collect_files(struct names *names, const cli_call *call) {
  bool added = collect_arguments(names, call);
  for (size_t i = 0; added && i < call->row_count; i++) {
    const nq_option *option = call->rows[i].option;
    const char *options = cli_row_options(call, &call->rows[i]);
    const void *value = options + option->offset;
    if (option->inputs) added = add_inputs(names, option, value);
    if (option->kind != NQ_OPTION_INPUT && option->kind != NQ_OPTION_OUTPUT) continue;
    const char *const *path = value;
    if (*path != NULL) added = add_option(names, option, *path);
  }
  return added;
}

static bool refuse_inside(const struct named *file, const struct named *folder) {
  return cli_refuse("%s%s: '%s' has the name of a file that %s%s makes: give another file",
                    file->dashes, file->name, file->path, folder->dashes, folder->name);
}

/* Ask for another name for the output; of two outputs, for the later one in the table. */
static bool refuse_same(const struct named *file, const struct named *other) {
  const struct named *wrong = is_read(other) ? file : other;
  const struct named *right = wrong == file ? other : file;
  return cli_refuse("%s%s: '%s' is also the file of %s%s: give another file", wrong->dashes,
                    wrong->name, wrong->path, right->dashes, right->name);
}

static bool compare_all(const struct names *names) {
  for (size_t i = 0; i < names->count; i++)
    for (size_t j = 0; j < i; j++) {
      const struct named *file = &names->file[j], *other = &names->file[i];
      if (!(is_read(file) && is_read(other)) && are_same(file, other))
        return refuse_same(file, other);
      if (is_inside(file, other)) return refuse_inside(file, other);
      if (is_inside(other, file)) return refuse_inside(other, file);
    }
  return true;
}

bool cli_files_check(const cli_call *call) {
  struct names names = {.count = 0};
  bool right = collect_files(&names, call) && compare_all(&names);
  for (size_t i = 0; i < names.count; i++) free(names.file[i].path);
  free(names.file);
  return right;
}
