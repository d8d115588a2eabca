/* Objects of JSON: our own, with the key rows, and those of solvers. */
#ifndef NQ_FORMAT_READ_OBJECT_H
#define NQ_FORMAT_READ_OBJECT_H

#include "format/format.h"
#include "format/read/scan.h"

#include <stdbool.h>

/* Whether the list is a dictionary with lists, objects or strings as values, and no variables. */
bool nq_object_is(const nq_node *list);
/* Add the boards and verdicts in the object to what the reader found.  NQ_BAD_FORMAT if it has
 * none. */
nq_status nq_object_read(nq_reader *reader, const nq_node *object);
/* Whether the list holds objects only, other than pairs; and read them all. */
bool nq_object_holds(const nq_node *list);
nq_status nq_object_read_all(nq_reader *reader, const nq_node *list);
/* The error of a text that does not end as an object should: go on at the next line that starts one. */
nq_status nq_object_refuse(nq_reader *reader);
/* Our own object, which must have rows. */
nq_status nq_object_rows(nq_reader *reader, const nq_node *object);

#endif
