/* MODEL.  Files are taken in the order of their names, those in subfolders too, hidden ones and the
 * table itself left out.  Links to folders are not followed.  A file is checked as by `nqueens
 * check FILE`; the first reason why it cannot be read is kept. */
#include "cli/check/checker.h"
#include "core/json.h"
#include "experiment/summary.h"
#include "output/output.h"

#include <errno.h>
#include <fts.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Depth of folders, at most. */
#define DEPTH_MOST 16

struct listing {
  char **paths;
  size_t count, room;
  const struct stat *table; /* the file to leave out, or NULL */
};

/* ---- The files ---- */

static int compare_names(const FTSENT **a, const FTSENT **b) {
  return strcmp((*a)->fts_name, (*b)->fts_name);
}

/* False, after a message, when it cannot be listed. */
static bool list_entry(struct listing *list, FTS *tree, FTSENT *entry) {
  struct stat file;
  bool is_folder = entry->fts_info == FTS_D;
  if (entry->fts_info == FTS_DP) return true;
  if (entry->fts_level > FTS_ROOTLEVEL && entry->fts_name[0] == '.')
    return !is_folder || fts_set(tree, entry, FTS_SKIP) == 0;
  if (entry->fts_info == FTS_DNR || entry->fts_level == FTS_ROOTLEVEL)
    return is_folder || cli_refuse("%s: %s", entry->fts_path,
                                   strerror(entry->fts_errno != 0 ? entry->fts_errno : ENOTDIR));
  if (is_folder)
    return entry->fts_level <= DEPTH_MOST ||
           cli_refuse("%s: more than %d folders deep", entry->fts_path, DEPTH_MOST);
  if (list->table != NULL && stat(entry->fts_path, &file) == 0 &&
      nq_file_is_same(&file, list->table))
    return true;
  char *path = strdup(entry->fts_path);
  if (path != NULL && nq_memory_grow(&list->paths, list->count, &list->room, sizeof path)) {
    list->paths[list->count++] = path;
    return true;
  }
  free(path);
  return cli_refuse("out of memory");
}

static bool list_folder(struct listing *list, const char *folder) {
  /* NOLINTNEXTLINE(performance-no-int-to-ptr): fts_open changes no name */
  char *roots[] = {(char *)(uintptr_t)folder, NULL};
  FTS *tree = fts_open(roots, FTS_PHYSICAL | FTS_COMFOLLOW | FTS_NOCHDIR, compare_names);
  bool done = tree != NULL;
  FTSENT *entry;
  if (done) errno = 0;
  while (done && (entry = fts_read(tree)) != NULL) done = list_entry(list, tree, entry);
  if (tree == NULL || (done && errno != 0)) done = cli_refuse("%s: %s", folder, strerror(errno));
  if (tree != NULL) (void)fts_close(tree);
  return done;
}

/* ---- A file ---- */

static void grade_file(cli_checker *checker, const char *path, cli_grade *grade) {
  struct stat entry;
  int before = checker->code;
  bool regular = stat(path, &entry) != 0 || S_ISREG(entry.st_mode);
  *grade = (cli_grade){0};
  checker->grade = grade;
  checker->code = CLI_YES;
  if (regular) cli_check_file(checker, path);
  checker->grade = NULL;
  if (!regular)
    snprintf(grade->failure, sizeof grade->failure, "not a regular file");
  else if (grade->verdict == NULL && checker->code != CLI_ERROR)
    snprintf(grade->failure, sizeof grade->failure, "no board");
  if (grade->failure[0] != '\0') {
    memcpy(grade->why, grade->failure, sizeof grade->why);
    checker->code = CLI_ERROR;
  }
  if (checker->code == CLI_ERROR) grade->verdict = "unreadable";
  cli_check_note(checker, before);
}

/* ---- The table ---- */

static void write_row(FILE *csv, const char *name, const cli_grade *grade) {
  nq_csv_write_cell(name, csv);
  fputc(',', csv);
  if (grade->form != NULL) fprintf(csv, "%s from %u", grade->form, grade->base);
  fputc(',', csv);
  if (grade->n > 0) fprintf(csv, "%" PRIu64, grade->n);
  fprintf(csv, ",%s,", grade->verdict);
  nq_csv_write_cell(grade->why, csv);
  fprintf(csv, ",%" PRIu64 "\r\n", grade->boards);
}

static bool print_object(const char *name, const cli_grade *grade) {
  json_t *object = json_object();
  nq_json_put(&object, "file", nq_json_bytes(name));
  if (grade->form != NULL) nq_json_put(&object, "form", json_string(grade->form));
  if (grade->form != NULL) nq_json_put(&object, "base", json_integer(grade->base));
  if (grade->n > 0) nq_json_put(&object, "n", json_integer((json_int_t)grade->n));
  nq_json_put(&object, "verdict", json_string(grade->verdict));
  nq_json_put(&object, "why", nq_json_bytes(grade->why));
  nq_json_put(&object, "boards", json_integer((json_int_t)grade->boards));
  return cli_stats_print(object, CLI_YES) == CLI_YES;
}

static bool grade_files(cli_checker *checker, const struct listing *list, FILE *csv) {
  size_t folder = strlen(checker->options->grade_path);
  bool done = true;
  cli_progress_items(checker->progress, "files", list->count);
  if (csv != NULL) fputs("file,form,n,verdict,why,boards\r\n", csv);
  for (size_t i = 0; i < list->count && done; i++) {
    cli_grade grade;
    const char *name = list->paths[i] + folder;
    while (*name == '/') name++;
    grade_file(checker, list->paths[i], &grade);
    bool listed = !checker->options->quiet || strcmp(grade.verdict, "valid") != 0;
    if (csv != NULL && (listed || checker->options->csv_path != NULL)) write_row(csv, name, &grade);
    if (checker->options->json && listed) done = print_object(name, &grade);
    cli_progress_items_done(checker->progress, i + 1);
  }
  cli_progress_clear(checker->progress);
  return done;
}

static bool write_table(cli_checker *checker, const struct listing *list) {
  const char *path = checker->options->csv_path;
  nq_file file;
  nq_error error = {0};
  if (path == NULL && checker->options->json) return grade_files(checker, list, NULL);
  if (cli_output_open(&file, path, &error) != NQ_OK) return cli_say_error(NULL, &error) == CLI_YES;
  nq_status status = nq_file_stream(&file, &error);
  bool done = status == NQ_OK && grade_files(checker, list, file.stream);
  if (done) status = nq_file_commit(&file, NULL, &error);
  nq_file_abort(&file);
  return status == NQ_OK ? done : cli_say_error(NULL, &error) == CLI_YES;
}

bool cli_grade_folder(cli_checker *checker) {
  const char *path = checker->options->csv_path;
  struct stat table;
  struct listing list = {.table = path != NULL && stat(path, &table) == 0 ? &table : NULL};
  bool done = list_folder(&list, checker->options->grade_path);
  if (done && list.count == 0)
    done = cli_refuse("%s: the folder has no files to grade", checker->options->grade_path);
  done = done && write_table(checker, &list);
  for (size_t i = 0; i < list.count; i++) free(list.paths[i]);
  free(list.paths);
  return done;
}
