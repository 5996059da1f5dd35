"""The schema of a kind is found where kubeconform finds it, for the versions that the cluster has."""

import json
from pathlib import Path
from typing import Any

import pytest

from ci.generate.schemas import schema_files
from render.kube.generation import dump
from render.kube.gvk import GroupVersionKind
from render.kube.schema_folders import MINORS, bundled_schemas
from render.kube.schemas import Schemas

JOBSET = GroupVersionKind.of("jobset.x-k8s.io/v1alpha2", "JobSet")
OWN = GroupVersionKind("example.com", "v1", "Thing")


def write(folder: Path, kind: GroupVersionKind, schema: dict[str, Any]) -> None:
    path = folder / kind.path
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(dump(schema), encoding="utf-8")


@pytest.mark.parametrize(
    ("api_version", "name", "path"),
    [
        ("v1", "Service", "v1/service_v1.json"),
        ("batch/v1", "CronJob", "batch/cronjob_v1.json"),
        ("scheduling.k8s.io/v1beta1", "PodGroup", "scheduling.k8s.io/podgroup_v1beta1.json"),
        ("scheduling.volcano.sh/v1beta1", "PodGroup", "scheduling.volcano.sh/podgroup_v1beta1.json"),
    ],
)
def test_a_kind_has_a_path(api_version: str, name: str, path: str) -> None:
    kind = GroupVersionKind.of(api_version, name)
    assert (kind.path, kind.api_version) == (path, api_version)


def test_the_minor_version_decides() -> None:
    gang = {
        minor: Schemas(minor).find(GroupVersionKind.of("scheduling.k8s.io/v1alpha2", "PodGroup")) for minor in MINORS
    }
    assert [minor for minor, found in gang.items() if found] == ["1.36"]
    assert Schemas("1.36").api_versions("podgroup") == [
        "scheduling.k8s.io/v1alpha2",
        "scheduling.volcano.sh/v1beta1",
        "scheduling.x-k8s.io/v1alpha1",
    ]


def test_the_trainer_decides() -> None:
    train_job = GroupVersionKind.of("trainer.kubeflow.org/v1alpha1", "TrainJob")
    fields = {}
    for trainer in ("2.1", "2.3"):
        found = Schemas(trainer=trainer).find(train_job)
        assert found is not None
        fields[trainer] = set(found.schema["properties"]["spec"]["properties"])
    assert "podTemplateOverrides" in fields["2.1"] - fields["2.3"]
    assert "runtimePatches" in fields["2.3"] - fields["2.1"]
    assert Schemas(trainer="2.1").find(JOBSET) is Schemas(trainer="2.3").find(JOBSET)


def test_a_users_folder_wins(tmp_path: Path) -> None:
    schema = {"type": "object", "properties": {"kind": {"enum": ["JobSet"]}}}
    write(tmp_path / "b", JOBSET, {"type": "string"})
    write(tmp_path / "a", JOBSET, schema)
    write(tmp_path / "a", OWN, schema)
    schemas = Schemas(folders=(tmp_path / "a", tmp_path / "b"))
    found = schemas.find(JOBSET)
    assert found is not None
    assert found.schema == schema
    assert schemas.find(OWN) is not None
    assert Schemas().find(OWN) is None


def test_a_users_kubernetes_version(tmp_path: Path) -> None:
    schemas = Schemas("1.30", folders=(tmp_path,))
    service = GroupVersionKind.of("v1", "Service")
    assert not schemas.has_minor()
    assert schemas.find(GroupVersionKind.of("v1", "Pod")) is None
    write(tmp_path / "v1.30.0", service, {})
    assert schemas.has_minor()
    assert schemas.find(service) is not None
    assert schemas.is_own_group("")
    assert not schemas.is_own_group("batch")
    assert Schemas().is_own_group("batch")


def test_a_folder_with_a_broken_schema_is_no_silence(tmp_path: Path) -> None:
    write(tmp_path, OWN, {"type": "objekt"})
    with pytest.raises(ValueError, match="objekt"):
        Schemas(folders=(tmp_path,)).find(OWN)


def test_the_bundled_files_are_the_generated_ones() -> None:
    generated = {path.relative_to("schemas").as_posix() for path in schema_files()}
    folders = ("v*", "crds*")
    files = {path for folder in folders for path in bundled_schemas().glob(f"{folder}/**/*.json")}
    assert {path.relative_to(bundled_schemas()).as_posix() for path in files} == generated


def words(schema: Any) -> set[str]:
    """Return the keywords that a schema uses, at any depth."""
    if isinstance(schema, list):
        return {word for value in schema for word in words(value)}
    if not isinstance(schema, dict):
        return set()
    below = {key: value for key, value in schema.items() if key not in ("properties", "default", "enum")}
    properties = schema.get("properties", {}).values()
    return {*schema, *(word for value in (*below.values(), *properties) for word in words(value))}


@pytest.mark.slow
def test_every_bundled_schema_is_inlined_closed_and_compiles() -> None:
    for path in sorted(bundled_schemas().glob("*/*/*_*.json")):
        schema = json.loads(path.read_text(encoding="utf-8"))
        assert dump(schema) == path.read_text(encoding="utf-8")
        assert not words(schema) & {"$ref", "$id", "$defs", "description"}, path
        assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
        assert schema["additionalProperties"] is False
        (name,) = schema["properties"]["kind"]["enum"]
        (api_version,) = schema["properties"]["apiVersion"]["enum"]
        assert path.as_posix().endswith(GroupVersionKind.of(api_version, name).path)
        assert Schemas(folders=(path.parents[1],)).find(GroupVersionKind.of(api_version, name)) is not None


def test_text_is_small_and_can_be_read_as_a_diff() -> None:
    schema = {"b": {"type": "string", "enum": ["é"] * 3}, "a": {"x" * 60: 1, "y" * 60: [{"z" * 60: 1}, {"z" * 60: 2}]}}
    lines = dump(schema).splitlines()
    assert json.loads("".join(lines)) == schema
    assert max(map(len, lines)) < 120
    assert lines[0] == "{"
    assert lines[-2] == '"b":{"enum":["é","é","é"],"type":"string"}'
    assert dump({}) == "{}\n"
