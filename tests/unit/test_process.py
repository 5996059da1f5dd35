"""What processes find that are started for rendering."""

import os
import subprocess
import sys

import pytest

from render import process
from render.process import for_rendering, start_worker

SHOWN = "import os; print(os.environ.get('GOGC'), os.environ.get('GOMAXPROCS'))"


def started() -> str:
    return subprocess.run([sys.executable, "-c", SHOWN], capture_output=True, text=True, check=True).stdout.strip()


def test_the_users_settings_win_and_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GOGC", raising=False)
    monkeypatch.setenv("GOMAXPROCS", "7")
    with for_rendering():
        assert started() == "300 7"
    assert "GOGC" not in os.environ
    assert os.environ["GOMAXPROCS"] == "7"


@pytest.mark.parametrize("users", [None, "", "1"])
def test_the_safe_path_is_for_our_own_processes_alone(users: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a user's program inherits is what the user has set."""
    monkeypatch.delenv("PYTHONSAFEPATH", raising=False)
    if users is not None:
        monkeypatch.setenv("PYTHONSAFEPATH", users)
    with for_rendering():
        assert os.environ["PYTHONSAFEPATH"] == "1"
    assert os.environ.get("PYTHONSAFEPATH") == users


@pytest.mark.parametrize(
    ("arguments", "cores"),
    [([], 2), (["--version"], 2), (["explain", "image"], 2), (["validate", "."], 2), (["validate", "a.yaml"], 1)],
)
def test_no_worker_is_started_where_it_has_no_use(
    arguments: list[str], cores: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without rendering, for a folder, and on one core."""
    monkeypatch.setattr(process, "available_cores", lambda: cores)
    monkeypatch.setattr(process, "start", lambda _variant: pytest.fail("the worker is started"))
    start_worker(arguments)


def test_the_worker_starts_for_a_command_that_renders(monkeypatch: pytest.MonkeyPatch) -> None:
    variants = []

    def start(variant: str) -> tuple[int, int]:
        variants.append(variant)
        return os.pipe()

    monkeypatch.setattr(process, "available_cores", lambda: 2)
    monkeypatch.setattr(process, "start", start)
    monkeypatch.setattr("render.engine.worker_client.connect_worker", lambda *_descriptors: None)
    start_worker(["validate", "a.yaml"])
    start_worker(["template", "a.yaml"])
    assert variants == ["trimmed", "whole"]
