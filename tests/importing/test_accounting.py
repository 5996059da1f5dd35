"""Nothing is lost in silence: each field that a kind knows shows in the spec, or is told, wherever it is added."""

import json
from pathlib import Path as File
from typing import Any

import pytest
import yaml

from render.importers.parts.import_files import load_importers
from render.importers.parts.importer import ImportResult, ImportSource
from render.kube.gvk import GroupVersionKind
from render.kube.schemas import Schemas
from render.manifests.objects import Object, objects
from render.manifests.schema_check import schema_errors
from render.problem import Problem
from render.source import Text, load_documents
from tests.conftest import RECORDINGS
from tests.importing.comparing import FOLDER
from tests.importing.fields import Path, with_more

CASES = sorted((FOLDER / "cases").glob("*.yaml"))

OF_THE_SERVER = {
    "creationTimestamp",
    "deletionGracePeriodSeconds",
    "deletionTimestamp",
    "generation",
    "managedFields",
    "resourceVersion",
    "selfLink",
    "uid",
}
NO_PART_OF_A_RUN = {
    ("spec", "runtimePatches"),  # with a manager alone it changes nothing
    ("spec", "sshAuthMountPath"),  # the chart has its own place for keys
    ("spec", "template", "spec", "startupPolicy"),  # its other order excludes `dependsOn`
    ("spec", "template", "spec", "suspend"),  # the TrainJob says it
    ("status",),
}
OVERWRITTEN = {"claims", "completions", "parallelism", "time", "valueFrom"}
"""Fields that Trainer overwrites or drops, and what can't stand beside `value`."""


def parsed(*data: dict[str, Any]) -> list[Object] | None:
    """Return objects as they are read from a file; None where a schema refuses one."""
    text = Text("file.yaml", "\n---\n".join(json.dumps(item) for item in data))
    found = [item for document, _ in load_documents(text) for item in objects(document)]
    items = [item for item in found if isinstance(item, Object)]
    refused = [schema_errors(item, Schemas()) for item in items]
    return None if any(isinstance(one, Problem) or one for one in refused) else items


def imported(data: tuple[dict[str, Any], ...]) -> ImportResult | None:
    items = parsed(*data)
    if items is None:
        return None
    return load_importers()[items[0].kind].convert(ImportSource(items[0], tuple(items[1:])))


def lost(data: tuple[dict[str, Any], ...], at: int) -> tuple[list[Path], int]:
    """Return the fields that leave no trace when they are added to one of the objects, and how many were tried."""
    whole = data[at]
    schema = Schemas().find(GroupVersionKind.of(whole["apiVersion"], whole["kind"]))
    before = imported(data)
    assert schema is not None
    assert before is not None
    found, tried = [], 0
    for path, copies in with_more(whole, schema.schema):
        if is_idle(path, str(whole["kind"])):
            continue
        seen = False
        for more in copies:
            after = imported((*data[:at], more, *data[at + 1 :]))
            seen = seen or after is not None
            if after is not None and leaves_a_trace(before, after, path):
                tried += 1
                break
        else:
            found += [path] if seen else []
    return found, tried


def leaves_a_trace(before: ImportResult, after: ImportResult, path: Path) -> bool:
    """Say whether a field shows in the spec, is told, or is part of what is told."""
    if (after.values, after.namespace) != (before.values, before.namespace):
        return True
    told = {(problem.message, problem.pointer) for problem in before.problems}
    news = [problem for problem in after.problems if (problem.message, problem.pointer) not in told]
    inside = "".join(f"/{part}" for part in path)
    return any(_names(problem, path) for problem in news) or any(
        problem.code == "IMP001" and inside.startswith(f"{problem.pointer}/") for problem in after.problems
    )


def is_idle(path: Path, kind: str) -> bool:
    """Say whether a field has no say in what runs: a runtime's own metadata has none."""
    is_of_runtime = kind.endswith("Runtime") and path[0] == "metadata"
    is_known = path[:1] in NO_PART_OF_A_RUN or path in NO_PART_OF_A_RUN or path[-1] in OVERWRITTEN
    return is_of_runtime or is_known or (path[0] == "metadata" and path[1] in OF_THE_SERVER)


def _names(problem: Problem, path: Path) -> bool:
    words = set((problem.pointer or "").split("/")) | set(problem.message.replace("`", ".").split("."))
    return bool({str(part) for part in path[-2:]} & words)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_every_field_of_a_job_leaves_a_trace(case: File) -> None:
    found, tried = lost((yaml.safe_load(case.read_text(encoding="utf-8")),), 0)
    assert not found
    assert tried > 100


@pytest.mark.parametrize("at", [0, 1], ids=["trainjob", "runtime"])
@pytest.mark.parametrize("case", ["torch-cpu-auto-env-merge", "openmpi-launcher-slots8", "initializers-dataset-model"])
def test_every_field_of_a_trainjob_leaves_a_trace(case: str, at: int) -> None:
    folder = RECORDINGS / "trainer" / "2.3" / case
    data = tuple(
        yaml.safe_load((folder / name).read_text(encoding="utf-8")) for name in ("trainjob.yaml", "runtime.yaml")
    )
    found, tried = lost(data, at)
    assert not found
    assert tried > 8
