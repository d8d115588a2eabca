/* MODEL.  What is available to this process is the least of four amounts: the system's available
 * memory, and what is left under the address-space limit and under the control groups of versions 1
 * and 2.  A group's limit holds for all groups below it, so each level from the process's own group
 * up to the root counts:
 *
 *     /proc/self/cgroup    version   limit                            used
 *     0::/a/b              2         memory.max                       memory.current
 *     4:memory:/a/b        1         memory/.../memory.limit_in_bytes memory.usage_in_bytes
 *
 * A group's use includes cached file pages, which are reclaimed under pressure, so they are
 * subtracted (memory.stat).  In a container the path may be the host's and not exist: then only the
 * files at the root are found, and they are the container's. */
#define _GNU_SOURCE /* MAP_ANONYMOUS, MADV_HUGEPAGE */
#include "core/core.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

/* Blocks of at least this size are mapped separately, so that they start on a huge page: at n =
 * 10^7 random access to the bitsets is bound by TLB misses. */
#define MAPPED_BYTES    (UINT64_C(1) << 20)
#define HUGE_PAGE_BYTES (UINT64_C(2) << 20)
/* Less is not asked for: finding out what there is takes longer than solving a small board. */
#define REQUIRED_BYTES (UINT64_C(16) << 20)

#define LEAST_ROOM 64 /* of a growing array */

#define NOT_KNOWN UINT64_MAX

bool nq_multiply(uint64_t a, uint64_t b, uint64_t *product) {
  if (a != 0 && b > UINT64_MAX / a) return false;
  *product = a * b;
  return true;
}

/* Map `bytes` at a multiple of the huge page size: map one page more and cut off the ends. */
static void *map_aligned(size_t bytes, int more_flags) {
  size_t whole = bytes + HUGE_PAGE_BYTES;
  char *base =
      mmap(NULL, whole, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | more_flags, -1, 0);
  if (base == MAP_FAILED) return NULL;
  size_t head = (HUGE_PAGE_BYTES - (uintptr_t)base % HUGE_PAGE_BYTES) % HUGE_PAGE_BYTES;
  if (head > 0) munmap(base, head);
  munmap(base + head + bytes, whole - head - bytes);
  (void)madvise(base + head, bytes, MADV_HUGEPAGE); /* only faster */
  return base + head;
}

static uint64_t least(uint64_t a, uint64_t b) {
  return a < b ? a : b;
}

static uint64_t page_bytes(void) {
  long bytes = sysconf(_SC_PAGESIZE);
  return bytes > 0 ? (uint64_t)bytes : 4096;
}

/* Half a huge page or more is a whole one: small pages take a fault each. */
static uint64_t whole_pages(uint64_t bytes) {
  uint64_t page = page_bytes(), tail = bytes % HUGE_PAGE_BYTES;
  if (tail >= HUGE_PAGE_BYTES / 2) return bytes - tail + HUGE_PAGE_BYTES;
  return (bytes + page - 1) / page * page;
}

void *nq_memory_new(uint64_t count, size_t size) {
  uint64_t bytes;
  if (!nq_multiply(count, size, &bytes) || bytes > SIZE_MAX - 2 * HUGE_PAGE_BYTES) return NULL;
  if (bytes < MAPPED_BYTES) return calloc((size_t)count, size);
  return map_aligned((size_t)whole_pages(bytes), 0);
}

void nq_memory_free(void *memory, uint64_t count, size_t size) {
  if (memory == NULL) return;
  uint64_t bytes = count * size;
  if (bytes < MAPPED_BYTES)
    free(memory);
  else
    munmap(memory, (size_t)whole_pages(bytes));
}

bool nq_memory_reserve(void *items, size_t count, size_t *room, size_t size) {
  void *old;
  if (count <= *room) return true;
  if (count > SIZE_MAX / 2 / size) return false;
  size_t more = count < LEAST_ROOM ? LEAST_ROOM : count + count / 2;
  memcpy(&old, items, sizeof old);
  void *larger = realloc(old, more * size);
  if (larger == NULL) return false;
  memcpy(items, &larger, sizeof larger);
  *room = more;
  return true; /* cppcheck-suppress memleak */
}

bool nq_memory_grow(void *items, size_t count, size_t *room, size_t size) {
  return count < *room || (count < SIZE_MAX && nq_memory_reserve(items, count + 1, room, size));
}

void *nq_arrays_take(nq_arrays *arrays, uint64_t count, size_t size) {
  uint64_t bytes;
  if (count == 0) count = 1;
  if (!nq_multiply(count, size, &bytes) || bytes > UINT64_MAX - arrays->bytes)
    arrays->bytes = UINT64_MAX;
  else
    arrays->bytes += bytes;
  if (arrays->measures) return NULL;
  void *memory = arrays->used < NQ_ARRAYS_MOST ? nq_memory_new(count, size) : NULL;
  if (memory == NULL) {
    arrays->failed = true;
    return NULL;
  }
  arrays->array[arrays->used].memory = memory;
  arrays->array[arrays->used].count = count;
  arrays->array[arrays->used++].size = size;
  return memory;
}

void nq_arrays_release(nq_arrays *arrays) {
  while (arrays->used > 0) {
    arrays->used--;
    nq_memory_free(arrays->array[arrays->used].memory, arrays->array[arrays->used].count,
                   arrays->array[arrays->used].size);
  }
  arrays->failed = false;
  arrays->bytes = 0;
}

