"""What the scripts of `launcher: ray` say and end with, where no Ray is needed to see it."""

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from ray_head import run
from ray_start import Endpoint, own_ip, passed_on, status

FOLDER = Path(__file__).resolve().parents[2] / "charts" / "training-job" / "files" / "ray"
NOWHERE = "--address=head.invalid:29500"


def ends(script: str, *arguments: str, path: str = os.defpath) -> tuple[int, str]:
    """Run a script as a pod does, and return its exit status and its last line."""
    command = [sys.executable, "-B", str(FOLDER / script), *arguments]
    found = subprocess.run(command, capture_output=True, text=True, check=False, env={"PATH": path})
    return found.returncode, found.stderr.splitlines()[-1]


def python(script: str) -> list[str]:
    return [sys.executable, "-c", script]


def test_node_names_a_head_that_never_came() -> None:
    code, line = ends("ray_node.py", NOWHERE, "--timeout=0", "--num-cpus=2")
    assert code == 1
    assert line.startswith("ray: the head head.invalid did not answer within 0 s: ")


def test_head_says_that_its_name_does_not_resolve() -> None:
    code, line = ends("ray_head.py", NOWHERE, "--timeout=0", "--", "true")
    assert (code, line) == (1, "ray: the name of the head, head.invalid, did not resolve within 0 s")


def test_image_without_ray(tmp_path: Path) -> None:
    code, line = ends("ray_head.py", "--address=localhost:1", "--timeout=0", "--", "true", path=str(tmp_path))
    assert (code, line) == (127, "ray: the image has no command `ray`")


@pytest.mark.parametrize(
    ("script", "code"),
    [
        ("pass", 0),
        ("raise SystemExit(3)", 3),
        ("import os; os.kill(os.getpid(), 9)", 137),
    ],
)
def test_status_is_the_programs(script: str, code: int) -> None:
    assert run(python(script), None) == code


def test_program_that_is_not_there(capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["/nowhere/train"], None) == 127
    assert capfd.readouterr().err == "ray: /nowhere/train could not be started: No such file or directory\n"


def test_tear_down_fails_after_the_result(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    result = tmp_path / "result.json"
    program = python(f"open({str(result)!r}, 'w').write('{{}}'); assert False, 'destroyed twice'")
    assert run(program, result) == 0
    last = capfd.readouterr().err.splitlines()[-1]
    assert last == f"ray: the program wrote {result} and then failed with 1: the run has succeeded"


def test_result_of_an_earlier_attempt_counts_for_nothing(tmp_path: Path) -> None:
    result = tmp_path / "result.json"
    result.write_text("{}")
    assert run(python("raise SystemExit(1)"), result) == 1


def test_signal_reaches_the_program() -> None:
    with subprocess.Popen(
        python("import signal; print('up', flush=True); signal.pause()"), stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        with passed_on(process):
            os.kill(os.getpid(), signal.SIGTERM)
            assert status(process.wait()) == 128 + signal.SIGTERM


def test_own_address_is_the_one_on_the_way_to_the_head() -> None:
    with socket.create_server(("127.0.0.1", 0)) as head:
        assert own_ip(Endpoint("127.0.0.1", head.getsockname()[1])) == ("127.0.0.1", "")
