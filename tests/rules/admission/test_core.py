"""What the rules of the core API say to each change, against what a real API server said."""

from typing import Any

import pytest
import yaml

from render.problem import Severity
from tests.rules.admission.core import CASES, VERDICTS, Case, Change, Data, changed, refusals, said, verdicts

RECORDED: dict[str, dict[str, str]] = yaml.safe_load(VERDICTS.read_text(encoding="utf-8"))
JOB = next(case for case in CASES if case.name == "Job")

OTHERWISE = {
    "spec.template.metadata.labels": "the name of a JobSet's Job is not known",
    "spec.template.spec.restartPolicy": "a JobSet's pods restart on failure where nothing is written",
}
"""Changes to a Job that a JobSet or a task of Volcano may have, or that nobody can judge in one."""


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_verdicts_are_those_of_the_server(case: Case) -> None:
    assert verdicts(case, lambda data: bool(refusals(data))) == RECORDED[case.name]


@pytest.mark.parametrize("change", [each for each in JOB.changes if each.place.startswith("spec.")], ids=str)
def test_what_is_refused_in_a_job_is_warned_of_in_a_jobset(change: Change) -> None:
    job = changed(JOB.data, (change,))
    told = said(in_a_jobset(job))
    if refusals(job) and change.place not in OTHERWISE:
        assert told != []
    assert [each for each in told if each.severity is Severity.ERROR and each.text.startswith("ADM")] == []


@pytest.mark.parametrize("change", [each for each in JOB.changes if each.place.startswith("spec.template.")], ids=str)
def test_what_is_refused_in_a_job_is_refused_in_a_task_of_volcano(change: Change) -> None:
    job = changed(JOB.data, (change,))
    if refusals(job) and change.place not in OTHERWISE:
        assert refusals(in_a_task(job)) != []


def in_a_task(job: Data) -> Data:
    task = {"name": "a", "replicas": 1, "template": job["spec"]["template"]}
    kind: Any = {"apiVersion": "batch.volcano.sh/v1alpha1", "kind": "Job"}
    return {**kind, "metadata": {"name": "x", "namespace": "team"}, "spec": {"tasks": [task]}}


def in_a_jobset(job: Data) -> Data:
    replicated = [{"name": "a", "template": {"spec": job["spec"]}}]
    metadata = {"name": "x", "namespace": "team"}
    kind: Any = {"apiVersion": "jobset.x-k8s.io/v1alpha2", "kind": "JobSet"}
    return {**kind, "metadata": metadata, "spec": {"replicatedJobs": replicated}}
