"""Charts and folders of CRDs from a repository: nothing is fetched, nothing is waited for, nothing is a traceback."""

import gzip
import json
import os
import socket
import tarfile
from io import BytesIO
from pathlib import Path

import pytest

from tests.security.servers import refused, render, send_json, server

SPEC = "apiVersion: render/v1alpha1\nkind: TrainingJob\nimage: a/b:1\n"
COMMANDS = [["template"], ["template", "--engine", "helm"], ["validate"], ["validate", "--engine", "helm"], ["pods"]]


def chart(folder: Path, schema: str | None = None) -> Path:
    """Write a chart without templates."""
    (folder / "templates").mkdir(parents=True)
    (folder / "Chart.yaml").write_text(f"apiVersion: v2\nname: {folder.name}\nversion: 1.0.0\n", encoding="utf-8")
    (folder / "values.yaml").write_text("{}\n", encoding="utf-8")
    if schema is not None:
        (folder / "values.schema.json").write_text(schema, encoding="utf-8")
    return folder


def packed(folder: Path) -> Path:
    data = BytesIO()
    with tarfile.open(fileobj=data, mode="w") as archive:
        archive.add(folder, arcname=folder.name)
    path = folder.with_suffix(".tgz")
    path.write_bytes(gzip.compress(data.getvalue()))
    return path


