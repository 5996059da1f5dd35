"""JSON for programs. Schema: schemas/diff.json."""

import json
from collections.abc import Iterator
from typing import Any

from render.diff.changes import ABSENT
from render.diff.comparison import Comparison
from render.diff.effect import Effect
from render.diff.path import field_path

VERSION = 1


def lines(report: Comparison) -> Iterator[str]:
    """Yield one JSON object, with a line per object of the cluster."""
    notes = [{"name": one.run.name, "sentence": one.sentence, "isLoss": one.is_loss} for one in report.notes]
    yield f'{{"version": {VERSION}, "isLoss": {json.dumps(report.is_loss)}, "trainings": {_text(notes)}, "objects": ['
    separator = "\n"
    for effect in report.effects:
        yield f"{separator}{_text(_members(effect))}"
        separator = ",\n"
    counts = {action.value: number for action, number in report.counts.items()}
    yield f'\n], "summary": {json.dumps(counts)}}}\n'


def _members(effect: Effect) -> dict[str, Any]:
    entry, old = effect.pair.entry, effect.pair.old
    return {
        "apiVersion": entry.kind.api_version,
        "kind": entry.kind.name,
        "namespace": entry.written_namespace,
        "name": entry.name,
        "oldName": old.name if old is not None and effect.pair.is_renamed else None,
        "file": entry.source or None,
        "action": effect.action.value,
        "why": effect.why,
        "changes": [
            {
                "path": field_path(change.path),
                **{key: value for key, value in (("old", change.old), ("new", change.new)) if value is not ABSENT},
                "isRefused": effect.is_refused(change),
            }
            for change in effect.changes
        ],
        "refusals": [
            {
                "path": field_path(refusal.path),
                "why": refusal.row.why,
                "by": refusal.row.by.name.lower(),
                "source": refusal.row.source,
            }
            for refusal in effect.refusals
        ],
    }


def _text(value: Any) -> str:
    # A file name may not be UTF-8; Python's escape for such a byte is also valid JSON.
    return json.dumps(value, ensure_ascii=False).encode(errors="backslashreplace").decode()
