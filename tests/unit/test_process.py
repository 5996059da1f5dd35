"""What processes find that are started for rendering."""

import os
import subprocess
import sys

import pytest

from render.process import for_rendering

SHOWN = "import os; print(os.environ.get('GOGC'), os.environ.get('GOMAXPROCS'))"


def started() -> str:
    return subprocess.run([sys.executable, "-c", SHOWN], capture_output=True, text=True, check=True).stdout.strip()


def test_the_users_settings_win_and_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GOGC", raising=False)
    monkeypatch.setenv("GOMAXPROCS", "7")
    with for_rendering():
        assert started() == "800 7"
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