/* Move the pages of a mapped block into a larger mapping that starts on a huge page too. */
static void *grow_mapped(void *memory, size_t old_bytes, size_t new_bytes) {
  void *target = map_aligned(new_bytes, 0);
  if (target == NULL) return NULL;
  void *moved = mremap(memory, old_bytes, new_bytes, MREMAP_MAYMOVE | MREMAP_FIXED, target);
  if (moved != MAP_FAILED) return moved;
  munmap(target, new_bytes);
  return NULL;
}

static void *resize_mapped(void *memory, size_t old_bytes, size_t new_bytes) {
  if (new_bytes > old_bytes) return grow_mapped(memory, old_bytes, new_bytes);
  if (new_bytes < old_bytes) munmap((char *)memory + new_bytes, old_bytes - new_bytes);
  return memory;
}

void *nq_memory_resize(void *memory, uint64_t old_count, uint64_t new_count, size_t size) {
  uint64_t old_bytes = old_count * size, new_bytes;
  if (!nq_multiply(new_count, size, &new_bytes) || new_bytes > SIZE_MAX - 2 * HUGE_PAGE_BYTES)
    return NULL;
  if (old_bytes >= MAPPED_BYTES && new_bytes >= MAPPED_BYTES)
    return resize_mapped(memory, (size_t)whole_pages(old_bytes), (size_t)whole_pages(new_bytes));
  void *resized = nq_memory_new(new_count, size);
  if (resized == NULL) return NULL;
  memcpy(resized, memory, (size_t)least(old_bytes, new_bytes));
  nq_memory_free(memory, old_count, size);
  return resized;
}

void *nq_memory_map(uint64_t bytes) {
  return bytes > SIZE_MAX - 2 * HUGE_PAGE_BYTES
             ? NULL
             : map_aligned((size_t)whole_pages(bytes), MAP_NORESERVE);
}

void nq_memory_unmap(void *memory, uint64_t bytes) {
  if (memory != NULL) munmap(memory, (size_t)whole_pages(bytes));
}

void nq_memory_discard(void *memory, uint64_t bytes) {
  uint64_t page = page_bytes(), head = (page - (uintptr_t)memory % page) % page;
  if (bytes < head + page) return;
  (void)madvise((char *)memory + head, (size_t)((bytes - head) / page * page), MADV_DONTNEED);
}

void nq_memory_describe(uint64_t bytes, char *text, size_t size) {
  static const char *const units[] = {"bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  double value = (double)bytes;
  size_t unit = 0;
  for (; value >= 1024; unit++) value /= 1024; /* 2^64 bytes are 16 EiB */
  snprintf(text, size, unit > 0 && value < 99.95 ? "%.1f %s" : "%.0f %s", value, units[unit]);
}

/* ---- What is available ---- */

/* The number after `key` in a file of lines such as "MemAvailable:  123 kB", times `unit` bytes.
 * An empty key takes the first number of the file.  NOT_KNOWN if there is none (for example
 * "max"). */
static uint64_t number_in_file(const char *path, const char *key, uint64_t unit) {
  FILE *file = fopen(path, "re");
  if (file == NULL) return NOT_KNOWN;
  uint64_t found = NOT_KNOWN, value;
  size_t length = strlen(key);
  char line[256];
  while (found == NOT_KNOWN && fgets(line, sizeof line, file) != NULL) {
    if (strncmp(line, key, length) == 0 && sscanf(line + length, "%" SCNu64, &value) == 1 &&
        value <= UINT64_MAX / unit)
      found = value * unit;
    if (length == 0) break;
  }
  fclose(file);
  return found;
}

static uint64_t subtract(uint64_t from, uint64_t what) {
  return from > what ? from - what : 0;
}

/* A version of control groups: its tree under the root, and the names of its files and of its lines
 * in memory.stat. */
typedef struct group_kind {
  bool first;
  const char *tree, *limit, *used, *cache[2];
} group_kind;

static const group_kind kinds[] = {
    {false, "", "memory.max", "memory.current", {"inactive_file ", "active_file "}},
    {false, "/unified", "memory.max", "memory.current", {"inactive_file ", "active_file "}},
    {true,
     "/memory",
     "memory.limit_in_bytes",
     "memory.usage_in_bytes",
     {"total_inactive_file ", "total_active_file "}}};

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
    bool first = names[1] != '\0';
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
      if (kinds[i].first == first && (!first || has_name(names + 1, "memory")))
        available = least(available, groups_leave(root, &kinds[i], group));
  }
  fclose(file);
  return available;
}

uint64_t nq_memory_available(void) {
  uint64_t available = number_in_file("/proc/meminfo", "MemAvailable: ", 1024);
  available = least(available, nq_memory_group_available("/proc/self/cgroup", "/sys/fs/cgroup"));
  struct rlimit limit;
  if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) {
    uint64_t mapped = number_in_file("/proc/self/statm", "", page_bytes());
    if (mapped != NOT_KNOWN) available = least(available, subtract(limit.rlim_cur, mapped));
  }
  return available;
}

nq_status nq_memory_require(uint64_t bytes, const char *what, nq_error *error) {
  if (bytes < REQUIRED_BYTES) return NQ_OK;
  uint64_t available = nq_memory_available();
  if (bytes <= available) return NQ_OK;
  char need[32], have[32];
  nq_memory_describe(bytes, need, sizeof need);
  nq_memory_describe(available, have, sizeof have);
  return nq_error_set(error, NQ_NO_MEMORY, "%s needs %s of memory, but only %s is available", what,
                      need, have);
}
