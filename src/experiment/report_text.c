/* The words of the report: what was run, what holds, and the parameters of each method. */
#include "experiment/graphics.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- What was run ---- */

static void write_row(const char *name, nq_words value, FILE *html) {
  nq_html(html, "<dt>%s</dt><dd>%s</dd>\n", name, value.text);
}

static nq_words say_conditions(const nq_summary *summary) {
  const nq_conditions *conditions = &summary->conditions;
  if (conditions->found == summary->runs)
    return nq_say("not known: the runs were in the store before");
  nq_words words = nq_say("%u at a time%s, on %u processor%s", conditions->threads,
                          conditions->several ? " in each of several processes" : "",
                          conditions->processors, nq_plural(conditions->processors));
  if (conditions->found > 0)
    nq_say_more(&words, "; %" PRIu64 " run%s in the store before", conditions->found,
                conditions->found == 1 ? " was" : "s were");
  return words;
}

void nq_report_write_setup(const nq_summary *summary, FILE *html) {
  const nq_plan *plan = summary->plan;
  fputs("<details class=\"setup\"><summary>Command, program and machine</summary>\n<dl>\n", html);
  if (summary->command != NULL)
    nq_html(html, "<dt>Command</dt><dd><code>%s</code>\n</dd>\n", summary->command);
  write_row("Runs", nq_say("%" PRIu64 " of %" PRIu64, summary->runs, nq_plan_runs(plan)), html);
  if (summary->first_end[0] != '\0')
    write_row("Ended", nq_say("%s to %s", summary->first_end, summary->last_end), html);
  write_row("Seeds", nq_say("%s, the same for each method and question", nq_words_seeds(plan).text),
            html);
  write_row("Limit of a run", nq_words_limits(plan), html);
  if (summary->conditions.threads > 0) write_row("Threads", say_conditions(summary), html);
  write_row("Program",
            nq_say("nqueens %s%s", summary->version,
                   summary->versions_differ ? " and other versions" : ""),
            html);
  write_row("Machine",
            nq_say("%s%s", summary->machine, summary->machines_differ ? " and other machines" : ""),
            html);
  fputs("</dl>\n</details>\n", html);
}

/* ---- What holds ---- */

static void write_legend(const nq_plan *plan, FILE *html) {
  nq_html(html, "<ul class=\"legend\">\n");
  for (size_t i = 0; i < plan->variant_count; i++) {
    const nq_variant *variant = &plan->variant[i];
    nq_html(html, "<li>");
    nq_plot_write_line(i, 0, html);
    nq_html(html, " %zu %s", i + 1, variant->label);
    if (strcmp(variant->label, variant->text) != 0)
      nq_html(html, " = <code>%s</code>", variant->text);
    if (variant->version[0] != '\0') nq_html(html, " (%s)", variant->version);
    nq_html(html, "</li>\n");
  }
  nq_html(html, "</ul>\n");
}

/* "4.4", "920", "16k": two digits suffice in a matrix. */
static void write_factor(double ratio, FILE *html) {
  static const char *const units[] = {"", "k", "M", "G", "T"};
  size_t unit = 0;
  ratio = strtod(nq_say("%.1e", ratio).text, NULL);
  for (; ratio >= 1000 && unit + 1 < sizeof units / sizeof *units; unit++) ratio /= 1000;
  fprintf(html, "%.3g%s", ratio, units[unit]);
}

/* By what factor the method of the row is faster or slower than that of the column. */
static void write_pair(const nq_summary *summary, size_t row, size_t column, size_t n, FILE *html) {
  const nq_claim *claim = nq_summary_claim(summary, row, column, n);
  if (claim == NULL || !nq_claim_holds(claim)) {
    fprintf(html, "<td>%s</td>", claim == NULL ? "" : "&ndash;");
    return;
  }
  bool won = claim->first == row;
  fprintf(html, "<td class=\"%s\">", won ? "won" : "lost");
  if (claim->ratio.value > 0) {
    fprintf(html, "<span class=\"sign\">%s</span>", won ? "&times;" : "&divide;");
    write_factor(claim->ratio.value, html);
  } else {
    fputs(won ? "+" : "&minus;", html);
  }
  fputs("</td>", html);
}

/* A narrow screen shows only the numbers of the legend, and no signs. */
static void write_matrix(const nq_summary *summary, size_t n, FILE *html) {
  const nq_plan *plan = summary->plan;
  nq_html(html, "<table><caption>%s</caption>\n<thead><tr><th></th>", nq_words_group(plan, n).text);
  for (size_t i = 0; i < plan->variant_count; i++)
    nq_html(html, "<th scope=\"col\">%zu</th>", i + 1);
  nq_html(html, "</tr></thead>\n<tbody>\n");
  for (size_t i = 0; i < plan->variant_count; i++) {
    nq_html(html, "<tr><th scope=\"row\">%zu <span class=\"name\">%s</span></th>", i + 1,
            plan->variant[i].label);
    for (size_t j = 0; j < plan->variant_count; j++) write_pair(summary, i, j, n, html);
    nq_html(html, "</tr>\n");
  }
  nq_html(html, "</tbody></table>\n");
}

static void write_claim(bool holds, nq_words claim, FILE *html) {
  nq_html(html, "<li class=\"%s\">%s</li>\n", holds ? "holds" : "open", claim.text);
}

static void write_claims(const nq_summary *summary, FILE *html) {
  nq_html(html,
          "<details><summary>All %zu pair%s, with the tests</summary>\n"
          "<p class=\"note\">%s</p>\n<ul class=\"claims\">\n",
          summary->claims, nq_plural(summary->claims), NQ_WORDS_TESTS);
  for (const nq_claim *claim = summary->claim; claim < summary->claim + summary->claims; claim++)
    write_claim(nq_claim_holds(claim), nq_words_claim(summary, claim), html);
  nq_html(html, "</ul>\n</details>\n");
}

