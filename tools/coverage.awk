# The lines that were run, by folder of src, from a tracefile of lcov:
#
#   awk -f tools/coverage.awk lines.info

/^SF:/ {
  folder = $0
  sub(/.*\/src\//, "", folder)
  if (!sub(/\/.*/, "", folder)) folder = "."
}
/^DA:/ {
  split(substr($0, 4), line, ",")
  if (!(folder in lines)) folders[++count] = folder
  lines[folder]++
  run[folder] += line[2] > 0
}
END {
  for (i = 1; i <= count; i++) {
    folder = folders[i]
    printf "%-20s %5.1f %%  %5d of %5d lines\n", folder == "." ? "src" : "src/" folder,
           100 * run[folder] / lines[folder], run[folder], lines[folder]
  }
}
