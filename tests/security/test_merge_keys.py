"""`"<<"` in quotes is a key like others to every reader; in a spec it is refused, since Helm can't write it."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from render.cli import render
from render.source import Text, load_document

SPEC = "kind: TrainingJob\nimage: registry.example/train:1\n"
PLACES = [
    'pod: {nodeSelector: {"<<": x}}',
    'pod: {labels: {"<<": x}}',
    'env: {"<<": x}',
    "pod: {tolerations: [{'<<': x}]}",
    '"<<": {image: x}',
]
COMMANDS = [["validate"], ["template"], ["pods"], ["ladder"], ["run"]]


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(render, arguments, standalone_mode=False, catch_exceptions=False)


def test_a_quoted_key_is_no_merge() -> None:
    document, problems = load_document(Text("a.yaml", 'a: {"<<": {b: 1}}'))
    assert (document.root and document.root.data, problems) == ({"a": {"<<": {"b": 1}}}, ())


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
@pytest.mark.parametrize("place", PLACES)
def test_spec(command: list[str], place: str) -> None:
    Path("a.yaml").write_text(f"{SPEC}{place}\n", encoding="utf-8")
    result = run(*command, "a.yaml")
    assert result.return_value == (125 if command == ["run"] else 1)
    assert "a.yaml:3:" in result.output
    assert "Helm can't write the key `<<`" in result.output


def test_overlay_and_flag() -> None:
    Path("a.yaml").write_text(SPEC, encoding="utf-8")
    Path("b.yaml").write_text(f"{PLACES[0]}\n", encoding="utf-8")
    assert "b.yaml:1:28: error SCH001" in run("validate", "a.yaml", "-f", "b.yaml").output
    assert "--set: error SCH001" in run("validate", "a.yaml", "--set", "pod.nodeSelector.<<=x").output


def test_manifest_and_config() -> None:
    metadata = 'metadata: {name: a, annotations: {"<<": x}}'
    Path("a.yaml").write_text(f'apiVersion: v1\nkind: ConfigMap\n{metadata}\ndata: {{"<<": x}}\n', encoding="utf-8")
    Path("config.yaml").write_text('severity: {"<<": error}\n', encoding="utf-8")
    assert run("validate", "a.yaml", "--config", "config.yaml").return_value == 1


def test_a_loop_of_links() -> None:
    Path("a").symlink_to("b")
    Path("b").symlink_to("a")
    for command in ("validate", "template", "pods", "ladder", "run", "import", "sweep", "expand"):
        assert run(command, "a").return_value == (125 if command == "run" else 1), command
    Path("c.yaml").write_text(SPEC, encoding="utf-8")
    assert run("validate", ".").return_value == 0
