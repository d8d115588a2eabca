/* Comments of a file in another language: what the caller says in them stays a comment. */
#ifndef NQ_FORMAT_EXPORTS_COMMENT_H
#define NQ_FORMAT_EXPORTS_COMMENT_H

#include "format/output.h"

/* Each line of the text behind `mark` and a space, an empty line as the mark alone.  Bytes that
 * could end a line somewhere, or are not UTF-8, become a ? each. */
void nq_export_comment(nq_output *output, const char *mark, const char *text);

#endif
