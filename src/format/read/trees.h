/* What a tree of a text may be: lines of numbers (lines.c), objects of JSON (object.c) and
 * other statements (statement.c). */
#ifndef NQ_FORMAT_READ_TREES_H
#define NQ_FORMAT_READ_TREES_H

#include "format/format.h"
#include "format/read/scan.h"

/* Take the line of numbers whose tree was read last, and those after it that belong to the same
 * board.  NQ_END if it is not a line of numbers; NQ_BAD_FORMAT. */
nq_status nq_lines_read(nq_reader *reader);

/* Read the statements of the tree that was read last, and lines after it that belong to the same
 * board.  NQ_END if it is text that holds no board; NQ_BAD_FORMAT. */
nq_status nq_statement_read(nq_reader *reader);

/* ---- Objects: our own, with the key rows, and those of solvers ---- */

/* Whether the list is a dictionary with lists, objects or strings as values, and no variables. */
bool nq_object_is(const nq_node *list);
/* Add the boards and verdicts in the object to what the reader found.  NQ_BAD_FORMAT if it has
 * none. */
nq_status nq_object_read(nq_reader *reader, const nq_node *object);
/* Whether the list holds objects only, other than pairs; and read them all. */
bool nq_object_holds(const nq_node *list);
nq_status nq_object_read_all(nq_reader *reader, const nq_node *list);
/* The error of a text that does not end as an object should: go on at the next line that starts
 * one. */
nq_status nq_object_refuse(nq_reader *reader);
/* Our own object, which must have rows. */
nq_status nq_object_rows(nq_reader *reader, const nq_node *object);

#endif
