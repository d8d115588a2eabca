/* Student's t against published values. */
#include "core/core.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

static void agrees_with_the_tables(void **state) {
  static const struct {
    double freedom, point;
  } table[] = {{1, 12.7062}, {2, 4.3027},  {3, 3.1824},   {4, 2.7764},
               {7, 2.3646},  {19, 2.0930}, {100, 1.9840}, {1e6, 1.95997}};
  (void)state;
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    assert_true(fabs(nq_student_point(table[i].freedom) / table[i].point - 1) < 0.003);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(agrees_with_the_tables)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
