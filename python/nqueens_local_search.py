"""The package `nqueens`, or the reason why `import nqueens` finds something else.

The distribution is nqueens-local-search, because `nqueens` on PyPI is another package, whose import name is the
same.  Where that one comes first, `import nqueens` finds it without a word.

>>> import nqueens_local_search as nqueens
>>> nqueens.count(8)
92
"""

import nqueens

if not hasattr(nqueens, "_abi"):
    _place = getattr(nqueens, "__file__", None) or next(iter(nqueens.__path__))
    raise ImportError(
        f"`import nqueens` finds {_place}, which is not of nqueens-local-search.  If it is yours, rename it.  "
        "If it is of the package nqueens of PyPI: `pip uninstall nqueens`, and then "
        "`pip install --force-reinstall --no-deps nqueens-local-search`"
    )

from nqueens import *  # noqa: E402, F403
from nqueens import __version__ as __version__  # noqa: E402
from nqueens._compare import main as main  # noqa: E402
