/* The walk of a stream of half boards over a block, for the paths to include: it is compiled for
 * each path's own kind of row.  Before it the path defines
 *
 *   TARGET                              attribute of functions, or nothing
 *   count_row, load_row, join_rows      512 lanes; the disjunction
 *   all_set                             whether all lanes of a row are set
 *   count_tally, count_words            adds the lanes set for a run of words, whose pattern's rows
 *                                       are joined already
 *   tally_total                         the sum */
#ifndef NQ_SEARCH_COUNTING_WALK_H
#define NQ_SEARCH_COUNTING_WALK_H

#include "search/counting_parts.h"

TARGET static uint64_t count_disjoint(const count_block *block, const count_stream *stream) {
  const count_segment *segment = stream->segments;
  const uint64_t *word = stream->words;
  count_row none = load_row(&block->none);
  count_tally met = {0};
  uint64_t words = 0;
  for (size_t g = 0; g < stream->group_count; g++) {
    const count_segment *group = stream->groups + g, *end = stream->segments + group->end;
    count_row high = join_rows(none, load_row(&block->high[group->pattern]));
    if (all_set(high)) {
      segment = end;
      word = stream->words + end[-1].end;
      continue;
    }
    for (; segment < end; segment++) {
      const uint64_t *word_end = stream->words + segment->end;
      count_row pattern = join_rows(high, load_row(&block->low[segment->pattern]));
      if (!all_set(pattern)) {
        words += (uint64_t)(word_end - word);
        count_words(block, pattern, word, word_end, &met);
      }
      word = word_end;
    }
  }
  return words * BLOCK_LANES - tally_total(&met);
}

#endif
