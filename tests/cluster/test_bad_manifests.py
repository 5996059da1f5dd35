"""The judge judges: broken manifests get the verdict that another real API server gave them."""

import re
from pathlib import Path

from tests.cluster.server import Object, Server
from tests.corpus import recorded

# Webhooks do not run here, and what stops a client never reaches a server.
ELSEWHERE = {"client", "webhook"}
VERDICTS = {"accept", "reject"}


def test_verdicts_are_those_on_record(server: Server, tmp_path: Path) -> None:
    manifests = [found for found in recorded(tmp_path) if found.stage not in ELSEWHERE and found.expect in VERDICTS]
    expected = {found.path: found.expect for found in manifests}
    objects = {path: found for path in expected if (found := _address(path.read_bytes()))}
    answers = {path: server.create(found, text=path.read_bytes(), dry_run=True) for path, found in objects.items()}
    verdicts = {path.name: "reject" if answer.refusal else "accept" for path, answer in answers.items()}
    assert verdicts == {path.name: expected[path] for path in objects}
    assert len(verdicts) > 50


def _address(text: bytes) -> Object | None:
    """Return what a manifest that may be no YAML says of where it belongs; none where it says nothing."""
    fields = dict(re.findall(r"^(apiVersion|kind|  namespace): *(\S+) *$", text.decode("latin-1"), re.MULTILINE))
    if not {"apiVersion", "kind"} <= fields.keys():
        return None
    namespace = fields.get("  namespace", "team")
    return {"apiVersion": fields["apiVersion"], "kind": fields["kind"], "metadata": {"namespace": namespace}}
