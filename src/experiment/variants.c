/* Labels: given ones are checked, the others are made from the method, its preset, and those of its
 * options in which the unlabelled variants of the method differ. */
#include "experiment/plan.h"
#include "core/option.h"

#include <stdio.h>
#include <string.h>

/* Short enough that all keys with their longest values fit into the canonical text. */
#define INPUT_MOST 400

/* A solver of others: without a label, the name of its program. */
static nq_status set_command(nq_variant *variant, const char *text, nq_error *error) {
  char label[NQ_LABEL];
  variant->solve.method = NQ_COMMAND;
  snprintf(variant->text, sizeof variant->text, "%s", text);
  nq_status status = nq_command_check(text, error);
  if (status != NQ_OK || variant->labelled) return status;
  nq_command_label(text, label, NQ_LABEL_COLUMNS + 1);
  return nq_label_set(variant, label, strlen(label), error);
}

static nq_status set_method(nq_variant *variant, const char *text, nq_error *error) {
  nq_solve_options_init(&variant->solve);
  if (nq_command_is(text)) return set_command(variant, text, error);
  nq_status status = nq_solve_options_set(&variant->solve, text, error);
  if (status == NQ_OK) nq_solve_options_text(&variant->solve, variant->text, sizeof variant->text);
  return status;
}

nq_status nq_variant_parse(const char *text, nq_variant *variant, nq_error *error) {
  *variant = (nq_variant){0};
  if (strlen(text) > INPUT_MOST)
    return nq_error_set(error, NQ_BAD_VALUE, "'%.60s...' is too long for a method", text);
  size_t length = strcspn(text, "=:");
  nq_status status = NQ_OK;
  if (text[length] == '=') {
    status = nq_label_set(variant, text, length, error);
    text += length + 1;
  }
  return status == NQ_OK ? set_method(variant, text, error) : status;
}

nq_status nq_variant_read(const char *text, nq_variant *variant, nq_error *error) {
  *variant = (nq_variant){0};
  return set_method(variant, text, error);
}

void nq_variant_set_version(nq_variant *variant, const char *text) {
  const char *digit = strpbrk(text, "0123456789"), *line = text;
  for (const char *end; digit != NULL && (end = strchr(line, '\n')) != NULL && end < digit;)
    line = end + 1;
  snprintf(variant->version, sizeof variant->version, "%.*s", (int)strcspn(line, "\r\n"), line);
  for (char *sign = variant->version; *sign != '\0'; sign++)
    if ((unsigned char)*sign < ' ' || (unsigned char)*sign > '~') *sign = '?';
}

const char *nq_variant_options(const nq_variant *variant) {
  const char *colon = strchr(variant->text, ':');
  return colon != NULL ? colon + 1 : "";
}

/* ---- Given labels ---- */

/* The columns of a character on a terminal; 0: not allowed in a label. */
static unsigned columns_of(uint32_t point) {
  static const struct {
    uint32_t first, last;
    unsigned columns;
  } ranges[] = {{' ', '~', 1},       {0xa1, 0xac, 1},     {0xae, 0x2ff, 1},    {0x370, 0x482, 1},
                {0x48a, 0x52f, 1},   {0x3041, 0x3096, 2}, {0x30a1, 0x30fa, 2}, {0x3400, 0x4dbf, 2},
                {0x4e00, 0x9fff, 2}, {0xac00, 0xd7a3, 2}};
  if (point == '=' || point == ':') return 0;
  for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
    if (point >= ranges[i].first && point <= ranges[i].last) return ranges[i].columns;
  return 0;
}

size_t nq_label_columns(const char *label) {
  size_t columns = 0, length;
  uint32_t point;
  for (; *label != '\0'; label += length) {
    length = nq_utf8_read(label, strlen(label), &point);
    if (length == 0) return columns;
    columns += point == ':' || point == '=' ? 1 : columns_of(point);
  }
  return columns;
}

nq_status nq_label_set(nq_variant *variant, const char *text, size_t length, nq_error *error) {
  size_t columns = 0, size;
  bool allowed = length > 0 && text[0] != ' ' && text[length - 1] != ' ';
  for (size_t i = 0; i < length && allowed; i += size) {
    uint32_t point;
    size = nq_utf8_read(text + i, length - i, &point);
    unsigned wide = size > 0 ? columns_of(point) : 0;
    columns += wide;
    allowed = wide > 0 && columns <= NQ_LABEL_COLUMNS;
  }
  if (!allowed)
    return nq_error_set(error, NQ_BAD_VALUE,
                        "'%.*s' is no label: a label has 1 to %d letters, digits, blanks and "
                        "signs, without ':' and '=', and neither begins nor ends with a blank",
                        (int)(length < 60 ? length : 60), text, NQ_LABEL_COLUMNS);
  memcpy(variant->label, text, length);
  variant->label[length] = '\0';
  variant->labelled = true;
  return NQ_OK;
}

/* ---- Parameters ---- */

