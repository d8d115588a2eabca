#!/usr/bin/env bats
# The package for Python as `pip install` puts it into a virtual environment, where PyPI can be reached.

load ../cli/common

# Debian's own, for which Debian's NumPy is.
PYTHON=/usr/bin/python3

need_numpy() {
  "$PYTHON" -c 'import numpy' 2>/dev/null || skip "python3-numpy is not installed"
}

# The compiled program and library of this build, in a wheel; tests/long/wheel.bats compiles its own.
@test "the wheel installs where there is no compiler, and has all it needs" {
  ! sanitized || skip "a sanitized library cannot be loaded by Python"
  need_numpy
  tools=$("$ROOT/tools/install-python" wheel 2>said) || skip "$(tail -n 1 said)"
  # cairo, which only this build has, would bring a dozen libraries.
  BUILD_FROM=$(dirname "$NQUEENS") AUDITWHEEL_FLAGS='--exclude libcairo.so.2' timeout 300 "$ROOT/tools/wheel" dist
  [[ $(echo dist/*) =~ nqueens_local_search-[0-9.]+-py3-none-manylinux_2_[0-9]+_x86_64.whl ]]
  "$PYTHON" -m venv --without-pip --system-site-packages venv || skip "python3-venv is not installed"
  "$tools" -m pip --quiet --disable-pip-version-check --python venv/bin/python install --no-index --no-deps dist/*.whl
  unset PYTHONPATH LD_LIBRARY_PATH NQUEENS_LIBRARY NQUEENS_PROGRAM
  old_path=$PATH PATH=$PWD/venv/bin
  never command -v gcc
  python - <<'P'
import pathlib
import nqueens
import nqueens_local_search

assert nqueens_local_search.solve is nqueens.solve
folder = pathlib.Path(nqueens.__file__).parent
assert "venv" in str(folder), folder
for name in "libnqueens.so", "nqueens", "py.typed":
    assert (folder / name).exists(), name
rows = nqueens.solve(1000, seed=1)
assert nqueens.check(rows) and nqueens.count(8) == 92
assert len(nqueens.compare("construct", 8, runs=2)) == 2
P
  [ "$(nqueens count 8 --quiet)" = 92 ]
  [ "$(nqueens --version)" = "$("$NQUEENS" --version)" ]
  PATH=$old_path
}
