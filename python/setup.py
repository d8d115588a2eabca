"""Builds libnqueens.so with the project's Makefile and puts it into the package.

Where the C sources are not beside this folder, the package takes the system's library.
"""

import os
import re
import shutil
import subprocess
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

try:
    from setuptools.command.bdist_wheel import bdist_wheel
except ImportError:
    from wheel.bdist_wheel import bdist_wheel

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
FOLDER = "build/python-package"  # from ROOT, whose own path may have blanks; make takes none
BUILD = ROOT / FOLDER
IN_TREE = (ROOT / "Makefile").exists() and (ROOT / "src" / "nqueens.h").exists()


class BuildLibrary(build_ext):
    """The one extension is no Python module: `make shared` builds it."""

    def run(self):
        if not IN_TREE:
            return
        environment = dict(os.environ)
        environment.setdefault("CFLAGS", "-O3")
        command = ["make", "-s", "-C", str(ROOT), f"BUILD={FOLDER}", "NO_DEPS=1", "shared"]
        if subprocess.run(command, env=environment, check=False).returncode != 0:
            raise SystemExit(
                "nqueens: libnqueens.so could not be built; on Debian, "
                "`tools/install-deps build` installs what it needs"
            )
        target = HERE if self.inplace else Path(self.build_lib)
        folder = target / "nqueens"
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(BUILD / "libnqueens.so", folder / "libnqueens.so")

    def get_outputs(self):
        return [str(Path(self.build_lib) / "nqueens" / "libnqueens.so")] if IN_TREE else []


class TagWheel(bdist_wheel):
    """Any Python 3, but one platform."""

    def get_tag(self):
        return "py3", "none", super().get_tag()[2] if IN_TREE else "any"


def read_version():
    text = (HERE / "nqueens" / "_library.py").read_text()
    return re.search(r'^VERSION = "(.*)"$', text, re.M)[1]


def keep_source_clean():
    """What setuptools leaves behind goes below build/, with the rest."""
    if not IN_TREE:
        return {}
    BUILD.mkdir(parents=True, exist_ok=True)
    return {"build": {"build_base": str(BUILD / "package")}, "egg_info": {"egg_base": str(BUILD)}}


setup(
    version=read_version(),
    ext_modules=[Extension("nqueens.libnqueens", sources=[])] if IN_TREE else [],
    cmdclass={"build_ext": BuildLibrary, "bdist_wheel": TagWheel},
    options=keep_source_clean(),
)
