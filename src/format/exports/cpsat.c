/* CP-SAT of OR-Tools: a model as the text of a protocol buffer (CpModelProto), or a Python script.
 *
 * MODEL.  Variable c is the row of the queen in column c, from 0; all_diff holds for x[c], x[c] + c
 * and x[c] - c.  Placed queens, blocked squares and excluded diagonals restrict the domains: a
 * domain is a list of intervals, the rows of the column without the forbidden ones.  CP-SAT refuses
 * a model with an empty domain, so such a column keeps all its rows, and an empty bool_or makes the
 * model infeasible. */
#include "core/core.h"
#include "format/exports/export.h"

#include <stdlib.h>

static const char *const encodings[] = {"proto", "python", NULL};
enum { PROTO, PYTHON };

/* ---- The protocol buffer ---- */

/* The forbidden rows, one column after the other. */
struct domains {
  const nq_export *export;
  uint64_t *blocked;          /* column << 32 | row, ascending */
  size_t blocked_count, next; /* of the next column */
  uint64_t *forbidden;        /* rows of the current column, ascending, some of them twice */
  size_t forbidden_count, room;
};

static int compare(const void *a, const void *b) {
  const uint64_t *x = a, *y = b;
  return (*x > *y) - (*x < *y);
}

static void release_domains(struct domains *domains) {
  nq_memory_free(domains->blocked, domains->blocked_count + 1, sizeof *domains->blocked);
  nq_memory_free(domains->forbidden, domains->room, sizeof *domains->forbidden);
}

static bool init_domains(struct domains *domains, const nq_export *export) {
  const nq_instance *instance = export->instance;
  size_t blocked = nq_instance_blocked_count(instance);
  size_t room = blocked + nq_instance_excluded_count(instance) + 1;
  *domains = (struct domains){.export = export, .blocked_count = blocked, .room = room};
  domains->blocked = nq_memory_new(blocked + 1, sizeof *domains->blocked);
  domains->forbidden = nq_memory_new(room, sizeof *domains->forbidden);
  if (domains->blocked == NULL || domains->forbidden == NULL) return false;
  for (size_t i = 0; i < blocked; i++) {
    uint32_t column, row;
    nq_instance_blocked_at(instance, i, &column, &row);
    domains->blocked[i] = (uint64_t)column << 32 | row;
  }
  qsort(domains->blocked, blocked, sizeof *domains->blocked, compare);
  return true;
}

static void gather_forbidden(struct domains *domains, uint32_t column) {
  const nq_export *export = domains->export;
  uint64_t *rows = domains->forbidden;
  size_t count = 0, *next = &domains->next;
  for (; *next < domains->blocked_count && domains->blocked[*next] >> 32 == column; ++*next)
    rows[count++] = (uint32_t)domains->blocked[*next];
  for (size_t i = 0; i < nq_instance_excluded_count(export->instance); i++) {
    bool rising;
    uint64_t d = nq_instance_excluded_at(export->instance, i, &rising);
    uint64_t row = rising ? d - column : d + column + 1 - export->n; /* large when below 0 */
    if (row < export->n) rows[count++] = row;
  }
  qsort(rows, count, sizeof *rows, compare);
  domains->forbidden_count = count;
}

static void write_interval(const nq_export *export, uint64_t first, uint64_t last) {
  const nq_place at = {.row = (uint32_t)first, .index = last};
  nq_export_text(export, " domain: %r domain: %i", &at);
}

/* The intervals of `first` .. `last` without the forbidden rows; false when there are none. */
static bool write_intervals(const struct domains *domains, uint64_t first, uint64_t last) {
  bool any = false;
  for (size_t i = 0; i < domains->forbidden_count; i++) {
    uint64_t row = domains->forbidden[i];
    if (row < first || row > last) continue;
    if (row > first) write_interval(domains->export, first, row - 1);
    any = any || row > first;
    first = row + 1;
  }
  if (first <= last) write_interval(domains->export, first, last);
  return any || first <= last;
}

/* Variable `column`; false when its queen may stand nowhere. */
static bool write_variable(struct domains *domains, uint32_t column) {
  const nq_export *export = domains->export;
  uint32_t row = nq_instance_placed_row(export->instance, column);
  gather_forbidden(domains, column);
  nq_export_text(export, "variables { name: \"x%c\"", &(nq_place){.column = column});
  bool any = row != NQ_EMPTY ? nq_instance_allows(export->instance, column, row) &&
                                   write_intervals(domains, row, row)
                             : write_intervals(domains, 0, export->n - 1);
  if (!any) write_interval(export, 0, export->n - 1);
  nq_output_text(export->output, " }\n");
  return any;
}

static void write_all_different(const nq_export *export, const char *offset) {
  static const char *const begin = "    exprs { vars: %c coeffs: 1";
  nq_place at = {.n = export->n};
  nq_output_text(export->output, "constraints {\n  all_diff {\n");
  for (; at.column < at.n && nq_output_status(export->output, NULL) == NQ_OK; at.column++) {
    nq_export_text(export, begin, &at);
    if (at.column > 0) nq_export_text(export, offset, &at);
    nq_output_text(export->output, " }\n");
  }
  nq_output_text(export->output, "  }\n}\n");
}

static nq_status write_proto(const nq_export *export, nq_error *error) {
  struct domains domains;
  bool possible = true;
  nq_export_head(export, "#", "numbered from 0: variable <column> = row, and row 0 is on top");
  if (!init_domains(&domains, export)) {
    release_domains(&domains);
    return nq_error_set(error, NQ_NO_MEMORY, "no memory to write an instance");
  }
  for (uint32_t c = 0; c < export->n && nq_output_status(export->output, NULL) == NQ_OK; c++)
    possible = write_variable(&domains, c) && possible;
  release_domains(&domains);
  write_all_different(export, " offset: -%c");
  write_all_different(export, "");
  write_all_different(export, " offset: %c");
  if (!possible) nq_output_text(export->output, "constraints { bool_or { } }\n");
  return NQ_OK;
}

/* ---- The script ---- */

extern const char nq_cpsat_py[];

static nq_status write_cpsat(const nq_export *export, nq_error *error) {
  if (export->encoding == PROTO) return write_proto(export, error);
  nq_python_write(export, "from ortools.sat.python import cp_model\n", nq_cpsat_py);
  return NQ_OK;
}

const nq_export_entry nq_export_cpsat = {
    .format = {.name = "cpsat",
               .summary = "CP-SAT of OR-Tools: a CpModelProto in text, or a Python script",
               .suffix = ".pbtxt",
               .encodings = encodings},
    .write = write_cpsat,
    .growth = {{1, 158, 6}}};
