"""Reading an image: its configuration and the names in its layers. Hostile files are refused, with the reason."""

import gzip
import json
import os
import tarfile
from pathlib import Path
from typing import Any

import pytest

from render.image.config import LARGEST, BrokenImageError, parse_config
from render.image.layout import read_image
from tests.image.layouts import CONFIG, archive, blob, layer, layout, manifest

DOCKER = [{"Architecture": "arm64", "Config": {"Env": ["A=1=2", "B"], "User": "train", "Entrypoint": None}}]
ENTRY = {"config": {"Env": ["A=1=2", "B"], "User": "train", "Entrypoint": ["/entry"], "WorkingDir": "/work"}}
LAYERS = [
    layer(["usr/bin/python3", "usr/lib/libnccl.so.2", "opt/old/bin/tool", "etc/passwd", "workspace/train.py"]),
    layer(["usr/bin/.wh.python3", "opt/.wh..wh..opq", "./usr/local/bin/python3", "a" * 90 + "/" + "b" * 90 + "/bin/x"]),
]
FILES = {"usr/lib/libnccl.so.2", "workspace/train.py", "usr/local/bin/python3", "a" * 90 + "/" + "b" * 90 + "/bin/x"}


def test_configuration_of_docker() -> None:
    found = parse_config(json.dumps(DOCKER).encode())
    assert (found.architecture, found.user, found.entrypoint) == ("arm64", "train", [])
    assert found.env == {"A": "1=2", "B": ""}
    assert found.files is None


def test_configuration_of_skopeo() -> None:
    found = parse_config(json.dumps({**CONFIG, **ENTRY, "history": [{"created_by": "RUN make"}, {}]}).encode())
    assert (found.architecture, found.entrypoint, found.folder) == ("amd64", ["/entry"], "/work")
    assert found.history == ["RUN make"]


@pytest.mark.parametrize("text", [b"", b"[]", b"{}", b"[1]", b'{"config": 1}', b'{"a": 1', b"[" * 10**6, b"\xff"])
def test_what_is_no_configuration(text: bytes) -> None:
    with pytest.raises(BrokenImageError):
        parse_config(text)


@pytest.mark.parametrize("is_archive", [False, True])
def test_files_of_layers(tmp_path: Path, *, is_archive: bool) -> None:
    folder = tmp_path / "image"
    layout(folder, manifest(folder, ENTRY, LAYERS))
    found = read_image(archive(folder) if is_archive else folder, None)
    assert set(found.files or ()) == FILES
    assert found.folder == "/work"


def test_image_of_several_architectures(tmp_path: Path) -> None:
    both = [manifest(tmp_path, {"architecture": one}, [layer([f"bin/{one}"])]) for one in ("amd64", "arm64")]
    index = blob(tmp_path, json.dumps({"manifests": both}).encode())
    layout(tmp_path, index)
    assert [read_image(tmp_path, one).architecture for one in ("arm64", "amd64", None)] == ["arm64", "amd64", "amd64"]
    assert read_image(tmp_path, "arm64").files == frozenset({"bin/arm64"})


def test_layers_of_another_compression_are_said_to_be_unread(tmp_path: Path) -> None:
    image = {
        "config": blob(tmp_path, json.dumps(CONFIG).encode()),
        "layers": [{**blob(tmp_path, b"x"), "mediaType": "application/vnd.oci.image.layer.v1.tar+zstd"}],
    }
    layout(tmp_path, blob(tmp_path, json.dumps(image).encode()))
    found = read_image(tmp_path, None)
    assert found.files is None
    assert "zstd" in str(found.unread)


def _linked_blob(folder: Path) -> None:
    secret = folder.parent / "secret"
    secret.write_text(json.dumps(CONFIG), "utf-8")
    [config] = [path for path in (folder / "blobs/sha256").iterdir() if b'"architecture"' in path.read_bytes()[:40]]
    config.unlink()
    config.symlink_to(secret)


def _linked_folder(folder: Path) -> None:
    moved = folder.parent / "moved"
    (folder / "blobs").rename(moved)
    (folder / "blobs").symlink_to(moved)


