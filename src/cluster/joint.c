/* The jobs that all ranks do together. */
#include "cluster/ranks.h"

#include <string.h>

const rank_joint *nq_joint_find(const char *name) {
  static const rank_joint *const joints[] = {&nq_joint_check, NULL};
  for (size_t i = 0; joints[i] != NULL; i++)
    if (strncmp(joints[i]->name, name, sizeof joints[i]->name) == 0) return joints[i];
  return NULL;
}
