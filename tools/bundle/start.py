"""Where the bundled program begins: the command `noretreat`, which plays when it is started without a word.

Somebody who double-clicks the file wants the board. `make bundle` builds the program from here.
"""

from __future__ import annotations

import multiprocessing
import sys

from noretreat.cli.main import main

if __name__ == "__main__":
    multiprocessing.freeze_support()  # the computer's players think in processes that are started from this same file
    sys.exit(main(sys.argv[1:] or ["play"]))
