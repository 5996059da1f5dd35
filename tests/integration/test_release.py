"""What ci/release builds: the same bytes twice, with what is inside and what belongs to it."""

import hashlib
import json
import re
import subprocess
import tarfile
from pathlib import Path
from typing import Any

import pytest
import yaml

from render import __version__
from tests.conftest import CHECKOUT
from tests.integration.source import git

VALIDATE = """
import sys
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
print(JsonStrictValidator(SchemaVersion.V1_6).validate_str(sys.stdin.read()))
"""


def build(folder: Path) -> Path:
    done = subprocess.run(
        [CHECKOUT / "ci/release", folder], cwd=folder.parent, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    return folder


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    for extras in ("build", "release"):
        subprocess.run([CHECKOUT / "ci/tools/venv", extras], capture_output=True, check=True)
    return build(tmp_path_factory.mktemp("release") / "first")


@pytest.fixture(scope="module")
def components(release: Path) -> dict[str, Any]:
    document: dict[str, Any] = json.loads((release / "sbom.cdx.json").read_text(encoding="utf-8"))
    return document


def test_a_release_has_packages_chart_components_and_checksums(release: Path) -> None:
    lines = (release / "SHA256SUMS").read_text(encoding="utf-8").splitlines()
    sums = {name: digest for digest, name in (line.split("  ") for line in lines)}
    assert {path.name for path in release.iterdir()} == {"SHA256SUMS", *sums}
    assert {name: hashlib.sha256((release / name).read_bytes()).hexdigest() for name in sums} == sums
    chart = yaml.safe_load((CHECKOUT / "charts/training-job/Chart.yaml").read_text(encoding="utf-8"))
    assert set(sums) == {
        f"render_training-{__version__}-py3-none-any.whl",
        f"render_training-{__version__}.tar.gz",
        "sbom.cdx.json",
        f"training-job-{chart['version']}.tgz",
    }


def test_a_second_build_gives_the_same_bytes(release: Path) -> None:
    second = build(release.with_name("second"))
    assert (second / "SHA256SUMS").read_bytes() == (release / "SHA256SUMS").read_bytes()


def test_the_components_are_what_is_locked(components: dict[str, Any]) -> None:
    lock = git(CHECKOUT, "show", "HEAD:ci/locks/runtime.txt") + "\n"
    locked = {
        (name, version): set(re.findall(r"sha256:(\w+)", hashes))
        for name, version, hashes in re.findall(r"^(\S+)==(\S+)((?: \\\n    --hash=\S+)+)", lock, re.MULTILINE)
    }
    listed = {
        (component["name"], component["version"]): {
            digest["content"]
            for reference in component["externalReferences"]
            for digest in reference["hashes"]
            if digest["alg"] == "SHA-256"
        }
        for component in components["components"]
    }
    assert listed == locked
    root = components["metadata"]["component"]["bom-ref"]
    needed = {dependency["ref"]: dependency.get("dependsOn", []) for dependency in components["dependencies"]}
    assert sorted(needed[root]) == sorted(component["bom-ref"] for component in components["components"])


def test_the_components_are_a_cyclonedx_document(components: dict[str, Any]) -> None:
    venv = subprocess.run([CHECKOUT / "ci/tools/venv", "release"], capture_output=True, text=True, check=True)
    python = Path(venv.stdout.strip(), "bin/python")

    def problem(document: dict[str, Any]) -> str:
        command = [str(python), "-I", "-c", VALIDATE]
        return subprocess.run(
            command, input=json.dumps(document), capture_output=True, text=True, check=True
        ).stdout.strip()

    assert problem(components) == "None"
    assert "'type' is a required property" in problem({**components, "components": [{"name": "click"}]})


def test_the_chart_is_that_of_the_commit(release: Path) -> None:
    [archive] = release.glob("training-job-*.tgz")
    with tarfile.open(archive) as chart:
        files = {member.name: chart.extractfile(member) for member in chart if member.isfile()}
        values = files["training-job/values.yaml"]
        assert values is not None
        committed = git(CHECKOUT, "show", "HEAD:charts/training-job/values.yaml")
        assert values.read().decode().strip() == committed
    assert "training-job/Chart.yaml" in files


def test_no_folder_is_written_over(tmp_path: Path) -> None:
    done = subprocess.run([CHECKOUT / "ci/release", tmp_path], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "File exists" in done.stderr
