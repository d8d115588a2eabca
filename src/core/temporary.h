/* Files that are written under another name and get their own when they are whole. */
#ifndef NQ_CORE_TEMPORARY_H
#define NQ_CORE_TEMPORARY_H

/* The i-th name in the folder of `path`, i < NQ_TEMPORARY_NAMES, that no other process takes, to be
 * freed; NULL when memory is short.  It does not grow with the file's, which may be as long as names
 * can be. */
#define NQ_TEMPORARY_NAMES 100
char *nq_temporary_name(const char *path, unsigned i);

/* Make a file under such a name, open to read and write, its mode as the umask has it.  Its descriptor
 * and *name, to be freed; -1 with errno when none could be made. */
int nq_temporary_open(const char *path, char **name);

#endif
