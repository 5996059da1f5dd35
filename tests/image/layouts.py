"""OCI layouts that tests make: folders, and archives of them."""

import gzip
import hashlib
import io
import json
import tarfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

CONFIG: Mapping[str, Any] = {"architecture": "amd64", "os": "linux", "config": {}, "history": []}


def layer(names: Sequence[str]) -> bytes:
    """Return an uncompressed layer with empty files of these names."""
    text = io.BytesIO()
    with tarfile.open(fileobj=text, mode="w") as archive:
        for name in names:
            archive.addfile(tarfile.TarInfo(name))
    return text.getvalue()


def blob(folder: Path, content: bytes) -> dict[str, Any]:
    """Write a blob and return its descriptor."""
    digest = hashlib.sha256(content).hexdigest()
    path = folder / "blobs" / "sha256" / digest
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return {"digest": f"sha256:{digest}", "size": len(content)}


def manifest(folder: Path, config: Mapping[str, Any], layers: Sequence[bytes]) -> dict[str, Any]:
    """Write an image and return its descriptor."""
    kind = "application/vnd.oci.image.layer.v1.tar+gzip"
    listed = [{**blob(folder, gzip.compress(one)), "mediaType": kind} for one in layers]
    image = {"config": blob(folder, json.dumps({**CONFIG, **config}).encode()), "layers": listed}
    platform = {"architecture": config.get("architecture", "amd64"), "os": "linux"}
    return {**blob(folder, json.dumps(image).encode()), "platform": platform}


def layout(folder: Path, *descriptors: Mapping[str, Any]) -> Path:
    """Write the index of a layout, and return its folder."""
    (folder / "index.json").write_text(json.dumps({"manifests": descriptors}), "utf-8")
    return folder


def archive(folder: Path) -> Path:
    """Return an archive of a layout."""
    path = folder.with_suffix(".tar")
    with tarfile.open(path, "w") as file:
        file.add(folder, arcname=".")
    return path
