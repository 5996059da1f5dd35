"""`render validate --image-config FILE`: `cases.yaml` has specs with their images, and what is reported."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner, Result

from render.cli import render
from tests.image.layouts import CONFIG, layer, layout, manifest

CASES: dict[str, Any] = yaml.safe_load(Path(__file__).with_name("cases.yaml").read_text("utf-8"))
NAMES = {"env": "Env", "entrypoint": "Entrypoint", "cmd": "Cmd", "user": "User", "folder": "WorkingDir"}


def run(*words: str | Path) -> Result:
    return CliRunner().invoke(render, [str(word) for word in words], standalone_mode=False)


def image_file(case: dict[str, Any], folder: Path) -> Path:
    """Write the image of a case, and return its file or its layout."""
    own = {NAMES[name]: value for name, value in case["image"].items() if name in NAMES}
    config = {"architecture": case["image"].get("architecture", "amd64"), "config": own}
    if "files" in case:
        return layout(folder, manifest(folder, config, [layer(case["files"])]))
    path = folder / "image.json"
    path.write_text(json.dumps({**CONFIG, **config}), "utf-8")
    return path


@pytest.mark.parametrize("name", CASES)
def test_findings(name: str, tmp_path: Path) -> None:
    case = CASES[name]
    spec = tmp_path / "spec.yaml"
    spec.write_text(yaml.safe_dump({"apiVersion": "render/v1alpha1", "kind": "TrainingJob", **case["spec"]}), "utf-8")
    image = tmp_path / "image"
    image.mkdir()
    done = run("validate", spec, "--image-config", image_file(case, image), "-o", "json")
    problems = [one for one in json.loads(done.stdout)["problems"] if one["code"].startswith("IMG")]
    found = {f"{one['code']} {one['pointer']}": one["message"] for one in problems}
    assert found.keys() == case["finds"].keys()
    assert {key: case["finds"][key] in message for key, message in found.items()} == dict.fromkeys(found, True)
    assert all(one["line"] for one in problems)


def test_a_file_that_is_not_an_image(tmp_path: Path) -> None:
    spec, image = tmp_path / "spec.yaml", tmp_path / "image.json"
    spec.write_text("kind: TrainingJob\nimage: a/b:1\n", "utf-8")
    image.write_text("{}", "utf-8")
    done = run("validate", spec, "--image-config", image)
    assert done.return_value == 1
    assert f"{image}: error IMG001 it is not an image's configuration" in done.output
    assert "IMG001 it can't be read: No such file or directory" in run("validate", spec, "--image-config", "no").output


def test_manifests_have_no_image_of_their_own(tmp_path: Path) -> None:
    file = tmp_path / "service.yaml"
    file.write_text("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n", "utf-8")
    done = run("validate", file, "--image-config", "image.json")
    assert "requires a spec" in str(done.exception)
