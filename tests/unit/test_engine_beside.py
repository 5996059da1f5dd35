"""Helm's library in a process of its own: the same answers, and what is told when it is gone."""

import os
import subprocess
import sys
from pathlib import Path

SCRIPT = """
import os, signal, sys
from pathlib import Path
from render import engine
from render.engine import Chart, EngineError, Refused, Release, beside
from render.process import start

beside.connect(*start("judged"))
[child] = Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()
assert "helm_python" not in sys.modules
print(engine.values(["a: 1", "b: {c: x}"], ["b.c=y"]))
try:
    engine.values(["a: {"])
except Refused as refused:
    print("refused", refused.refusals[0].message[:9])
values = engine.values([Path("examples/cpu-only/spec.yaml").read_text()])
worked = []
engine.do_meanwhile(worked.append(1) or 1 / 0 for _ in "ab")
release = Release(values, "run")
[files] = engine.files(Chart.bundled(), [release])
print(engine.files(Chart.bundled(), [release, release]) == [files, files], worked)
files, refused = engine.files(Chart.bundled(), [release, Release(values | {"name": "R"}, "run")])
print(len(files) > 3, refused.refusals[0].pointer)
text = next(text for text in files.values() if "kind: JobSet" in text)
print(engine.values([text])["kind"], engine.values([text])["kind"])
print(engine.template(Chart.bundled(), values, "run").count("kind: JobSet"))
os.kill(int(child), signal.SIGKILL)
try:
    engine.values(["a: 1"])
except EngineError as error:
    print(error, error.hint)
assert "helm_python" not in sys.modules
"""
SAID = """\
{'a': 1, 'b': {'c': 'y'}}
refused error con
True [1]
True /name
JobSet JobSet
1
Helm's library has ended unexpectedly use `--engine helm`
"""


def test_the_other_process() -> None:
    checkout = Path(__file__).parents[2]
    environment = os.environ | {"PYTHONPATH": str(checkout)}
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], cwd=checkout, env=environment, capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == (SAID, "")
