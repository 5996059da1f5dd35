"""Which files the `valueFiles` of Argo CD mean, and in which order."""

from pathlib import Path, PurePosixPath

import pytest

from render.gitops.deployment import ObjectPlace, ValueFile
from render.gitops.repository import Repository
from render.gitops.value_files import ChartSource
from render.manifests.objects import Object, objects
from render.source import Text, load_documents

APPLICATION = "{apiVersion: argoproj.io/v1alpha1, kind: Application, metadata: {name: run}}"


@pytest.mark.parametrize(
    ("written", "files"),
    [
        (["values/*.yaml"], "abc"),
        (["values/*.yaml", "values/b.yaml"], "acb"),
        (["values/b.yaml", "values/*.yaml"], "bac"),
        (["values/[ab].yaml", "values/*.yaml"], "abc"),
        (["values/c.yaml", "values/c.yaml", "values/a.yaml"], "ca"),
    ],
)
def test_a_file_counts_where_it_is_named(tmp_path: Path, written: list[str], files: str) -> None:
    (tmp_path / "values").mkdir()
    for name in "abc":
        (tmp_path / "values" / f"{name}.yaml").touch()
    source = ChartSource(Repository(tmp_path), PurePosixPath(), "https://example.com/repository", {}, "run")
    found = source.value_files({"valueFiles": written}, place())
    assert [one.file for one in found if isinstance(one, ValueFile)] == [
        PurePosixPath(f"values/{name}.yaml") for name in files
    ]


def place() -> ObjectPlace:
    [(document, _)] = load_documents(Text("run.yaml", APPLICATION))
    [application] = objects(document)
    assert isinstance(application, Object)
    return ObjectPlace(application)
