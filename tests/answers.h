/* What the tests of the readers of answers share: a text and what must be read from it. */
#ifndef NQ_TESTS_ANSWERS_H
#define NQ_TESTS_ANSWERS_H

#include "io.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

/* One call of nq_reader_next.  `rows` as text in the native form, or NULL; `part` is in the message
 * of what is no board. */
typedef struct answer_call {
  nq_status status; /* NQ_OK, NQ_NO_BOARD or NQ_BAD_FORMAT; NQ_END after the last */
  uint64_t line;
  nq_answer answer; /* of NQ_NO_BOARD */
  const char *rows, *part;
} answer_call;

#define ANSWER_BOARD(line, rows)                                                                   \
  { NQ_OK, line, NQ_ANSWER_BOARD, rows, NULL }
#define ANSWER_INVALID(line, part)                                                                 \
  { NQ_NO_BOARD, line, NQ_ANSWER_INVALID, NULL, part }
#define ANSWER_NONE(line)                                                                          \
  { NQ_NO_BOARD, line, NQ_ANSWER_UNSATISFIABLE, NULL, "no solution" }
#define ANSWER_UNKNOWN(line)                                                                       \
  { NQ_NO_BOARD, line, NQ_ANSWER_UNKNOWN, NULL, "not know" }
#define ANSWER_REFUSED(line, part)                                                                 \
  { NQ_BAD_FORMAT, line, NQ_ANSWER_BOARD, NULL, part }

#define ANSWER_CALLS 6

/* A text, in a format or recognised, with n given or 0, and the calls up to the end. */
typedef struct answer_case {
  nq_format format;
  uint32_t n;
  const char *text;
  answer_call calls[ANSWER_CALLS]; /* ends with an all-zero one */
} answer_case;

/* The rows in the native form; to be freed. */
static inline char *answer_rows(const nq_board *board) {
  char *text = malloc(12 * (size_t)board->n + 1), *at = text;
  assert_non_null(text);
  *at = '\0';
  for (uint32_t column = 0; column < board->n; column++) {
    const char *space = column > 0 ? " " : "";
    if (board->rows[column] == NQ_EMPTY)
      at += sprintf(at, "%s.", space);
    else
      at += sprintf(at, "%s%" PRIu32, space, board->rows[column]);
  }
  return text;
}

static inline void answer_expect(nq_reader *reader, const answer_call *call, const char *text) {
  nq_board board = {0};
  nq_error error = {0};
  uint64_t line;
  uint32_t n;
  nq_status status = nq_reader_next(reader, &board, &line, &error);
  char *rows = status == NQ_OK ? answer_rows(&board) : NULL;
  nq_answer answer = nq_reader_answer(reader, &n);
  bool same = status == call->status && (status == NQ_BAD_FORMAT ? error.line : line) == call->line;
  if (same && rows != NULL) same = strcmp(rows, call->rows) == 0 && n == board.n;
  if (same && rows == NULL && call->part != NULL) same = strstr(error.message, call->part) != NULL;
  if (same && status == NQ_NO_BOARD) same = answer == call->answer;
  if (!same)
    fail_msg("status %d, answer %d, line %" PRIu64 ", rows %s, '%s' (line %" PRIu64
             ") instead of status %d, answer %d, line %" PRIu64 ", %s in:\n%s",
             (int)status, (int)answer, line, rows != NULL ? rows : "-",
             status == NQ_OK ? "" : error.message, error.line, (int)call->status, (int)call->answer,
             call->line, call->rows != NULL ? call->rows : call->part, text);
  free(rows);
  nq_board_release(&board);
}

static inline void answer_run(const answer_case *cases, size_t count) {
  for (size_t i = 0; i < count; i++) {
    int descriptor = io_text(cases[i].text);
    nq_reader *reader = nq_reader_new(descriptor, cases[i].format);
    assert_non_null(reader);
    if (cases[i].n > 0) nq_reader_expect(reader, cases[i].n);
    for (size_t c = 0; c < ANSWER_CALLS && cases[i].calls[c].line > 0; c++)
      answer_expect(reader, &cases[i].calls[c], cases[i].text);
    io_expect_end(reader);
    nq_reader_free(reader);
    close(descriptor);
  }
}

#define ANSWER_RUN(cases) answer_run(cases, sizeof(cases) / sizeof *(cases))

#endif
