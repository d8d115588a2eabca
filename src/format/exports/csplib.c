/* The parameter files of CSPLib, prob079 (completion, excluded diagonals) and prob080 (blocked);
 * csplib.c, which reads them, has their model.  Each form holds one kind of item only. */
#include "format/exports/export.h"

#include <string.h>

static const struct form {
  const char *convention, *head;
  const char *item[NQ_LISTS];
} completion = {"prob079, completion: init holds [row, column], from 0",
                "letting n = %n\nletting init = [",
                {[NQ_LIST_PLACED] = "[%r, %c]"}},
  blocked = {"prob080, blocked: blocks holds [row, column], from 1",
             "letting n = %n\nletting blocks = [",
             {[NQ_LIST_BLOCKED] = "[%R, %C]"}},
  excluded = {"prob079, excluded diagonals: diags holds [value, 1], row + column = value, and "
              "[value, 0], row - column + n - 1 = value, from 0",
              "n = %n\nnumdiags = %i\ndiags = [",
              {[NQ_LIST_RISING] = "[%i, 1]", [NQ_LIST_FALLING] = "[%i, 0]"}};

/* The form that the instance fits, or NULL. */
static const struct form *choose_form(const nq_instance *instance) {
  bool has_placed = nq_instance_placed_count(instance) > 0;
  bool has_blocked = nq_instance_blocked_count(instance) > 0;
  bool has_excluded = nq_instance_excluded_count(instance) > 0;
  if (has_placed + has_blocked + has_excluded > 1) return NULL;
  return has_blocked ? &blocked : has_excluded ? &excluded : &completion;
}

static nq_status write_csplib(const nq_export *export, nq_error *error) {
  const struct form *chosen = choose_form(export->instance);
  if (chosen == NULL)
    return nq_error_set(error, NQ_UNSUPPORTED,
                        "a CSPLib file holds one kind only, placed queens, blocked squares or "
                        "excluded diagonals, and this instance has %zu, %zu and %zu of them; the "
                        "format native holds all three",
                        nq_instance_placed_count(export->instance),
                        nq_instance_blocked_count(export->instance),
                        nq_instance_excluded_count(export->instance));
  nq_export_head(export, "$", chosen->convention);
  nq_export_text(
      export, chosen->head,
      &(nq_place){.n = export->n, .index = nq_instance_excluded_count(export->instance)});
  nq_list_style list = {.separator = ",\n  ", .tenth = ",\n  "};
  memcpy(list.item, chosen->item, sizeof list.item);
  nq_export_list(export, NQ_LISTS, &list);
  nq_output_text(export->output, "]\n");
  return NQ_OK;
}

const nq_export_entry nq_export_csplib = {
    .format = {.name = "csplib",
               .summary = "parameters of CSPLib's prob079 or prob080, depending on the instance",
               .suffix = ".param"},
    .write = write_csplib};
