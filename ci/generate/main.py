"""The command `ci/gen`."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from ci.generate.outputs import outputs
from ci.generate.schemas import schema_files

ROOT = Path(__file__).resolve().parents[2]


def main(arguments: Sequence[str], root: Path = ROOT) -> int:
    """Write what is generated; with `--check`, write nothing and return 1 when a file is stale."""
    parser = argparse.ArgumentParser(prog="ci/gen", description="Write everything that is generated.")
    parser.add_argument("--check", action="store_true", help="name the stale files and write nothing")
    check = parser.parse_args(arguments).check
    generated = {**outputs(root), **schema_files()}
    stale = {path: text for path, text in generated.items() if _read(root / path) != text}
    for path, text in stale.items():
        print(f"{'stale' if check else 'wrote'} {path}", file=sys.stderr)
        if not check:
            _write(root / path, text)
    if check and stale:
        print("run `ci/gen` and commit what it wrote", file=sys.stderr)
    return 1 if check and stale else 0


def _read(path: Path) -> str | None:
    return path.read_bytes().decode("utf-8") if path.exists() else None


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