/* What nq_solve makes of the options; a default that it has no number for stays as it is. */
static nq_solve_options resolve_options(const nq_variant *variant, uint32_t n) {
  nq_solve_options resolved = variant->solve;
  nq_instance *instance = nq_instance_new(n);
  bool known = instance != NULL && nq_solve_options_resolve(&resolved, instance, NULL) == NQ_OK;
  nq_instance_free(instance);
  return known ? resolved : variant->solve;
}

bool nq_variant_parameter(const nq_variant *variant, uint32_t n, size_t i,
                          nq_parameter *parameter) {
  nq_solve_options defaults, used = resolve_options(variant, n);
  const nq_option *option;
  char fallback[sizeof parameter->value];
  nq_solve_options_init(&defaults);
  for (size_t j = 0; (option = nq_method_option(variant->solve.method, j)) != NULL; j++) {
    if (!nq_option_is_key(option) || i-- > 0) continue;
    *parameter = (nq_parameter){.name = option->name};
    nq_option_format(option, &defaults, fallback, sizeof fallback);
    nq_option_format(option, &variant->solve, parameter->value, sizeof parameter->value);
    parameter->given = strcmp(parameter->value, fallback) != 0;
    nq_option_format(option, &used, parameter->value, sizeof parameter->value);
    if (strcmp(parameter->value, fallback) == 0 && !parameter->given && option->fallback != NULL)
      snprintf(parameter->value, sizeof parameter->value, "%s", option->fallback);
    if (!parameter->given &&
        !nq_option_has_effect(nq_method_option(variant->solve.method, 0), option, &used))
      parameter->value[0] = '\0';
    return true;
  }
  return false;
}

const char *nq_variant_step(const nq_variant *variant) {
  const char *name;
  for (size_t i = 0; (name = nq_method_name(i)) != NULL; i++)
    if (strcmp(name, variant->solve.method) == 0) return nq_method_step(i);
  return "";
}

/* ---- Labels that are made ---- */

static bool is_like(const nq_variant *one, const nq_variant *other) {
  return !other->labelled && strcmp(one->solve.method, other->solve.method) == 0;
}

/* Is it for labels: a preset, or an option in which the method's unlabelled variants differ? */
static bool tells_apart(const nq_variant *variants, size_t count, const nq_variant *variant,
                        const nq_option *option) {
  char value[64], other[64];
  if (strcmp(option->name, "preset") == 0) return true;
  nq_option_format(option, &variant->solve, value, sizeof value);
  for (size_t i = 0; i < count; i++) {
    if (!is_like(variant, &variants[i])) continue;
    nq_option_format(option, &variants[i].solve, other, sizeof other);
    if (strcmp(value, other) != 0) return true;
  }
  return false;
}

/* genetic:selection=rank,population=50 or, in brief, genetic:rank,pop=50 */
static void make_label(const nq_variant *variants, size_t count, const nq_variant *variant,
                       bool brief, char *text, size_t size) {
  nq_solve_options defaults;
  const nq_option *option;
  char separator = ':';
  nq_solve_options_init(&defaults);
  snprintf(text, size, "%s", variant->solve.method);
  for (size_t i = 0; (option = nq_method_option(variant->solve.method, i)) != NULL; i++) {
    char value[64], fallback[64];
    if (!nq_option_is_key(option) || !tells_apart(variants, count, variant, option)) continue;
    nq_option_format(option, &variant->solve, value, sizeof value);
    nq_option_format(option, &defaults, fallback, sizeof fallback);
    if (strcmp(value, fallback) == 0) continue;
    bool bare = brief && option->choices != NULL;
    const char *name = brief && option->alias != NULL ? option->alias : option->name;
    nq_text_add(text, size, "%c%s%s%s", separator, bare ? "" : name, bare ? "" : "=", value);
    separator = ',';
  }
}

static bool is_free(const nq_variant *variants, size_t count, const nq_variant *variant,
                    const char *label) {
  for (size_t i = 0; i < count; i++) {
    const nq_variant *other = &variants[i];
    bool earlier = other->labelled || other < variant;
    if (other != variant && earlier && strcmp(other->label, label) == 0) return false;
  }
  return true;
}

void nq_variants_label(nq_variant *variants, size_t count) {
  for (size_t i = 0; i < count; i++) {
    nq_variant *variant = &variants[i];
    char text[NQ_VARIANT_TEXT];
    bool fits = false;
    if (variant->labelled) continue;
    for (int brief = 0; brief < 2 && !fits; brief++) {
      make_label(variants, count, variant, brief > 0, text, sizeof text);
      fits = strlen(text) <= NQ_LABEL_COLUMNS && is_free(variants, count, variant, text);
    }
    for (size_t number = i + 1; !fits; number++) {
      snprintf(text, sizeof text, "%s #%zu", variant->solve.method, number);
      fits = is_free(variants, count, variant, text);
    }
    snprintf(variant->label, sizeof variant->label, "%.*s", NQ_LABEL_COLUMNS, text);
  }
}
