"""What is wrong with a run is told of its TrainJob at the same line as of its JobSet, by the release that it is for."""

from pathlib import PurePosixPath

import pytest

from render.engine import Chart
from render.kube.schemas import Schemas
from render.problem import Problem
from render.source import Text, load_document
from render.spec import Request, Spec
from render.validation.check_file import spec_results
from render.validation.inputs import Settings
from tests.golden.cases import Case

SETTINGS = Settings(Request(Chart.bundled()), Schemas())

MISTAKEN = """
image: train:1
numNodes: 2
env:
  TOKEN: {valueFrom: {secretKeyRef: {name: Not A Name, key: a}}}
pod:
  tolerations:
    - {key: a, operator: Exists, value: b}
  sidecars:
    - {name: metrics, image: metrics:1, ports: [{name: Not A Port, containerPort: 80}]}
  topologySpreadConstraints: [{maxSkew: 0, topologyKey: a, whenUnsatisfiable: DoNotSchedule}]
storage:
  volumes:
    - {name: data, mountPath: /data, nfs: {server: a, path: relative}}
"""

CERTIFICATE = """
image: train:1
storage:
  volumes:
    - name: identity
      mountPath: /identity
      projected:
        sources:
          - podCertificate: {keyType: ED25519, signerName: a.example/b, userAnnotations: {a.example/c: d}}
target: trainjob
"""


def problems(text: str) -> list[Problem]:
    document, misread = load_document(Text("spec.yaml", text))
    assert misread == ()
    [(_, found, _)] = spec_results([Spec("spec.yaml", PurePosixPath("spec.yaml"), document, ())], SETTINGS)
    return found


def report(text: str) -> set[tuple[object, ...]]:
    return {(one.code, one.severity, one.line, one.column, one.hint) for one in problems(text)}


@pytest.mark.parametrize("release", ["2.1", "2.3"])
def test_places_are_those_of_the_jobset(release: str) -> None:
    own = report(MISTAKEN)
    assert {line for _, _, line, *_ in own} == {5, 8, 10, 11, 14}
    assert report(f"{MISTAKEN}target: trainjob\ntrainjob: {{release: '{release}'}}\n") == own


def test_release_decides_which_fields_a_runtime_has() -> None:
    assert problems(CERTIFICATE) == []
    [problem] = problems(f"{CERTIFICATE}trainjob: {{release: '2.1'}}\n")
    assert (problem.code, problem.line) == ("KUB010", 9)
    assert problem.message.startswith("TrainingRuntime/spec-runtime-")


@pytest.mark.parametrize("name", ["trainjob", "trainjob-2.1"])
def test_examples_have_nothing_wrong(name: str) -> None:
    assert problems(Case(name).source.read_text(encoding="utf-8")) == []
