/* The memory available to this process.
 *
 * MODEL.  The minimum of four amounts: the system's available memory, and what is left under the
 * address-space limit and under the control groups of versions 1 and 2.  A group's limit holds for
 * all groups below it, so each level from the process's own group up to the root counts:
 *
 *     /proc/self/cgroup    version   limit                            used
 *     0::/a/b              2         memory.max                       memory.current
 *     4:memory:/a/b        1         memory/.../memory.limit_in_bytes memory.usage_in_bytes
 *
 * A group's use includes cached file pages, which are reclaimed under pressure, so they are
 * subtracted (memory.stat).  In a container the path may be the host's and not exist: then only the
 * files at the root are found, and they are the container's. */
#include "core/core.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#define NOT_KNOWN UINT64_MAX

/* The number after `key` in a file of lines such as "MemAvailable:  123 kB", times `unit` bytes.
 * An empty key takes the first number of the file.  NOT_KNOWN if there is none (for example
 * "max"). */
static uint64_t number_in_file(const char *path, const char *key, uint64_t unit) {
  FILE *file = fopen(path, "re");
  if (file == NULL) return NOT_KNOWN;
  uint64_t found = NOT_KNOWN;
  char line[256], format[64];
  snprintf(format, sizeof format, "%s%%" SCNu64, key);
  while (found == NOT_KNOWN && fgets(line, sizeof line, file) != NULL) {
    uint64_t value;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    if (sscanf(line, format, &value) == 1 && value <= UINT64_MAX / unit) found = value * unit;
#pragma GCC diagnostic pop
    if (*key == '\0') break;
  }
  fclose(file);
  return found;
}

static uint64_t least(uint64_t a, uint64_t b) {
  return a < b ? a : b;
}

static uint64_t subtract(uint64_t from, uint64_t what) {
  return from > what ? from - what : 0;
}

/* ---- Control groups ---- */

/* A version of control groups: its tree under the root, and the names of its files and of its lines
 * in memory.stat. */
typedef struct group_kind {
  const char *tree, *limit, *used, *cache[2];
} group_kind;

static const group_kind second = {
    "", "memory.max", "memory.current", {"inactive_file ", "active_file "}};
static const group_kind hybrid = {
    "/unified", "memory.max", "memory.current", {"inactive_file ", "active_file "}};
static const group_kind first = {"/memory",
                                 "memory.limit_in_bytes",
                                 "memory.usage_in_bytes",
                                 {"total_inactive_file ", "total_active_file "}};

static uint64_t number_of_group(const char *folder, const char *file, const char *key) {
  char path[PATH_MAX];
  int size = snprintf(path, sizeof path, "%s/%s", folder, file);
  return size > 0 && (size_t)size < sizeof path ? number_in_file(path, key, 1) : NOT_KNOWN;
}

static uint64_t group_leaves(const char *folder, const group_kind *kind) {
  uint64_t limit = number_of_group(folder, kind->limit, "");
  uint64_t used = number_of_group(folder, kind->used, "");
  if (limit == NOT_KNOWN || used == NOT_KNOWN) return limit;
  for (size_t i = 0; i < 2; i++) {
    uint64_t cache = number_of_group(folder, "memory.stat", kind->cache[i]);
    if (cache != NOT_KNOWN) used = subtract(used, cache);
  }
  return subtract(limit, used);
}

/* From a group's folder up to the root of its tree. */
static uint64_t groups_leave(const char *root, const group_kind *kind, const char *group) {
  char folder[PATH_MAX];
  int top = snprintf(folder, sizeof folder, "%s%s", root, kind->tree);
  int size = snprintf(folder, sizeof folder, "%s%s%s", root, kind->tree, group);
  if (top < 0 || size < 0 || (size_t)size >= sizeof folder) return NOT_KNOWN;
  uint64_t leaves = group_leaves(folder, kind);
  while (size > top) {
    do folder[--size] = '\0';
    while (size > top && folder[size - 1] != '/');
    leaves = least(leaves, group_leaves(folder, kind));
  }
  return leaves;
}

/* Is `name` one of the comma-separated names? */
static bool has_name(const char *names, const char *name) {
  size_t size = strlen(name);
  for (;; names++) {
    if (strncmp(names, name, size) == 0 && (names[size] == ',' || names[size] == '\0')) return true;
    names = strchr(names, ',');
    if (names == NULL) return false;
  }
}

uint64_t nq_memory_group_available(const char *groups, const char *root) {
  FILE *file = fopen(groups, "re");
  if (file == NULL) return NOT_KNOWN;
  uint64_t available = NOT_KNOWN;
  char line[PATH_MAX];
  while (fgets(line, sizeof line, file) != NULL) {
    line[strcspn(line, "\n")] = '\0';
    char *names = strchr(line, ':'), *group = names != NULL ? strchr(names + 1, ':') : NULL;
    if (group == NULL) continue;
    *group++ = '\0';
    if (names[1] == '\0') {
      available = least(available, groups_leave(root, &second, group));
      available = least(available, groups_leave(root, &hybrid, group));
    } else if (has_name(names + 1, "memory")) {
      available = least(available, groups_leave(root, &first, group));
    }
  }
  fclose(file);
  return available;
}

/* ---- All together ---- */

uint64_t nq_memory_available(void) {
  uint64_t available = number_in_file("/proc/meminfo", "MemAvailable: ", 1024);
  available = least(available, nq_memory_group_available("/proc/self/cgroup", "/sys/fs/cgroup"));
  struct rlimit limit;
  if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) {
    long page = sysconf(_SC_PAGESIZE);
    uint64_t mapped = number_in_file("/proc/self/statm", "", page > 0 ? (uint64_t)page : 4096);
    if (mapped != NOT_KNOWN) available = least(available, subtract(limit.rlim_cur, mapped));
  }
  return available;
}
