/* The shape of assignments: variables with indices, and their values. */
#ifndef NQ_FORMAT_READ_NAMES_H
#define NQ_FORMAT_READ_NAMES_H

#include "format/format.h"
#include "format/read/numbers.h"
#include "format/read/scan.h"

void nq_names_release(nq_names *names);

/* Whether the node is a name with indices: a word such as x_0_1 or Q3, a call such as x[0,1], a
 * string of these, a number or a pair of numbers.  `stem` gets the name in lower case. */
bool nq_name_of(const nq_node *node, char stem[NQ_STEM_BYTES], unsigned *indices, int64_t index[2]);
/* Whether the node is a square of chess, a2 or Qa2; both numbers are from 1. */
bool nq_square_of(const nq_node *node, int64_t *column, int64_t *row);
/* Whether the name is one of our exports: q, queen, queens or x. */
bool nq_stem_is_ours(const char *stem);
/* Add the name with the value of the node; names that are none are skipped, and so are values that
 * are neither numbers nor true or false. */
void nq_names_add(nq_names *names, const nq_node *name, const nq_node *value);
/* The same with the value itself. */
void nq_names_put(nq_names *names, const nq_node *name, bool whole, int64_t value);
/* The same with the name as a text of `size` bytes. */
void nq_names_put_text(nq_names *names, const char *name, size_t size, int64_t value);
/* Atoms, which have no value: queen(1,2) is a queen, -queen(1,2) none; also as strings.  The number
 * of other things than atoms and signs. */
size_t nq_names_atoms(nq_names *names, const nq_node *node, const nq_node *end, bool strings);

/* A square with a queen, as a pair of numbers on this line. */
void nq_names_square(nq_names *names, uint64_t line, int64_t column, int64_t row);

/* All variables of the reader since its last verdict become a board, if there are any. */
nq_status nq_names_settle(nq_reader *reader, bool contradicts);
/* Add the board to what the reader found, and forget the names.  NQ_END if there are none;
 * NQ_BAD_FORMAT if several variables may be the board. */
nq_status nq_names_board(nq_names *names, const nq_setting *setting, nq_reader *reader);

#endif
