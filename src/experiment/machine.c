#include "experiment/machine.h"

#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>

/* The value of "model name : X" in /proc/cpuinfo, cut to size. */
static void read_processor(char *text, size_t size) {
  char line[256];
  text[0] = '\0';
  FILE *file = fopen("/proc/cpuinfo", "re");
  if (file == NULL) return;
  while (text[0] == '\0' && fgets(line, sizeof line, file) != NULL) {
    const char *colon = strchr(line, ':');
    if (colon == NULL || strncmp(line, "model name", strlen("model name")) != 0) continue;
    line[strcspn(line, "\n")] = '\0';
    snprintf(text, size, "%s", colon + 1 + strspn(colon + 1, " "));
  }
  fclose(file);
}

void nq_machine_describe(char *text, size_t size) {
  struct utsname system;
  char processor[128];
  read_processor(processor, sizeof processor);
  if (uname(&system) != 0) {
    snprintf(text, size, "%s", processor);
    return;
  }
  snprintf(text, size, "%s %s %s%s%s", system.sysname, system.release, system.machine,
           processor[0] != '\0' ? ", " : "", processor);
}
