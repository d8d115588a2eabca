/* Formats with a variable for each column, whose value is the row: CP-SAT, WCSP and XCSP3. */
#include "core/core.h"
#include "format/exports/export.h"

#include <stdlib.h>
#include <string.h>

/* CP-SAT of OR-Tools: a model as the text of a protocol buffer (CpModelProto), or a Python script.
 *
 * MODEL.  Variable c is the row of the queen in column c, from 0; all_diff holds for x[c], x[c] + c
 * and x[c] - c.  Placed queens, blocked squares and excluded diagonals restrict the domains: a
 * domain is a list of intervals, the rows of the column without the forbidden ones.  CP-SAT refuses
 * a model with an empty domain, so such a column keeps all its rows, and an empty bool_or makes the
 * model infeasible. */

static const char *const encodings[] = {"proto", "python", NULL};
enum { PROTO, PYTHON };

/* The squares where no queen may stand, column << 32 | row, ascending, some of them twice. */
struct forbidden {
  uint64_t *squares;
  size_t count, next; /* next: the first that no column was asked for */
};

static int compare(const void *a, const void *b) {
  const uint64_t *x = a, *y = b;
  return (*x > *y) - (*x < *y);
}

static bool write_interval(const nq_export *export, uint64_t first, uint64_t last) {
  const nq_place at = {.row = (uint32_t)first, .index = last};
  if (first <= last) nq_export_text(export, " domain: %r domain: %i", &at);
  return first <= last;
}

/* Variable `column`, the next one; false when its queen may stand nowhere. */
static bool write_variable(const nq_export *export, struct forbidden *all, uint32_t column) {
  uint32_t placed = nq_instance_placed_row(export->instance, column);
  uint64_t first = placed != NQ_EMPTY ? placed : 0;
  uint64_t last = placed != NQ_EMPTY ? placed : export->n - 1;
  bool any = false;
  nq_export_text(export, "variables { name: \"x%c\"", &(nq_place){.column = column});
  for (; all->next < all->count && all->squares[all->next] >> 32 == column; all->next++) {
    uint64_t row = (uint32_t)all->squares[all->next];
    if (row < first || row > last) continue;
    any = (row > first && write_interval(export, first, row - 1)) || any;
    first = row + 1;
  }
  if (placed == NQ_EMPTY || nq_instance_allows(export->instance, column, placed))
    any = write_interval(export, first, last) || any;
  if (!any) write_interval(export, 0, export->n - 1);
  nq_output_text(export->output, " }\n");
  return any;
}

static void write_all_different(const nq_export *export, const char *offset) {
  static const char *const begin = "    exprs { vars: %c coeffs: 1";
  nq_place at = {.n = export->n};
  nq_output_text(export->output, "constraints {\n  all_diff {\n");
  for (; at.column < at.n && nq_export_goes_on(export); at.column++) {
    nq_export_text(export, begin, &at);
    if (at.column > 0) nq_export_text(export, offset, &at);
    nq_output_text(export->output, " }\n");
  }
  nq_output_text(export->output, "  }\n}\n");
}

static nq_status write_proto(const nq_export *export) {
  uint64_t room = nq_decided_count(export->instance) + 1;
  struct forbidden all = {.squares = nq_memory_new(room, sizeof *all.squares)};
  bool possible = true;
  if (all.squares == NULL) return nq_export_no_memory(export, "an instance");
  for (nq_decided at = {0}; nq_decided_next(export->instance, &at);)
    if (!at.queen) all.squares[all.count++] = (uint64_t)at.column << 32 | at.row;
  if (all.count > 0) qsort(all.squares, all.count, sizeof *all.squares, compare);
  nq_export_head(export, "#", "numbered from 0: variable <column> = row, and row 0 is on top");
  for (uint32_t c = 0; c < export->n && nq_export_goes_on(export); c++)
    possible = write_variable(export, &all, c) && possible;
  nq_memory_free(all.squares, room, sizeof *all.squares);
  write_all_different(export, " offset: -%c");
  write_all_different(export, "");
  write_all_different(export, " offset: %c");
  if (!possible) nq_output_text(export->output, "constraints { bool_or { } }\n");
  return NQ_OK;
}

extern const char nq_cpsat_py[];

static nq_status write_cpsat(const nq_export *export) {
  if (export->encoding == PROTO) return write_proto(export);
  nq_python_write(export, "from ortools.sat.python import cp_model\n", nq_cpsat_py);
  return NQ_OK;
}

const nq_export_entry nq_export_cpsat = {
    .format = {"cpsat", "CP-SAT of OR-Tools: a CpModelProto in text, or a Python script", ".pbtxt",
               .encodings = encodings},
    .write = write_cpsat,
    .growth = {{1, 158, 6}}};

/* WCSP, the format of toulbar2.
 *
 * MODEL.  Variable i is column i, its value the row, both from 0.  The upper bound is 1: a tuple
 * that costs 1 is forbidden.  Two columns d apart exclude the values (r, r), (r, r + d) and (r + d,
 * r): one table for each d, defined for columns 0 and d and shared by all others, so that the file
 * grows with n^2 and not with n^3.
 *
 *     -2 0 d 0 <tuples>     the d-th shared table, with <tuples> lines `r r' 1`
 *     2 i i+d 0 -d          columns i and i + d use it
 *     1 c 1 1 / r 0         a queen is placed on (c, r): all other rows cost 1
 *     1 c 0 1 / r 1         (c, r) is blocked or on an excluded diagonal
 *
 * The format has no comments, so their text goes into the problem's name, which is one word. */

static uint64_t count_functions(const nq_export *export) {
  uint64_t n = export->n;
  return n * (n - 1) / 2 + nq_decided_count(export->instance);
}

