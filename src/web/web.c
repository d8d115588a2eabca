#define _GNU_SOURCE /* getrandom, syncfs, sync_file_range */
#include "web/web.h"

#include "draw/canvas.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

static const struct {
  const char *name;
  web_answer *answer;
  bool on_instance; /* it must have one */
} requests[] = {
    {"tables", web_tables, false},
    {"solve", web_solve, true},
    {"watch", web_watch, true},
    {"check", web_check, false},
    {"play", web_play, true},
    {"export", web_export, true},
    {"picture", web_picture, false},
    {"count", web_count, false},
    {"race-begin", web_race_begin, false},
    {"race-run", web_race_run, false},
    {"race-curve", web_race_curve, false},
    {"race-summary", web_race_summary, false},
};

static web_page page;

/* ---- Calls of the system that Emscripten does not have ---- */

#ifdef __EMSCRIPTEN__
ssize_t getrandom(void *bytes, size_t size, unsigned flags) {
  (void)flags;
  return getentropy(bytes, size) == 0 ? (ssize_t)size : -1;
}

/* Files are in memory. */
int syncfs(int descriptor) {
  (void)descriptor;
  return 0;
}

int sync_file_range(int descriptor, off_t offset, off_t size, unsigned flags) {
  (void)descriptor;
  (void)offset;
  (void)size;
  (void)flags;
  return 0;
}

#endif

/* ---- Requests ---- */

const char *web_text(const web_page *web, const char *key, const char *otherwise) {
  const char *text = json_string_value(json_object_get(web->request, key));
  return text != NULL ? text : otherwise;
}

double web_number(const web_page *web, const char *key, double otherwise) {
  const json_t *number = json_object_get(web->request, key);
  return json_is_number(number) ? json_number_value(number) : otherwise;
}

/* "instance" as text in any form that is read, or, if there must be one, the plain board of size
 * "n"; false on failure. */
static bool take_instance(bool must_be) {
  const char *text = web_text(&page, "instance", "");
  double n = web_number(&page, "n", 0);
  nq_bytes source = {0};
  if (*text == '\0' && !must_be) return true;
  nq_bytes_text(&source, text);
  if (*text != '\0')
    page.instance = nq_instance_read_source(nq_bytes_give, &source, UINT64_MAX, &page.error);
  else if (!(n >= 1 && n <= NQ_N_MAX))
    nq_error_set(&page.error, NQ_BAD_VALUE, "n must be from 1 to %" PRIu32, NQ_N_MAX);
  else if ((page.instance = nq_instance_new((uint32_t)n)) == NULL)
    nq_error_set(&page.error, NQ_NO_MEMORY, "no memory for the instance");
  nq_bytes_release(&source);
  return page.instance != NULL;
}

nq_status web_options(web_page *web, nq_solve_options *options) {
  const char *method = web_text(web, "method", ""), *seed = web_text(web, "seed", "0");
  char *end;
  nq_solve_options_init(options);
  options->progress = web_report;
  options->limits.seconds = web_number(web, "seconds", 0);
  errno = 0;
  options->seed = strtoull(seed, &end, 10);
  if (*end != '\0' || end == seed || *seed == '-' || errno != 0)
    return nq_error_set(&web->error, NQ_BAD_VALUE,
                        "the seed must be a whole number from 0 to 2^64 - 1");
  return *method != '\0' ? nq_solve_options_set(options, method, &web->error) : NQ_OK;
}

/* ---- Answers ---- */

bool web_report(void *context, const nq_progress *progress) {
  (void)context;
  web_post_progress(progress->phase, (double)progress->done, (double)progress->total,
                    (double)progress->conflicts);
  return true;
}

static json_t *answer(void) {
  const char *name = web_text(&page, "do", "");
  for (size_t i = 0; i < sizeof requests / sizeof *requests; i++)
    if (strcmp(name, requests[i].name) == 0)
      return take_instance(requests[i].on_instance) ? requests[i].answer(&page) : NULL;
  nq_error_set(&page.error, NQ_BAD_VALUE, "unknown request");
  return NULL;
}

