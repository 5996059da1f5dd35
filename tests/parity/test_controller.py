"""An expansion is what the controller of Kubeflow Trainer builds: its own code, of each release, is asked."""

import json
import subprocess
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import Phase, assume, given, settings
from hypothesis import strategies as st

from render.kube.defaults import defaulted
from render.kube.kind import Kind
from render.kube.schemas import Schemas
from render.manifests.objects import Object
from render.manifests.trainjob import Training
from render.trainer import expand
from tests.conftest import CHECKOUT
from tests.strategies import bounded
from tests.trainer.grown import trainings

pytestmark = pytest.mark.cluster

Data = dict[str, Any]
Ask = Callable[[Training], Data]

OWN = "trainer.kubeflow.org/trainjob-controller"


@pytest.fixture(scope="module")
def controllers() -> Path:
    """The folder of the programs that build what a controller does."""
    built = subprocess.run([CHECKOUT / "ci/tools/controller/build"], capture_output=True, check=True, text=True)
    if not built.stdout:
        pytest.skip(built.stderr.strip())
    return Path(built.stdout.strip())


@pytest.fixture(params=["2.1", "2.3"])
def release(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def ask(controllers: Path, release: str) -> Iterator[Ask]:
    """Ask the controller of a release what it builds."""
    command = [controllers / f"trainer-{release}"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        questions, answers = process.stdin, process.stdout

        def asked(training: Training) -> Data:
            question = {"job": stored(training.job, release), "runtime": stored(training.runtime, release)}
            questions.write(json.dumps(question) + "\n")
            questions.flush()
            answer: Data = json.loads(answers.readline())
            return answer

        yield asked


def stored(item: Object, release: str) -> Data:
    """Return an object as the API server has it."""
    validator = Schemas(trainer=release).find(item.kind)
    assert validator is not None
    spec: Data = defaulted(validator.schema["properties"]["spec"], item.data["spec"])
    return {**item.data, "spec": spec}


def compared(item: Mapping[str, Any], release: str) -> Any:
    """Return an object without what is no difference: defaults, empty maps, who owns it, keys that are generated."""
    found = deepcopy(dict(item))
    for key in ("ownerReferences", "namespace"):
        found["metadata"].pop(key, None)
    if found["kind"] == "Secret":
        found["data"] = sorted(found["data"])
    kind = Kind.of(found["apiVersion"], found["kind"])
    validator = Schemas(trainer=release).find(kind) if "." in kind.group else None
    return pruned(found if validator is None else defaulted(validator.schema, found))


def pruned(value: Any) -> Any:
    if isinstance(value, list):
        return [pruned(item) for item in value]
    if not isinstance(value, dict):
        return value
    if "env" in value:  # XGBoost's and the TrainJob's come in the order of a Go map
        value = value | {"env": sorted(value["env"], key=lambda one: str(one.get("name")).startswith("DMLC_"))}
    kept = {key: pruned(item) for key, item in value.items() if key != "creationTimestamp"}
    # No container has an empty `restartPolicy`: the API server refuses it.
    return {
        key: item for key, item in kept.items() if item not in ({}, [], None) and (key, item) != ("restartPolicy", "")
    }


def test_objects(ask: Ask, release: str) -> None:
    @settings(bounded(60), phases=[Phase.generate])
    @given(st.data())
    def same(data: st.DataObject) -> None:
        training = data.draw(trainings(release))
        assume(training.job.data["spec"].get("managedBy", OWN) == OWN)
        assume("flux" not in training.runtime.data["spec"].get("mlPolicy", {}))
        theirs, ours = ask(training), expand(training, release)
        assert bool(theirs["error"]) is bool(ours.findings)
        by_kind = [
            {item["kind"] + item["apiVersion"]: compared(item, release) for item in items}
            for items in (theirs["objects"] or (), ours.objects)
        ]
        assert by_kind[0] == by_kind[1]

    same()
