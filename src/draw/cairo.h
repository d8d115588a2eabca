#ifndef NQ_DRAW_CAIRO_H
#define NQ_DRAW_CAIRO_H

/* The gateway to cairo: it is loaded when the first PNG or PDF is drawn (nq_canvas_lacks_cairo),
 * since loading it and the twenty libraries that it needs takes longer than solving a small
 * board. */

/* Each function used, without its prefix. */
#define NQ_CAIRO_FUNCTIONS(FUNCTION)                                                               \
  FUNCTION(arc_negative)                                                                           \
  FUNCTION(clip)                                                                                   \
  FUNCTION(close_path)                                                                             \
  FUNCTION(create)                                                                                 \
  FUNCTION(destroy)                                                                                \
  FUNCTION(fill)                                                                                   \
  FUNCTION(get_source)                                                                             \
  FUNCTION(image_surface_create)                                                                   \
  FUNCTION(image_surface_get_data)                                                                 \
  FUNCTION(image_surface_get_stride)                                                               \
  FUNCTION(line_to)                                                                                \
  FUNCTION(move_to)                                                                                \
  FUNCTION(new_path)                                                                               \
  FUNCTION(new_sub_path)                                                                           \
  FUNCTION(paint)                                                                                  \
  FUNCTION(pattern_set_filter)                                                                     \
  FUNCTION(pdf_surface_create_for_stream)                                                          \
  FUNCTION(pdf_surface_set_metadata)                                                               \
  FUNCTION(rectangle)                                                                              \
  FUNCTION(restore)                                                                                \
  FUNCTION(save)                                                                                   \
  FUNCTION(scale)                                                                                  \
  FUNCTION(set_line_cap)                                                                           \
  FUNCTION(set_line_join)                                                                          \
  FUNCTION(set_line_width)                                                                         \
  FUNCTION(set_source_rgb)                                                                         \
  FUNCTION(set_source_surface)                                                                     \
  FUNCTION(show_page)                                                                              \
  FUNCTION(status)                                                                                 \
  FUNCTION(status_to_string)                                                                       \
  FUNCTION(stroke)                                                                                 \
  FUNCTION(surface_destroy)                                                                        \
  FUNCTION(surface_finish)                                                                         \
  FUNCTION(surface_get_type)                                                                       \
  FUNCTION(surface_mark_dirty)                                                                     \
  FUNCTION(surface_status)                                                                         \
  FUNCTION(surface_write_to_png_stream)                                                            \
  FUNCTION(translate)

#endif
