#!/usr/bin/env bats
# What the instances of these tests are good for.

load solvers

# The seven other symmetries of the boards on standard input.
turn() {
  awk '{ for (symmetry = 1; symmetry < 8; symmetry++) {
           for (i = 1; i <= NF; i++) {
             column = i - 1; row = $i
             if (symmetry >= 4) { swap = column; column = row; row = swap }
             if (symmetry % 2) column = NF - 1 - column
             if (int(symmetry / 2) % 2) row = NF - 1 - row
             board[column] = row
           }
           for (i = 0; i < NF; i++) printf "%s%d", i ? " " : "", board[i]
           printf "\n"
         } }'
}

@test "their solutions, turned or mirrored, are no longer solutions" {
  for instance in placed blocked excluded mixed; do
    file=$INSTANCES/$instance.txt
    nq enumerate --quiet --instance "$file" >solutions
    grep -qi "^# $(case $(wc -l <solutions) in 1) echo One ;; 2) echo Two ;; 3) echo Three ;; 4) echo Four ;; esac) solution" "$file"
    turn <solutions >turned
    ends 0 check turned
    ends 1 check --instance "$file" turned
    [ "$(grep -c ': invalid ' out)" -eq $((7 * $(wc -l <solutions))) ]
  done
}

@test "the instance without a solution has some when any of its lines is left out" {
  ends 1 solve --method backtracking --instance "$INSTANCES/none.txt"
  for line in queen 'block 1' 'block 3' 'exclude rising' 'exclude falling'; do
    grep -v "^$line" "$INSTANCES/none.txt" >less.txt
    [ "$(wc -l <less.txt)" -eq 6 ]
    ends 0 solve --method backtracking --instance less.txt
  done
}
