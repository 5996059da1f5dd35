"""What a schema refuses, the API server refuses: no false alarm, whatever is done to an object.

The other way round the server knows more: names, references, what fields mean together.
"""

from pathlib import Path
from typing import Any

import pytest
import yaml
from urllib3.exceptions import ProtocolError

from render.kube.gvk import GroupVersionKind
from render.kube.schemas import Schemas
from tests.cluster.server import Server
from tests.damage import damaged
from tests.golden.cases import CASES

MINOR = "1.36"

_BESIDE = yaml.safe_load_all((Path(__file__).parent / "objects.yaml").read_text(encoding="utf-8"))
_RENDERED = sorted((found for case in CASES for found in case.objects), key=lambda found: len(str(found)))
OBJECTS: dict[str, dict[str, Any]] = {
    f"{found['apiVersion']} {found['kind']}": found for found in [*_RENDERED, *_BESIDE]
}
del OBJECTS["scheduling.k8s.io/v1beta1 PodGroup"]  # of 1.37

FALSE_ALARMS = {
    ("batch/v1 Job", "spec.podFailurePolicy", "required"): "the published type needs `rules`, the server takes none",
    ("batch/v1 Job", "spec.podFailurePolicy.rules", "type"): "the published type needs `rules`, the server takes none",
    ("v1 LimitRange", "spec", "required"): "the published type needs `limits`, the server takes none",
    ("v1 LimitRange", "spec.limits", "type"): "the published type needs `limits`, the server takes none",
    (
        "resource.k8s.io/v1 ResourceClaimTemplate",
        "",
        "required",
    ): "the published type needs `spec`, the server takes none",
    (
        "resource.k8s.io/v1 ResourceClaimTemplate",
        "spec",
        "required",
    ): "the published type needs `spec`, the server takes none",
    (
        "resource.k8s.io/v1 ResourceClaimTemplate",
        "spec",
        "type",
    ): "the published type needs `spec`, the server takes none",
    (
        "resource.k8s.io/v1 ResourceClaimTemplate",
        "spec.spec",
        "type",
    ): "the published type needs `spec`, the server takes none",
    ("v1 Secret", "data.a", "type"): "to Go an empty list is base64 too",
}
"""By kind, place and keyword, each with the reason why the schema stays as it is."""


@pytest.mark.parametrize("manifest", OBJECTS.values(), ids=OBJECTS.keys())
def test_what_a_schema_refuses_the_server_refuses(manifest: dict[str, Any], server: Server) -> None:
    validator = Schemas(MINOR).find(GroupVersionKind.of(manifest["apiVersion"], manifest["kind"]))
    assert validator is not None
    manifest = {**manifest, "metadata": {**manifest["metadata"], "namespace": "team"}}
    assert list(validator.errors(manifest)) == []
    assert server.create(manifest, dry_run=True).refusal == ""

    kind = f"{manifest['apiVersion']} {manifest['kind']}"
    alarms = set()
    for copied in damaged(manifest):
        violations = list(validator.errors(copied))
        if violations and _is_taken(copied, server):
            alarms |= {(kind, ".".join(map(str, found.path)), found.keyword) for found in violations}
    assert alarms - FALSE_ALARMS.keys() == set()
    assert {alarm for alarm in FALSE_ALARMS if alarm[0] == kind} - alarms == set()


def _is_taken(manifest: dict[str, Any], server: Server) -> bool:
    try:
        return server.create(manifest, dry_run=True).refusal == ""
    except ProtocolError:
        return False  # the server fell over an input that is refused here
