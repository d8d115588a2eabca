#!/usr/bin/env bats
# The container of the Containerfile, built and run, where an engine and its base image are available.

load ../cli/common

# Set `engine`, or skip.
need_engine() {
  for engine in podman docker; do
    ! "$engine" info >/dev/null 2>&1 || break
    engine=
  done
  [ -n "$engine" ] || skip "no container engine runs (Debian: podman)"
  local image
  mapfile -t images < <(sed -n 's/^FROM \(\S*\).*/\1/p' "$ROOT/Containerfile")
  for image in "${images[@]}"; do
    "$engine" image inspect "$image" >/dev/null 2>&1 || "$engine" pull --quiet "$image" >pulled 2>&1 ||
      skip "$engine cannot fetch $image: $(tail -n 1 pulled)"
  done
}

@test "the image is built, solves, draws, and writes into a folder that it is given" {
  need_engine
  "$engine" build --quiet --tag nqueens-test --file "$ROOT/Containerfile" "$ROOT" >built 2>&1 || { tail -n 30 built; false; }
  "$engine" run --rm nqueens-test --version >out
  grep -qx "nqueens $("$NQUEENS" --version | sed -n '1s/^nqueens //p')" out
  [ "$("$engine" run --rm nqueens-test solve 8 --seed 1 --quiet)" = "$("$NQUEENS" solve 8 --seed 1 --quiet)" ]
  mkdir --mode=777 data
  "$engine" run --rm --volume "$PWD/data:/data" nqueens-test solve 1e5 --seed 1 --quiet -o board.npy
  nq check data/board.npy >out
  "$engine" run --rm nqueens-test solve 8 --seed 1 --quiet -o - --format png >board.png
  [ "$(head -c 4 board.png | tail -c 3)" = PNG ]
  "$engine" image rm nqueens-test >/dev/null
}
