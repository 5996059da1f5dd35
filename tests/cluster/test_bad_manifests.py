"""The judge judges: broken manifests get the verdict that another real API server gave them."""

import csv
import re
from pathlib import Path

from tests.cluster.server import Object, Server

# Webhooks do not run here, and what stops a client never reaches a server.
ELSEWHERE = {"client", "webhook"}
VERDICTS = {"accept", "reject"}


def test_verdicts_are_those_on_record(server: Server, shared: Path) -> None:
    folder = shared / "conformance" / "manifests" / "bad"
    recorded = {folder / row["file"]: row["expect"] for row in _rows(folder / "EXPECT.tsv")}
    objects = {path: found for path in recorded if (found := _address(path.read_bytes()))}
    answers = {path: server.create(found, text=path.read_bytes(), dry_run=True) for path, found in objects.items()}
    verdicts = {path.name: "reject" if answer.refusal else "accept" for path, answer in answers.items()}
    assert verdicts == {path.name: recorded[path] for path in objects}
    assert len(verdicts) > 50


def _rows(table: Path) -> list[dict[str, str]]:
    with table.open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))
    return [row for row in rows if row["stage"] not in ELSEWHERE and row["expect"] in VERDICTS]


def _address(text: bytes) -> Object | None:
    """Return what a manifest that may be no YAML says of where it belongs; none where it says nothing."""
    fields = dict(re.findall(r"^(apiVersion|kind|  namespace): *(\S+) *$", text.decode("latin-1"), re.MULTILINE))
    if not {"apiVersion", "kind"} <= fields.keys():
        return None
    namespace = fields.get("  namespace", "team")
    return {"apiVersion": fields["apiVersion"], "kind": fields["kind"], "metadata": {"namespace": namespace}}
