/* The page: the library in a browser.
 *
 * MODEL.  The program is compiled to WebAssembly and runs in a worker of the page.  The page's
 * script calls one function, web_call, with a request in JSON; the answer is JSON as well:
 *
 *     {"do": "solve", "n": 8, "seed": "7"}  ->  {"verdict": "solved", "n": 8, ...}
 *                                               {"error": "what is wrong"}
 *
 * Rows and files, which may be large, are not part of requests and answers: web_input, web_rows and
 * web_bytes say where they are in memory.  A run reports to the page through web_report, and is
 * stopped by ending its worker.  Seeds are texts, because they have 64 bits and the numbers of a
 * script have not. */
#ifndef NQ_WEB_WEB_H
#define NQ_WEB_WEB_H

#include "core/core.h"
#include "core/json.h"

#include <jansson.h>

/* ---- For the page's script ---- */

/* The answer to a request, to be freed by the caller; NULL when memory is short. */
char *web_call(const char *text);
/* Room for the file that the next request reads; NULL when memory is short. */
unsigned char *web_input(size_t size);
/* The rows of the last board that was solved, and their number. */
const uint32_t *web_rows(void);
uint32_t web_n(void);
/* The last file that was written, and its size. */
const unsigned char *web_bytes(void);
size_t web_bytes_size(void);

/* What the worker does for the program (library.js): post a message to the page. */
void web_post_progress(const char *phase, double done, double total, double conflicts);

/* ---- Requests ---- */

typedef struct web_page {
  /* What outlives a call: the last board, the last file that was written, the one to read. */
  nq_board board;
  nq_bytes bytes, input;
  /* The request; its instance, or NULL; and why it has no answer. */
  const json_t *request;
  nq_instance *instance;
  nq_error error;
} web_page;

/* Answer the request; NULL with web->error on failure. */
typedef json_t *web_answer(web_page *web);

web_answer web_tables, web_solve, web_watch, web_check, web_play, web_export, web_picture,
    web_count, web_race_begin, web_race_run, web_race_curve, web_race_summary;

/* ---- Reading requests ---- */

/* A text of the request, or `otherwise` where it has none. */
const char *web_text(const web_page *web, const char *key, const char *otherwise);
/* A number of the request, or `otherwise`. */
double web_number(const web_page *web, const char *key, double otherwise);

/* The options of a request: "method" as in --method, "seed", "seconds".  They report progress. */
nq_status web_options(web_page *web, nq_solve_options *options);

/* ---- Writing answers ---- */

/* Tell the page how far a run is: an nq_progress_function. */
bool web_report(void *context, const nq_progress *progress);

/* What is known of a run. */
json_t *web_describe(const nq_solve_options *options, const nq_instance *instance,
                     const nq_result *result);

#endif
