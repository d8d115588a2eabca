# Makes the prose of nqueens.3 from src/nqueens.h and the headers that it includes, in that order: their
# sections, and in them each declaration followed by its comment.  Lines have at most `width` columns.

BEGIN { width = 67 }

# The first comment of each header but nqueens.h is for readers of that file alone.
FNR == 1 { flush(); heading = NR > 1 }
heading { heading = !/\*\/$/; next }

/^#(ifndef NQUEENS_([A-Z]+_)?H|define NQUEENS_([A-Z]+_)?H|include|endif)/ { next }
/^#(if|ifdef) / { skipping = 1 }
skipping { if (/^$/) skipping = 0; next }

# /* ---- Section ------- */
/^\/\* ---- / {
  flush()
  level = /-------/ ? "##" : "###"
  gsub(/^\/\* ---- | -+ \*\/$/, "")
  print level " " $0 "\n"
  next
}

/^\/\*/ { if (code != "") flush(); commenting = 1; sub(/^\/\* ?/, "") }
commenting {
  ended = sub(/ *\*\/$/, "")
  sub(/^ \* ?/, "")
  if (!/^SPDX/ && NR > 1) comment = comment $0 "\n"
  if (ended) commenting = 0
  next
}

/^$/ { flush(); next }

# Continuation of a comment that began after code.
trailing != "" {
  line = $0
  sub(/^ +/, "", line)
  trailing = trailing " " line
  if (line ~ /\*\/$/) { add_commented(); trailing = "" }
  next
}

declaring || /^NQ_API / {
  sub(/^NQ_API /, "")
  sub(/^ +/, "")
  declaration = declaration (declaration == "" ? "" : " ") $0
  declaring = declaration !~ /;/
  if (declaring) next
  sub(/ NQ_PRINTF\([0-9, ]+\)/, "", declaration)
  if (length(declaration) > width && declaration !~ /,/) sub(/\(/, "(\n    ", declaration)
  add(declaration ~ /\n/ ? declaration : fold(declaration, "", "    ", ", "))
  declaration = ""
  next
}

/\/\*/ && !/^ *\/\*/ {
  head = substr($0, 1, index($0, "/*") - 1)
  trailing = substr($0, index($0, "/*"))
  sub(/ +$/, "", head)
  if (trailing ~ /\*\/$/) { add_commented(); trailing = "" }
  next
}

# A comment on lines of its own.
/^ +\/\*/ { own = "" }
/^ +\/\*/, /\*\/$/ {
  line = $0
  if (own != "") sub(/^ +(\* )?/, "", line)
  own = own (own == "" ? "" : " ") line
  if (/\*\/$/) add(fold_indented(own))
  next
}

{ add(fold_indented($0)) }

END { flush() }

function add(line) { code = code line "\n" }

# Print `head` and its comment on one line, or the comment on lines before it.
function add_commented(  indent) {
  if (length(head) + 1 + length(trailing) <= width) { add(head " " trailing); return }
  indent = head
  sub(/[^ ].*$/, "", indent)
  add(fold(trailing, indent, indent "   ", " "))
  add(head)
}

function fold_indented(line,  indent) {
  indent = line
  sub(/[^ ].*$/, "", indent)
  sub(/^ +/, "", line)
  return fold(line, indent, indent "   ", " ")
}

# Split a long line after separators.
function fold(line, indent, further, separator,  parts, count, i, result, now, piece) {
  sub(/ \*\/$/, "\r*/", line) # not alone in a line
  count = split(line, parts, separator)
  now = indent
  for (i = 1; i <= count; i++) {
    piece = parts[i] (i < count ? separator : "")
    if (length(now) > length(further) && length(now piece) > width) {
      sub(/ +$/, "", now)
      result = result now "\n"
      now = further
    }
    now = now piece
  }
  result = result now
  sub(/\r/, " ", result)
  return result
}

# Print the declaration, followed by its comment.
function flush(  lines, count, i, mark, block) {
  if (code != "") printf "```\n%s```\n\n", code
  mark = code == "" ? "" : "> "
  count = split(comment, lines, "\n")
  for (i = 1; i <= count; i++) {
    block = lines[i] ~ /^    /
    if (block && !within) print "\n```"
    if (!block && within) print "```"
    within = block
    print lines[i] == "" || block ? lines[i] : mark lines[i]
  }
  if (within) print "```"
  within = 0
  if (comment != "") print ""
  code = comment = ""
}
