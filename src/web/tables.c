/* What the page offers: taken from the tables of the program, so that a new option or format appears
 * on the page by itself. */
#include "draw/canvas.h"
#include "web/web.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>

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
  for (size_t i = 0; (format = nq_export_format_at(i)) != NULL; i++) {
    json_t *encodings = json_array();
    for (size_t k = 0; format->encodings != NULL && format->encodings[k] != NULL; k++)
      nq_json_append(&encodings, json_string(format->encodings[k]));
    nq_json_append(&list,
                   json_pack("{s:s,s:s,s:s,s:o}", "name", format->name, "summary", format->summary,
                             "suffix", format->suffix, "encodings", encodings));
  }
  return list;
}

static json_t *list_formats(void) {
  json_t *list = json_array();
  for (size_t i = 0; nq_format_readable_name(i) != NULL; i++)
    nq_json_append(&list, json_string(nq_format_readable_name(i)));
  return list;
}

/* The methods whose runs can be watched. */
static json_t *list_watched(void) {
  json_t *list = json_array();
  for (size_t i = 0; nq_run_method(i) != NULL; i++)
    nq_json_append(&list, json_string(nq_run_method(i)));
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

json_t *web_tables(web_page *web, const json_t *request, nq_error *error) {
  (void)web;
  (void)request;
  (void)error;
  nq_bytes queen = {0};
  nq_svg_queen(&queen);
  json_t *tables = json_pack("{s:s,s:s%,s:o,s:o,s:o,s:o,s:o}", "version", nq_version(), "queen",
                             (const char *)queen.data, queen.size, "methods", list_methods(),
                             "watched", list_watched(), "exports", list_exports(), "formats",
                             list_formats(), "counts", list_known_counts());
  nq_bytes_release(&queen);
  return tables;
}
