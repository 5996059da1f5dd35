"""The real `kubeconform -strict` reads the same schemas and gives every object the same verdict."""

import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from render import engine
from render.engine import RenderRejected
from render.kube.gvk import GroupVersionKind
from render.kube.list_map_keys import LIST_MAP_KEYS
from render.kube.schemas import Schemas
from tests.corpus import examples, more_examples, recorded
from tests.damage import damaged

ROOT = Path(__file__).parents[2]
GOLDEN = [path for path in sorted((ROOT / "tests" / "golden").glob("*.yaml")) if path.name != "expect.yaml"]
MINOR = "1.37"

DIFFERENCES = {
    "005-js-dup-key-nested.yaml": "a duplicate key is the text stage's matter, before anything is parsed",
    "011-cm-depth-2000.yaml": "what is too deep is the text stage's matter, before anything is parsed",
    "027-svc-missing-separator.yaml": "a duplicate key is the text stage's matter, before anything is parsed",
    "147-pod-dup-mountpath.yaml": f"kubeconform does not know `{LIST_MAP_KEYS}`",
}
"""Where the two differ, each with the reason."""


def kubeconform_verdicts(program: Path, *paths: Path) -> list[tuple[str, str]]:
    """Return the file and the verdict of each object, in order: Valid, Invalid, Error or nothing for an empty one."""
    name = "{{.Group}}/{{.ResourceKind}}_{{.ResourceAPIVersion}}.json"
    places = [f"{ROOT}/schemas/{{{{.NormalizedKubernetesVersion}}}}/{name}", f"{ROOT}/schemas/crds/{name}"]
    command = [str(program), "-strict", "-verbose", "-output", "json", "-n", "1", "-kubernetes-version", f"{MINOR}.0"]
    for place in places:
        command += ["-schema-location", place]
    done = subprocess.run([*command, *map(str, paths)], capture_output=True, check=False)
    found = json.loads(done.stdout)["resources"]
    return [(resource["filename"], resource["status"].removeprefix("status")) for resource in found]


def verdicts(text: str) -> Iterator[str]:
    """Yield what `kubeconform` would say, out of the package's own validators."""
    for part in re.split(r"\n---[^\n]*", f"\n{text}"):
        try:
            document = engine.merge_values([part], engine="embedded")
        except (RenderRejected, RecursionError):
            yield "Error"
            continue
        items = document["items"] if document.get("kind") == "List" else [document]
        yield from map(verdict, filter(None, items))


def verdict(document: dict[str, Any]) -> str:
    if not isinstance(document.get("apiVersion"), str) or not isinstance(document.get("kind"), str):
        return "Error"
    validator = Schemas(MINOR).find(GroupVersionKind.of(document["apiVersion"], document["kind"]))
    if validator is None:
        return "Error"
    assert validator.accepts(document) == (not list(validator.errors(document)))
    return "Valid" if validator.accepts(document) else "Invalid"


def test_goldens_are_valid(kubeconform: Path) -> None:
    found = kubeconform_verdicts(kubeconform, *GOLDEN)
    assert {file for file, _ in found} == {str(path) for path in GOLDEN}
    assert {status for _, status in found} == {"Valid"}
    assert [status for path in GOLDEN for status in verdicts(path.read_text())] == ["Valid"] * len(found)


def test_manifests_on_record(kubeconform: Path, tmp_path: Path) -> None:
    assert different(kubeconform, [found.path for found in recorded(tmp_path)]) == DIFFERENCES.keys()


@pytest.mark.usefixtures("upstream")
def test_examples_of_other_projects(kubeconform: Path) -> None:
    assert different(kubeconform, examples()) == set()


@pytest.mark.usefixtures("shared")
def test_more_examples(kubeconform: Path) -> None:
    assert different(kubeconform, more_examples()) == set()


def different(kubeconform: Path, paths: list[Path]) -> set[str]:
    """Return the names of the files whose objects do not have the same verdicts here and there."""
    assert len(paths) > 50
    theirs: dict[str, list[str]] = {str(path): [] for path in paths}
    for file, status in kubeconform_verdicts(kubeconform, *paths):
        theirs[file] += [status] if status else []
    return {path.name for path in paths if file_verdicts(path) != theirs[str(path)]}


def file_verdicts(path: Path) -> list[str]:
    try:
        return list(verdicts(path.read_text(encoding="utf-8-sig")))
    except UnicodeDecodeError:
        return ["Error"]


@pytest.mark.slow
def test_a_damaged_manifest(kubeconform: Path, tmp_path: Path) -> None:
    """The largest golden object of every kind, damaged in every place: both refuse the same ones."""
    parts = [part for path in GOLDEN for part in path.read_text().split("\n---") if part.strip()]
    documents = [engine.merge_values([part], engine="embedded") for part in sorted(parts, key=len)]
    objects = [item for document in documents for item in document.get("items", [document])]
    largest = {(found["apiVersion"], found["kind"]): found for found in objects}
    texts = [json.dumps(copied) for found in largest.values() for copied in damaged(found)]
    (tmp_path / "damaged.yaml").write_text("\n---\n".join(texts))

    theirs = [status for _, status in kubeconform_verdicts(kubeconform, tmp_path / "damaged.yaml")]
    ours = [verdict(json.loads(text)) for text in texts]
    pairs = zip(texts, ours, theirs, strict=True)
    assert [text for text, own, other in pairs if (own == "Valid") != (other == "Valid")] == []
    assert {"Valid", "Invalid"} <= set(theirs)
