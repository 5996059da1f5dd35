"""Which engine runs, and what makes it unusable."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from render import engine
from render.engine import Chart, EngineError, EngineName, RenderRejected
from render.engine.helm_command import HelmCommand
from render.engine.merge import has_list_index
from tests.unit.charts import CHART_YAML, chart


@pytest.mark.parametrize(
    ("extra", "message"),
    [
        ("type: library\n", "library charts are not installable"),
        ("dependencies: [{name: other, version: 1.0.0, repository: ''}]\n", "other"),
    ],
)
def test_charts_that_can_not_be_installed(extra: str, message: str, tmp_path: Path, each_engine: EngineName) -> None:
    with pytest.raises((EngineError, RenderRejected), match=message):
        engine.template(chart(tmp_path, {"Chart.yaml": CHART_YAML + extra}), {}, "run1", engine=each_engine)


def test_a_chart_that_is_none(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file.tgz").write_bytes(b"nothing packed")
    for path in (tmp_path / "missing", tmp_path / "folder"):
        with pytest.raises(EngineError, match="neither a chart's folder nor a packed chart"):
            Chart(path)
    with pytest.raises(EngineError, match="can't be read: Not a gzipped file"):
        engine.template(Chart(tmp_path / "file.tgz"), {}, "run1", engine="embedded")


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("a[0]=1", True),
        ("a=1,b.c[0].d=2", True),
        ("a={x},b[1]=2", True),
        (r"a\,b[0]=1", True),
        ("a[0][1]=x", True),
        ("a=[0]", False),
        ("a={[x],y}", False),
        (r"a\[0\]=1", False),
        ("a=b[0]", False),
        ("a", False),
        ("", False),
    ],
)
def test_has_list_index(expression: str, expected: bool) -> None:  # noqa: FBT001
    assert has_list_index(expression) is expected


def test_a_list_index_takes_the_command() -> None:
    assert engine.choose_backend() is None
    assert engine.choose_backend(None, ["a=1"]) is None
    assert engine.choose_backend("embedded", ["a=1"]) == "embedded"
    assert engine.choose_backend(None, ["a=1", "b[0]=2"]) == "helm"
    assert engine.choose_backend("helm", []) == "helm"
    with pytest.raises(EngineError, match="can't set a list index"):
        engine.choose_backend("embedded", ["b[0]=2"])


CHOICE = "from render import engine; print(engine.merge_values(['a: 1']))"


def run_python(script: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", script]
    return subprocess.run(command, env={**os.environ, **environment}, capture_output=True, text=True, check=False)


def test_without_its_library_the_command_is_used(tmp_path: Path, helm: Path) -> None:
    (tmp_path / "lib.so").write_bytes(b"no library")
    broken = {"HELM_C_LIB": str(tmp_path / "lib.so")}
    assert run_python(CHOICE, PATH=str(helm.parent), **broken).stdout == "{'a': 1}\n"
    assert "EngineError: no `helm` is found in PATH" in run_python(CHOICE, PATH=str(tmp_path), **broken).stderr


def test_the_library_is_loaded_when_it_is_used() -> None:
    script = "import sys; from render import engine; print('helm_python' in sys.modules, 'yaml' in sys.modules)"
    assert run_python(script).stdout == "False False\n"


def test_the_command_sees_nothing_of_the_users_helm(
    tmp_path: Path, helm: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrapper = tmp_path / "helm"
    wrapper.write_text(f'#!/bin/sh\n/usr/bin/env > {tmp_path}/env\nexec {helm} "$@"\n')
    wrapper.chmod(0o755)
    for name in ("HELM_DEBUG", "HELM_NAMESPACE", "HELM_PLUGINS", "KUBECONFIG"):
        monkeypatch.setenv(name, str(tmp_path))
    HelmCommand(str(wrapper)).template(chart(tmp_path, {}), {}, "run1", "team", hooks=True)
    seen = {line.partition("=")[0] for line in (tmp_path / "env").read_text().splitlines()}
    homes = {"HELM_CACHE_HOME", "HELM_CONFIG_HOME", "HELM_DATA_HOME"}
    assert seen - {"PWD", "OLDPWD", "SHLVL", "_"} == {"PATH", "HOME", *homes}
