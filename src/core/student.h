/* Student's t distribution. */
#ifndef NQ_CORE_STUDENT_H
#define NQ_CORE_STUDENT_H

/* The two-sided 95 % point for so many degrees of freedom, at least 1: within .3 % (Cornish-Fisher
 * expansion; M. Abramowitz, I. A. Stegun, "Handbook of Mathematical Functions", 1964, 26.7.5), and
 * from a table below 4. */
double nq_student_point(double freedom);

#endif
