# Makes a manual page from roff and prose.  Files named *.md are prose in a subset of Markdown:
#
#   # NAME SECTION Title   the page's title, unless given in roff
#   ## Section             text for that section, after its roff
#   ### Part
#   - item                 may continue on lines indented by two spaces
#   | term | text |        a row of a list of terms; head and rule are dropped
#   > text                 an indented paragraph
#   `words`, page(1)       bold
#   ```                    to ```: lines unchanged
#
# Sections come in the usual order; other sections follow DESCRIPTION and OPTIONS in the order given.

BEGIN {
  first = split("NAME,SYNOPSIS,DESCRIPTION,COMMANDS,OPTIONS", leading, ",")
  last = split("EXIT STATUS,ENVIRONMENT,FILES,EXAMPLES,NOTES,SEE ALSO", trailing, ",")
  for (i = 1; i <= first; i++) usual[leading[i]] = 1
  for (i = 1; i <= last; i++) usual[trailing[i]] = 1
}

FNR == 1 { prose = FILENAME ~ /\.md$/; finish(); fenced = 0 }

!prose && /^\.TH / { title = $0; next }
!prose && /^\.SH / { open_section(substr($0, 5)); next }
!prose { put($0); next }

/^```/ { finish(); fenced = !fenced; put(fenced ? ".PP\n.RS 4\n.EX" : ".EE\n.nh\n.RE"); next }
fenced { put(line_start(plain($0))); next }
/^# / {
  title = ".TH " toupper($2) " " $3 " \"\" \"" version "\" \"" substr($0, length($1 $2 $3) + 4) "\""
  next
}
/^## / { finish(); open_section(toupper(substr($0, 4))); next }
/^### / { finish(); put(".SS " plain(substr($0, 5))); fresh = 1; next }
/^$/ { finish(); next }
/^- / { finish(); macro = ".IP \\(bu 2"; text = substr($0, 3); next }
/^> / { if (macro !~ /RS/) finish(); macro = ".PP\n.RS 4"; after = ".RE"; add(substr($0, 3)); next }
/^\|/ {
  finish()
  split($0, cell, / *\| */)
  if (rows++ >= 2) put(".TP\n" styled(cell[2]) "\n" line_start(styled(cell[3])))
  next
}
{ if (macro == "") macro = ".PP"; sub(/^ +/, ""); add($0) }

END {
  finish()
  if (title == "") exit 1
  print title
  print ".nh\n.ad l"
  for (i = 1; i <= first; i++) print_section(leading[i])
  for (i = 1; i <= others; i++) print_section(other[i])
  for (i = 1; i <= last; i++) print_section(trailing[i])
}

function open_section(name) {
  section = name
  if (!(name in usual) && !(name in lines)) other[++others] = name
  fresh = !(name in lines)
  lines[name] = lines[name] ""
}

function put(line) {
  if (fresh) sub(/^\.PP\n?/, "", line)
  fresh = 0
  if (line != "") lines[section] = lines[section] line "\n"
}

function add(words) { text = text (text == "" ? "" : " ") words }

# End a paragraph.
function finish() {
  if (macro != "" && text != "") {
    put(macro)
    put(line_start(styled(text)))
    if (after != "") put(after)
  }
  if ($0 !~ /^\|/) rows = 0
  macro = text = after = ""
}

function print_section(name) {
  if (name in lines) printf ".SH %s\n%s", name, lines[name]
}

function plain(s) {
  gsub(/\\/, "\\e", s)
  gsub(/-/, "\\-", s)
  gsub(/'/, "\\(aq", s)
  gsub(/\^/, "\\(ha", s)
  gsub(/~/, "\\(ti", s)
  return s
}

function line_start(s) { return s ~ /^[.']/ ? "\\&" s : s }

# Prose, with text between backticks and names of pages in bold.
function styled(s,  parts, count, i, result) {
  count = split(s, parts, "`")
  for (i = 1; i <= count; i++)
    result = result (i % 2 ? refer(parts[i]) : "\\fB" plain(parts[i]) "\\fR")
  return result
}

function refer(s,  result) {
  while (match(s, /[a-z][a-z0-9-]*\([1-8]\)/)) {
    result = result plain(substr(s, 1, RSTART - 1)) \
      "\\fB" plain(substr(s, RSTART, RLENGTH - 3)) "\\fR" substr(s, RSTART + RLENGTH - 3, 3)
    s = substr(s, RSTART + RLENGTH)
  }
  return result plain(s)
}
