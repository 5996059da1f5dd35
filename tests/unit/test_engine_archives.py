"""Packed charts from elsewhere: whatever an archive holds, nothing is written and nothing breaks."""

import gzip
import io
import os
import subprocess
import sys
import tarfile
from collections.abc import Callable
from pathlib import Path

import pytest

from render.engine.chart import MAX_BYTES, SCHEMA, Chart
from render.engine.chart_registry import pull
from render.engine.release import EngineError
from tests.conftest import CHECKOUT

FILES = {"demo/Chart.yaml": b"apiVersion: v2\nname: demo\nversion: 1.0.0\n", "demo/templates/a.yaml": b"a: 1\n"}


def packed(*more: tarfile.TarInfo, files: dict[str, bytes] | None = None) -> bytes:
    """A chart's archive with other members before its files."""
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w") as archive:
        for member in more:
            archive.addfile(member, io.BytesIO(b"x" * member.size))
        for name, data in (FILES | (files or {})).items():
            member = tarfile.TarInfo(name)
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    return gzip.compress(stream.getvalue(), 1)


def member(name: str, kind: bytes = tarfile.REGTYPE, *, to: str = "", size: int = 0) -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.type, info.linkname, info.size = kind, to, size
    return info


def long_name() -> bytes:
    """A header that claims a name of a gigabyte, and has it."""
    claimed = member("././@LongLink", tarfile.GNUTYPE_LONGNAME, size=1 << 30).tobuf(tarfile.GNU_FORMAT)
    stream = io.BytesIO()
    with gzip.open(stream, "wb", 1) as out:
        out.write(claimed)
        for _ in range(2 * MAX_BYTES >> 20):
            out.write(b"x" * (1 << 20))
    return stream.getvalue()


HOSTILE: dict[str, Callable[[], bytes]] = {
    "out of its folder": lambda: packed(member("demo/../../evil", size=1)),
    "absolute": lambda: packed(member("/evil", size=1)),
    "a link outside": lambda: packed(member("demo/values.yaml", tarfile.SYMTYPE, to="/etc/passwd")),
    "a schema that is a link": lambda: packed(member("demo/values.schema.json", tarfile.SYMTYPE, to="../x")),
    "a schema that is a link to itself": lambda: packed(
        member("demo/values.schema.json", tarfile.LNKTYPE, to="demo/values.schema.json")
    ),
    "a device": lambda: packed(member("demo/values.yaml", tarfile.CHRTYPE)),
    "more than a memory holds": lambda: packed(member("demo/values.schema.json", size=MAX_BYTES)),
    "a name that is too long": long_name,
    "cut off": lambda: packed()[:-20],
    "no archive in it": lambda: gzip.compress(b"not a tar" * 100),
    "not packed": lambda: b"\x1f\x8b not gzip",
    "empty": lambda: b"",
}


@pytest.mark.parametrize("archive", HOSTILE.values(), ids=HOSTILE)
@pytest.mark.parametrize("engine", ["embedded", "helm"])
def test_nothing_is_written_and_nothing_breaks(
    archive: Callable[[], bytes], engine: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    if engine == "helm":
        request.getfixturevalue("helm_in_path")
    work = tmp_path / "a" / "b"
    work.mkdir(parents=True)
    (work / "demo.tgz").write_bytes(archive())
    (work / "spec.yaml").write_text("kind: TrainingJob\n")
    command = [sys.executable, "-m", "render", "template", "spec.yaml", "--chart", "demo.tgz", "--engine", engine]
    surroundings = {"PYTHONPATH": str(CHECKOUT), "PATH": os.environ["PATH"], "HOME": str(tmp_path / "home")}
    done = subprocess.run(command, cwd=work, env=surroundings, capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stderr
    assert "root:" not in done.stdout
    assert done.returncode == 0 or done.stdout == ""
    assert sorted(path.name for path in tmp_path.rglob("*") if path.is_file()) == ["demo.tgz", "spec.yaml"]


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("more than a memory holds", "the archive unpacks to more than the 100 MiB that Helm takes"),
        ("a name that is too long", "the archive unpacks to more than the 100 MiB that Helm takes"),
        ("cut off", ""),
        ("not packed", ""),
    ],
)
def test_what_is_read_of_it_is_refused(name: str, why: str, tmp_path: Path) -> None:
    file = tmp_path / "demo.tgz"
    file.write_bytes(HOSTILE[name]())
    with pytest.raises(EngineError, match=f"`{SCHEMA}` of the chart `.*` can't be read: {why}"):
        Chart(file).schema()


def test_a_link_is_no_file_of_the_chart(tmp_path: Path) -> None:
    file = tmp_path / "demo.tgz"
    for name in ("a schema that is a link", "a schema that is a link to itself"):
        file.write_bytes(HOSTILE[name]())
        assert Chart(file).read(SCHEMA) is None


def test_what_a_registry_says_moves_no_cursor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    helm = tmp_path / "helm"
    helm.write_text("#!/bin/sh\nprintf 'Error: \\033[2J%s\\nnot found\\n' \"$2\" >&2\nexit 1\n")
    helm.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    with pytest.raises(EngineError) as caught:
        pull("oci://host/chart:1", tmp_path / "out")
    assert str(caught.value) == r"`oci://host/chart:1` can't be pulled: \x1b[2Joci://host/chart:1 not found"
