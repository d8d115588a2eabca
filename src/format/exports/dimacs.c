/* DIMACS CNF.
 *
 * MODEL.  The variable column * n + row + 1 is true when a queen stands on (column, row); auxiliary
 * variables follow.  Each line of the board (lines.c) holds at most one queen, in one of the
 * encodings of at_most_one.c; a clause for each column and each row requires one.  Placed queens
 * are unit clauses, blocked squares and the squares of excluded diagonals negative ones.
 *
 * If the encoding gives a solution several models, a line `c p show 1 2 .. n^2 0` lets model
 * counters count by squares only. */
#include "format/exports/at_most_one.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>

static bool keeps_count(const nq_export *export) {
  return export->encoding == NQ_PAIRWISE || export->encoding == NQ_LADDER;
}

/* ---- Costs ---- */

/* All lines: their clauses, and the auxiliary variables. */
static nq_clause_cost sum_lines(const nq_export *export) {
  const nq_at_most_one *encoding = &nq_at_most_ones[export->encoding];
  uint64_t n = export->n, lines = nq_lines_count(export->n), next = n * n + 1;
  nq_clause_cost sum = {0, 0, 0};
  for (uint64_t place = 0; place < lines; place++) {
    nq_line line = nq_line_at(export->n, place);
    nq_progression variables = nq_line_variables(&line, export->n);
    nq_clause_cost cost = encoding->cost(variables, next);
    if (nq_line_is_exact(&line)) {
      cost.clauses++;
      cost.bytes += nq_progression_digits(variables) + n + 2;
    }
    next += cost.variables;
    sum.variables += cost.variables;
    sum.clauses += cost.clauses;
    sum.bytes += cost.bytes;
  }
  return sum;
}

/* ---- Writing ---- */

/* The numbers, each followed by a blank. */
static void write_numbers(nq_output *output, nq_progression numbers) {
  for (uint64_t i = 0; i < numbers.count; i++) {
    char *text = nq_output_reserve(output, 16);
    if (text == NULL) return;
    char *end = nq_put_number(text, (uint32_t)(numbers.first + numbers.step * i));
    *end++ = ' ';
    output->used += (size_t)(end - text);
  }
  nq_output_text(output, "0\n");
}

static void write_head(const nq_export *export, const nq_clause_cost *lines) {
  nq_output *output = export->output;
  uint64_t squares = (uint64_t) export->n * export->n;
  nq_export_head(export, "c",
                 "variable column * n + row + 1: a queen stands there, both from 0; rising = "
                 "column + row, falling = row - column + n - 1");
  nq_output_print(output, "c at most one: %s; %s\np cnf %" PRIu64 " %" PRIu64 "\n",
                  nq_at_most_ones[export->encoding].name,
                  keeps_count(export)
                      ? "a model for each solution\nc t mc"
                      : "several models for one solution: count those that differ in the "
                        "variables of squares\nc t pmc",
                  squares + lines->variables, lines->clauses + nq_squares_count(export->instance));
}

static void write_show(const nq_export *export) {
  nq_output_text(export->output, "c p show ");
  write_numbers(export->output, (nq_progression){1, 1, (uint64_t) export->n * export->n});
}

static void write_lines(const nq_export *export, char *text) {
  const nq_at_most_one *encoding = &nq_at_most_ones[export->encoding];
  const nq_clause_writer writer = {export->output, text};
  uint64_t lines = nq_lines_count(export->n), next = (uint64_t) export->n * export->n + 1;
  for (uint64_t place = 0; place < lines; place++) {
    if (nq_output_status(export->output, NULL) != NQ_OK) return;
    nq_line line = nq_line_at(export->n, place);
    nq_progression variables = nq_line_variables(&line, export->n);
    if (nq_line_is_exact(&line)) write_numbers(export->output, variables);
    encoding->write(&writer, variables, next);
    next += encoding->cost(variables, next).variables;
  }
}

static void write_unit(void *context, uint32_t column, uint32_t row, bool queen) {
  const nq_export *export = context;
  nq_output_text(export->output, queen ? "" : "-");
  nq_output_number(export->output, (uint64_t)column * export->n + row + 1);
  nq_output_text(export->output, " 0\n");
}

static void write_units(const nq_export *export) {
  nq_export context = *export;
  nq_squares_visit(export->instance, write_unit, &context);
}

static nq_status require_fit(const nq_export *export, nq_clause_cost *lines, nq_error *error) {
  uint64_t squares = (uint64_t) export->n * export->n;
  *lines = (nq_clause_cost){0, 0, 0};
  if (squares <= INT32_MAX) *lines = sum_lines(export);
  return nq_require_count(export, squares + lines->variables, "variables", error);
}

static nq_status write_dimacs(const nq_export *export, nq_error *error) {
  nq_clause_cost lines;
  nq_status status = require_fit(export, &lines, error);
  if (status != NQ_OK) return status;
  char *text = calloc(export->n, NQ_CLAUSE_TEXT);
  if (text == NULL) return nq_error_set(error, NQ_NO_MEMORY, "no memory to write clauses");
  write_head(export, &lines);
  if (!keeps_count(export)) write_show(export);
  write_lines(export, text);
  write_units(export);
  free(text);
  return NQ_OK;
}

/* ---- Size ---- */

static nq_status size_dimacs(const nq_export *export, uint64_t *bytes, nq_error *error) {
  nq_clause_cost lines;
  nq_status status = require_fit(export, &lines, error);
  if (status != NQ_OK) return status;
  write_head(export, &lines);
  write_units(export);
  *bytes = lines.bytes;
  if (!keeps_count(export)) {
    nq_progression squares = {1, 1, (uint64_t) export->n * export->n};
    *bytes += sizeof "c p show " - 1 + nq_progression_digits(squares) + squares.count + 2;
  }
  return NQ_OK;
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
    .size = size_dimacs};
