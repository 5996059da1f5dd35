"""The command `render`."""

import gc
import sys
from typing import NoReturn

from render.lazy_patterns import lazy_patterns
from render.process import reserve_streams, start_worker


def main() -> NoReturn:
    """Run the command and exit: 0 clean, 1 problems found, 2 could not run."""
    reserve_streams()
    gc.set_threshold(100_000)  # modules and trees of nodes stay: a search for cycles among them finds nothing
    start_worker(sys.argv[1:])
    with lazy_patterns():
        import click  # noqa: F401 - for the imports below
        import yaml  # noqa: F401
    from render.cli import main as run

    run()


if __name__ == "__main__":
    main()
