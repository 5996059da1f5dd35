"""What an Application's values are made of, what no path leads to, and that no object makes reading fail."""

from pathlib import Path, PurePosixPath
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from render.gitops.reader import read_deployments
from render.gitops.repository import Repository, is_glob
from render.kube.gvk import GroupVersionKind
from render.manifests.objects import Object
from render.source import Document
from tests.gitops.test_repositories import validated

IMAGE = "registry.example/train@sha256:" + "a" * 64
LAYERS: dict[str, Any] = {
    "valueFiles": ["$specs/run.yaml"],
    "values": "numNodes: -2",
    "valuesObject": {"numNodes": -3},
    "parameters": [{"name": "numNodes", "value": "-4"}],
}
KINDS = {
    "Application": "argoproj.io/v1alpha1",
    "ApplicationSet": "argoproj.io/v1alpha1",
    "HelmRelease": "helm.toolkit.fluxcd.io/v2",
}


def repository(folder: Path, **helm: Any) -> Path:
    """Return a repository with a spec, and an Application of it with these fields."""
    (folder / ".git").mkdir()
    (folder / "run.yaml").write_text(f"kind: TrainingJob\nimage: {IMAGE}\nnumNodes: -1\n", encoding="utf-8")
    chart = {"repoURL": "registry.example/charts", "chart": "training-job", "targetRevision": "0.1.0", "helm": helm}
    spec = {"sources": [chart, {"repoURL": "https://git.example/specs", "ref": "specs"}]}
    write(folder / "app.yaml", spec)
    return folder


def write(path: Path, spec: Any) -> None:
    data = {"apiVersion": KINDS["Application"], "kind": "Application", "metadata": {"name": "run"}, "spec": spec}
    path.write_text(yaml.safe_dump(data), encoding="utf-8")


@pytest.mark.parametrize("count", range(1, len(LAYERS) + 1))
def test_precedence(count: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last layer is the one that is refused: the others are not seen."""
    layers = dict(list(LAYERS.items())[:count])
    printed = validated(repository(tmp_path, **layers), monkeypatch, ".", "--output", "concise")
    assert [f"got -{number}" in printed for number in range(1, 5)] == [number == count for number in range(1, 5)]


def test_a_text_stays_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parameter = {"name": "env.EPOCHS", "value": "3"}
    first = repository(tmp_path, values=f"image: {IMAGE}", parameters=[parameter])
    assert "SCH012" in validated(first, monkeypatch, ".", "--output", "concise")
    spec = yaml.safe_load((first / "app.yaml").read_text(encoding="utf-8"))["spec"]
    spec["sources"][0]["helm"]["parameters"] = [parameter | {"forceString": True}]
    write(first / "app.yaml", spec)
    assert "SCH012" not in validated(first, monkeypatch, ".", "--output", "concise")


@pytest.mark.parametrize(
    ("remote", "code"),
    [
        ("git@git.example:specs.git", "GIT202"),
        ("https://git.example/specs", "GIT202"),
        ("ssh://git@git.example/specs/", "GIT202"),
        ("https://git.example/applications", "GIT205"),
    ],
)
def test_what_is_in_another_repository_is_not_missing(
    remote: str, code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = repository(tmp_path, valueFiles=["$specs/missing.yaml"])
    (folder / ".git" / "config").write_text(f'[remote "origin"]\n\turl = {remote}\n', encoding="utf-8")
    printed = validated(folder, monkeypatch, ".", "--output", "concise")
    assert [word for word in printed.split() if word.startswith("GIT2")] == ["GIT213", code]


@pytest.mark.parametrize("written", ["link.yaml", "folder/secret.yaml", "../secret.yaml", "a/../../secret.yaml"])
def test_nothing_outside_is_read(written: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "secret.yaml").write_text("numNodes: hidden\n", encoding="utf-8")
    inside = tmp_path / "inside"
    inside.mkdir()
    (inside / "link.yaml").symlink_to(tmp_path / "secret.yaml")
    (inside / "folder").symlink_to(tmp_path)
    printed = validated(repository(inside, valueFiles=[f"$specs/{written}"]), monkeypatch, ".")
    assert "error GIT203" in printed
    assert "hidden" not in printed


def test_wildcards_find_nothing_outside(tmp_path: Path) -> None:
    inside = tmp_path / "inside"
    inside.mkdir()
    (tmp_path / "secret.yaml").touch()
    (inside / "own.yaml").touch()
    (inside / "link.yaml").symlink_to(tmp_path / "secret.yaml")
    (inside / "folder").symlink_to(tmp_path)
    found = Repository(inside)
    for pattern in ("*.yaml", "**/*.yaml", "folder/*.yaml"):
        assert {str(file) for file in (*found.matching(pattern), *found.listed(pattern))} <= {"own.yaml"}
    assert [str(file) for file in found.listed("*.yaml")] == ["own.yaml"]


def test_a_wildcard_that_is_taken_back_hides_no_link(tmp_path: Path) -> None:
    (tmp_path / "secret.yaml").touch()
    inside = tmp_path / "inside"
    inside.mkdir()
    (inside / "link.yaml").symlink_to(tmp_path / "secret.yaml")
    assert Repository(inside).resolved(PurePosixPath(), "link.yaml/*/..") is None


SEGMENTS = st.sampled_from(["", ".", "..", "a", "b.yaml", "out", "in", "*", "[", "\0", "a b"])


@given(st.lists(SEGMENTS, max_size=6), st.lists(st.sampled_from(["a", "in"]), max_size=2))
@settings(max_examples=300, deadline=None)
def test_a_path_stays_inside(tmp_path_factory: pytest.TempPathFactory, parts: list[str], folder: list[str]) -> None:
    root = tmp_path_factory.getbasetemp() / "paths"
    if not root.exists():
        (root / "a").mkdir(parents=True)
        (root / "in").symlink_to("a")
        (root / "out").symlink_to("..")
    found = Repository(root.resolve())
    path = found.resolved(PurePosixPath(*folder), "/".join(parts))
    if path is not None and not is_glob(str(path)):
        assert found.path(path).resolve().is_relative_to(root.resolve())


OF_BOTH = ["metadata", "name", "spec", "template", "kind", "value", "values", "releaseName", "valuesFrom", "chartRef"]
OF_SOURCES = [
    "source",
    "sources",
    "chart",
    "path",
    "ref",
    "repoURL",
    "helm",
    "valueFiles",
    "valuesObject",
    "parameters",
]
OF_SETS = ["generators", "git", "files", "list", "elements", "goTemplate", "syncPolicy", "syncOptions", "forceString"]
TEXTS = ["", "a", "{{ .a }}", "{{ .a", "$a/b", "/a", "../a", "training-job", "charts/training-job", "*", "**a"]
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.sampled_from(TEXTS),
    lambda inner: (
        st.lists(inner, max_size=2)
        | st.dictionaries(st.sampled_from([*OF_BOTH, *OF_SOURCES, *OF_SETS]), inner, max_size=4)
    ),
    max_leaves=20,
)


@given(st.sampled_from(sorted(KINDS)), st.fixed_dictionaries({"metadata": ANYTHING, "spec": ANYTHING}))
@settings(max_examples=300, deadline=None)
def test_no_object_makes_reading_fail(tmp_path_factory: pytest.TempPathFactory, kind: str, data: Any) -> None:
    root = tmp_path_factory.getbasetemp().resolve()
    document = Document(str(root / "app.yaml"), "", None)
    item = Object(document, "", GroupVersionKind.of(KINDS[kind], kind), {"kind": kind, **data})
    read_deployments([item], [], Repository(root), "training-job")
