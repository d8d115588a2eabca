/* Compares the speed of nqueens with a plain QS4 and the explicit construction: for each n the
 * contestants take turns, so that changes of the machine's speed affect all of them.
 *
 *     bench [--runs R] [--threads T] [--release FILE] [N...]
 *
 * The first table has the search within one process: the median, minimum and maximum of wall-clock nanoseconds per queen, the ratio to QS4, and
 * peak bytes per queen.  Times cover the whole search, including its memory; the check, which QS4
 * lacks, has its own column.  Beyond n = 2^29 only nqueens and the construction run, at most 3
 * times; of the default sizes only those run for which there is memory.
 *
 * On some systems, such as many virtual machines, obtaining fresh memory for the board takes longer
 * than the search.  So large boards are solved a second time in the same memory ("again, ...").
 *
 * The second table has whole processes, as a user starts them: of $NQUEENS and of QS4.
 *
 * With --release, "then" is what the ratio to QS4 is divided by the ratio in FILE, the output of an older
 * version's bench: more than 1 is faster than that version, on whatever machine it was measured. */
#define _DEFAULT_SOURCE /* for wait4 */
#include "core/core.h"
#include "qs4.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define RUNS_MOST     25
#define RUNS_LARGE    3
#define LARGE_N       (1U << 29)
#define FRESH_N       (1U << 26) /* from this n on the cost of fresh memory matters */
#define BYTES_A_QUEEN 8          /* the most that any contestant takes on a large board */
#define PROCESS_QS4   10000000   /* beyond, a process of QS4 takes more than a minute */
#define AGAIN_SEED    1000       /* added to the seed for the first board in that memory */
#define PLACED_EVERY  1000

struct sample {
  double search, check; /* seconds; of a process: all, and those of the processors */
  uint64_t bytes;
};

#define CONTESTANTS_MOST 8

struct contestant {
  const char *name;
  bool (*run)(uint32_t n, uint64_t seed, unsigned threads, struct sample *sample);
  unsigned threads;
  uint32_t smallest;
  uint32_t largest; /* beyond this n it takes minutes or too much memory */
};

/* Solve into the board's rows. */
static bool solve(const nq_instance *instance, uint64_t seed, unsigned threads, nq_board *board,
                  struct sample *sample) {
  nq_solve_options options;
  nq_solve_options_init(&options);
  options.seed = seed;
  options.threads = threads;
  nq_result result = {0};
  nq_error error;
  nq_status status = board->rows == NULL
                         ? nq_solve(instance, &options, board, &result, &error)
                         : nq_solve_into(instance, &options, board->rows, &result, &error);
  if (status != NQ_OK) fprintf(stderr, "bench: %s\n", error.message);
  sample->search = result.seconds_total - result.seconds_check;
  sample->check = result.seconds_check;
  sample->bytes = result.memory_bytes;
  return status == NQ_OK && result.verdict == NQ_SOLVED;
}

static bool run_nqueens(uint32_t n, uint64_t seed, unsigned threads, struct sample *sample) {
  nq_instance *instance = nq_instance_new(n);
  nq_board board = {0};
  bool solved = solve(instance, seed, threads, &board, sample);
  nq_board_release(&board);
  nq_instance_free(instance);
  return solved;
}

static bool run_again(uint32_t n, uint64_t seed, unsigned threads, struct sample *sample) {
  nq_instance *instance = nq_instance_new(n);
  nq_board board = {0};
  bool solved = solve(instance, seed + AGAIN_SEED, threads, &board, sample) &&
                solve(instance, seed, threads, &board, sample);
  sample->bytes += n * sizeof *board.rows; /* the caller's */
  nq_board_release(&board);
  nq_instance_free(instance);
  return solved;
}

