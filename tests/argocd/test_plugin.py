"""The plug-in's command prints manifests or nothing, and nothing that it reads lies outside of the repository."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.argocd.conftest import PLUGIN
from tests.conftest import CHECKOUT

SPEC = "kind: TrainingJob\nimage: busybox:1.36\ncommand: [sleep]\n"
VALUES = {"name": "values", "array": ["../team.yaml"]}
CONFIG = {"name": "config", "string": "/render.yaml"}


class Done(NamedTuple):
    code: int
    printed: str
    said: str


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with one spec, and beside it what is no business of anybody who writes one."""
    (tmp_path / "secret.yaml").write_text("env: {SECRET: '1'}\n", encoding="utf-8")
    folder = tmp_path / "repository" / "specs" / "run"
    folder.mkdir(parents=True)
    (folder / "spec.yaml").write_text(SPEC, encoding="utf-8")
    return tmp_path / "repository"


def generate(repository: Path, *parameters: dict[str, Any], source: str = "specs", **environment: str) -> Done:
    given = {
        "ARGOCD_APP_NAME": "llama",
        "ARGOCD_APP_NAMESPACE": "team",
        "ARGOCD_APP_SOURCE_PATH": source,
        "ARGOCD_APP_PARAMETERS": json.dumps(parameters),
        "KUBE_VERSION": "1.37.0",
        "PYTHONPATH": str(CHECKOUT),
    }
    command = [sys.executable, "-P", str(PLUGIN / "generate.py")]
    done = subprocess.run(
        command,
        cwd=repository / source,
        env=os.environ | given | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    return Done(done.returncode, done.stdout, done.stderr)


def test_release_has_the_name_of_the_application(repository: Path) -> None:
    done = generate(repository, ARGOCD_APP_NAME="elsewhere_llama")
    assert done.code == 0
    assert "kind: JobSet\nmetadata:\n  name: llama\n  namespace: team\n" in done.printed
    assert done.said.endswith("no problems\n")


def test_root_of_the_repository_is_a_source(repository: Path) -> None:
    assert generate(repository, source=".").printed == generate(repository).printed


def test_values_are_merged(repository: Path) -> None:
    (repository / "team.yaml").write_text("numNodes: 3\n", encoding="utf-8")
    assert "completions: 3\n" in generate(repository, VALUES).printed


def test_specs_keep_their_names_where_there_are_several(repository: Path) -> None:
    (repository / "specs" / "other.yaml").write_text(SPEC, encoding="utf-8")
    done = generate(repository)
    assert [name in done.printed for name in ("name: spec\n", "name: other\n", "name: llama\n")] == [True, True, False]


def test_no_spec(repository: Path) -> None:
    (repository / "specs" / "run" / "spec.yaml").write_text("kind: ConfigMap\n", encoding="utf-8")
    assert generate(repository) == Done(
        1, "", "render-argocd: no spec in `specs`: nothing to apply would delete what runs\n"
    )


@pytest.mark.parametrize("broken", ["kind: TrainingJob\nimage: 1\n", "kind: TrainingJob\n\tx", SPEC + "numNode: 2\n"])
def test_broken_spec_among_good_ones(broken: str, repository: Path) -> None:
    (repository / "specs" / "broken.yaml").write_text(broken, encoding="utf-8")
    done = generate(repository)
    assert (done.code, done.printed) == (1, "")
    assert "broken.yaml:" in done.said


def test_finding_that_the_chart_has_not(repository: Path) -> None:
    """What only `render validate` sees stops a sync, too."""
    text = SPEC + "resourcesPerNode: {limits: {memory: 8Gi}}\nstorage: {sharedMemory: {sizeLimit: 16Gi}}\n"
    (repository / "specs" / "run" / "spec.yaml").write_text(text, encoding="utf-8")
    done = generate(repository)
    assert (done.code, done.printed) == (1, "")
    assert "STO" in done.said


def test_kubernetes_is_the_cluster_s(repository: Path) -> None:
    done = generate(repository, KUBE_VERSION="v1.2.3-gke.1")
    assert (done.code, done.printed) == (2, "")
    assert "there are no schemas of Kubernetes 1.2\n" in done.said


def _link(repository: Path) -> Sequence[dict[str, Any]]:
    (repository / "specs" / "linked.yaml").symlink_to("../../secret.yaml")
    return ()


def _link_of_folder(repository: Path) -> Sequence[dict[str, Any]]:
    (repository / "specs" / "linked").symlink_to("../..")
    return ()


def _link_of_values(repository: Path) -> Sequence[dict[str, Any]]:
    (repository / "team.yaml").symlink_to("../secret.yaml")
    return (VALUES,)


def _values_above(_: Path) -> Sequence[dict[str, Any]]:
    return ({"name": "values", "array": ["../../secret.yaml"]},)


def _values_above_root(_: Path) -> Sequence[dict[str, Any]]:
    return ({"name": "values", "array": ["/../secret.yaml"]},)


def _chart_above(repository: Path) -> Sequence[dict[str, Any]]:
    shutil.copytree(CHECKOUT / "charts" / "training-job", repository.parent / "chart")
    return ({"name": "chart", "string": "../../chart"},)


def _chart_with_link(repository: Path) -> Sequence[dict[str, Any]]:
    shutil.copytree(CHECKOUT / "charts" / "training-job", repository / "chart")
    (repository / "chart" / "files" / "linked.yaml").symlink_to("../../../secret.yaml")
    return ({"name": "chart", "string": "/chart"},)


def _config_above(_: Path) -> Sequence[dict[str, Any]]:
    return ({"name": "config", "string": "../../secret.yaml"},)


def _policy_above(repository: Path) -> Sequence[dict[str, Any]]:
    (repository / "render.yaml").write_text("policies: [../secret.yaml]\n", encoding="utf-8")
    return (CONFIG,)


@pytest.mark.parametrize(
    "reach",
    [
        _link,
        _link_of_folder,
        _link_of_values,
        _values_above,
        _values_above_root,
        _chart_above,
        _chart_with_link,
        _config_above,
        _policy_above,
    ],
)
def test_reach_out_of_the_repository(reach: Any, repository: Path) -> None:
    done = generate(repository, *reach(repository))
    assert (done.code, done.printed) == (1, "")
    assert "out of the repository" in done.said or "outside of the repository" in done.said
    assert "SECRET" not in done.said


def test_policy_of_the_repository_checks(repository: Path) -> None:
    (repository / "render.yaml").write_text("policies: [policy.yaml]\n", encoding="utf-8")
    shutil.copy(CHECKOUT / "tests" / "argocd" / "policy.yaml", repository)
    done = generate(repository, CONFIG)
    assert (done.code, done.printed) == (1, "")
    assert "a run has two nodes at least" in done.said


@pytest.mark.parametrize(
    "config",
    [
        "plugins: [./evil.py]\n",
        "rules: [evil]\n",
        "select: !!python/object/apply:runpy.run_path [evil.py]\n",
        "policies: [evil.py]\n",
    ],
)
def test_config_loads_no_code(config: str, repository: Path) -> None:
    mark = repository.parent / "ran"
    code = f"import pathlib\npathlib.Path({str(mark)!r}).touch()\n"
    for module in ("evil.py", "yaml.py", "click.py", "render.py", "sitecustomize.py"):
        (repository / module).write_text(code, encoding="utf-8")
        shutil.copy(repository / module, repository / "specs")
    (repository / "render.yaml").write_text(config, encoding="utf-8")
    generate(repository, CONFIG)
    assert not mark.exists()


@pytest.mark.parametrize("config", ["plugins: [./evil.py]\n", "rules: [evil]\n"])
def test_config_that_asks_for_code_is_refused(config: str, repository: Path) -> None:
    (repository / "render.yaml").write_text(config, encoding="utf-8")
    done = generate(repository, CONFIG)
    assert (done.code, done.printed) == (1, "")
    assert "unknown key" in done.said


def test_unknown_parameter(repository: Path) -> None:
    done = generate(repository, {"name": "value", "array": []})
    assert done == Done(1, "", "render-argocd: no parameter `value`: it takes `values`, `chart` and `config`\n")
