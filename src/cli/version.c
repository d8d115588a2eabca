/* What the program is made of. */
#include "cli/commands.h"

#ifdef NQ_HAVE_CADICAL
#include <ccadical.h>
#endif
#ifdef NQ_HAVE_CAIRO
#include <cairo/cairo.h>
#else
#define CAIRO_VERSION_STRING NULL
#endif
#include <jansson.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <zlib.h>

/* A library; without a version it is not built in. */
typedef struct part {
  const char *name, *version;
} part;

/* The names, after a heading, of the parts that are built in, or of the others. */
static void write_parts(FILE *stream, const char *heading, const part *parts, bool built_in) {
  const char *before = heading;
  for (; parts->name != NULL; parts++) {
    if ((parts->version != NULL) != built_in) continue;
    fprintf(stream, built_in && parts->version[0] != '\0' ? "%s%s %s" : "%s%s", before, parts->name,
            parts->version);
    before = ", ";
  }
  if (before != heading) fputc('\n', stream);
}

/* The inner loops of `count`, those that this machine cannot run in parentheses. */
static void write_paths(FILE *stream) {
  bool available;
  const char *name;
  for (size_t i = 0; (name = nq_count_path_name(i, &available)) != NULL; i++)
    fprintf(stream, available ? "%s%s" : "%s(%s)", i == 0 ? "paths of count: " : ", ", name);
  fputc('\n', stream);
}

static const char *version_of_cadical(void) {
#ifdef NQ_HAVE_CADICAL
  const char *signature = ccadical_signature(), *dash = strrchr(signature, '-');
  return dash != NULL ? dash + 1 : signature;
#else
  return NULL;
#endif
}

void cli_version_write(FILE *stream, const char *mpi) {
  const part parts[] = {{"CaDiCaL", version_of_cadical()},
                        {"cairo", CAIRO_VERSION_STRING},
                        {"jansson", JANSSON_VERSION},
                        {"SQLite", sqlite3_libversion()},
                        {"zlib", zlibVersion()},
                        {mpi != NULL ? mpi : "MPI (see nqueens-mpi)", mpi != NULL ? "" : NULL},
                        {0}};
  fputs("nqueens " NQ_VERSION "\n", stream);
  write_parts(stream, "built in: ", parts, true);
  write_parts(stream, "not built in: ", parts, false);
  write_paths(stream);
}