/* With 1/1000 of the queens placed: one of another solution's in every PLACED_EVERY columns. */
static bool run_placed(uint32_t n, uint64_t seed, unsigned threads, struct sample *sample) {
  nq_instance *plain = nq_instance_new(n), *instance = nq_instance_new(n);
  nq_solve_options options;
  nq_solve_options_init(&options);
  options.seed = seed + 1;
  options.stream = 1;
  nq_board board = {0};
  nq_result result;
  bool solved = nq_solve(plain, &options, &board, &result, NULL) == NQ_OK;
  for (uint64_t column = seed % PLACED_EVERY; solved && column < n; column += PLACED_EVERY)
    nq_instance_place(instance, (uint32_t)column, board.rows[column], NULL);
  nq_board_release(&board);
  solved = solved && solve(instance, seed, threads, &board, sample);
  nq_board_release(&board);
  nq_instance_free(instance);
  nq_instance_free(plain);
  return solved;
}

static bool run_qs4(uint32_t n, uint64_t seed, unsigned threads, struct sample *sample) {
  (void)threads;
  sample->check = 0;
  double begin = nq_clock();
  uint32_t *rows = malloc(n * sizeof *rows);
  bool solved = rows != NULL && qs4_solve(rows, n, seed);
  sample->search = nq_clock() - begin;
  sample->bytes = qs4_bytes(n);
  nq_check_report report;
  solved = solved && nq_check(rows, n, NULL, &report, NULL) == NQ_OK && report.valid;
  free(rows);
  return solved;
}

static bool run_construct(uint32_t n, uint64_t seed, unsigned threads, struct sample *sample) {
  (void)seed;
  (void)threads;
  sample->check = 0;
  double begin = nq_clock();
  uint32_t *rows = malloc(n * sizeof *rows);
  bool solved = rows != NULL && nq_construct(rows, n);
  sample->search = nq_clock() - begin;
  sample->bytes = 4 * (uint64_t)n;
  free(rows);
  return solved;
}

