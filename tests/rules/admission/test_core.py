"""Compare the rules of the core API with the recorded verdicts of a real API server, change by change."""

from typing import Any

import pytest
import yaml

from render.problem import Severity
from tests.rules.admission.core import CASES, VERDICTS, Case, Change, Data, apply_changes, errors, findings, verdicts

RECORDED: dict[str, dict[str, str]] = yaml.safe_load(VERDICTS.read_text(encoding="utf-8"))
JOB = next(case for case in CASES if case.name == "Job")

OTHERWISE = {
    "spec.template.metadata.labels": "the name of a JobSet's Job is not known",
    "spec.template.spec.restartPolicy": "a JobSet's pods restart on failure where nothing is written",
}
"""Changes to a Job that are valid in a JobSet or a task of Volcano, or cannot be checked there."""


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_verdicts_are_those_of_the_server(case: Case) -> None:
    assert verdicts(case, lambda data: bool(errors(data))) == RECORDED[case.name]


@pytest.mark.parametrize("change", [each for each in JOB.changes if each.place.startswith("spec.")], ids=str)
def test_what_is_refused_in_a_job_is_warned_of_in_a_jobset(change: Change) -> None:
    job = apply_changes(JOB.data, (change,))
    results = findings(in_a_jobset(job))
    if errors(job) and change.place not in OTHERWISE:
        assert results != []
    assert [each for each in results if each.severity is Severity.ERROR and each.text.startswith("ADM")] == []


@pytest.mark.parametrize("change", [each for each in JOB.changes if each.place.startswith("spec.template.")], ids=str)
def test_what_is_refused_in_a_job_is_refused_in_a_task_of_volcano(change: Change) -> None:
    job = apply_changes(JOB.data, (change,))
    if errors(job) and change.place not in OTHERWISE:
        assert errors(in_a_task(job)) != []


def in_a_task(job: Data) -> Data:
    task = {"name": "a", "replicas": 1, "template": job["spec"]["template"]}
    kind: Any = {"apiVersion": "batch.volcano.sh/v1alpha1", "kind": "Job"}
    return {**kind, "metadata": {"name": "x", "namespace": "team"}, "spec": {"tasks": [task]}}


def in_a_jobset(job: Data) -> Data:
    replicated = [{"name": "a", "template": {"spec": job["spec"]}}]
    metadata = {"name": "x", "namespace": "team"}
    kind: Any = {"apiVersion": "jobset.x-k8s.io/v1alpha2", "kind": "JobSet"}
    return {**kind, "metadata": metadata, "spec": {"replicatedJobs": replicated}}
