"""What is published works away from the checkout."""

import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parents[2]
PUBLISHED = ["CHANGELOG.md", "LICENSE", "README.md", "charts", "pyproject.toml", "render", "schemas"]
CACHES = shutil.ignore_patterns("__pycache__", ".*cache")


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of what the package is built of, since a build writes beside it."""
    copy = tmp_path_factory.mktemp("source")
    for name in PUBLISHED:
        if (CHECKOUT / name).is_dir():
            shutil.copytree(CHECKOUT / name, copy / name, ignore=CACHES)
        else:
            shutil.copy(CHECKOUT / name, copy / name)
    return copy


@pytest.fixture(scope="module")
def built(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the sdist, and the wheel that is built from the sdist."""
    folder = tmp_path_factory.mktemp("built")
    build = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(source)]
    subprocess.run(build, check=True, capture_output=True)
    return folder


@pytest.fixture(scope="module")
def render(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command of the wheel, in an environment of its own that borrows the dependencies of this one."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=False)
    [wheel] = built.glob("*.whl")
    pip = [sys.executable, "-m", "pip", "--python", str(folder), "--disable-pip-version-check"]
    subprocess.run([*pip, "install", "--no-deps", "--no-index", str(wheel)], check=True, capture_output=True)
    [packages] = folder.glob("lib/python*/site-packages")
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib"))
    return folder / "bin" / "render"


def files(source: Path, folder: str) -> set[str]:
    return {str(path.relative_to(source)) for path in (source / folder).rglob("*") if path.is_file()}


def test_the_wheel_carries_code_chart_and_schemas(built: Path, source: Path) -> None:
    [wheel] = built.glob("*.whl")
    names = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    data = {f"render/{name}" for name in files(source, "charts") | files(source, "schemas")}
    assert names == files(source, "render") | data
    assert {"render/py.typed", "render/charts/training-job/values.schema.json"} <= names


def test_the_sdist_carries_what_the_wheel_is_built_of(built: Path, source: Path) -> None:
    [sdist] = built.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    everything = {file for name in PUBLISHED for file in (files(source, name) or {name})}
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