/* One process: arguments[0] is the program's file. */
static bool run_process(const char *const arguments[], struct sample *sample) {
  double begin = nq_clock();
  pid_t child = fork();
  if (child == 0) {
    /* NOLINTNEXTLINE(performance-no-int-to-ptr): execv changes none of them */
    if (arguments[0] != NULL) execv(arguments[0], (char *const *)(uintptr_t)arguments);
    _exit(127);
  }
  int status = -1;
  struct rusage used;
  if (child < 0 || wait4(child, &status, 0, &used) != child || status != 0) return false;
  sample->search = nq_clock() - begin;
  sample->check = (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
                  (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) * 1e-6;
  sample->bytes = (uint64_t)used.ru_maxrss << 10;
  return true;
}

static bool start_nqueens(uint32_t n, uint64_t seed, unsigned threads, struct sample *sample) {
  char size[16], number[24], team[16];
  snprintf(size, sizeof size, "%" PRIu32, n);
  snprintf(number, sizeof number, "%" PRIu64, seed);
  snprintf(team, sizeof team, "%u", threads);
  const char *arguments[] = {
      getenv("NQUEENS"), "solve", "--quiet", "-o", "/dev/null", "--seed", number,
      "--threads",       team,    size,      NULL};
  return run_process(arguments, sample);
}

/* This program, in its other role. */
static bool start_qs4(uint32_t n, uint64_t seed, unsigned threads, struct sample *sample) {
  (void)threads;
  char size[16], number[24];
  snprintf(size, sizeof size, "%" PRIu32, n);
  snprintf(number, sizeof number, "%" PRIu64, seed);
  const char *arguments[] = {"/proc/self/exe", "--qs4", size, number, NULL};
  return run_process(arguments, sample);
}

static int compare_doubles(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* Sort values[] and compute their median, minimum and maximum. */
static void summarise(double *values, int count, double *median, double *least, double *largest) {
  qsort(values, (size_t)count, sizeof *values, compare_doubles);
  *median = count % 2 ? values[count / 2] : (values[count / 2 - 1] + values[count / 2]) / 2;
  *least = values[0];
  *largest = values[count - 1];
}

/* What a table compares, and its units. */
struct table {
  const struct contestant *who;
  int contestants;
  const uint32_t *sizes;
  int count;
  bool processes; /* milliseconds and MiB of a board, otherwise nanoseconds and bytes of a queen */
  FILE *release;  /* or NULL */
};

/* A sample within this process solves small boards many times: at least 2^20 queens. */
static bool take_sample(const struct table *table, const struct contestant *who, uint32_t n,
                        uint64_t seed, struct sample *sample) {
  uint64_t boards = table->processes ? 1 : (UINT64_C(1) << 20) / n + 1;
  double search = 0, check = 0;
  for (uint64_t i = 0; i < boards; i++) {
    if (!who->run(n, seed * boards + i, who->threads, sample)) return false;
    search += sample->search;
    check += sample->check;
  }
  sample->search = search / (double)boards;
  sample->check = check / (double)boards;
  return true;
}

static bool takes_part(const struct contestant *who, uint32_t n) {
  return n >= who->smallest && n <= who->largest;
}

/* The ratio to QS4 that the line for n and name has in the output of an older version, or 0. */
static double ratio_then(FILE *release, uint32_t n, const char *name) {
  char line[256], begin[64];
  double ratio = 0, value;
  size_t length = (size_t)snprintf(begin, sizeof begin, "%11" PRIu32 "  %-20s ", n, name);
  if (release == NULL) return 0;
  rewind(release);
  while (fgets(line, sizeof line, release) != NULL)
    if (strncmp(line, begin, length) == 0 && sscanf(line + length, "%lf %lf ..%lf %lf %lfx", &value,
                                                    &value, &value, &value, &ratio) != 5)
      ratio = 0;
  return ratio;
}

/* Print a contestant's line.  QS4, which comes first, sets *baseline to its median time. */
static void print_line(const struct table *table, const struct contestant *who, uint32_t n,
                       const struct sample *samples, int runs, double *baseline) {
  double search[RUNS_MOST] = {0}, check[RUNS_MOST] = {0};
  double median, least, largest, check_median, unused;
  for (int run = 0; run < runs; run++) {
    search[run] = samples[run].search;
    check[run] = samples[run].check;
  }
  summarise(search, runs, &median, &least, &largest);
  summarise(check, runs, &check_median, &unused, &unused);
  if (strncmp(who->name, "QS4", 3) == 0) *baseline = median;
  double each = table->processes ? 1e3 : 1e9 / n;
  double then = ratio_then(table->release, n, who->name);
  char ratio[32] = "-", change[32] = "-";
  if (*baseline > 0 && who->run != run_again)
    snprintf(ratio, sizeof ratio, "%.1fx", *baseline / median);
  if (*baseline > 0 && then > 0) snprintf(change, sizeof change, "%.2f", *baseline / median / then);
  printf("%11" PRIu32 "  %-20s %8.2f  %8.2f ..%8.2f  %8.2f  %8s  %6.2f  %6s\n", n, who->name,
         median * each, least * each, largest * each, check_median * each, ratio,
         (double)samples[0].bytes / (table->processes ? 1 << 20 : n), change);
}

static bool bench_size(const struct table *table, uint32_t n, int runs) {
  struct sample samples[CONTESTANTS_MOST][RUNS_MOST];
  double baseline = 0;
  if (n > LARGE_N && runs > RUNS_LARGE) runs = RUNS_LARGE;
  for (int run = 0; run < runs; run++)
    for (int i = 0; i < table->contestants; i++)
      if (takes_part(&table->who[i], n) &&
          !take_sample(table, &table->who[i], n, (uint64_t)run, &samples[i][run]))
        return false;
  for (int i = 0; i < table->contestants; i++)
    if (takes_part(&table->who[i], n))
      print_line(table, &table->who[i], n, samples[i], runs, &baseline);
  fflush(stdout);
  return true;
}

static bool bench_sizes(const struct table *table, const uint32_t *sizes, int count, int runs) {
  printf("%11s  %-20s %8s  %18s  %8s  %8s  %6s  %6s\n", "n", "",
         table->processes ? "ms" : "ns/queen", "least .. largest",
         table->processes ? "CPU" : "check", "to QS4", table->processes ? "MiB" : "bytes", "then");
  for (int i = 0; i < count; i++)
    if (nq_memory_available() / BYTES_A_QUEEN >= sizes[i] && !bench_size(table, sizes[i], runs)) {
      fprintf(stderr, "bench: n = %" PRIu32 " failed\n", sizes[i]);
      return false;
    }
  return true;
}

/* This process is to be one of QS4. */
static int solve_by_qs4(uint32_t n, uint64_t seed) {
  struct sample sample;
  return run_qs4(n, seed, 1, &sample) ? 0 : 1;
}

int main(int argc, char **argv) {
  static const uint32_t usual[] = {10000, 100000, 1000000, 10000000, 100000000, 1000000000};
  static const uint32_t usual_processes[] = {8, 1000, 10000, 1000000, 100000000};
  uint32_t sizes[32];
  int count = 0, runs = 5, threads = 2;
  FILE *release = NULL;
  if (argc == 4 && strcmp(argv[1], "--qs4") == 0)
    return solve_by_qs4((uint32_t)atof(argv[2]), strtoull(argv[3], NULL, 10));
  for (int i = 1; i < argc; i++) {
    if (strcmp(argv[i], "--runs") == 0 && i + 1 < argc)
      runs = atoi(argv[++i]);
    else if (strcmp(argv[i], "--threads") == 0 && i + 1 < argc)
      threads = atoi(argv[++i]);
    else if (strcmp(argv[i], "--release") == 0 && i + 1 < argc && release == NULL)
      release = fopen(argv[++i], "r");
    else if (count < 32 && atof(argv[i]) >= 1)
      sizes[count++] = (uint32_t)atof(argv[i]);
    else
      runs = 0;
  }
  if (runs < 1 || runs > RUNS_MOST || threads < 1) {
    fprintf(stderr, "usage: bench [--runs 1..%d] [--threads T] [--release FILE] [N...]\n",
            RUNS_MOST);
    return 2;
  }
  char many[32], many_again[32], many_process[32];
  snprintf(many, sizeof many, "nqueens, %d threads", threads);
  snprintf(many_again, sizeof many_again, "again, %d threads", threads);
  snprintf(many_process, sizeof many_process, "process, %d threads", threads);
  const unsigned team = (unsigned)threads;
  const struct contestant searches[] = {{"QS4", run_qs4, 1, 0, LARGE_N},
                                        {"nqueens, 1 thread", run_nqueens, 1, 0, NQ_N_MAX},
                                        {many, run_nqueens, team, 0, NQ_N_MAX},
                                        {"again, 1 thread", run_again, 1, FRESH_N, NQ_N_MAX},
                                        {many_again, run_again, team, FRESH_N, NQ_N_MAX},
                                        {"with placed queens", run_placed, 1, 0, LARGE_N},
                                        {"construction", run_construct, 1, 0, NQ_N_MAX}};
  const struct contestant processes[] = {{"QS4, process", start_qs4, 1, 0, PROCESS_QS4},
                                         {"process, 1 thread", start_nqueens, 1, 0, NQ_N_MAX},
                                         {many_process, start_nqueens, team, 0, NQ_N_MAX}};
  const struct table tables[] = {{searches, sizeof searches / sizeof *searches, usual,
                                  sizeof usual / sizeof *usual, false, release},
                                 {processes, sizeof processes / sizeof *processes, usual_processes,
                                  sizeof usual_processes / sizeof *usual_processes, true, release}};
  bool done = true;
  for (int i = 0; done && i < (getenv("NQUEENS") != NULL ? 2 : 1); i++)
    done = count > 0 ? bench_sizes(&tables[i], sizes, count, runs)
                     : bench_sizes(&tables[i], tables[i].sizes, tables[i].count, runs);
  if (release != NULL) fclose(release);
  return done ? 0 : 1;
}