static void write_wcsp_head(const nq_export *export) {
  nq_output *output = export->output;
  nq_output_print(output,
                  "n-queens;n=%" PRIu32 ";placed=%zu;blocked=%zu;excluded=%zu;"
                  "variable=column,value=row,from_0;",
                  export->n, nq_instance_placed_count(export->instance),
                  nq_instance_blocked_count(export->instance),
                  nq_instance_excluded_count(export->instance));
  nq_export_inline(export, '!', "");
  nq_output_print(output, " %" PRIu32 " %" PRIu32 " %" PRIu64 " 1\n", export->n, export->n,
                  count_functions(export));
  nq_export_columns(export, "%n", " ");
  nq_output_text(output, "\n");
}

/* The table of columns 0 and `distance`. */
static void write_table(const nq_export *export, uint32_t distance) {
  nq_output_print(export->output, "-2 0 %" PRIu32 " 0 %" PRIu64 "\n", distance,
                  export->n + 2 * (uint64_t)(export->n - distance));
  for (uint32_t row = 0; row < export->n; row++) {
    const nq_place at = {.row = row, .index = (uint64_t)row + distance};
    nq_export_text(export, at.index < export->n ? "%r %r 1\n%r %i 1\n%i %r 1\n" : "%r %r 1\n", &at);
  }
}

/* All other pairs of columns that are `distance` apart. */
static void write_uses(const nq_export *export, uint32_t distance) {
  nq_place at = {.index = distance};
  for (at.column = 1; at.column < export->n - distance; at.column++) {
    at.row = at.column + distance;
    nq_export_text(export, "2 %c %r 0 -%i\n", &at);
  }
}

static nq_status write_wcsp(const nq_export *export) {
  nq_status status = nq_export_require(export, count_functions(export), "cost functions");
  if (status != NQ_OK) return status;
  write_wcsp_head(export);
  for (uint32_t distance = 1; distance < export->n && nq_export_goes_on(export); distance++)
    write_table(export, distance);
  for (uint32_t distance = 1; distance < export->n && nq_export_goes_on(export); distance++)
    write_uses(export, distance);
  nq_export_decided(export, "1 %c 1 1\n%r 0\n", "1 %c 0 1\n%r 1\n");
  return NQ_OK;
}

const nq_export_entry nq_export_wcsp = {
    .format = {.name = "wcsp", .summary = "WCSP, for toulbar2", .suffix = ".wcsp"},
    .write = write_wcsp,
    .growth = {{2, 11, 5.6}}};

/* XCSP3-core.
 *
 * MODEL.  q[column] is the row, both from 0.  All q[i], all q[i] + i and all q[i] - i are
 * different.  A placed queen is the constraint eq(q[c],r); a blocked square, and each square of an
 * excluded diagonal, ne(q[c],r).  For n = 1 no constraint remains, and solvers refuse an unused
 * variable: so eq(q[0],0) is added. */

/* Put a blank into each "--", which an XML comment must not contain.  NULL when memory is short. */
static char *part_dashes(const char *comment) {
  char *text = malloc(2 * strlen(comment) + 1), *at = text;
  if (text == NULL) return NULL;
  for (const char *from = comment; *from != '\0'; from++) {
    if (*from == '-' && from != comment && from[-1] == '-') *at++ = ' ';
    *at++ = *from;
  }
  *at = '\0';
  return text;
}

static nq_status write_xcsp3_head(const nq_export *export) {
  nq_export head = *export;
  char *comment = export->comment != NULL ? part_dashes(export->comment) : NULL;
  if (export->comment != NULL && comment == NULL)
    return nq_error_set(export->error, NQ_NO_MEMORY, "no memory for a comment");
  head.comment = comment;
  nq_output_text(export->output, "<!--\n");
  nq_export_head(&head, " ",
                 "q[column] is the row, both from 0; rising = column + row, falling = row - column "
                 "+ n - 1");
  nq_output_text(export->output, "-->\n");
  free(comment);
  return NQ_OK;
}

#define HEAD                                                                                       \
  "<instance format=\"XCSP3\" type=\"CSP\">\n  <variables>\n"                                      \
  "    <array id=\"q\" size=\"[%n]\"> 0..%m </array>\n"                                            \
  "  </variables>\n  <constraints>\n"
#define QUEEN "    <intension> eq(q[%c],%r) </intension>\n"
#define NONE  "    <intension> ne(q[%c],%r) </intension>\n"

static void write_different(const nq_export *export, const char *text) {
  nq_output_text(export->output, "    <allDifferent>\n");
  nq_export_columns(export, text, "");
  nq_output_text(export->output, "    </allDifferent>\n");
}

static nq_status write_xcsp3(const nq_export *export) {
  nq_output *output = export->output;
  nq_status status = nq_export_require(export, export->n, "values");
  if (status == NQ_OK) status = write_xcsp3_head(export);
  if (status != NQ_OK) return status;
  const nq_place first = {.n = export->n};
  nq_export_text(export, HEAD, &first);
  if (export->n > 1) {
    nq_output_text(output, "    <allDifferent> q[] </allDifferent>\n");
    write_different(export, "      add(q[%c],%c)\n");
    write_different(export, "      sub(q[%c],%c)\n");
  } else {
    nq_export_text(export, QUEEN, &first);
  }
  nq_export_decided(export, QUEEN, NONE);
  nq_output_text(output, "  </constraints>\n</instance>\n");
  return NQ_OK;
}

const nq_export_entry nq_export_xcsp3 = {
    .format = {.name = "xcsp3",
               .summary = "XCSP3-core, for constraint programming",
               .suffix = ".xml"},
    .write = write_xcsp3,
    .growth = {{1, 39, 2.2}}};
