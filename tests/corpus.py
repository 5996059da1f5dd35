"""Manifests that a real API server has judged (tests/recordings/manifests), and the examples of other projects."""

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.conftest import CHECKOUT, RECORDINGS
from tests.upstream import files, folder

TOO_BIG = "163-cm-too-big.yaml"
_MIB = 2**20

BROKEN = {
    "volcano/invalid_jobs/duplicatedPolicyEvent-webhook-deny.yaml": "an example of what is refused",
    "volcano/invalid_jobs/duplicatedTaskName-webhook-deny.yaml": "an example of what is refused",
    "volcano/invalid_jobs/minAvailable-webhook-deny.yaml": "an example of what is refused",
    "volcano/kubecon-2019-china/task-priority/elastic-job.yaml": "`priorityClass` is not a field of a pod",
    "volcano/kubecon-2019-china/task-priority/high-priority.yaml": "scheduling.k8s.io/v1beta1 has no PriorityClass",
    "volcano/kubecon-2019-china/task-priority/normal-priority.yaml": "scheduling.k8s.io/v1beta1 has no PriorityClass",
}
"""Examples that no API server takes, each with the reason."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """A manifest, and what a real API server said about it."""

    path: Path
    expect: str
    """`accept`, `reject`, or `either`, which says nothing."""
    stage: str
    """What refused it: `yaml` and `yaml-strict` before its fields were known, `client`, `decode`, `webhook`, …"""
    field: str


def recorded(scratch: Path) -> list[Recorded]:
    """Return the manifests on record; those of other projects only where Go is. Big ones are written to a folder."""
    return [found for found in _rows(scratch) if found.path.is_file()]


def _rows(scratch: Path) -> Iterator[Recorded]:
    (scratch / TOO_BIG).write_text(_too_big(), encoding="utf-8")
    with (RECORDINGS / "manifests" / "expect.tsv").open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
            yield Recorded(_path(row["file"], scratch), row["expect"], row["stage"], row["path"])


def _path(name: str, scratch: Path) -> Path:
    if name == TOO_BIG:
        return scratch / name
    if name.startswith("upstream/"):
        return folder() / "manifests/volcano/invalid_jobs" / Path(name).name
    return RECORDINGS / "manifests" / name


def _too_big() -> str:
    head = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: llm-sft-config\ndata:\n"
    return f"{head}  train.yaml: |\n    lr: 1.0e-4\n    epochs: 3\n  big: {'x' * _MIB}\n"


def examples() -> list[Path]:
    """Return the examples of other projects that an API server takes; none where Go is missing."""
    root = folder() / "manifests"
    return [path for path in files("manifests/**/*.y*ml") if path.relative_to(root).as_posix() not in BROKEN]


def more_examples() -> list[Path]:
    """Return the examples that no Go module holds: an extra next to the checkout, which may be missing."""
    shared = CHECKOUT.parent / "shared" / "conformance" / "manifests"
    return sorted(path for name in ("good", "good-after-webhook-defaulting") for path in shared.glob(f"{name}/*.y*ml"))