def _pipe(folder: Path) -> None:
    (folder / "index.json").unlink()
    os.mkfifo(folder / "index.json")


def _changed_blob(folder: Path) -> None:
    [config] = [path for path in (folder / "blobs/sha256").iterdir() if b'"architecture"' in path.read_bytes()[:40]]
    config.write_text(json.dumps({**CONFIG, "architecture": "riscv64"}), "utf-8")


def _huge_index(folder: Path) -> None:
    with (folder / "index.json").open("wb") as file:
        file.truncate(LARGEST + 1)


def _digest_that_is_a_path(folder: Path) -> None:
    layout(folder, {"digest": "sha256:../../../../etc/passwd", "size": 1})


def _index_within_itself(folder: Path) -> None:
    inner: dict[str, Any] = {"manifests": []}
    for _ in range(6):
        inner = {"manifests": [blob(folder, json.dumps(inner).encode())]}
    layout(folder, *inner["manifests"])


HOSTILE = {
    _linked_blob: "it is a link",
    _linked_folder: "it is a link",
    _pipe: "is not a regular file",
    _changed_blob: "does not have its digest",
    _huge_index: f"has more than {LARGEST} bytes",
    _digest_that_is_a_path: "without a `sha256` digest",
    _index_within_itself: "its index names no image",
}


@pytest.mark.parametrize("change", HOSTILE, ids=lambda change: change.__name__.strip("_"))
def test_hostile_layouts(change: Any, tmp_path: Path) -> None:
    folder = tmp_path / "image"
    layout(folder, manifest(folder, ENTRY, LAYERS))
    change(folder)
    with pytest.raises(BrokenImageError, match=HOSTILE[change]):
        read_image(folder, None)


def _long_name(size: int) -> bytes:
    info = tarfile.TarInfo("name")
    info.type, info.size = tarfile.GNUTYPE_LONGNAME, size
    return info.tobuf(tarfile.GNU_FORMAT)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (_long_name(2**33), "a header in a layer has more than"),
        (b"x" * 512, "not a tar archive"),
        (layer(["bin/a"])[:700] + b"x" * 200, "ends in the middle"),
        (
            tarfile.TarInfo("a").tobuf()[:124] + b"77777777777\0" + tarfile.TarInfo("a").tobuf()[136:],
            "ends in the middle",
        ),
    ],
)
def test_hostile_layers(content: bytes, reason: str, tmp_path: Path) -> None:
    layout(tmp_path, manifest(tmp_path, {}, [content]))
    with pytest.raises(BrokenImageError, match=reason):
        read_image(tmp_path, None)


def test_a_layer_that_is_not_compressed(tmp_path: Path) -> None:
    kind = "application/vnd.oci.image.layer.v1.tar+gzip"
    image = {
        "config": blob(tmp_path, json.dumps(CONFIG).encode()),
        "layers": [{**blob(tmp_path, gzip.compress(b"x")[:12] + b"yyyyyyyy"), "mediaType": kind}],
    }
    layout(tmp_path, blob(tmp_path, json.dumps(image).encode()))
    with pytest.raises(BrokenImageError, match=r"not compressed with gzip|ends in the middle"):
        read_image(tmp_path, None)


def test_a_bomb_takes_little_memory(tmp_path: Path) -> None:
    """A quarter of a gigabyte of zeros is skipped part by part."""
    import resource

    info = tarfile.TarInfo("usr/bin/zeros")
    info.size = 2**28
    path = tmp_path / "layer"
    with gzip.open(path, "wb", compresslevel=1) as file:
        file.write(info.tobuf())
        for _ in range(2**8):
            file.write(bytes(2**20))
        file.write(bytes(1024))
    kind = "application/vnd.oci.image.layer.v1.tar+gzip"
    listed = [{**blob(tmp_path, path.read_bytes()), "mediaType": kind}]
    image = {"config": blob(tmp_path, json.dumps(CONFIG).encode()), "layers": listed}
    layout(tmp_path, blob(tmp_path, json.dumps(image).encode()))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert read_image(tmp_path, None).files == frozenset({"usr/bin/zeros"})
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 64 * 1024
