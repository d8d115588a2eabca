#!/usr/bin/env bats
# The package for Python as `make wheel` compiles it, with what PyPI has: a minute or two.

load ../cli/common

setup_file() {
  export ROOT
  ROOT=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
  "$ROOT/tools/install-python" wheel >"$BATS_FILE_TMPDIR/said" 2>&1 || return 0
  # What `make test-long` was called with is not for this build.
  env -u MAKEFLAGS -u MFLAGS -u SANITIZE -u DEBUG -u BUILD "$ROOT/tools/wheel" "$BATS_FILE_TMPDIR/dist"
}

needs_wheel() {
  [ -d "$BATS_FILE_TMPDIR/dist" ] || skip "$(tail -n 1 "$BATS_FILE_TMPDIR/said")"
}

@test "a clean virtual environment, without a compiler" {
  needs_wheel
  /usr/bin/python3 -m venv venv
  (
    PATH=$PWD/venv/bin
    unset PYTHONPATH LD_LIBRARY_PATH NQUEENS_LIBRARY NQUEENS_PROGRAM
    pip install --quiet --disable-pip-version-check "$BATS_FILE_TMPDIR"/dist/*_x86_64.whl
    python -c 'import nqueens
rows = nqueens.solve(100_000, seed=1)
assert nqueens.check(rows) and nqueens.count(10) == 724
assert len(nqueens.compare(["construct", "min-conflicts"], 8, runs=2)) == 4'
    nqueens solve 6 --seed 1 --quiet >out
    pip uninstall --quiet --yes nqueens-local-search
    never python -c 'import nqueens' 2>said
  )
  prints '2 5 1 4 0 3'
}

@test "the source distribution has the sources, and pip builds it in a clean virtual environment" {
  needs_wheel
  mkdir files
  tar xzf "$BATS_FILE_TMPDIR"/dist/*.tar.gz -C files
  grep -qx "Version: $(sed -n 's/^#define NQ_VERSION "\(.*\)"/\1/p' "$ROOT/src/nqueens/base.h")" files/*/PKG-INFO
  diff -r "$ROOT/src" files/*/c/src
  cmp "$ROOT/LICENSE" files/*/LICENSE
  /usr/bin/python3 -m venv venv
  env -u MAKEFLAGS -u MFLAGS -u SANITIZE -u DEBUG -u BUILD CFLAGS='-O0 -U_FORTIFY_SOURCE' venv/bin/pip install --quiet \
    --disable-pip-version-check "$BATS_FILE_TMPDIR"/dist/*.tar.gz
  [ "$(venv/bin/nqueens count 8 --quiet)" = 92 ]
  [ "$(venv/bin/python -c 'import nqueens; print(nqueens.__version__, nqueens.count(8))')" = \
    "$(sed -n 's/^#define NQ_VERSION "\(.*\)"/\1/p' "$ROOT/src/nqueens/base.h") 92" ]
}

@test "pip compiles the folder python/ of a project whose path has blanks, and leaves nothing there" {
  needs_wheel
  tools=$("$ROOT/tools/install-python" wheel)
  mkdir 'the project'
  cp -R "$ROOT/Makefile" "$ROOT/LICENSE" "$ROOT/src" "$ROOT/tools" "$ROOT/python" 'the project/'
  touch before
  env -u MAKEFLAGS -u MFLAGS -u SANITIZE -u DEBUG -u BUILD CFLAGS='-O0 -U_FORTIFY_SOURCE' "$tools" -m pip install --quiet \
    --disable-pip-version-check --no-build-isolation --no-deps --target package 'the project/python'
  [ -z "$(find 'the project/python' -newer before -type f)" ]
  rm -r 'the project'
  [ "$(package/nqueens/nqueens count 8 --quiet)" = 92 ]
  PYTHONPATH=package /usr/bin/python3 -c 'import nqueens; assert nqueens.count(8) == 92'
}

@test "the same sources make the same wheel" {
  needs_wheel
  local folder
  for folder in once again; do # compiled once
    BUILD_FROM=$(dirname "$NQUEENS") AUDITWHEEL_FLAGS='--exclude libcairo.so.2' "$ROOT/tools/wheel" "$folder"
  done
  cmp once/*.whl again/*.whl
  cmp once/*.tar.gz again/*.tar.gz
}

@test "the wheel for arm64 has the program, and runs under qemu" {
  needs_wheel
  command -v qemu-aarch64 >/dev/null || skip "there is no qemu-aarch64 (Debian: qemu-user)"
  compgen -G "$BATS_FILE_TMPDIR/dist/*_aarch64.whl" >found || skip "the wheel was left out"
  /usr/bin/python3 -m zipfile -e "$(cat found)" files
  chmod +x files/nqueens/nqueens
  [ "$(qemu-aarch64 -L "$ROOT/build/arm64-root" files/nqueens/nqueens count 8 --quiet)" = 92 ]
}

@test "Jupyter runs the notebook" {
  needs_wheel
  python=$("$ROOT/tools/install-python" notebook 2>said) || skip "$(tail -n 1 said)"
  "$python" -m pip install --quiet --disable-pip-version-check --no-deps --target package "$BATS_FILE_TMPDIR"/dist/*_x86_64.whl
  PYTHONPATH=$PWD/package timeout 300 "$python" -m nbconvert --to html --execute --output-dir . "$ROOT/docs/notebook.ipynb"
  grep -q dataframe notebook.html
  PYTHONPATH=$PWD/package "$python" - <<'P'
import nqueens
import tqdm

with tqdm.tqdm() as bar:
    nqueens.count(18, threads=1, progress=bar)
assert 0 < bar.n == bar.total
P
}
