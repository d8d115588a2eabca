#include "core/core.h"

double nq_student_point(double freedom) {
  double z = 1.959963984540054, z2 = z * z;
  double g1 = z * (z2 + 1) / 4, g2 = z * ((5 * z2 + 16) * z2 + 3) / 96;
  double g3 = z * (((3 * z2 + 19) * z2 + 17) * z2 - 15) / 384;
  if (freedom < 2) return 12.706;
  if (freedom < 3) return 4.303;
  if (freedom < 4) return 3.182;
  return z + (g1 + (g2 + g3 / freedom) / freedom) / freedom;
}
