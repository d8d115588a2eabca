/* The native text of instances; read/instance.c reads it, and has its model. */
#include "format/exports/export.h"

static void write_items(const nq_export *export) {
  static const nq_list_style items = {
      .separator = "",
      .tenth = "",
      .item = {"queen %c %r\n", "block %c %r\n", "exclude rising %i\n", "exclude falling %i\n"}};
  nq_export_text(export, "n %n\n", &(nq_place){.n = export->n});
  nq_export_list(export, NQ_LISTS, &items);
}

static nq_status write_native(const nq_export *export, nq_error *error) {
  (void)error;
  nq_export_head(export, "#",
                 "numbered from 0: column row; rising = column + row, "
                 "falling = row - column + n - 1");
  write_items(export);
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
  write_items(&(nq_export){.output = &output, .instance = instance, .n = nq_instance_n(instance)});
  nq_status status = nq_output_flush(&output, error);
  nq_output_release(&output);
  return status;
}
