/* The table of board formats. */
#include "format/boards/boards.h"

#include <stdbool.h>
#include <string.h>
#include <strings.h>

/* Those that can be written come first. */
static const nq_format_entry formats[] = {
    {NQ_FORMAT_LINE, true, "line", {".txt"}, NULL, nq_line_write, NULL, nq_line_read},
    {NQ_FORMAT_PICTURE,
     true,
     "picture",
     {".pic"},
     NULL,
     nq_picture_write,
     nq_picture_separate,
     nq_text_read},
    {NQ_FORMAT_JSON, false, "json", {".json", ".jsonl"}, NULL, nq_json_write, NULL, nq_text_read},
    {NQ_FORMAT_NPY, false, "npy", {".npy"}, nq_npy_start, nq_npy_write, NULL, nq_npy_read},
    {NQ_FORMAT_PAIRS, true, "pairs", {NULL}, NULL, nq_pairs_write, NULL, nq_text_read},
    {NQ_FORMAT_MATRIX,
     true,
     "matrix",
     {NULL},
     NULL,
     nq_matrix_write,
     nq_picture_separate,
     nq_text_read},
    {NQ_FORMAT_CSV, false, "csv", {".csv"}, NULL, nq_csv_write, NULL, nq_text_read},
    {NQ_FORMAT_LEETCODE, false, "leetcode", {NULL}, NULL, nq_leetcode_write, NULL, nq_text_read},
    {NQ_FORMAT_FEN, true, "fen", {".fen"}, NULL, nq_fen_write, NULL, nq_text_read},
    {NQ_FORMAT_SMT, false, "smt", {NULL}, NULL, NULL, NULL, nq_text_read},
    {NQ_FORMAT_Z3PY, false, "z3py", {NULL}, NULL, NULL, NULL, nq_text_read},
    {NQ_FORMAT_SAT, false, "sat", {NULL}, NULL, NULL, NULL, nq_text_read},
    {NQ_FORMAT_MINIZINC, false, "minizinc", {NULL}, NULL, NULL, NULL, nq_text_read},
    {NQ_FORMAT_ASP, false, "asp", {NULL}, NULL, NULL, NULL, nq_text_read},
    {NQ_FORMAT_CBC, false, "cbc", {NULL}, NULL, NULL, NULL, nq_text_read},
    {NQ_FORMAT_GLPK, false, "glpk", {NULL}, NULL, NULL, NULL, nq_text_read},
    {NQ_FORMAT_OPL, false, "opl", {NULL}, NULL, NULL, NULL, nq_text_read},
    {NQ_FORMAT_TOULBAR2, false, "toulbar2", {NULL}, NULL, NULL, NULL, nq_text_read},
    {NQ_FORMAT_CPSAT, false, "cpsat", {NULL}, NULL, NULL, NULL, nq_text_read},
    {NQ_FORMAT_ESSENCE, false, "essence", {NULL}, NULL, NULL, NULL, nq_text_read},
    {NQ_FORMAT_XCSP3, false, "xcsp3", {NULL}, NULL, NULL, NULL, nq_text_read},
    {NQ_FORMAT_JUDGE, false, "judge", {NULL}, NULL, NULL, NULL, nq_text_read},
    {NQ_FORMAT_QUBO, false, "qubo", {NULL}, NULL, NULL, NULL, nq_text_read},
    {NQ_FORMAT_LIST, false, "list", {NULL}, NULL, NULL, NULL, nq_text_read},
    {NQ_FORMAT_CHESS, false, "chess", {NULL}, NULL, NULL, NULL, nq_text_read},
    {NQ_FORMAT_VALUES, false, "values", {NULL}, NULL, NULL, NULL, nq_text_read},
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
