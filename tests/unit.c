/* The unit tests in one program, which takes a tenth of the time to link.  Its name chooses the file: the
 * Makefile makes a link for each, `test_random` for tests/test_random.c, renames the `main` of that file to
 * `test_random_main`, and lists them all in TESTS, as TEST(test_random). */
#include <stdio.h>
#include <string.h>

#ifndef TESTS
#define TESTS
#endif

#define TEST(name) int name##_main(void);
TESTS
#undef TEST

#define TEST(name) {#name, name##_main},
static const struct {
  const char *name;
  int (*run)(void);
} files[] = {TESTS{NULL, NULL}};

int main(int argc, char **argv) {
  const char *slash = argc > 0 ? strrchr(argv[0], '/') : NULL, *name = argc > 0 ? argv[0] : "";
  if (slash != NULL) name = slash + 1;
  for (size_t i = 0; files[i].name != NULL; i++)
    if (strcmp(files[i].name, name) == 0) return files[i].run();
  fprintf(stderr, "no unit test is named %s\n", name);
  return 2;
}
