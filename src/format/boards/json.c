/* JSON: one object per line, {"n":4,"base":0,"rows":[1,3,0,2]}; null is an empty column.  It is read in
 * read/object.c. */
#include "format/boards/boards.h"

nq_status nq_json_write(nq_writer *writer, const uint32_t *rows, nq_error *error) {
  (void)error;
  nq_output *output = &writer->output;
  nq_output_text(output, "{\"n\":");
  nq_output_number(output, writer->n);
  nq_output_text(output, writer->base == 0 ? ",\"base\":0," : ",\"base\":1,");
  if (writer->members != NULL) {
    nq_output_text(output, writer->members);
    nq_output_text(output, ",");
  }
  writer->members = NULL;
  nq_output_text(output, "\"rows\":[");
  nq_output_rows(output, rows, writer->n, writer->base, ',', "null");
  nq_output_text(output, "]}\n");
  return NQ_OK;
}
