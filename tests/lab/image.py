"""Images of the lab: folders as OCI archives of one layer, without a registry."""

import hashlib
import io
import json
import subprocess
import tarfile
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

PAUSE, TORCH = "lab.local/pause:1", "lab.local/torch:1"
_PATH = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
_TAR = ("tar", "--numeric-owner", "--sort=name", "--exclude=./dev/*", "--exclude=./proc/*", "--exclude=./sys/*")
_MANIFEST = "application/vnd.oci.image.manifest.v1+json"
_CONFIG = "application/vnd.oci.image.config.v1+json"
_LAYER = "application/vnd.oci.image.layer.v1.tar"


def write_image(root: Path, archive: Path, name: str, entrypoint: Sequence[str] = ()) -> None:
    """Write a folder as the OCI archive of an image (https://github.com/opencontainers/image-spec).

    The layer is not compressed: nodes on the same machine import it faster.
    """
    with TemporaryDirectory(dir=archive.parent) as scratch:
        layer = Path(scratch, "layer.tar")
        subprocess.run([*_TAR, f"--directory={root}", "--create", f"--file={layer}", "."], check=True)
        with layer.open("rb") as content:
            digest = hashlib.file_digest(content, "sha256").hexdigest()
        config = _json(
            architecture="amd64",
            os="linux",
            rootfs={"type": "layers", "diff_ids": [f"sha256:{digest}"]},
            config={"Env": [_PATH], **({"Entrypoint": list(entrypoint)} if entrypoint else {})},
        )
        manifest = _json(
            schemaVersion=2,
            mediaType=_MANIFEST,
            config=_described(_CONFIG, config),
            layers=[{"mediaType": _LAYER, "digest": f"sha256:{digest}", "size": layer.stat().st_size}],
        )
        named = {"io.containerd.image.name": name, "org.opencontainers.image.ref.name": name.rpartition(":")[2]}
        index = _json(schemaVersion=2, manifests=[{**_described(_MANIFEST, manifest), "annotations": named}])
        unfinished = Path(scratch, "image.tar")
        with tarfile.open(unfinished, "w") as tar:
            _add(tar, "oci-layout", b'{"imageLayoutVersion": "1.0.0"}')
            _add(tar, "index.json", index)
            for blob in (config, manifest):
                _add(tar, f"blobs/sha256/{hashlib.sha256(blob).hexdigest()}", blob)
            tar.add(layer, f"blobs/sha256/{digest}")
        unfinished.replace(archive)


def _described(media_type: str, blob: bytes) -> dict[str, object]:
    return {"mediaType": media_type, "digest": f"sha256:{hashlib.sha256(blob).hexdigest()}", "size": len(blob)}


def _json(**content: object) -> bytes:
    return json.dumps(content).encode()


def _add(tar: tarfile.TarFile, path: str, content: bytes) -> None:
    entry = tarfile.TarInfo(path)
    entry.size = len(content)
    tar.addfile(entry, io.BytesIO(content))
