/* The table of board formats. */
#include "format/boards/boards.h"

#include <string.h>
#include <strings.h>

/* Those that can be written come first. */
static const nq_format_entry formats[] = {
    {NQ_FORMAT_LINE, true, "line", {".txt"}, .write = nq_line_write},
    {NQ_FORMAT_PICTURE,
     true,
     "picture",
     {".pic"},
     .write = nq_picture_write,
     .separate = nq_picture_separate,
     .form = "picture"},
    {NQ_FORMAT_JSON, false, "json", {".json", ".jsonl"}, .write = nq_json_write},
    {NQ_FORMAT_NPY,
     false,
     "npy",
     {".npy"},
     .start = nq_npy_start,
     .write = nq_npy_write,
     .read = nq_npy_read},
    {NQ_FORMAT_PAIRS, true, "pairs", .write = nq_pairs_write, .form = "pairs"},
    {NQ_FORMAT_MATRIX, true, "matrix", .write = nq_matrix_write, .separate = nq_picture_separate,
     .form = "matrix"},
    {NQ_FORMAT_CSV, false, "csv", {".csv"}, .write = nq_csv_write, .form = "rows"},
    {NQ_FORMAT_LEETCODE, false, "leetcode", .write = nq_leetcode_write, .form = "picture"},
    {NQ_FORMAT_FEN, true, "fen", {".fen"}, .write = nq_fen_write, .form = "picture"},
    {.format = NQ_FORMAT_SMT, .name = "smt"},
    {.format = NQ_FORMAT_Z3PY, .name = "z3py"},
    {.format = NQ_FORMAT_SAT, .name = "sat"},
    {.format = NQ_FORMAT_MINIZINC, .name = "minizinc"},
    {.format = NQ_FORMAT_ASP, .name = "asp"},
    {.format = NQ_FORMAT_CBC, .name = "cbc"},
    {.format = NQ_FORMAT_GLPK, .name = "glpk"},
    {.format = NQ_FORMAT_OPL, .name = "opl"},
    {.format = NQ_FORMAT_TOULBAR2, .name = "toulbar2"},
    {.format = NQ_FORMAT_CPSAT, .name = "cpsat"},
    {.format = NQ_FORMAT_ESSENCE, .name = "essence"},
    {.format = NQ_FORMAT_XCSP3, .name = "xcsp3"},
    {.format = NQ_FORMAT_JUDGE, .name = "judge"},
    {.format = NQ_FORMAT_QUBO, .name = "qubo"},
    {.format = NQ_FORMAT_LIST, .name = "list"},
    {.format = NQ_FORMAT_CHESS, .name = "chess"},
    {.format = NQ_FORMAT_VALUES, .name = "values"},
};

#define FORMATS (sizeof formats / sizeof *formats)

const nq_format_entry *nq_format_find(nq_format format) {
  for (size_t i = 0; i < FORMATS; i++)
    if (formats[i].format == format) return &formats[i];
  return NULL;
}

const char *nq_format_name(size_t i) {
  return i < FORMATS && formats[i].write != NULL ? formats[i].name : NULL;
}

const char *nq_format_readable_name(size_t i) {
  return i < FORMATS ? formats[i].name : NULL;
}

nq_format nq_format_by_name(const char *name) {
  for (size_t i = 0; i < FORMATS; i++)
    if (strcmp(formats[i].name, name) == 0) return formats[i].format;
  return NQ_FORMAT_AUTO;
}

static bool has_suffix(const nq_format_entry *entry, const char *suffix) {
  for (size_t i = 0; i < sizeof entry->suffixes / sizeof *entry->suffixes; i++)
    if (entry->suffixes[i] != NULL && strcasecmp(entry->suffixes[i], suffix) == 0) return true;
  return false;
}

nq_format nq_format_by_suffix(const char *path) {
  const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path;
  const char *suffix = strrchr(name, '.');
  if (suffix == NULL || suffix == name) return NQ_FORMAT_AUTO;
  for (size_t i = 0; i < FORMATS; i++)
    if (has_suffix(&formats[i], suffix)) return formats[i].format;
  return NQ_FORMAT_AUTO;
}
