"""`render smoke run`: the spec that it makes, and what its exit status means. That it runs is shown in tests/e2e."""

import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from click.testing import CliRunner

from render.cli._request import default_request
from render.cli._smoke import _status
from render.cli.smoke import command
from render.local import devices
from render.local.rendered_run import render_local
from render.smoke.result import MARK
from render.smoke.smoke_spec import SmokeRequest, smoke_scripts, smoke_spec

REQUEST = default_request()


@pytest.fixture(autouse=True)
def gpus(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of this machine that may be used: none, where a test does not say otherwise."""
    monkeypatch.setenv(devices.VISIBLE_DEVICES, getattr(request, "param", ""))


@pytest.mark.parametrize(
    ("gpus", "asked", "nodes", "procs"),
    [
        ("", (None, None), 2, 1),
        ("", (4, 2), 4, 2),
        ("0,1,2,3,4,5,6,7", (None, None), 1, 8),
        ("0,1,2,3", (2, None), 2, 2),
        ("0", (3, None), 3, 1),
    ],
    indirect=["gpus"],
)
def test_a_spec_that_runs(asked: tuple[int | None, int | None], nodes: int, procs: int) -> None:
    found = render_local(
        smoke_spec(SmokeRequest(*asked, min_busbw=1.5, is_diagnosed=True, json=Path("out.json"))),
        REQUEST,
        None,
        needs_port=False,
    )
    assert found.found.problems == ()
    assert len(found.pods) == nodes
    start = found.pods[0].start(found.pods[0].container)
    assert start.command == (sys.executable, "-u", "smoke_node.py")
    size = [f"--nodes={nodes}", f"--procs={procs}"]
    assert start.args == ("--run=out", *size, "--min-busbw=1.5", "--diagnose=always", f"--json={Path.cwd()}/out.json")
    limits = found.pods[0].container.get("resources", {}).get("limits", {})
    assert limits == ({"nvidia.com/gpu": str(procs)} if devices.find_gpus() else {})


def test_a_path_is_left_as_it_is() -> None:
    found = render_local(
        smoke_spec(SmokeRequest(1, 1, None, is_diagnosed=False, json=Path("/tmp/$(HOME) $$ a.json"))),
        REQUEST,
        None,
        needs_port=False,
    )
    start = found.pods[0].start(found.pods[0].container)
    assert start.args == ("--run=$(HOME) $$ a", "--nodes=1", "--procs=1", "--json=/tmp/$(HOME) $$ a.json")


def test_the_scripts_are_the_chart_s() -> None:
    assert (smoke_scripts() / "smoke_node.py").is_file()
    assert any(f'"{MARK}"' in script.read_text(encoding="utf-8") for script in smoke_scripts().glob("*.py"))


@pytest.mark.parametrize(
    ("status", "told"),
    [(0, 0), (20, 1), (21, 1), (22, 1), (23, 1), (24, 2), (1, 2), (2, 2), (126, 2), (130, 130), (137, 137), (143, 143)],
)
def test_the_exit_status(status: int, told: int) -> None:
    assert _status(status) == told


@pytest.mark.parametrize("option", [["--nodes", "0"], ["--procs", "0"], ["--min-busbw", "0"], ["--nodes", "251"]])
def test_an_amount_that_can_t_be(option: list[str]) -> None:
    done = CliRunner().invoke(command, ["run", *option])
    assert done.exit_code == 2
    assert f"Invalid value for '{option[0]}'" in done.stderr


def test_a_copy_needs_a_folder() -> None:
    done = CliRunner().invoke(command, ["run", "--json", "no/such/folder.json"])
    assert (done.exit_code, done.stderr) == (1, "Error: `--json no/such/folder.json`: there is no folder `no/such`\n")


@pytest.mark.skipif(find_spec("torch") is not None, reason="torch is installed")
def test_without_torch_it_reports_it() -> None:
    done = CliRunner().invoke(command, ["run"])
    assert (
        done.stderr
        == "Error: the test needs torch, which is not installed\nhint: install the build of torch that fits your GPUs\n"
    )
