"""The part of hang detection that runs within the program."""

import json
import os
import subprocess
import sys
from pathlib import Path
from socket import AF_UNIX, socket

from tests.schema import CHART

AGENT = CHART / "files" / "hang" / "hang_agent.py"
PROGRAM = """
import sys, threading, time, types

asked = threading.Event()


def dump(onlyActive=False):
    asked.set()
    time.sleep(1)
    return "{}"


module = types.ModuleType("torch._C._distributed_c10d")
module._dump_fr_trace_json = dump
sys.modules[module.__name__] = module
print("ready", flush=True)
asked.wait()
"""


def test_program_that_ends_waits_for_its_answer(tmp_path: Path) -> None:
    """Python would end the thread within torch's C++, and torch may abort the process then."""
    (tmp_path / "sitecustomize.py").symlink_to(AGENT)
    with socket(AF_UNIX) as server:
        server.bind(str(tmp_path / "socket"))
        server.listen()
        env = os.environ | {"RENDER_HANG_SOCKET": str(tmp_path / "socket"), "PYTHONPATH": str(tmp_path), "RANK": "3"}
        with subprocess.Popen([sys.executable, "-c", PROGRAM], env=env, stdout=subprocess.PIPE, text=True) as running:
            watcher, _ = server.accept()
            with watcher, watcher.makefile() as answers:
                assert running.stdout is not None
                assert running.stdout.readline() == "ready\n"
                watcher.sendall(b"one\n")
                assert json.loads(answers.readline())["rank"] == 3
            assert running.wait() == 0
