"""What the tests with real processes share: `render run`, torch where it is needed, and that nothing is left."""

import importlib.util
import os
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from tests.conftest import CHECKOUT
from tests.e2e.processes import Running

Run = Callable[..., Running]

_NAMESPACES = Path("/run/netns"), Path("/etc/netns")


@pytest.fixture(scope="session")
def torch_or_reason() -> None:
    if importlib.util.find_spec("torch") is None:
        if os.environ.get("RENDER_REQUIRE_TORCH") == "1":
            pytest.fail("torch is not installed")
        pytest.skip("torch is not installed")


@pytest.fixture
def run(tmp_path: Path) -> Iterator[Run]:
    """Starts `render run` on a spec, or on the text of one; at the end neither processes nor folders are left."""
    mark, scratch, started = f"RENDER_TEST={tmp_path}", tmp_path / "scratch", []
    scratch.mkdir()

    def start(spec: str | Path, *arguments: str, seconds: float = 60) -> Running:
        file = spec if isinstance(spec, Path) else tmp_path / "spec.yaml"
        if isinstance(spec, str):
            file.write_text(spec, encoding="utf-8")
        command = [sys.executable, "-m", "render", "run", str(file), *arguments, "--set", f"env.RENDER_TEST={tmp_path}"]
        programs = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
        env = os.environ | {"PATH": programs, "PYTHONPATH": str(CHECKOUT), "TMPDIR": str(scratch)}
        started.append(Running(command, folder=tmp_path, env=env, seconds=seconds))
        return started[-1]

    yield start
    for one in started:
        one.kill()
    assert left_behind(mark, started) == []
    assert [folder for folder in scratch.glob("render-run-*") if not (folder / "claims").is_dir()] == []


@pytest.fixture
def root() -> None:
    """Namespaces can be made here."""
    if os.geteuid() != 0 or any(shutil.which(tool) is None for tool in ("ip", "unshare")):
        pytest.skip("network namespaces need root and iproute2")


def left_behind(mark: str, started: Sequence[Running]) -> list[str]:
    """The processes that have a variable, and the namespaces of commands."""
    names = [name for one in started for name in _namespaces() if name.startswith(f"render-{one.pid}-")]
    return [*processes(mark), *names]


def _namespaces() -> set[str]:
    return {path.name for folder in _NAMESPACES if folder.is_dir() for path in folder.iterdir()}


def processes(*marks: str) -> Iterator[str]:
    """Yield the processes that have these variables."""
    for path in Path("/proc").glob("[0-9]*"):
        try:
            variables = (path / "environ").read_bytes().split(b"\0")
        except OSError:
            continue
        if {mark.encode() for mark in marks} <= {*variables}:
            yield path.name


@pytest.fixture(params=[[], ["--netns"]], ids=["plain", "netns"])
def place(request: pytest.FixtureRequest) -> list[str]:
    """Run a test on this machine as it is, and in network namespaces."""
    options: list[str] = request.param
    if options:
        request.getfixturevalue("root")
    return options
