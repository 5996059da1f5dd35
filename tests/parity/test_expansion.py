"""What is made of a TrainJob is what the controller of Kubeflow Trainer 2.3 makes of it: its own code is asked."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
import yaml
from hypothesis import assume, given, reject
from hypothesis import strategies as st

from render.kube.defaults import defaulted
from render.kube.kind import Kind
from render.kube.schemas import Schemas
from render.manifests.places import Data
from render.trainer import Release, expand
from tests.real_trainer import Ask, asking
from tests.strategies import bounded
from tests.trainer.conformance import differences
from tests.trainer.grown import trainings

RELEASE = Release.V2_3
SCHEMAS = Schemas(trainer=RELEASE)


@pytest.fixture(scope="module")
def trainer() -> Iterator[Ask]:
    yield from asking("trainer-expand")


def stored(item: Data) -> dict[str, Any]:
    """Return an object as an API server stores it."""
    kind = Kind.of(item["apiVersion"], item["kind"])
    validator = SCHEMAS.find(kind) if "." in kind.group else None
    found: dict[str, Any] = dict(item) if validator is None else defaulted(validator.schema, dict(item))
    return found


@pytest.mark.usefixtures("shared")
@bounded(80)
@given(data=st.data())
def test_objects(data: st.DataObject, trainer: Ask) -> None:
    training = data.draw(trainings(RELEASE))
    spec = training.runtime.data["spec"]
    assume("flux" not in spec.get("mlPolicy", {}) and "managedBy" not in training.job.data["spec"])
    assume(not {"volcano", "coscheduling"} <= spec.get("podGroupPolicy", {}).keys())  # both are called the same
    job, runtime = stored(training.job.data), stored(training.runtime.data)
    name = {"name": runtime["metadata"]["name"], "namespace": "team"}
    said = trainer(
        {
            "trainJob": {**job, "metadata": {**job["metadata"], "namespace": "team"}},
            "runtime": {**runtime, "kind": "TrainingRuntime", "metadata": name},
        }
    )
    made = expand(training, RELEASE)
    assert bool(made.findings) == ("error" in said)
    if made.findings:
        return
    theirs = [item for item in said["objects"] if not item["metadata"]["name"].endswith("-runtime-snapshot")]
    try:
        told = list(differences(yaml.safe_dump_all(map(stored, theirs)), json.loads(json.dumps(made.objects))))
    except KeyError:  # a unit that the comparer does not know
        reject()
    assert told == []
