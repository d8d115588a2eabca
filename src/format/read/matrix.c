/* Lines of numbers that are a matrix: of 0 and 1, or with numbers for the queens. */
#include "format/read/read.h"

/* Take the numbers of the columns below a matrix. */
static nq_status skip_below_matrix(nq_numbers *table) {
  nq_block_line next;
  nq_status status = nq_block_next(table, &next);
  if (status != NQ_OK) return status == NQ_END ? NQ_OK : status;
  size_t last = table->row_count - 1;
  bool below = table->rows[last].count == table->rows[0].count && nq_numbers_is_series(table, last);
  if (!below) nq_block_give_back(table);
  return NQ_OK;
}

nq_status nq_matrix_read(nq_numbers *table, const nq_block_line *found, nq_place start) {
  size_t n = table->rows[0].count;
  nq_label like = found->label;
  nq_terms *terms = &table->reader->terms;
  nq_status status = nq_block_gather(table, like, n, n, true);
  if (status == NQ_OK && table->row_count == n) {
    status = nq_numbers_boards(table);
    return status == NQ_OK && n >= 4 ? skip_below_matrix(table) : status;
  }
  if (status != NQ_OK) return status;
  size_t rows = table->row_count;
  while (table->row_count > 1) nq_block_give_back(table);
  status = nq_matrix_read_weights(table, like);
  if (status == NQ_END) status = nq_block_gather(table, like, n, rows, true);
  if (status != NQ_OK || table->row_count != rows) return status;
  if (found->list) nq_terms_return(terms, start); /* each is a list of its own */
  if (found->list) return nq_terms_read(terms) == NQ_OK ? NQ_END : NQ_NO_MEMORY;
  bool gap = nq_terms_look(terms, 0).size == 0;
  nq_terms_skip_paragraph(terms);                                  /* what may be the rest of it */
  if (gap && like == NQ_LABEL_NONE) return nq_numbers_each(table); /* none of them is a solution */
  return nq_error_at(terms->error, table->rows[0].line,
                     "these %zu lines of 0 and 1 may be boards, or the first lines of a picture: a "
                     "picture has %zu lines",
                     table->row_count, n);
}

nq_status nq_matrix_read_numbered(nq_numbers *table, nq_label like) {
  size_t n = table->rows[0].count, queens = 0;
  nq_numbers order = {.reader = table->reader};
  nq_sheet sheet;
  nq_sheet_begin_board(&sheet, "picture", table->rows[0].line, n);
  nq_status status = nq_block_gather(table, like, n, n, false);
  for (size_t i = 0; i < table->count && status == NQ_OK; i++) {
    if (table->values[i] == NQ_HOLE) continue;
    queens += order.count == i / n; /* one in each line */
    nq_numbers_add(&order, table->values[i]);
    nq_sheet_queen(&sheet, (int64_t)(i % n), (int64_t)(i / n));
  }
  bool whole = status == NQ_OK && n >= 4 && table->row_count == n && order.count == n &&
               queens == n && !order.failed && nq_numbers_is_whole(order.values, n, 1);
  while (!whole && table->row_count > 1) nq_block_give_back(table);
  nq_numbers_release(&order);
  if (whole) return nq_sheet_finish(&sheet, table->reader);
  nq_sheet_release(&sheet);
  return status == NQ_OK ? NQ_END : status;
}

/* Whether all but one or two numbers of the row are 0. */
static bool has_zeros(const nq_numbers *table, size_t row) {
  size_t zeros = 0, n = table->rows[row].count;
  for (size_t i = 0; i < n; i++) zeros += table->values[table->rows[row].start + i] == 0;
  return zeros + 2 >= n;
}

nq_status nq_matrix_read_weights(nq_numbers *table, nq_label like) {
  size_t n = table->rows[0].count, rows = 0;
  if (n < 4 || !has_zeros(table, 0)) return NQ_END;
  nq_status status = nq_block_gather(table, like, n, n, false);
  while (rows < table->row_count && has_zeros(table, rows)) rows++;
  if (status != NQ_OK || rows < n) {
    while (table->row_count > 1) nq_block_give_back(table);
    return status == NQ_OK ? NQ_END : status;
  }
  nq_sheet sheet;
  nq_sheet_begin_board(&sheet, "matrix", table->rows[0].line, n);
  int64_t first = 0;
  bool alike = true;
  size_t queens = 0;
  for (size_t i = 0; i < table->count; i++) {
    if (table->values[i] == 0) continue;
    if (queens++ == 0) first = table->values[i];
    alike = alike && table->values[i] == first;
    nq_sheet_queen(&sheet, (int64_t)(i % n), (int64_t)(i / n));
  }
  if (queens == n || alike) return nq_sheet_finish(&sheet, table->reader);
  nq_sheet_release(&sheet);
  return nq_error_at(table->reader->error, table->rows[0].line,
                     "%zu lines of %zu numbers, most of them 0: write 1 for each queen", n, n);
}

bool nq_matrix_follows(nq_numbers *table) {
  nq_terms *terms = &table->reader->terms;
  nq_place here = nq_terms_here(terms);
  size_t n = table->rows[0].count;
  nq_block_line next;
  if (n < 4 || !nq_numbers_is_series(table, 0)) return false;
  if (nq_text_is_rule(nq_terms_look(terms, 0))) nq_terms_skip_line(terms);
  bool line = nq_block_next(table, &next) == NQ_OK;
  bool above = line && next.label == NQ_LABEL_NONE && nq_block_last(table)->count == n &&
               nq_numbers_is_binary(table, 1);
  if (line) nq_block_give_back(table);
  if (!above) nq_terms_return(terms, here);
  return above;
}
