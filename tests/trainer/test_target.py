"""The pods and the gang of a run are the same, be its JobSet our own or Kubeflow Trainer's."""

from typing import Any

import pytest

from render.engine import RenderRejected
from render.manifests.objects import Object
from render.manifests.trainjob import trainings
from render.trainer import TrainerRelease, expand
from tests.golden.cases import CASES, Case, each_case
from tests.manifests import rendered
from tests.trainer.samples import read

REFUSED = {"elastic": {"2.1": "/elastic", "2.3": "/elastic"}, "kubernetes": {"2.1": "/scheduler"}}
"""Examples that are no TrainJobs: the key that says so, by name and release."""

OF_TRAINER = {"suspend", "groupName"}
"""Fields of a JobSet that Trainer, or the definition of a runtime, writes out with their defaults."""

DEADLINE = "activeDeadlineSeconds"

TEXTS = [
    "a\n\nb\n",
    "a\n  b\n\n\n",
    "\n\nx",
    " a ",
    "\titems:\n",
    "---\nitems:\na",
    "1e3",
    "y",
    "0o17",
    "{{ .Values }}",
]

each_release = pytest.mark.parametrize("release", list(TrainerRelease))


def objects(case: Case, **more: Any) -> tuple[Object, ...]:
    """Return what an example renders; without the only key that no TrainJob may have, and that no pod sees."""
    spec = {key: value for key, value in case.spec.items() if key != "ttlSecondsAfterFinished"}
    return read(rendered({**spec, **more}))


def as_trainjob(case: Case, release: str) -> tuple[Object, ...]:
    return objects(case, target="trainjob", trainjob={"release": release})


@each_release
@each_case
def test_pods_and_gang_are_the_same(case: Case, release: str) -> None:
    if pointer := REFUSED.get(case.name, {}).get(release):
        with pytest.raises(RenderRejected) as caught:
            as_trainjob(case, release)
        assert [refusal.pointer for refusal in caught.value.rejections] == [pointer]
        return
    items, own = as_trainjob(case, release), objects(case, target="jobset")
    [training] = trainings(items)
    expansion = expand(training, release)
    [jobset] = [item.data for item in own if item.kind.name == "JobSet"]

    [made] = expansion.objects
    copied = case.spec.get("metadata", {})  # Trainer copies them to what it creates
    if case.spec.get("scheduler") == "kai":  # which reads the JobSet
        copied = {field: of_kai(jobset["metadata"][field]) for field in ("annotations", "labels")}
    assert made["metadata"] == {**{key: jobset["metadata"][key] for key in ("name", "namespace")}, **copied}
    assert training.job.data["metadata"] == jobset["metadata"]
    if DEADLINE in training.job.data["spec"]:
        assert release == "2.3"
        jobset = without_deadline(jobset, training.job.data["spec"][DEADLINE])
    assert comparable(made["spec"]) == jobset["spec"]
    others = [item.data for item in items if item.kind.name not in ("TrainJob", "TrainingRuntime")]
    assert others == [item.data for item in own if item.kind.name != "JobSet"]


def of_kai(texts: dict[str, str]) -> dict[str, str]:
    """Return the labels or annotations that KAI reads."""
    read = [key for key in texts if key.startswith("kai.scheduler/") or key == "priorityClassName"]
    return {key: texts[key] for key in read}


def test_text_is_the_same_however_deep_it_stands() -> None:
    case = Case("initializers")
    env = {f"TEXT_{position}": text for position, text in enumerate(TEXTS)}
    initializers = {"dataset": {"storageUri": "hf://a/b", "env": env}}
    more = {"args": TEXTS, "env": env, "pod": {"annotations": env}, "initializers": initializers}
    found = [objects(case, target=target, **more) for target in ("jobset", "trainjob")]
    [own] = [item.data["spec"] for item in found[0] if item.kind.name == "JobSet"]
    [runtime] = [item.data["spec"]["template"]["spec"] for item in found[1] if item.kind.name == "TrainingRuntime"]
    assert runtime == own
    program = own["replicatedJobs"][-1]["template"]["spec"]["template"]["spec"]["containers"][0]
    assert program["args"] == TEXTS


def test_every_launcher_and_scheduler_is_compared() -> None:
    specs = [case.spec for case in CASES if "2.3" not in REFUSED.get(case.name, ())]
    assert len({spec.get("launcher", "torchrun") for spec in specs}) == 8
    assert len({spec.get("scheduler", "none") for spec in specs}) == 6


def comparable(value: Any) -> Any:
    if isinstance(value, dict):
        assert value.get("suspend", False) is False
        assert value.get("groupName", "default") == "default"
        return {key: comparable(inner) for key, inner in value.items() if key not in OF_TRAINER}
    return [comparable(item) for item in value] if isinstance(value, list) else value


def without_deadline(jobset: Any, seconds: int) -> Any:
    """Return a JobSet without the deadline that all of its Jobs have."""
    spec = dict(jobset["spec"])
    policy = spec["failurePolicy"]
    [first, *rules] = policy["rules"]
    assert first["onJobFailureReasons"] == ["DeadlineExceeded"]
    jobs = [role["template"]["spec"] for role in spec["replicatedJobs"]]
    assert [job.pop(DEADLINE) for job in jobs] == [seconds for _ in jobs]
    return {**jobset, "spec": {**spec, "failurePolicy": {**policy, "rules": rules}}}
