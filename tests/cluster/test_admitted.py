"""Fields that the API server adds to its own kinds are those that `kube.policies.admission_view` takes for unknown."""

import pytest

from render.kube.gvk import GroupVersionKind
from render.kube.policies.context import build_view
from render.kube.schemas import Schemas
from tests.cluster.differences import differences
from tests.cluster.server import Object, Server
from tests.cluster.test_schemas import MINOR, OBJECTS

BUILT_IN = {name: found for name, found in OBJECTS.items() if "." not in name or ".k8s.io/" in name}

LONGER = {
    "/spec/containers/*/volumeMounts": "one more, of the token",
    "/spec/tolerations": "two more, of nodes that are not ready",
    "/spec/volumes": "one more, of the token",
    "/stringData": "it becomes `data`",
}
"""What an expression about what is written is judged by all the same, each with what the server does there."""


@pytest.mark.parametrize("manifest", BUILT_IN.values(), ids=BUILT_IN.keys())
def test_what_is_added_is_unknown(manifest: Object, server: Server) -> None:
    manifest = {**manifest, "metadata": {**manifest["metadata"], "namespace": "team"}}
    kind = GroupVersionKind.of(manifest["apiVersion"], manifest["kind"])
    validator = Schemas(MINOR).find(kind)
    assert validator is not None
    found = build_view(kind, manifest, validator.schema, is_built_in=True)
    stored = server.create(manifest, dry_run=True)
    assert stored.refusal == ""
    different = list(differences(found.data, stored.body))
    added = [place for change, place in different if change == "added"]
    assert [place for place in added if found.unknown.isdisjoint(place.split("/"))] == []
    assert [place for change, place in different if change == "changed" and place not in LONGER] == []
