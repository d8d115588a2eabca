/* The instances that `compare` runs on: files, and folders with an index. */
#ifndef NQ_CLI_COMPARE_SUITE_H
#define NQ_CLI_COMPARE_SUITE_H

#include "core/option.h"
#include "experiment/plan.h"
#include "experiment/store.h"

#include <jansson.h>

/* Add an instance of each file, whose answer is not known, and those of the folders.  False after a
 * message. */
bool cli_compare_add_files(nq_plan *plan, const char *const *paths, size_t count);
bool cli_compare_add_suites(nq_plan *plan, const nq_option_list *folders);

/* The files of results, in an array; NULL after a message.  Each may be a pipe: read it once. */
json_t *cli_compare_read_results(const nq_option_list *files);

/* Add the variants of these results to the plan or, with a store, their runs to it.  False after a
 * message. */
bool cli_compare_merge(nq_plan *plan, nq_store *store, const nq_option_list *files,
                       const json_t *results);

#endif
