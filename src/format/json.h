/* An object of JSON from an input. */
#ifndef NQ_FORMAT_JSON_H
#define NQ_FORMAT_JSON_H

#include "format/input.h"

#include <jansson.h>

/* The object at the opening brace, up to the closing one, to be released by json_decref.  NULL with
 * NQ_BAD_FORMAT, after which the input is at a brace that may start another, or NQ_NO_MEMORY. */
json_t *nq_json_load(nq_input *input, nq_error *error);

#endif
