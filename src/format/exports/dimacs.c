/* DIMACS CNF.
 *
 * MODEL.  The variable column * n + row + 1 is true when a queen stands on (column, row); auxiliary
 * variables follow.  Each line of the board (lines.c) holds at most one queen, in one of the
 * encodings of at_most_one.c; a clause for each column and each row requires one.  Placed queens
 * are unit clauses, blocked squares and the squares of excluded diagonals negative ones.
 *
 * If the encoding gives a solution several models, a line `c p show 1 2 .. n^2 0` lets model
 * counters count by squares only. */
#include "core/memory.h"
#include "format/exports/at_most_one.h"
#include "format/exports/lines.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static bool keeps_count(const nq_export *export) {
  return export->encoding == NQ_PAIRWISE || export->encoding == NQ_LADDER;
}

/* Auxiliary variables, and clauses. */
struct needs {
  uint64_t variables, clauses;
};

static struct needs count_lines(const nq_export *export) {
  struct needs needs = {0, 2 * (uint64_t) export->n};
  for (uint64_t place = 0; place < nq_lines_count(export->n); place++)
    nq_at_most_ones[export->encoding].count(nq_line_at(export->n, place).count, &needs.variables,
                                            &needs.clauses);
  return needs;
}

/* ---- Writing ---- */

static void write_head(const nq_export *export, const struct needs *needed) {
  nq_output *output = export->output;
  uint64_t squares = (uint64_t) export->n * export->n;
  nq_export_head(export, "c",
                 "variable column * n + row + 1: a queen stands there, both from 0; rising = "
                 "column + row, falling = row - column + n - 1");
  nq_output_print(
      output, "c at most one: %s; %s\np cnf %" PRIu64 " %" PRIu64 "\n",
      nq_at_most_ones[export->encoding].name,
      keeps_count(export) ? "a model for each solution\nc t mc"
                          : "several models for one solution: count those that differ in the "
                            "variables of squares\nc t pmc",
      squares + needed->variables, needed->clauses + nq_decided_count(export->instance));
}

/* `room` is for the variables of a line and those that the encoding adds. */
static void write_lines(const nq_export *export, int *room, char *text) {
  const nq_at_most_one *encoding = &nq_at_most_ones[export->encoding];
  static const nq_sum clause = {"%v ", "%v ", NULL, "0\n"};
  nq_clause_writer writer = {export->output, (int)(export->n * export->n + 1), text};
  for (uint64_t place = 0; place < nq_lines_count(export->n); place++) {
    if (nq_output_status(export->output, NULL) != NQ_OK) return;
    nq_line line = nq_line_at(export->n, place);
    for (uint32_t i = 0; i < line.count; i++) room[i] = (int)line_variable(&line, export->n, i);
    if (nq_line_is_exact(&line)) nq_export_line(export, &line, &clause);
    encoding->write(&writer, room, line.count);
  }
}

static nq_status require_fit(const nq_export *export, struct needs *needs, nq_error *error) {
  uint64_t squares = (uint64_t) export->n * export->n;
  *needs = (struct needs){0, 0};
  if (squares <= INT32_MAX) *needs = count_lines(export);
  return nq_require_count(export, squares + needs->variables, "variables", error);
}

static nq_status write_dimacs(const nq_export *export, nq_error *error) {
  struct needs needs;
  nq_status status = require_fit(export, &needs, error);
  if (status != NQ_OK) return status;
  size_t room_count = (size_t)4 * export->n + 16;
  int *room = nq_memory_new(room_count, sizeof *room);
  char *text = nq_memory_new(export->n, NQ_CLAUSE_TEXT);
  if (room != NULL && text != NULL) {
    write_head(export, &needs);
    if (!keeps_count(export)) {
      nq_output_text(export->output, "c p show ");
      nq_export_squares(export, "%v ");
      nq_output_text(export->output, "0\n");
    }
    write_lines(export, room, text);
    nq_export_decided(export, "%v 0\n", "-%v 0\n");
  } else {
    status = nq_error_set(error, NQ_NO_MEMORY, "no memory to write clauses");
  }
  nq_memory_free(text, export->n, NQ_CLAUSE_TEXT);
  nq_memory_free(room, room_count, sizeof *room);
  return status;
}

static const char *const encodings[] = {"pairwise", "ladder", "sequential", "product", NULL};
static const char *const many_models[] = {"sequential", "product", NULL};

const nq_export_entry nq_export_dimacs = {
    .format = {.name = "dimacs",
               .summary = "DIMACS CNF, for SAT solvers and model counters",
               .suffix = ".cnf",
               .encodings = encodings,
               .many_models = many_models},
    .write = write_dimacs,
    .growth = {{3, 6.5, 8.1}, {2, 94, 82}, {2, 73, 57}, {2, 135, 15}}};
