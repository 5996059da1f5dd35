"""For programs: JSON as `schemas/diff.json` describes it."""

import json
from collections.abc import Iterator
from typing import Any

from render.diff.changes import ABSENT
from render.diff.fate import Fate
from render.diff.path import text
from render.diff.report import Report

VERSION = 1


def lines(report: Report) -> Iterator[str]:
    """Yield one object, a line an object of the cluster."""
    told = [{"name": one.run.name, "sentence": one.sentence, "isLoss": one.is_loss} for one in report.told]
    yield f'{{"version": {VERSION}, "isLoss": {json.dumps(report.is_loss)}, "trainings": {_text(told)}, "objects": ['
    separator = "\n"
    for fate in report.fates:
        yield f"{separator}{_text(_members(fate))}"
        separator = ",\n"
    counts = {action.value: number for action, number in report.counts.items()}
    yield f'\n], "summary": {json.dumps(counts)}}}\n'


def _members(fate: Fate) -> dict[str, Any]:
    entry, old = fate.pair.entry, fate.pair.old
    return {
        "apiVersion": entry.kind.api_version,
        "kind": entry.kind.name,
        "namespace": entry.written_namespace,
        "name": entry.name,
        "oldName": old.name if old is not None and fate.pair.is_renamed else None,
        "file": entry.source or None,
        "action": fate.action.value,
        "why": fate.why,
        "changes": [
            {
                "path": text(change.path),
                **{key: value for key, value in (("old", change.old), ("new", change.new)) if value is not ABSENT},
                "isRefused": fate.is_refused(change),
            }
            for change in fate.changes
        ],
        "refusals": [
            {
                "path": text(refusal.path),
                "why": refusal.row.why,
                "by": refusal.row.by.name.lower(),
                "source": refusal.row.source,
            }
            for refusal in fate.refusals
        ],
    }


def _text(value: Any) -> str:
    # A file's name may be no UTF-8; the escape that Python writes for such a byte is also that of JSON.
    return json.dumps(value, ensure_ascii=False).encode(errors="backslashreplace").decode()
