"""Helm's library in a process of its own: the same answers, and what is told when it is gone."""

import os
import subprocess
import sys
from pathlib import Path

SCRIPT = """
import os, signal, sys
from pathlib import Path
from render import engine
from render.engine import Chart, EngineError, Release, RenderRejected, worker_client
from render.process import start

worker_client.connect_worker(*start("trimmed"))
[child] = Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()
assert "helm_python" not in sys.modules
print(engine.merge_values(["a: 1", "b: {c: x}"], ["b.c=y"]))
try:
    engine.merge_values(["a: {"])
except RenderRejected as refused:
    print("refused", refused.rejections[0].message[:9])
values = engine.merge_values([Path("examples/cpu-only/spec.yaml").read_text()])
release = Release(values, "run")
worked = []
[files] = engine.render_files(Chart.bundled(), [release], meanwhile=lambda: worked.append(1))
try:
    engine.render_files(Chart.bundled(), [release], meanwhile=lambda: 1 / 0)
except ZeroDivisionError:
    worked.append(2)
print(engine.render_files(Chart.bundled(), [release, release]) == [files, files], worked)
files, refused = engine.render_files(Chart.bundled(), [release, Release(values | {"name": "R"}, "run")])
print(len(files) > 3, refused.rejections[0].pointer)
text = next(text for text in files.values() if "kind: JobSet" in text)
print(engine.merge_values([text])["kind"])
print(engine.template(Chart.bundled(), values, "run").count("kind: JobSet"))
os.kill(int(child), signal.SIGKILL)
try:
    engine.merge_values(["a: 1"])
except EngineError as error:
    print(error, error.hint)
assert "helm_python" not in sys.modules
"""
SAID = """\
{'a': 1, 'b': {'c': 'y'}}
refused error con
True [1, 2]
True /name
JobSet
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
