"""Count the functions and files that a command runs through: `python -m tests.bench.paths [-v] [COMMAND…]`.

Each command runs in a process of its own, with Helm's library in the same one. What rules do in their own modules is
left out: a reader of the flow does not read it. `-v` prints the files.
"""

import io
import subprocess
import sys
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout, suppress
from importlib import import_module
from pathlib import Path
from types import FrameType

import render

ROOT = Path(render.__file__).parent
CHECKOUT = ROOT.parent
SPEC = str(CHECKOUT / "examples" / "mnist-ddp" / "spec.yaml")

COMMANDS: dict[str, list[str]] = {
    "template": ["template", SPEC],
    "validate": ["validate", SPEC],
    "expand": ["expand", str(CHECKOUT / "tests" / "golden" / "trainjob.yaml")],
    "doctor": ["doctor", SPEC, "--context", "none"],
}
"""`doctor` runs until it connects."""


def main(arguments: Sequence[str]) -> None:
    """Print the counts of each command."""
    options = [one for one in arguments if one.startswith("-")]
    names = [one for one in arguments if one in COMMANDS]
    if len(names) != 1:
        for name in names or COMMANDS:
            subprocess.run([sys.executable, "-m", "tests.bench.paths", *options, name], check=True, cwd=CHECKOUT)
        return
    [name] = names
    functions = count(COMMANDS[name])
    files = sorted({file for file, _ in functions})
    packages = {file.partition("/")[0] for file in files}
    print(f"{name}: {len(functions)} functions, {len(files)} files, {len(packages)} packages")
    if "-v" in options:
        print(*files, sep="\n")


def count(command: Sequence[str]) -> set[tuple[str, str]]:
    """Run a command and return its functions, each with its file below `render/`."""
    found: set[tuple[str, str]] = set()

    def profile(frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(f"{ROOT}/") and not code.co_name.startswith("<"):
            file = Path(code.co_filename).relative_to(ROOT)
            if file.parts[0] != "rules" or len(file.parts) == 2:
                found.add((file.as_posix(), code.co_qualname))

    group = import_module("render.cli").render
    sys.setprofile(profile)
    try:
        with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()), suppress(SystemExit, Exception):
            group.main(list(command), standalone_mode=False)
    finally:
        sys.setprofile(None)
    return found


if __name__ == "__main__":
    main(sys.argv[1:])
