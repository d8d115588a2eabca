/* JSON objects from an input. */
#ifndef NQ_FORMAT_JSON_INPUT_H
#define NQ_FORMAT_JSON_INPUT_H

#include "format/input.h"

#include <jansson.h>

/* Read the object at the opening brace, up to the closing one; release it with json_decref.  NULL
 * with NQ_BAD_FORMAT, after which the input is at a brace that may start another object, or with
 * NQ_NO_MEMORY. */
json_t *nq_json_load(nq_input *input, nq_error *error);
/* Skip to the next opening brace after blanks or at the start of a line. */
void nq_json_skip(nq_input *input);

#endif
