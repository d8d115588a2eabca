#define _GNU_SOURCE /* O_PATH, syscall */
#include "experiment/child.h"

#include <fcntl.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

/* Linux's interface, landlock(7), which not every C library has headers for. */
enum { CREATE_RULESET = 444, ADD_RULE = 445, RESTRICT_SELF = 446 };
#define ASK_VERSION  UINT32_C(1)
#define PATH_BENEATH 1
#define WRITE_FILE   (UINT64_C(1) << 1)
#define REMOVE_MAKE  (UINT64_C(0x1ff) << 4) /* remove or make a file or folder of any type */
#define REFER        (UINT64_C(1) << 13)    /* move between folders; from version 2 on */
#define TRUNCATE     (UINT64_C(1) << 14)    /* from version 3 on */

struct path_rule {
  uint64_t allowed;
  int32_t folder;
} __attribute__((packed));

/* What a process can do to files, as far as this version of the interface knows it. */
static uint64_t list_changes(long version) {
  uint64_t changes = WRITE_FILE | REMOVE_MAKE;
  if (version >= 2) changes |= REFER;
  if (version >= 3) changes |= TRUNCATE;
  return changes;
}

/* Allow these changes below a folder, or to a file; one that does not exist needs no rule. */
static bool allow(int rules, const char *path, uint64_t changes) {
  struct stat found;
  struct path_rule rule = {.folder = open(path, O_PATH | O_CLOEXEC)};
  if (rule.folder < 0) return true;
  bool known = fstat(rule.folder, &found) == 0;
  rule.allowed = known && S_ISDIR(found.st_mode) ? changes : changes & (WRITE_FILE | TRUNCATE);
  known = known && syscall(ADD_RULE, rules, PATH_BENEATH, &rule, 0) == 0;
  close(rule.folder);
  return known;
}

bool nq_confine(const char *folder, const char *more) {
  const char *const places[] = {folder, more, "/dev/null", "/dev/zero", "/dev/full", "/dev/tty"};
  long version = syscall(CREATE_RULESET, NULL, 0, ASK_VERSION);
  if (version < 1) return true; /* an older Linux, or one without it */
  const uint64_t changes = list_changes(version);
  int rules = (int)syscall(CREATE_RULESET, &changes, sizeof changes, 0);
  bool done = rules >= 0;
  for (size_t i = 0; i < sizeof places / sizeof *places && done; i++)
    done = places[i] == NULL || allow(rules, places[i], changes);
  done =
      done && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && syscall(RESTRICT_SELF, rules, 0) == 0;
  if (rules >= 0) close(rules);
  return done;
}
