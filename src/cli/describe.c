#include "cli/commands.h"

#include <stdio.h>
#include <string.h>

static void put_word(const char *word, FILE *stream) {
  static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
                              "_@%+=:,./-";
  if (*word != '\0' && word[strspn(word, plain)] == '\0') {
    fprintf(stream, " %s", word);
    return;
  }
  fputs(" '", stream);
  for (; *word != '\0'; word++) fputs(*word == '\'' ? "'\\''" : (char[]){*word, '\0'}, stream);
  fputc('\'', stream);
}

char *cli_describe_command(char *const *words) {
  nq_bytes text = {0};
  FILE *stream = nq_bytes_stream(&text);
  if (stream != NULL) fputs("nqueens", stream);
  for (; stream != NULL && *words != NULL; words++) put_word(*words, stream);
  return nq_bytes_close_text(&text, stream);
}

void cli_describe_seconds(double seconds, char *text, size_t size) {
  static const char *const units[] = {"us", "ms", "s"};
  double value = seconds * 1e6;
  size_t unit = 0;
  for (; value >= 999.5 && unit < 2; unit++) value /= 1000;
  snprintf(text, size, value < 999.5 ? "%.3g %s" : "%.0f %s", value, units[unit]);
}

void cli_describe_left(double seconds, char *text, size_t size) {
  static const struct {
    const char *unit;
    double seconds;
  } units[] = {{"d", 86400}, {"h", 3600}, {"min", 60}, {"s", 1}};
  size_t i = 0;
  while (i < 3 && seconds < units[i].seconds) i++;
  double whole = (double)(uint64_t)(seconds / units[i].seconds);
  if (i == 3)
    snprintf(text, size, "%.0f s", whole);
  else
    snprintf(text, size, "%.0f %s %.0f %s", whole, units[i].unit,
             (double)(uint64_t)((seconds - whole * units[i].seconds) / units[i + 1].seconds),
             units[i + 1].unit);
}
