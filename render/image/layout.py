"""An image in an OCI layout: a folder, or a tar archive of one (`skopeo copy … oci:DIR`, `docker save`).

No link is followed and nothing is written. Source: https://github.com/opencontainers/image-spec/blob/main/image-layout.md
"""

import hashlib
import os
import re
import stat
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO

from render.image.config import LARGEST, BrokenImageError, ImageConfig, load_json, parse_config
from render.image.layers import file_names, gunzip
from render.image.tar import Read, tar_entries

_DIGEST = re.compile(r"sha256:([0-9a-f]{64})")
_DEPTH = 4
"""Levels of indexes."""

Open = Callable[[str], tuple[BinaryIO, int]]
"""Opens a file of a layout by its path: a stream at its beginning, and its size. Raises BrokenImageError."""


def read_image(path: Path, architecture: str | None) -> ImageConfig:
    """Return the image in a file or folder: a configuration, or a layout with layers.

    Of an image for several architectures it is the one for `architecture`, else the first. Raises BrokenImageError,
    OSError.
    """
    with ExitStack() as stack:
        if path.is_dir():
            folder = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
            stack.callback(os.close, folder)
            return _image(partial(_open_in_folder, stack, folder), architecture)
        file = stack.enter_context(path.open("rb"))
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise BrokenImageError("it is not a regular file")
        head = file.read(512)
        file.seek(0)
        if head[257:262] != b"ustar":
            return parse_config(file.read(LARGEST + 1))
        members = {entry.name: entry for entry in tar_entries(file.read) if entry.is_file}

        def open_member(name: str) -> tuple[BinaryIO, int]:
            if name not in members:
                raise BrokenImageError(f"it has no `{name}`: it is not an OCI layout")
            file.seek(members[name].offset)
            return file, members[name].size

        return _image(open_member, architecture)


def _open_in_folder(stack: ExitStack, folder: int, name: str) -> tuple[BinaryIO, int]:
    at = folder
    try:
        for part in name.split("/")[:-1]:
            at = os.open(part, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=at)
            stack.callback(os.close, at)
        file = os.fdopen(os.open(name.rpartition("/")[2], os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=at), "rb")
    except OSError as error:
        raise BrokenImageError(f"it has no file `{name}`, or it is a link: {error.strerror}") from error
    stack.enter_context(file)
    found = os.fstat(file.fileno())
    if not stat.S_ISREG(found.st_mode):
        raise BrokenImageError(f"`{name}` is not a regular file")
    return file, found.st_size


def _image(open_: Open, architecture: str | None) -> ImageConfig:
    manifest = _manifest(open_, load_json(_bytes(open_, "index.json")), architecture, _DEPTH)
    config = parse_config(_blob(open_, manifest.get("config")))
    layers = manifest.get("layers")
    if not isinstance(layers, list):
        raise BrokenImageError("its manifest has no `layers`")
    other = next(
        (kind for kind in map(_media_type, layers) if not kind.endswith(("tar", "tar+gzip", "tar.gzip"))), None
    )
    if other is not None:
        return config._replace(unread=f"a layer has the type `{other}`")
    return config._replace(files=file_names(_layers(open_, layers)))


def _manifest(open_: Open, index: Any, architecture: str | None, depth: int) -> dict[str, Any]:
    """Return the manifest of an image for an architecture: that of an index, or of an index within it."""
    if isinstance(index, dict) and "layers" in index:
        return index
    listed = index.get("manifests") if isinstance(index, dict) else None
    if not isinstance(listed, list) or depth == 0:
        raise BrokenImageError("its index names no image")
    found = [one for one in listed if isinstance(one, dict) and _architecture(one) != "unknown"]
    chosen = next((one for one in found if _architecture(one) == architecture), found[0] if found else None)
    return _manifest(open_, load_json(_blob(open_, chosen)), architecture, depth - 1)


def _architecture(descriptor: dict[str, Any]) -> str | None:
    platform = descriptor.get("platform")
    found = platform.get("architecture") if isinstance(platform, dict) else None
    return found if isinstance(found, str) else None


def _media_type(descriptor: object) -> str:
    kind = descriptor.get("mediaType") if isinstance(descriptor, dict) else None
    return kind if isinstance(kind, str) else ""


def _layers(open_: Open, layers: list[Any]) -> Iterator[Read]:
    for layer in layers:
        file, size = open_(_path(layer))
        read = _limited(file, size)
        yield gunzip(read) if _media_type(layer).endswith("gzip") else read


def _limited(file: BinaryIO, size: int) -> Read:
    left = size

    def read(count: int) -> bytes:
        nonlocal left
        found = file.read(min(count, left))
        left -= len(found)
        return found

    return read


def _path(descriptor: object) -> str:
    """Return the path of a blob; nothing but a digest is part of it."""
    digest = descriptor.get("digest") if isinstance(descriptor, dict) else None
    match = _DIGEST.fullmatch(digest) if isinstance(digest, str) else None
    if match is None:
        raise BrokenImageError("it has a descriptor without a `sha256` digest")
    return f"blobs/sha256/{match[1]}"


def _blob(open_: Open, descriptor: object) -> bytes:
    path = _path(descriptor)
    found = _bytes(open_, path)
    if hashlib.sha256(found).hexdigest() != path.rpartition("/")[2]:
        raise BrokenImageError(f"`{path}` does not have its digest")
    return found


def _bytes(open_: Open, name: str) -> bytes:
    file, size = open_(name)
    if size > LARGEST:
        raise BrokenImageError(f"`{name}` has more than {LARGEST} bytes")
    return file.read(size)