char *web_call(const char *text) {
  json_t *request = json_loads(text, 0, NULL);
  page.request = request;
  page.error = (nq_error){.message = "no memory"};
  json_t *object = request != NULL ? answer() : NULL;
  if (object == NULL) {
    uint64_t line = page.error.line;
    object = json_object();
    nq_json_put(&object, "error", nq_json_bytes(page.error.message));
    if (line > 0) nq_json_put(&object, "line", json_integer((json_int_t)line));
  }
  nq_instance_free(page.instance);
  page.instance = NULL;
  char *written = nq_json_text(object, JSON_COMPACT);
  json_decref(object);
  json_decref(request);
  return written;
}

unsigned char *web_input(size_t size) {
  nq_bytes_release(&page.input);
  page.input.data = malloc(size + 1);
  if (page.input.data != NULL) page.input.size = size;
  return page.input.data;
}

const uint32_t *web_rows(void) {
  return page.board.rows;
}

uint32_t web_n(void) {
  return page.board.n;
}

const unsigned char *web_bytes(void) {
  return page.bytes.data;
}

size_t web_bytes_size(void) {
  return page.bytes.size;
}

/* ---- What the page offers ---- */

/* Taken from the program's tables, so that a new option or format appears here by itself. */
static json_t *list_choices(const nq_option *option) {
  json_t *list = json_array();
  const nq_choice *choice;
  for (size_t i = 0; (choice = nq_option_choice(option, i)) != NULL; i++)
    nq_json_append(&list, json_pack("{s:s,s:s?}", "name", choice->name, "help", choice->summary));
  return list;
}

static json_t *list_options(const char *method) {
  json_t *list = json_array();
  const nq_option *option;
  for (size_t i = 0; (option = nq_method_option(method, i)) != NULL; i++) {
    char values[200];
    nq_option_values(option, values, sizeof values);
    nq_json_append(&list,
                   json_pack("{s:s,s:s,s:s?,s:s,s:o}", "name", nq_option_name(option), "help",
                             nq_option_help(option), "default", nq_option_default(option), "values",
                             values, "choices", list_choices(option)));
  }
  return list;
}

static json_t *list_methods(void) {
  json_t *list = json_array();
  for (size_t i = 0; nq_method_name(i) != NULL; i++) {
    const char *name = nq_method_name(i);
    nq_json_append(&list,
                   json_pack("{s:s,s:s,s:s?,s:o}", "name", name, "summary", nq_method_summary(i),
                             "step", nq_method_step(i), "options", list_options(name)));
  }
  return list;
}

static json_t *list_exports(void) {
  json_t *list = json_array();
  const nq_export_format *format;
  for (size_t i = 0; (format = nq_export_format_at(i)) != NULL; i++)
    nq_json_append(&list, json_pack("{s:s,s:s,s:s,s:o}", "name", format->name, "summary",
                                    format->summary, "suffix", format->suffix, "encodings",
                                    nq_json_names(format->encodings)));
  return list;
}

/* The texts that a function numbers, up to NULL. */
static json_t *list_names(const char *(*name)(size_t i)) {
  json_t *list = json_array();
  for (size_t i = 0; name(i) != NULL; i++) nq_json_append(&list, json_string(name(i)));
  return list;
}

/* As texts: a script's numbers have 53 bits. */
static json_t *list_known_counts(void) {
  json_t *list = json_array();
  for (uint32_t n = 0; nq_count_known(n) != UINT64_MAX; n++) {
    char text[24];
    snprintf(text, sizeof text, "%" PRIu64, nq_count_known(n));
    nq_json_append(&list, json_string(text));
  }
  return list;
}

json_t *web_tables(web_page *web) {
  (void)web;
  nq_bytes queen = {0};
  nq_svg_queen(&queen);
  json_t *tables =
      json_pack("{s:s,s:s%,s:o,s:o,s:o,s:o,s:o}", "version", nq_version(), "queen",
                (const char *)queen.data, queen.size, "methods", list_methods(), "watched",
                list_names(nq_run_method), "exports", list_exports(), "formats",
                list_names(nq_format_readable_name), "counts", list_known_counts());
  nq_bytes_release(&queen);
  return tables;
}
