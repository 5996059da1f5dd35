"""The command. Helm's library takes longest to load: that starts first, beside everything else."""

import gc
import sys
from os.path import isdir
from typing import NoReturn

from render.process import start
from render.streams import reserve_streams

RENDERING = ("import", "ladder", "pods", "run", "sweep", "template", "validate")
"""Commands that need the library. For a folder other processes may do the work."""


def main() -> NoReturn:
    """Run the command and exit: 0 clean, 1 problems found, 2 could not run."""
    reserve_streams()
    gc.set_threshold(100_000)  # modules and trees of nodes stay: to look for cycles among them is a tenth of a run
    if sys.argv[1:2] and sys.argv[1] in RENDERING and not any(map(isdir, sys.argv[2:])):
        descriptors = start("whole" if sys.argv[1] == "template" else "judged")
        if descriptors is not None:
            from render.engine import beside

            beside.connect(*descriptors)
    from render.cli import main as run

    run()


if __name__ == "__main__":
    main()