void nq_report_write_findings(const nq_summary *summary, FILE *html) {
  if (summary->claims == 0) return;
  nq_html(html, "<h2>Differences</h2>\n");
  write_legend(summary->plan, html);
  nq_html(html, "<div class=\"matrices\">\n");
  for (size_t n = 0; n < nq_plan_groups(summary->plan); n++) write_matrix(summary, n, html);
  nq_html(html, "</div>\n<p class=\"note\">How many times as fast (&times;, blue) or as slow "
                "(&divide;, orange) the method of the row is as that of the column; &ndash;: not "
                "decided.</p>\n<p>The fastest, and by what factor over the next (95 %% interval):"
                "</p>\n<ul class=\"claims fastest\">\n");
  for (size_t n = 0; n < nq_plan_groups(summary->plan); n++)
    write_claim(nq_summary_fastest(summary, n) != NULL, nq_words_fastest(summary, n), html);
  nq_html(html, "</ul>\n");
  write_claims(summary, html);
}

/* ---- Parameters ---- */

/* The first variant of the plan with the method of `variant`. */
static size_t first_like(const nq_plan *plan, size_t variant) {
  size_t i = 0;
  while (strcmp(plan->variant[i].solve.method, plan->variant[variant].solve.method) != 0) i++;
  return i;
}

/* The parameter on boards of size n, as people read it: "0.00389105" instead of
 * "0.0038910505836575876", and a default rate as the formula that it comes from. */
static void find_value(const nq_variant *variant, uint32_t n, size_t row, nq_parameter *parameter) {
  char *end;
  (void)nq_variant_parameter(variant, n, row, parameter);
  double number = strtod(parameter->value, &end);
  if (*end != '\0' || end == parameter->value) return;
  nq_words shorter = nq_say("%.6g", number);
  if (!parameter->given && number == 1 / (n + 1.0)) shorter = nq_say("1/(n + 1)");
  if (strlen(parameter->value) > strlen(shorter.text))
    snprintf(parameter->value, sizeof parameter->value, "%.20s", shorter.text);
}

/* How many questions give sizes for parameters: the plain boards, or else the first instance. */
static size_t sizes_of(const nq_plan *plan) {
  return plan->n_count > 0 ? plan->n_count : 1;
}

/* Once, or with the n that it holds for where it depends on n. */
static void write_value(const nq_plan *plan, const nq_variant *variant, size_t row, FILE *html) {
  nq_parameter parameter = {0}, next;
  const char *begin = "<td>";
  size_t sizes = sizes_of(plan);
  for (size_t n = 0, last; n < sizes; n = last) {
    find_value(variant, nq_plan_n(plan, n), row, &parameter);
    for (last = n + 1; last < sizes; last++) {
      find_value(variant, nq_plan_n(plan, last), row, &next);
      if (strcmp(next.value, parameter.value) != 0) break;
    }
    fputs(n == 0 && parameter.given ? "<td class=\"given\">" : begin, html);
    begin = "<br>";
    nq_html_write(parameter.value, html);
    if (n == 0 && last == sizes) continue;
    fprintf(html, " (n = %" PRIu32, nq_plan_n(plan, n));
    if (last > n + 1) fprintf(html, " to %" PRIu32, nq_plan_n(plan, last - 1));
    fputc(')', html);
  }
  fputs("</td>", html);
}

/* Does the parameter do something in one of the variants of the method? */
static bool is_used(const nq_plan *plan, size_t first, size_t row) {
  nq_parameter parameter;
  for (size_t i = first; i < plan->variant_count; i++)
    for (size_t n = 0; n < sizes_of(plan) && first_like(plan, i) == first; n++)
      if (nq_variant_parameter(&plan->variant[i], nq_plan_n(plan, n), row, &parameter) &&
          parameter.value[0] != '\0')
        return true;
  return false;
}

static void write_parameters(const nq_plan *plan, size_t first, FILE *html) {
  nq_parameter parameter;
  const nq_variant *variant = &plan->variant[first];
  nq_html(html, "<h3>%s</h3>\n<p>A step: %s.</p>\n", variant->solve.method,
          nq_variant_step(variant));
  if (!nq_variant_parameter(variant, nq_plan_n(plan, 0), 0, &parameter)) return;
  nq_html(html,
          "<div class=\"wide\"><table class=\"words\">\n<thead><tr><th scope=\"col\">Parameter"
          "</th>");
  for (size_t i = first; i < plan->variant_count; i++)
    if (first_like(plan, i) == first)
      nq_html(html, "<th scope=\"col\">%s</th>\n", plan->variant[i].label);
  nq_html(html, "</tr></thead>\n<tbody>\n");
  for (size_t row = 0; nq_variant_parameter(variant, nq_plan_n(plan, 0), row, &parameter); row++) {
    if (!is_used(plan, first, row)) continue;
    nq_html(html, "<tr><th scope=\"row\">%s</th>", parameter.name);
    for (size_t i = first; i < plan->variant_count; i++)
      if (first_like(plan, i) == first) write_value(plan, &plan->variant[i], row, html);
    nq_html(html, "</tr>\n");
  }
  nq_html(html, "</tbody></table></div>\n");
}

void nq_report_write_parameters(const nq_plan *plan, FILE *html) {
  nq_html(html, "<h2>Methods</h2>\n<p class=\"note\">Parameters in bold were given, the others are "
                "defaults or those of a preset. " NQ_WORDS_STEPS "</p>\n");
  for (size_t i = 0; i < plan->variant_count; i++)
    if (first_like(plan, i) == i) write_parameters(plan, i, html);
}
