/* Threads that do the same work. */
#ifndef NQ_CORE_THREADS_H
#define NQ_CORE_THREADS_H

/* Call work(context) in `threads` threads, the calling one among them, or in as many as can be
 * started, and wait for all.  What they share out is theirs to agree on. */
void nq_threads_run(unsigned threads, void *(*work)(void *), void *context);

#endif
