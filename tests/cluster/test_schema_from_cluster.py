"""`render schema crd --from-cluster` makes of a real API server's definitions what it makes of their files."""

from pathlib import Path

import pytest
from click import ClickException
from click.testing import CliRunner

from render.cli.schema import command
from tests.cluster.conftest import definitions
from tests.cluster.server import Server


def run(*arguments: str | Path) -> int:
    options = ["crd", *map(str, arguments)]
    status: int = CliRunner().invoke(command, options, standalone_mode=False, catch_exceptions=False).return_value
    return status


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*.json")}


def test_same_as_of_files(server: Server, upstream: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KUBECONFIG", str(server.kubeconfig))
    assert run(*definitions(upstream), "--output-dir", tmp_path / "files") == 0
    assert run("--from-cluster", "--output-dir", tmp_path / "cluster") == 0
    made, served = contents(tmp_path / "files"), contents(tmp_path / "cluster")
    assert len(made) > 20
    assert {name: served.get(name) == text for name, text in made.items() if served.get(name) != text} == {}


def test_no_cluster(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KUBECONFIG", str(tmp_path / "none"))
    with pytest.raises(ClickException, match="there is no kubeconfig"):
        run("--from-cluster", "--output-dir", tmp_path / "cluster")