def spec(folder: Path) -> str:
    path = folder / "spec.yaml"
    path.write_text(SPEC, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
@pytest.mark.parametrize("where", ["root", "deep", "schema", "subchart", "archive", "archive in a chart"])
def test_a_reference_to_a_network_is_not_followed(command: list[str], where: str, tmp_path: Path, helm: Path) -> None:
    asked: list[str] = []

    def serve(path: str, connection: socket.socket) -> None:
        asked.append(path)
        send_json(connection, {"type": "object"})

    with server(serve) as address:
        schemas = {
            "deep": {"properties": {"a": {"anyOf": [{"items": {"$ref": f"{address}/a.json"}}]}}},
            "schema": {"$schema": f"{address}/a.json", "type": "object"},
        }
        text = json.dumps(schemas.get(where, {"$ref": f"{address}/a.json"}))
        if where in ("subchart", "archive in a chart"):
            top = chart(tmp_path / "top")
            inner = chart(top / "charts" / "inner", text)
            if where != "subchart":
                packed(inner).rename(top / "charts" / "packed.tgz")
                (inner / "values.schema.json").unlink()
        else:
            top = chart(tmp_path / "top", text)
        path = packed(top) if where == "archive" else top
        environment = {"PATH": f"{helm.parent}{os.pathsep}{os.environ['PATH']}"}
        done = render(
            *command, spec(tmp_path), "--chart", str(path), folder=tmp_path, memory=None, environment=environment
        )
    assert asked == []
    refused(done, f"refers to another document: `{address}/a.json`")
    assert "only `#/…` is followed" in done.stderr


@pytest.mark.parametrize("reference", ["other.json", "file:///etc/passwd", "../../spec.yaml", "urn:a:b", "//host/a"])
def test_a_reference_to_this_machine_is_not_followed(reference: str, tmp_path: Path) -> None:
    path = chart(tmp_path / "top", json.dumps({"$ref": reference}))
    done = render("template", spec(tmp_path), "--chart", str(path), memory=None)
    refused(done, f"at `/$ref` refers to another document: `{reference}`")


def test_a_reference_within_a_schema_is_followed(tmp_path: Path) -> None:
    schema = {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "properties": {"image": {"$ref": "#/definitions/number"}, "$ref": {"type": "string"}},
        "definitions": {"number": {"type": "number"}},
    }
    path = chart(tmp_path / "top", json.dumps(schema))
    done = render("validate", spec(tmp_path), "--chart", str(path), memory=None)
    assert "must be a number" in done.text or "number" in done.text
    assert done.status == 1


@pytest.mark.parametrize("kind", ["fifo", "device", "folder", "link"])
@pytest.mark.parametrize("name", ["values.yaml", "values.schema.json", "Chart.yaml", "templates/a.yaml"])
@pytest.mark.parametrize("command", ["template", "validate"])
def test_a_file_of_a_chart_that_is_none(command: str, name: str, kind: str, tmp_path: Path) -> None:
    path = chart(tmp_path / "top", "{}")
    file = path / name
    file.unlink(missing_ok=True)
    match kind:
        case "fifo":
            os.mkfifo(file)
        case "device":
            file.symlink_to("/dev/zero")
        case "folder":
            file.mkdir()
        case "link":
            file.symlink_to(file.name)
    done = render(command, spec(tmp_path), "--chart", str(path), memory=None)
    assert "Traceback" not in done.text
    # To Helm a folder of that name is one more folder.
    assert done.status in ((0, 2) if (kind == "folder" and name.endswith("s.yaml")) or "/" in name else (2,)), done.text


@pytest.mark.parametrize(
    "text", ["{", "[]", "5", '{"type": 5}', '{"a": ' * 5000, '{"a": ' * 300 + "1" + "}" * 300, "\xff"]
)
@pytest.mark.parametrize("command", ["template", "validate"])
def test_a_schema_that_is_none(command: str, text: str, tmp_path: Path) -> None:
    path = chart(tmp_path / "top")
    (path / "values.schema.json").write_bytes(text.encode("latin-1"))
    done = render(command, spec(tmp_path), "--chart", str(path), memory=None)
    assert "Traceback" not in done.text
    assert done.status in (1, 2), done.text
    assert done.stderr


@pytest.mark.parametrize("text", ["", "[]", "a: [", "name: 5", "apiVersion: v2\nname: [a]\nversion: {}\n", "\x00"])
@pytest.mark.parametrize("command", ["template", "validate"])
def test_a_definition_of_a_chart_that_is_none(command: str, text: str, tmp_path: Path) -> None:
    path = chart(tmp_path / "top", "{}")
    (path / "Chart.yaml").write_text(text, encoding="utf-8")
    refused(render(command, spec(tmp_path), "--chart", str(path), memory=None), "chart")


def test_a_chart_that_contains_itself(tmp_path: Path) -> None:
    path = chart(tmp_path / "top", "{}")
    (path / "charts").mkdir()
    (path / "charts" / "again").symlink_to(path)
    refused(render("template", spec(tmp_path), "--chart", str(path), memory=None), "contains itself")


OBJECT = "apiVersion: example.com/v1\nkind: Thing\nmetadata: {name: a}\n"


@pytest.mark.parametrize(
    "text", ["{", "", "[]", "5", '{"type": 5}', "[" * 100_000, "\xff", '{"$ref": "http://127.0.0.1:9/"}']
)
def test_a_schema_of_a_kind_that_is_none(text: str, tmp_path: Path) -> None:
    (tmp_path / "crds" / "example.com").mkdir(parents=True)
    (tmp_path / "crds" / "example.com" / "thing_v1.json").write_bytes(text.encode("latin-1"))
    (tmp_path / "a.yaml").write_text(OBJECT, encoding="utf-8")
    done = render("validate", str(tmp_path / "a.yaml"), "--crds", str(tmp_path / "crds"), memory=None)
    assert "Traceback" not in done.text
    assert done.status in (1, 2), done.text


@pytest.mark.parametrize("name", ["a.yaml", "a.json", "example.com/thing_v1.json"])
@pytest.mark.parametrize("kind", ["fifo", "device", "broken"])
def test_a_file_of_definitions_that_is_none(name: str, kind: str, tmp_path: Path) -> None:
    file = tmp_path / "crds" / name
    file.parent.mkdir(parents=True)
    match kind:
        case "fifo":
            os.mkfifo(file)
        case "device":
            file.symlink_to("/dev/zero")
        case "broken":
            file.write_text("{a: [", encoding="utf-8")
    (tmp_path / "a.yaml").write_text(OBJECT, encoding="utf-8")
    done = render("validate", str(tmp_path / "a.yaml"), "--crds", str(tmp_path / "crds"), memory=None)
    assert "Traceback" not in done.text
    assert "thing_v1.json" in done.text or "crds" in done.text
    assert done.status in (1, 2), done.text
