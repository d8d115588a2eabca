/* The parameter files of CSPLib, prob079 (completion, excluded diagonals) and prob080 (blocked);
 * csplib.c, which reads them, has their model.  Each form holds one kind of item only. */
#include "format/exports/export.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct form {
  const char *convention;
  void (*write)(const nq_export *export);
} form;

static void write_pair(nq_output *output, bool first, uint64_t left, uint64_t right) {
  nq_output_text(output, first ? "[" : ",\n  [");
  nq_output_number(output, left);
  nq_output_text(output, ", ");
  nq_output_number(output, right);
  nq_output_text(output, "]");
}

static void write_completion(const nq_export *export) {
  nq_output *output = export->output;
  uint32_t column, row;
  nq_output_print(output, "letting n = %" PRIu32 "\nletting init = [", export->n);
  for (size_t i = 0; i < nq_instance_placed_count(export->instance); i++) {
    nq_instance_placed_at(export->instance, i, &column, &row);
    write_pair(output, i == 0, row, column);
  }
  nq_output_text(output, "]\n");
}

static void write_blocked(const nq_export *export) {
  nq_output *output = export->output;
  uint32_t column, row;
  nq_output_print(output, "letting n = %" PRIu32 "\nletting blocks = [", export->n);
  for (size_t i = 0; i < nq_instance_blocked_count(export->instance); i++) {
    nq_instance_blocked_at(export->instance, i, &column, &row);
    write_pair(output, i == 0, (uint64_t)row + 1, (uint64_t)column + 1);
  }
  nq_output_text(output, "]\n");
}

static void write_excluded(const nq_export *export) {
  nq_output *output = export->output;
  nq_output_print(output, "n = %" PRIu32 "\nnumdiags = %zu\ndiags = [", export->n,
                  nq_instance_excluded_count(export->instance));
  for (size_t i = 0; i < nq_instance_excluded_count(export->instance); i++) {
    bool rising;
    uint64_t index = nq_instance_excluded_at(export->instance, i, &rising);
    write_pair(output, i == 0, index, rising);
  }
  nq_output_text(output, "]\n");
}

static const form completion = {"prob079, completion: init holds [row, column], from 0",
                                write_completion};
static const form blocked = {"prob080, blocked: blocks holds [row, column], from 1", write_blocked};
static const form excluded = {"prob079, excluded diagonals: diags holds [value, 1], row + column = "
                              "value, and [value, 0], row "
                              "- column + n - 1 = value, from 0",
                              write_excluded};

/* The form that the instance fits, or NULL. */
static const form *choose_form(const nq_instance *instance) {
  bool has_placed = nq_instance_placed_count(instance) > 0;
  bool has_blocked = nq_instance_blocked_count(instance) > 0;
  bool has_excluded = nq_instance_excluded_count(instance) > 0;
  if (has_placed + has_blocked + has_excluded > 1) return NULL;
  return has_blocked ? &blocked : has_excluded ? &excluded : &completion;
}

static nq_status write_csplib(const nq_export *export, nq_error *error) {
  const form *chosen = choose_form(export->instance);
  if (chosen == NULL)
    return nq_error_set(error, NQ_UNSUPPORTED,
                        "a CSPLib file holds one kind only, placed queens, blocked squares or "
                        "excluded diagonals, and this instance has %zu, %zu and %zu of them; the "
                        "format native holds all three",
                        nq_instance_placed_count(export->instance),
                        nq_instance_blocked_count(export->instance),
                        nq_instance_excluded_count(export->instance));
  nq_export_head(export, "$", chosen->convention);
  chosen->write(export);
  return NQ_OK;
}

const nq_export_entry nq_export_csplib = {
    .format = {.name = "csplib",
               .summary = "parameters of CSPLib's prob079 or prob080, depending on the instance",
               .suffix = ".param"},
    .write = write_csplib};
