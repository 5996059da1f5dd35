"""`render init`: a spec that is in order, whose every key is explained, for each launcher that there is."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from render.cli.init import command
from render.cli.validate import command as validate
from render.engine import Chart
from render.source import Node, Text, load_document
from render.starter import FOLDER

SCHEMA = Chart.bundled().schema()
LAUNCHERS = [name for name in SCHEMA["properties"]["launcher"]["enum"] if name]


def starter(*arguments: str) -> str:
    done = CliRunner().invoke(command, arguments)
    assert done.exit_code == 0
    return done.stdout


def test_there_is_one_for_each_launcher() -> None:
    assert sorted(file.stem for file in (FOLDER / "launchers").iterdir()) == LAUNCHERS


@pytest.mark.parametrize("launcher", LAUNCHERS)
def test_it_is_in_order(launcher: str, tmp_path: Path) -> None:
    spec = tmp_path / "spec.yaml"
    spec.write_text(starter(launcher), encoding="utf-8")
    done = CliRunner().invoke(validate, [str(spec)], standalone_mode=False)
    assert (done.return_value, done.stdout) == (0, "")
    assert done.stderr.endswith(": no problems\n")


@pytest.mark.parametrize("launcher", LAUNCHERS)
def test_every_key_has_a_comment_above_it(launcher: str) -> None:
    text = starter(launcher)
    root = load_document(Text("starter", text))[0].root
    assert root is not None
    rows = ["", *text.splitlines()]
    found = list(places(root, SCHEMA))
    assert len(found) > 15
    for line, description in found:
        above = rows[line - 1].strip()
        assert above.startswith("# ")
        assert above.removeprefix("# ").strip().split()[-1] == description.split()[-1]


def places(node: Node, schema: dict[str, object]) -> list[tuple[int, str]]:
    """The line of each key that the schema names, with its description."""
    properties = schema.get("properties", {})
    assert isinstance(properties, dict)
    found = []
    for name, child in node.children.items():
        if name in properties and child.key is not None:
            found += [(child.key[0], str(properties[name]["description"])), *places(child, properties[name])]
    return found


def test_torchrun_is_the_default_and_an_unknown_launcher_is_named() -> None:
    assert starter() == starter("torchrun")
    done = CliRunner().invoke(command, ["slurm"])
    assert done.exit_code == 2
    assert "'slurm' is not one of" in done.stderr


def test_an_editor_finds_the_schema_by_the_first_line() -> None:
    first, second, *_ = starter().splitlines()
    assert first == "# yaml-language-server: $schema=values.schema.json"
    assert "`render schema print > values.schema.json`" in second
