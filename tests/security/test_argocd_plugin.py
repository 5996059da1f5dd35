"""Argo CD's plug-in reads and writes nothing outside of the repository, whatever names and parameters say."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.conftest import CHECKOUT

GENERATE = CHECKOUT / "ci" / "argocd-plugin" / "generate.py"
SPEC = "kind: TrainingJob\nimage: busybox:1.36\ncommand: [sleep]\n"


class Done(NamedTuple):
    code: int
    printed: str
    said: str


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with one spec, and beside it a file of other people."""
    (tmp_path / "secret.yaml").write_text("env: {SECRET: '1'}\n", encoding="utf-8")
    folder = tmp_path / "repository" / "specs"
    folder.mkdir(parents=True)
    (folder / "spec.yaml").write_text(SPEC, encoding="utf-8")
    return tmp_path / "repository"


def generate(repository: Path, *parameters: object, source: str = "specs", **environment: str) -> Done:
    """Run the plug-in as Argo CD does; `parameters` are what the Application has."""
    given = {
        "ARGOCD_APP_NAME": "llama",
        "ARGOCD_APP_NAMESPACE": "team",
        "ARGOCD_APP_SOURCE_PATH": source,
        "ARGOCD_APP_PARAMETERS": json.dumps(parameters),
        "KUBE_VERSION": "1.37.0",
        "PYTHONPATH": str(CHECKOUT),
    }
    done = subprocess.run(
        [sys.executable, "-P", str(GENERATE)],
        cwd=repository / source,
        env=os.environ | given | environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert "Traceback" not in done.stderr
    return Done(done.returncode, done.stdout, done.stderr)


@pytest.mark.parametrize("source", ["specs/../specs", "./specs/../specs", "specs/deep/..", "linked/specs", "/specs"])
def test_a_source_path_does_not_widen_the_repository(source: str, repository: Path) -> None:
    (repository / "specs" / "deep").mkdir()
    (repository / "linked").symlink_to(".")
    values = {"name": "values", "array": ["/secret.yaml", "/../secret.yaml"]}
    environment = {"ARGOCD_APP_SOURCE_PATH": source}
    done = generate(repository, values, source=source.lstrip("/"), **environment)
    assert (done.code, done.printed) == (1, "")
    assert "must be relative, without `..` and links" in done.said


@pytest.mark.parametrize("source", ["specs", "./specs", "specs/", "specs/.", ".", ""])
def test_a_source_path_may_be_written_in_other_ways(source: str, repository: Path) -> None:
    done = generate(repository, source=source)
    assert (done.code, "kind: JobSet" in done.printed) == (0, True), done.said


@pytest.mark.parametrize(
    "name", ["-f{0}/secret.yaml", "--values={0}/secret.yaml", "--output-file={0}/new.yaml", "-", "--"]
)
def test_a_name_is_not_an_option(name: str, repository: Path) -> None:
    """The path below the repository, as a command gets it, would name a file beside the repository."""
    written = name.format(repository.parent)
    if not written.endswith(".yaml"):
        written += "/spec.yaml"
    file = repository / "specs" / written.replace("//", "/")
    file.parent.mkdir(parents=True)
    file.write_text(SPEC.replace("sleep", "own-program"), encoding="utf-8")
    before = set(repository.parent.iterdir())
    done = generate(repository)
    assert done.code == 0, done.said
    assert "own-program" in done.printed
    assert "SECRET" not in done.printed
    assert set(repository.parent.iterdir()) == before


@pytest.mark.parametrize(
    ("parameters", "said"),
    [
        ("{", "the parameters are not JSON"),
        ("[" * 100_000, "the parameters are not JSON"),
        ('{"name": "values"}', "the parameters must be a list"),
        ("7", "the parameters must be a list"),
        ("[7]", "no parameter `None`"),
        ("[null]", "no parameter `None`"),
        ('[{"name": ["values"]}]', "no parameter `['values']`"),
        ('[{"name": {}}]', "no parameter `{}`"),
        ('[{"name": "\\u001b[31mred"}]', "no parameter `\\x1b[31mred`"),
        ('[{"name": "values", "array": "a.yaml"}]', "the parameter `values` takes an `array` of paths"),
        ('[{"name": "values", "array": {"a": 1}}]', "the parameter `values` takes an `array` of paths"),
        ('[{"name": "values", "array": [7]}]', "the parameter `values` takes an `array` of paths"),
        ('[{"name": "values", "array": [null]}]', "the parameter `values` takes an `array` of paths"),
        ('[{"name": "values", "array": ["a\\u0000b"]}]', "the parameter `values` takes an `array` of paths"),
        ('[{"name": "values", "array": ["a\\ud800b"]}]', "the parameter `values` takes an `array` of paths"),
        ('[{"name": "chart", "string": ["c"]}]', "the parameter `chart` takes a `string`, which is a path"),
        ('[{"name": "config", "string": 7}]', "the parameter `config` takes a `string`, which is a path"),
        ('[{"name": "config", "string": "\\u0000"}]', "the parameter `config` takes a `string`, which is a path"),
    ],
    ids=lambda text: text[:40],
)
def test_odd_parameters_have_a_message(parameters: str, said: str, repository: Path) -> None:
    done = generate(repository, ARGOCD_APP_PARAMETERS=parameters)
    assert (done.code, done.printed) == (1, "")
    assert done.said.startswith(f"render-argocd: {said}")
    assert done.said.count("\n") == 1


@pytest.mark.parametrize("parameters", ["", "null", "[]", '[{"name": "values"}]', '[{"name": "chart", "string": ""}]'])
def test_parameters_may_be_empty(parameters: str, repository: Path) -> None:
    assert generate(repository, ARGOCD_APP_PARAMETERS=parameters).code == 0


def test_links_in_a_circle(repository: Path) -> None:
    (repository / "specs" / "one.yaml").symlink_to("two.yaml")
    (repository / "specs" / "two.yaml").symlink_to("one.yaml")
    done = generate(repository)
    assert (done.code, done.printed) == (1, ""), done.said


@pytest.mark.parametrize("version", ["", "1", "v", "x.y.z", "1.37; touch x", "-1.37"])
def test_an_odd_version_of_kubernetes(version: str, repository: Path) -> None:
    done = generate(repository, KUBE_VERSION=version)
    assert (done.code, done.printed) == (2, "")


def test_without_argo_cd(repository: Path) -> None:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("ARGOCD_")}
    done = subprocess.run(
        [sys.executable, "-P", str(GENERATE)],
        cwd=repository,
        env=environment | {"PYTHONPATH": str(CHECKOUT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (
        1,
        "render-argocd: Argo CD sets `ARGOCD_APP_NAME`, which is missing here\n",
    )
