"""A copy of the checkout, in which code may be broken."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[2]
PYTEST = ("-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-m", "not slow")


@contextmanager
def copied() -> Iterator[Path]:
    """Yield a folder with the files of the checkout, changes that are not committed too."""
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listed, cwd=ROOT, capture_output=True, check=True, text=True).stdout.split("\0")
    with TemporaryDirectory(prefix="mutants-") as folder:
        for name in filter(None, names):
            if (ROOT / name).is_file():
                (Path(folder) / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, Path(folder) / name)
        yield Path(folder)


def passes(folder: Path, tests: Sequence[str], seconds: float | None = None) -> bool:
    """Run tests in a copy and return whether all pass; one that needs longer does not.

    Raises RuntimeError if there is nothing to run.
    """
    environment = os.environ | {"PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(
            [sys.executable, *PYTEST, *tests],
            cwd=folder,
            env=environment,
            capture_output=True,
            check=False,
            timeout=seconds,
            text=True,
        )
    except subprocess.TimeoutExpired:
        return False
    if done.returncode > 2:  # a usage error, or no test
        raise RuntimeError(f"pytest {' '.join(tests)}: status {done.returncode}\n{done.stdout}{done.stderr}")
    return done.returncode == 0
