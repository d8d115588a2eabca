/* The native text of instances; read/instance.c reads it, and has its model. */
#include "format/exports/export.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static void write_pair(nq_output *output, const char *statement, uint32_t column, uint32_t row) {
  nq_output_text(output, statement);
  nq_output_number(output, column);
  nq_output_text(output, " ");
  nq_output_number(output, row);
  nq_output_text(output, "\n");
}

static void write_statement(nq_output *output, const char *statement, uint64_t number) {
  nq_output_text(output, statement);
  nq_output_number(output, number);
  nq_output_text(output, "\n");
}

static void write_items(nq_output *output, const nq_instance *instance) {
  uint32_t column, row;
  write_statement(output, "n ", nq_instance_n(instance));
  for (size_t i = 0; i < nq_instance_placed_count(instance); i++) {
    nq_instance_placed_at(instance, i, &column, &row);
    write_pair(output, "queen ", column, row);
  }
  for (size_t i = 0; i < nq_instance_blocked_count(instance); i++) {
    nq_instance_blocked_at(instance, i, &column, &row);
    write_pair(output, "block ", column, row);
  }
  for (size_t i = 0; i < nq_instance_excluded_count(instance); i++) {
    bool rising;
    uint64_t diagonal = nq_instance_excluded_at(instance, i, &rising);
    write_statement(output, rising ? "exclude rising " : "exclude falling ", diagonal);
  }
}

static nq_status write_native(const nq_export *export, nq_error *error) {
  (void)error;
  nq_export_head(export, "#",
                 "numbered from 0: column row; rising = column + row, "
                 "falling = row - column + n - 1");
  write_items(export->output, export->instance);
  return NQ_OK;
}

const nq_export_entry nq_export_native = {
    .format = {.name = "native",
               .summary = "the native text of nqueens: n, queen, block, exclude",
               .suffix = ".txt"},
    .write = write_native};

nq_status nq_instance_write(const nq_instance *instance, int descriptor, nq_error *error) {
  nq_output output;
  if (!nq_output_init(&output, descriptor))
    return nq_error_set(error, NQ_NO_MEMORY, "no memory to write an instance");
  write_items(&output, instance);
  nq_status status = nq_output_flush(&output, error);
  nq_output_release(&output);
  return status;
}
