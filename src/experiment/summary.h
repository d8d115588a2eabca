/* What the runs of a plan say: a cell for each variant and n, claims about pairs of variants, and
 * how the time of each grows with n. */
#ifndef NQ_EXPERIMENT_SUMMARY_H
#define NQ_EXPERIMENT_SUMMARY_H

#include "experiment/statistics.h"
#include "experiment/store.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define NQ_SIGNIFICANCE 0.05 /* of an adjusted p */

typedef enum nq_measure_kind { NQ_SECONDS, NQ_STEPS, NQ_MEASURES } nq_measure_kind;

enum { NQ_LOWER_QUARTILE, NQ_MEDIAN, NQ_UPPER_QUARTILE, NQ_QUARTILES };

/* One measure of the runs of a cell. */
typedef struct nq_measure {
  nq_observation *sorted;
  double quartile[NQ_QUARTILES];      /* INFINITY: beyond the limit */
  nq_interval interval[NQ_QUARTILES]; /* 95 % */
} nq_measure;

typedef struct nq_cell {
  size_t count, solved;
  nq_interval solved_share; /* 95 % */
  nq_measure measure[NQ_MEASURES];
  double par2; /* mean seconds, a censored run counting twice the time limit */
} nq_cell;

/* Which of two variants is faster on one n. */
typedef struct nq_claim {
  size_t n, first, second; /* indices; the first is the faster one, if either is */
  double a;                /* Vargha and Delaney's A for the first: >= 0.5 */
  double p;                /* Holm-adjusted over all claims of the summary */
  bool censored;           /* by the log-rank test, otherwise Mann and Whitney's */
  bool mixed;              /* A and the log-rank test point to different variants */
} nq_claim;

/* median seconds = e^intercept * n^exponent, over the n where the median is known. */
typedef struct nq_fit {
  size_t points;      /* 0: there are fewer than two, and no fit */
  size_t first, last; /* indices of the smallest and largest n of them */
  double intercept, exponent;
  nq_interval interval; /* of the exponent, 95 % */
} nq_fit;

typedef struct nq_summary {
  const nq_plan *plan;
  nq_cell *cell; /* [variant * n_count + n] */
  nq_claim *claim;
  size_t claims;
  nq_fit *fit; /* of each variant */
  uint64_t runs;
  char version[32], machine[300]; /* of the first run */
  bool versions_differ, machines_differ;
} nq_summary;

/* Summarise the runs of the plan that are stored.  The plan must outlive the summary.  NQ_END when
 * its watch said stop. */
nq_status nq_summary_init(nq_summary *summary, const nq_plan *plan, nq_store *store,
                          nq_error *error);
void nq_summary_release(nq_summary *summary);

const nq_cell *nq_summary_cell(const nq_summary *summary, size_t variant, size_t n);

/* True when the claim says that its first variant is faster. */
bool nq_claim_holds(const nq_claim *claim);

#endif
