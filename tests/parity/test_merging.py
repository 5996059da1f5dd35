"""Patches are merged as Kubeflow Trainer merges them: its own types and Kubernetes' own code are asked."""

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from render.kube.gvk import GroupVersionKind, Schema
from render.kube.schemas import Schemas
from render.schema_errors.error import get_path
from render.trainer.go_types import to_go
from render.trainer.strategic_merge import strategic_merge
from tests.go_program import Query, start_program
from tests.strategies import bounded

pytestmark = pytest.mark.cluster

Spec = dict[str, Any]

NAMES = st.sampled_from("abcd")
TEXTS = st.sampled_from(["", "x", "y"])
MAPS = st.dictionaries(NAMES, TEXTS, max_size=3)


@pytest.fixture(scope="module")
def trainer() -> Iterator[Query]:
    with start_program("trainer", "trainer-merge") as query:
        yield query


def some(fixed: dict[str, Any] | None = None, /, **fields: st.SearchStrategy[Any]) -> st.SearchStrategy[Spec]:
    """Draw a mapping with some of the fields, beside those that it always has."""
    return st.fixed_dictionaries(fixed or {}, optional=fields)


NOTHING = some()


def named(
    fields: st.SearchStrategy[Spec] = NOTHING, key: str = "name", names: st.SearchStrategy[Any] = NAMES, least: int = 0
) -> st.SearchStrategy[list[Spec]]:
    """Draw a list whose items have keys, each another one."""
    items = st.builds(lambda name, rest: {key: name, **rest}, names, fields)
    return st.lists(items, min_size=least, max_size=2, unique_by=lambda item: item[key])


FEW = st.sampled_from("ab")
"""Names of what holds something, so that a patch often meets it."""

SECURITY = some(runAsNonRoot=st.booleans(), runAsUser=st.integers(0, 2))
PATHS = st.sampled_from(["/a", "/b", "/c"])
CONTAINERS = named(
    some(
        env=named(some(value=TEXTS), least=1),
        volumeMounts=named(some({"name": NAMES}, readOnly=st.booleans()), "mountPath", PATHS, least=1),
        securityContext=SECURITY,
    ),
    names=FEW,
    least=1,
)
METADATA = some(labels=MAPS, annotations=MAPS)
VOLUME = some(
    emptyDir=some(medium=st.sampled_from(["", "Memory"])),
    secret=some(secretName=NAMES, optional=st.booleans()),
)
POD = some(
    {"containers": CONTAINERS},
    serviceAccountName=NAMES,
    volumes=named(VOLUME),
    initContainers=CONTAINERS,
    imagePullSecrets=named(),
    securityContext=SECURITY,
    nodeSelector=MAPS,
    tolerations=st.lists(some(key=NAMES, value=TEXTS), max_size=2),
    schedulingGates=named(),
    terminationGracePeriodSeconds=st.integers(0, 2),
)
JOB = some({"spec": some({"template": some({"spec": POD}, metadata=METADATA)})}, metadata=METADATA)
SPECS = some({"replicatedJobs": named(some({"template": JOB}), names=FEW, least=1)})


def plain(value: Any) -> Any:
    """Return data without what Go's types don't tell from nothing written; a volume's source may well be empty."""
    if isinstance(value, dict):
        kept = {key: plain(item) for key, item in value.items() if not _is_unsaid(key, item)}
        return {key: item for key, item in kept.items() if item not in ({}, []) or key in ("emptyDir", "secret")}
    return [plain(item) for item in value] if isinstance(value, list) else value


def _is_unsaid(key: str, value: Any) -> bool:
    # Required keys of the types, which Go writes though nobody has given them.
    if value is None or value is False:
        return value is None or key == "readOnly"
    return value == "" and key in ("value", "name", "medium")


def schema_of_a_patch() -> Schema:
    """Return the schema of what a patch holds for the spec of a JobSet."""
    definition = Schemas(trainer="2.3").find(GroupVersionKind.of("trainer.kubeflow.org/v1alpha1", "TrainJob"))
    assert definition is not None
    patch = get_path(definition.schema, ("properties", "spec", "properties", "runtimePatches", "items"))
    for name in ("trainingRuntimeSpec", "template", "spec"):
        patch = patch["properties"][name]
    found: Schema = patch
    return found


PATCH = schema_of_a_patch()


@bounded(100)
@given(original=SPECS, patch=SPECS)
def test_a_patch_is_merged_as_trainer_merges_it(original: Spec, patch: Spec, trainer: Query) -> None:
    assert plain(strategic_merge(original, to_go(PATCH, patch))) == plain(
        trainer({"original": original, "patch": patch})
    )
