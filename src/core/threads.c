#include "core/threads.h"

#include <pthread.h>
#include <stdlib.h>

void nq_threads_run(unsigned threads, void *(*work)(void *), void *context) {
  unsigned started = 0, others = threads > 1 ? threads - 1 : 0;
  pthread_t *thread = others > 0 ? calloc(others, sizeof *thread) : NULL;
  while (thread != NULL && started < others &&
         pthread_create(&thread[started], NULL, work, context) == 0)
    started++;
  (void)work(context);
  while (started > 0) pthread_join(thread[--started], NULL);
  free(thread);
}
