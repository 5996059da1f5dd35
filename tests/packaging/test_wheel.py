"""What is published works away from the checkout."""

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from tests import wheel
from tests.conftest import CHECKOUT


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return wheel.copy_source(tmp_path_factory.mktemp("source"))


@pytest.fixture(scope="module")
def built(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the sdist and the wheel."""
    return wheel.build(source, tmp_path_factory.mktemp("built"))


@pytest.fixture(scope="module")
def render(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return wheel.install(built, tmp_path_factory.mktemp("environment"))


def files(source: Path, folder: str) -> set[str]:
    return {str(path.relative_to(source)) for path in (source / folder).rglob("*") if path.is_file()}


def test_the_wheel_carries_code_chart_and_schemas(built: Path, source: Path) -> None:
    [archive] = built.glob("*.whl")
    names = {name for name in zipfile.ZipFile(archive).namelist() if ".dist-info/" not in name}
    data = {f"render/{name}" for name in files(source, "charts") | files(source, "schemas")}
    assert names == files(source, "render") | data
    assert {"render/py.typed", "render/charts/training-job/values.schema.json"} <= names


def test_the_sdist_carries_what_the_wheel_is_built_of(built: Path, source: Path) -> None:
    [sdist] = built.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    everything = {file for name in wheel.PUBLISHED for file in (files(source, name) or {name})}
    assert everything <= names
    assert names - everything <= {"PKG-INFO", ".gitignore"}


def test_the_command_works_away_from_the_checkout(render: Path, tmp_path: Path) -> None:
    example = CHECKOUT / "examples" / "mnist-ddp" / "spec.yaml"
    shutil.copy(example, tmp_path / "spec.yaml")
    environment = {"PATH": os.defpath, "HOME": str(tmp_path)}
    installed = subprocess.run(
        [render, "template", "spec.yaml"], cwd=tmp_path, env=environment, check=True, capture_output=True
    )
    checkout = subprocess.run(
        [sys.executable, "-m", "render", "template", "spec.yaml"],
        cwd=tmp_path,
        env={**environment, "PYTHONPATH": str(CHECKOUT)},
        check=True,
        capture_output=True,
    )
    assert installed.stdout == checkout.stdout != b""
    where = "import render, render.engine; print(render.__file__, render.engine.Chart.bundled().path)"
    python = render.with_name("python")
    printed = subprocess.run(
        [python, "-c", where], cwd=tmp_path, env=environment, check=True, capture_output=True
    ).stdout
    assert all(path.startswith(str(render.parents[1])) for path in printed.decode().split())
