"""What a command imports: each module that every run needs adds to its start."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parents[2]
SPEC = CHECKOUT / "examples/plain/spec.yaml"
UNWANTED = {
    "template": {"click.shell_completion", "jsonschema_rs", "rich"},
    "validate": {"click.shell_completion", "render.programs.config_file", "rich"},
}


@pytest.mark.parametrize("command", UNWANTED)
def test_a_spec_without_problems_needs_none_of_these(command: str) -> None:
    environment = {**os.environ, "PYTHONPATH": str(CHECKOUT)}
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "render", command, SPEC],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    imported = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert "yaml" in imported
    assert not UNWANTED[command] & imported
