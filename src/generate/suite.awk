# Makes a table in C of a suite, such as queens_2026.csv: of each size an nq_suite with its rows.

BEGIN { FS = "," }
function value(text, otherwise) { return text == "" ? otherwise : text }

/^# [a-z ]+: / {
  name = $0
  sub(/^# /, "", name)
  about[substr(name, 1, index(name, ":") - 1)] = substr(name, index(name, ":") + 2)
  next
}
/^#/ { next }
/^size,/ {
  suite = FILENAME
  gsub(/.*\/|\.csv$/, "", suite)
  print "#include \"generate/kinds.h\""
  next
}

function end_rows() {
  name = suite
  gsub(/_/, "-", name)
  print "};"
  printf "const nq_suite nq_%s_%s = {\"%s\", \"%s\", %s, %s, \"%s\", %s_rows, sizeof %s_rows / sizeof *%s_rows};\n", suite, \
    size, name, size, about["seed"], about["limit of " size], about["machine"], size, size, size
}

$1 != size {
  if (size != "") end_rows()
  size = $1
  print "static const nq_suite_row " size "_rows[] = {"
}
{
  parameter = $5 == "" ? "PARAMETERS" : toupper($5)
  known = $8 == "solvable" || $8 == "unsolvable" ? toupper($8) : "NOTHING"
  printf "{\"%s\", %s, %s, NQ_GENERATE_%s, %s, %s, NQ_KNOWN_%s, %s, 0x%s, {", $2, $3, $4, parameter, value($6, 0), \
    $7 == "" ? "NULL" : "\"" $7 "\"", known, value($9, "UINT64_MAX"), $10
  for (i = 11; i <= NF; i++) printf "%s, ", $i == "over" ? "NQ_SUITE_UNDECIDED" : value($i, "NQ_SUITE_NOT_RUN")
  print "}},"
}

END { end_rows() }
