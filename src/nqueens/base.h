/* What every part of libnqueens uses: version, status, errors, progress.
 *
 * SPDX-License-Identifier: MIT */
#ifndef NQUEENS_BASE_H
#define NQUEENS_BASE_H

#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>

#if defined(__GNUC__)
#define NQ_VISIBLE             __attribute__((visibility("default")))
#define NQ_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define NQ_VISIBLE
#define NQ_PRINTF(text, first)
#endif
#ifdef __cplusplus
#define NQ_API extern "C" NQ_VISIBLE
#else
#define NQ_API NQ_VISIBLE
#endif

#define NQ_VERSION "2.0.0"

/* The NQ_VERSION of the linked library, which may be newer than this header. */
NQ_API const char *nq_version(void);

/* ---- Status and errors ------------------------------------------------------------------ */

typedef enum nq_status {
  NQ_OK = 0,
  NQ_END,         /* a reader has no further board: not an error */
  NQ_BAD_VALUE,   /* an argument is out of its range */
  NQ_BAD_FORMAT,  /* the input does not follow its format */
  NQ_IO,          /* reading or writing failed */
  NQ_NO_MEMORY,   /* not enough memory; the message says how much was needed */
  NQ_UNSUPPORTED, /* the method or format does not support the request */
  NQ_INTERNAL,    /* a bug: a board called a solution failed the check */
  NQ_NO_BOARD,    /* a reader found an answer that is not a board: see nq_reader_answer */
  NQ_NONE         /* proved: the requested item does not exist */
} nq_status;

/* What went wrong.  `message` is one line that says what is wrong and what would be right,
 * without a program name; `line` is the line of the input, from 1, or 0 where there is none. */
typedef struct nq_error {
  nq_status status;
  uint64_t line;
  char message[400];
} nq_error;

/* Fill *error (ignored when NULL) and return `status`. */
NQ_API nq_status nq_error_set(nq_error *error, nq_status status, const char *format, ...)
    NQ_PRINTF(3, 4);

/* ---- Progress ---------------------------------------------------------------------------- */

/* The progress of a run.  `phase` is a static word such as "start" or "repair". */
typedef struct nq_progress {
  const char *phase;
  uint64_t done, total; /* `total` may be an estimate, and is 0 where it is not known */
  const char *unit;     /* what they count: a static word such as "bytes" in "read" and "write", or
                           "clauses" in "encode"; NULL: columns */
  uint64_t conflicts;   /* attacking pairs now, in "repair"; of the best board, in "breed" */
  uint64_t bytes;       /* read so far, in "read"; written, in "write"; of a proof, in "search" */
  uint64_t branches;    /* of backtracking; `done` is then the most columns that had a queen at
                           once, `total` the number of open columns */
  uint64_t restarts;
  double seconds;     /* since the run began */
  double temperature; /* in "anneal", where done and total are sweeps; otherwise 0 */
} nq_progress;

/* Called ten times a second or more often, from any of the run's threads but never from two at
 * once.  Return false to stop the run: nq_solve then reports the verdict NQ_UNKNOWN, with
 * `interrupted` set. */
typedef bool nq_progress_function(void *context, const nq_progress *progress);

/* ---- Other processes --------------------------------------------------------------------- */

/* Processes that take part in a run, as the ranks of the program nqueens-mpi do.  The library
 * defines no way to make one. */
typedef struct nq_crew nq_crew;

#endif
