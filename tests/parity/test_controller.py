"""An expansion is what the controller of Kubeflow Trainer builds, and what its webhook refuses is refused.

Its own code, of each release, is asked.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import Phase, assume, given, settings
from hypothesis import strategies as st

from render.engine import Chart
from render.kube.gvk import GroupVersionKind
from render.kube.quantity import amount
from render.kube.schemas import Schemas
from render.kube.server_defaults import with_defaults
from render.manifests.objects import Object
from render.manifests.trainjob import Training
from render.problem import Severity
from render.source.yaml_writer import to_yaml
from render.spec import Request
from render.trainer import expand
from render.trainer.go_types import go_quantity
from render.validation.expand import expand_files
from render.validation.inputs import Settings
from tests.go_program import start_program
from tests.strategies import bounded
from tests.trainer.grown import trainings

pytestmark = pytest.mark.cluster

Data = dict[str, Any]
Query = Callable[[Training], Data]

QUANTITIES = frozenset({"limits", "overhead", "requests"})
CLUSTER = "spec.templateSpec.priorityClassName"
"""What only a cluster knows: the priority classes that it has."""
OWN = "trainer.kubeflow.org/trainjob-controller"
CONTROLLERS = (OWN, "kueue.x-k8s.io/multikueue")
"""Values of `managedBy`: the API server rejects others before the webhook is asked."""


@pytest.fixture(params=["2.1", "2.3"])
def release(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def query(release: str) -> Iterator[Query]:
    """Ask the controller of a release what it builds."""
    with start_program("trainer", f"trainer-{release}") as query:

        def query_controller(training: Training) -> Data:
            return query({"job": stored(training.job, release), "runtime": stored(training.runtime, release)})

        yield query_controller


def settings_of(examples: int) -> settings:
    """Return the settings of a run that is not shrunk: that would take longer than to read what was found."""
    return settings(bounded(examples), phases=[Phase.generate])


def stored(item: Object, release: str) -> Data:
    """Return an object as the API server has it."""
    validator = Schemas(trainer=release).find(item.kind)
    assert validator is not None
    spec: Data = with_defaults(validator.schema["properties"]["spec"], item.data["spec"])
    return {**item.data, "spec": spec}


def compared(item: Mapping[str, Any], release: str) -> Any:
    """Return an object without what is no difference: defaults, empty maps, who owns it, keys that are generated."""
    found = deepcopy(dict(item))
    for key in ("ownerReferences", "namespace"):
        found["metadata"].pop(key, None)
    if found["kind"] == "Secret":
        found["data"] = sorted(found["data"])
    kind = GroupVersionKind.of(found["apiVersion"], found["kind"])
    validator = Schemas(trainer=release).find(kind) if "." in kind.group else None
    return pruned(found if validator is None else with_defaults(validator.schema, found))


def pruned(value: Any) -> Any:
    if isinstance(value, list):
        return [pruned(item) for item in value]
    if not isinstance(value, dict):
        return value
    if "env" in value:  # XGBoost's and the TrainJob's come in the order of a Go map
        value = value | {"env": sorted(value["env"], key=lambda one: str(one.get("name")).startswith("DMLC_"))}
    kept = {key: pruned(item) for key, item in value.items() if key != "creationTimestamp"}
    for key in QUANTITIES & kept.keys():  # by value: `007`, which every server refuses, comes back as it was or as `7`
        kept[key] = {name: go_quantity(item) for name, item in kept[key].items()}
    if "minResources" in kept:  # a sum of requests in Mi is `9Gi` CPUs in one release, and `9663676416` in another
        kept["minResources"] = {name: amount(item) for name, item in kept["minResources"].items()}
    # No container has an empty `restartPolicy`: the API server refuses it.
    return {
        key: item for key, item in kept.items() if item not in ({}, [], None) and (key, item) != ("restartPolicy", "")
    }


def test_objects(query: Query, release: str) -> None:
    @settings_of(60)
    @given(st.data())
    def same(data: st.DataObject) -> None:
        training = data.draw(trainings(release))
        assume(training.job.data["spec"].get("managedBy", OWN) == OWN)
        assume("flux" not in training.runtime.data["spec"].get("mlPolicy", {}))
        theirs, ours = query(training), expand(training, release)
        assert bool(theirs["error"]) is bool(ours.findings)
        by_kind = [
            {item["kind"] + item["apiVersion"]: compared(item, release) for item in items}
            for items in (theirs["objects"] or (), ours.objects)
        ]
        assert by_kind[0] == by_kind[1]

    same()


def test_refusals(query: Query, release: str, tmp_path: Path) -> None:
    file, settings = tmp_path / "both.yaml", Settings(Request(Chart.bundled()), Schemas(trainer=release))
    agreed = []

    @settings_of(40)
    @given(st.data())
    def check_rejections(data: st.DataObject) -> None:
        training = data.draw(trainings(release))
        assume(training.job.data["spec"].get("managedBy", OWN) in CONTROLLERS)
        fields = [one["field"] for one in query(training)["refusals"] or () if one["field"] != CLUSTER]
        assume(fields)
        file.write_text(f"{to_yaml(training.job.data)}---\n{to_yaml(training.runtime.data)}", encoding="utf-8")
        problems = [problem for result in expand_files(str(file), (), settings).results for problem in result.problems]
        places = [unnumbered(problem.pointer or "") for problem in problems if problem.severity is Severity.ERROR]
        # A runtime with an error is not in the cluster, and its TrainJobs are not expanded.
        assume(not any("Runtime/" in (one.object or "") for one in problems if one.severity is Severity.ERROR))
        unsaid = [field for field in fields if not any(place.startswith(unnumbered(field)) for place in places)]
        assert unsaid == []
        agreed.extend(fields)

    check_rejections()
    assert agreed


def unnumbered(field: str) -> str:
    """Return a field of a refusal, or a pointer, without the positions in lists, which the webhook may leave out."""
    return re.sub(r"\[\d+\]|/\d+", "", field).replace("/", ".").removeprefix(".")
