"""What `render validate --server` reads in an API server's words, each taken from a real answer (Kubernetes 1.36)."""

from typing import Any

import pytest

from render.cluster import Response
from render.schema_errors.error import Path
from render.validation.server.status import findings, parse_field

DATA: dict[str, Any] = {
    "kind": "JobSet",
    "metadata": {"name": "run", "annotations": {"example.com/one": "x"}},
    "spec": {
        "replicatedJobs": [{"name": "launcher"}, {"name": "node", "template": {"spec": {"parallelism": 2}}}],
        "ports": [{"port": 1, "protocol": "TCP"}, {"port": 1, "protocol": "UDP"}],
        "limits": {"nvidia.com/gpu": 8},
    },
}

NODE = ("spec", "replicatedJobs", 1, "template", "spec")
REFUSES, UNKNOWN = "the API server rejects it", "field not declared in schema"


@pytest.mark.parametrize(
    ("field", "expected"),
    [
        ("spec.replicatedJobs[1].template", ("spec", "replicatedJobs", 1, "template")),
        ('.spec.replicatedJobs[name="node"].template.spec.parallelism',
         ("spec", "replicatedJobs", 1, "template", "spec", "parallelism")),
        ('.spec.ports[port=1,protocol="UDP"].port', ("spec", "ports", 1, "port")),
        ("spec.limits[nvidia.com/gpu]", ("spec", "limits", "nvidia.com/gpu")),
        ("metadata.annotations[example.com/one]", ("metadata", "annotations", "example.com/one")),
        ("spec.suspend", ("spec", "suspend")),
        ("spec.nothing.of.this", ("spec", "nothing")),
        ('.spec.replicatedJobs[name="head"].template', ("spec", "replicatedJobs")),
        ("spec.replicatedJobs[7].name", ("spec", "replicatedJobs", 7)),
        ("", ()),
    ],
)  # fmt: skip
def test_fields(field: str, expected: Path) -> None:
    assert parse_field(field, DATA) == expected


def refused(status: int, message: str, **more: object) -> list[tuple[str, Path, str]]:
    answer = Response(status, {"kind": "Status", "message": message, **more})
    return [(finding.rule.code, finding.path, finding.message) for finding in findings(answer, DATA)]


def test_each_cause_is_a_finding() -> None:
    causes = [
        {"field": "spec.replicatedJobs[1].template", "message": "Invalid value: field is immutable"},
        {"field": "spec.suspend", "message": "Required value"},
        {"field": "<nil>", "message": "Invalid value: no two at once"},
    ]
    found = refused(422, 'JobSet.jobset.x-k8s.io "run" is invalid', reason="Invalid", details={"causes": causes})
    assert [(code, place) for code, place, _ in found] == [
        ("KUB060", ("spec", "replicatedJobs", 1, "template")),
        ("KUB060", ("spec", "suspend")),
        ("KUB060", ()),
    ]
    assert found[2][2] == "the API server rejects it: Invalid value: no two at once"
    assert found[1][2] == "the API server rejects it: spec.suspend: Required value"


def test_fields_of_no_type() -> None:
    found = refused(
        500,
        "failed to create typed patch object (team/run; jobset.x-k8s.io/v1alpha2, Kind=JobSet): errors:\n"
        '  .spec.replicatedJobs[name="node"].template.spec.foo: field not declared in schema\n'
        "  .spec.bar: field not declared in schema",
    )
    assert found == [
        ("KUB060", (*NODE, "foo"), f'{REFUSES}: spec.replicatedJobs[name="node"].template.spec.foo: {UNKNOWN}'),
        ("KUB060", ("spec", "bar"), f"{REFUSES}: spec.bar: {UNKNOWN}"),
    ]


def test_fields_that_are_unknown() -> None:
    message = 'Job in version "v1" cannot be handled as a Job: strict decoding error: unknown field "spec.foo"'
    assert refused(400, message, reason="BadRequest") == [
        ("KUB060", ("spec", "foo"), 'the API server rejects it: unknown field "spec.foo"')
    ]


def test_a_webhook_that_acts_in_earnest() -> None:
    [(code, place, _)] = refused(400, "admission webhook x.example does not support dry run", reason="BadRequest")
    assert (code, place) == ("KUB063", ())


def test_a_webhook_that_does_not_answer() -> None:
    message = 'Internal error occurred: failed calling webhook "vjobset.kb.io": failed to call webhook: no endpoints'
    assert refused(500, message, reason="InternalError") == [("KUB060", (), f"the API server rejects it: {message}")]


def test_a_job_s_warning_of_its_pod_is_left_to_the_pod() -> None:
    answer = Response(201, {}, ("would violate PodSecurity", "deprecated"))
    assert [finding.message for finding in findings(answer, {"kind": "Job"})] == ["the API server warns: deprecated"]
    assert len(list(findings(answer, {"kind": "Pod"}))) == 2
