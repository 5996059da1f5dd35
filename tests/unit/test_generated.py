"""What is generated is current, complete, and follows the schemas it is made of."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

from ci.generate.authored import Schema, load_spec
from ci.generate.defaults import defaults
from ci.generate.main import main
from ci.generate.outputs import CHANGELOG, CHART, SPEC, outputs

ROOT = Path(__file__).resolve().parents[2]
GENERATED = outputs(ROOT)
AUTHORED = load_spec(ROOT / SPEC)
VALUES = GENERATED[CHART / "values.yaml"]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    shutil.copytree(ROOT / SPEC, tmp_path / SPEC)
    for file in (
        CHANGELOG,
        CHART / "Chart.yaml",
        Path("docs/compatibility.md"),
        Path("docs/compatibility.yaml"),
        Path("docs/why.md"),
        Path("render/redaction.py"),
    ):
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / file, tmp_path / file)
    return tmp_path


def keys(schema: Schema, prefix: str = "") -> list[tuple[str, Schema]]:
    found = []
    for name, value in schema["properties"].items():
        found.append((prefix + name, value))
        if "properties" in value:
            found += keys(value, f"{prefix}{name}.")
    return found


@pytest.mark.parametrize("path", GENERATED, ids=str)
def test_committed_file_is_current(path: Path) -> None:
    assert (ROOT / path).read_bytes().decode() == GENERATED[path], "run `ci/gen`"


def test_command_checks_this_checkout() -> None:
    command = [str(ROOT / "ci" / "gen"), "--check"]
    result = subprocess.run(command, capture_output=True, text=True, cwd=ROOT.parent, check=False)
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")


def test_check_names_what_is_stale_and_writes_nothing(checkout: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([], checkout) == 0
    assert main(["--check"], checkout) == 0
    values = checkout / CHART / "values.yaml"
    values.write_text("image: changed\n")
    capsys.readouterr()

    assert main(["--check"], checkout) == 1
    assert capsys.readouterr().err == "stale charts/training-job/values.yaml\nrun `ci/gen` and commit what it wrote\n"
    assert values.read_text() == "image: changed\n"


def test_a_new_launcher_is_one_new_file(checkout: Path) -> None:
    plug_in = {
        "description": "Starts ranks. More words.",
        "type": "object",
        "properties": {"slots": {"description": "Slots.", "type": "integer", "default": 1, "examples": [2]}},
    }
    (checkout / SPEC / "launchers" / "slotted.json").write_text(json.dumps(plug_in))
    files = outputs(checkout)

    properties = json.loads(files[CHART / "values.schema.json"])["properties"]
    assert "slotted" in properties["launcher"]["enum"]
    assert "\n- `slotted`: Starts ranks." in properties["launcher"]["description"]
    names = list(properties)
    assert names.index("launcher") < names.index("slotted") < names.index("scheduler")
    assert properties["slotted"]["properties"]["slots"]["type"] == ["integer", "null"]
    assert yaml.safe_load(files[CHART / "values.yaml"])["slotted"] == {"slots": 1}
    assert "| `slotted.slots` | integer | `1` | Slots. |" in files[CHART / "README.md"]


def test_a_plug_in_that_takes_the_name_of_a_key_is_refused(checkout: Path) -> None:
    shutil.copy(checkout / SPEC / "launchers" / "torchrun.json", checkout / SPEC / "launchers" / "storage.json")
    with pytest.raises(ValueError, match="two properties are named `storage`"):
        outputs(checkout)


def test_a_field_without_default_or_example_is_refused(checkout: Path) -> None:
    network = json.loads((checkout / SPEC / "network.json").read_text())
    network["properties"]["interface"]["examples"] = []
    (checkout / SPEC / "network.json").write_text(json.dumps(network))
    with pytest.raises(ValueError, match="`interface` needs a default or an example"):
        outputs(checkout)


def test_values_file_and_template_hold_the_same_defaults() -> None:
    template = GENERATED[CHART / "templates" / "_defaults.tpl"]
    assert yaml.safe_load(VALUES) == defaults(AUTHORED) == json.loads(template.splitlines()[2])


def test_helm_reads_the_defaults_as_they_are(helm: Path, tmp_path: Path) -> None:
    (tmp_path / "templates").mkdir()
    (tmp_path / "Chart.yaml").write_text("apiVersion: v2\nname: echo\nversion: 0.1.0\n")
    (tmp_path / "values.yaml").write_text(VALUES)
    (tmp_path / "templates" / "values.yaml").write_text("{{ .Values | toJson }}\n")
    command = [str(helm), "template", "echo", str(tmp_path)]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert json.loads(printed.splitlines()[-1]) == defaults(AUTHORED)


@pytest.mark.parametrize(("key", "schema"), keys(AUTHORED))
def test_values_file_and_readme_show_every_key(key: str, schema: Schema) -> None:
    indent, name = "  " * key.count("."), key.rpartition(".")[2]
    commented = "" if "default" in schema or "properties" in schema else "# "
    assert f"\n{indent}{commented}{name}:" in VALUES
    assert f"\n| `{key}` | " in GENERATED[CHART / "README.md"]


def test_uncommented_examples_are_a_values_file() -> None:
    """Whoever removes the `# ` of an example gets YAML with that key at its place."""
    examples = [line for line in VALUES.splitlines() if line.startswith(("# name:", "# image:", "# suspend:"))]
    assert yaml.safe_load("\n".join(line.removeprefix("# ") for line in examples)) == {
        name: AUTHORED["properties"][name]["examples"][0] for name in ("name", "image", "suspend")
    }
