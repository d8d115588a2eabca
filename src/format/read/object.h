/* Objects of JSON: our own, with the key rows, and those of solvers. */
#ifndef NQ_FORMAT_READ_OBJECT_H
#define NQ_FORMAT_READ_OBJECT_H

#include "format/format.h"
#include "format/read/scan.h"

#include <stdbool.h>

/* Whether the list is a dictionary with lists, objects or strings as values, and no variables. */
bool nq_object_is(const nq_terms *terms, const nq_node *list);
/* Add the boards and verdicts in the object to what the reader found.  NQ_BAD_FORMAT if it has
 * none. */
nq_status nq_object_read(nq_reader *reader, const nq_terms *terms, const nq_node *object,
                         nq_error *error);
/* Whether the list holds objects only, other than pairs; and read them all. */
bool nq_object_holds(const nq_terms *terms, const nq_node *list);
nq_status nq_object_read_all(nq_reader *reader, const nq_terms *terms, const nq_node *list,
                             nq_error *error);
/* The error of a text that does not end as an object should. */
void nq_object_refuse(const nq_terms *terms, nq_error *error);
/* Our own object, which must have rows. */
nq_status nq_object_rows(nq_reader *reader, const nq_terms *terms, const nq_node *object,
                         nq_error *error);

#endif
