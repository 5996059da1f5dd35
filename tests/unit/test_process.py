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
