"""Builds libnqueens.so and the program with the project's Makefile and puts them into the package.

The C sources are beside this folder, or, in a source distribution, in its folder `c`.  Where there are none, the
package takes the system's library.
"""

import os
import re
import shutil
import subprocess
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_ext import build_ext
from setuptools.command.sdist import sdist

HERE = Path(__file__).resolve().parent
ROOT = HERE / "c" if (HERE / "c").exists() else HERE.parent
SOURCES = ("Makefile", "src", "tools/install-deps")  # all that the build reads
FOLDER = "build/python-package"  # from ROOT, whose own path may have blanks; make takes none
BUILD = ROOT / FOLDER
PRODUCTS = ("libnqueens.so", "nqueens")
INSIDE = ("libcadical-dev", "libjansson4", "libsqlite3-0")  # the wheel has these, too
HAS_SOURCES = all((ROOT / name).exists() for name in SOURCES)


class BuildLibrary(build_ext):
    """The one extension is no Python module: make builds it, or $BUILD_FROM has it."""

    def run(self):
        if not HAS_SOURCES:
            return
        products = os.environ.get("BUILD_FROM") or self.make_products()
        folder = (HERE if self.inplace else Path(self.build_lib)) / "nqueens"
        folder.mkdir(parents=True, exist_ok=True)
        for name in PRODUCTS:
            shutil.copy(Path(products) / name, folder / name)
        for package in INSIDE:
            notice = Path("/usr/share/doc") / package / "copyright"
            if notice.exists():
                (folder / "licenses").mkdir(exist_ok=True)
                shutil.copyfile(notice, folder / "licenses" / package)

    def make_products(self):
        """Pictures as PNG and PDF are left out: cairo would bring a dozen libraries.

        The C++ library, inside the program, would need a newer C library.
        """
        environment = dict(os.environ)
        environment.setdefault("CFLAGS", "-O3")
        options = [f"BUILD={FOLDER}", "NO_DEPS=1", "HAVE_CAIRO=0", "HAVE_MPI=0", "STATIC_CXX="]
        jobs = f"--jobs={len(os.sched_getaffinity(0))}"
        command = ["make", "-s", jobs, "-C", str(ROOT), *options, "shared", f"{FOLDER}/nqueens"]
        if subprocess.run(command, env=environment, check=False).returncode != 0:
            raise SystemExit(
                "nqueens: the C library could not be built; on Debian, "
                "`tools/install-deps build` installs what it needs"
            )
        return BUILD

    def get_outputs(self):
        return [str(Path(self.build_lib) / "nqueens" / name) for name in PRODUCTS] if HAS_SOURCES else []


class AddSources(sdist):
    """A source distribution has the C sources in its folder `c`."""

    def make_release_tree(self, base_dir, files):
        super().make_release_tree(base_dir, files)
        for name in SOURCES:
            target = Path(base_dir) / "c" / name
            target.parent.mkdir(parents=True, exist_ok=True)
            (shutil.copytree if (ROOT / name).is_dir() else shutil.copy)(ROOT / name, target)


class TagWheel(bdist_wheel):
    """Any Python 3, but one platform."""

    def get_tag(self):
        return "py3", "none", super().get_tag()[2] if HAS_SOURCES else "any"


def read_version():
    text = (HERE / "nqueens" / "_abi.py").read_text()
    return re.search(r'^VERSION = "(.*)"$', text, re.M)[1]


def keep_source_clean():
    """What setuptools leaves behind goes below build/, with the rest."""
    if not HAS_SOURCES:
        return {}
    BUILD.mkdir(parents=True, exist_ok=True)
    return {"build": {"build_base": str(BUILD / "package")}, "egg_info": {"egg_base": str(BUILD)}}


setup(
    version=read_version(),
    ext_modules=[Extension("nqueens.libnqueens", sources=[])] if HAS_SOURCES else [],
    cmdclass={"build_ext": BuildLibrary, "bdist_wheel": TagWheel, "sdist": AddSources},
    options=keep_source_clean(),
)
