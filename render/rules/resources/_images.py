"""Well-known images: the CUDA that they are built for, their architecture, what they lack. images.json has sources."""

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

Version = tuple[int, ...]

_CUDA = re.compile(r"(?:^|[^a-z])cu(?:da)?[-_]?(?P<major>9|1\d)[.-]?(?P<minor>\d)(?!\d)", re.IGNORECASE)
"""`cuda11.6`, `cu116` and `cuda-11-6` in a tag."""
_ARCHITECTURE = re.compile(r"(?:^|[-_.])(aarch64|amd64|arm64|x86_64|x86-64)(?:$|[-_.])")
_OURS = re.compile(r"(.+/)?(py)?torch(-[a-z]+)?")
"""A repository's name that says torch, so that a CUDA in its tag is the one of torch."""


class Image(NamedTuple):
    """Facts about an image."""

    cuda: str | None
    """The CUDA that it is built for; None if unknown."""
    is_cuda_sure: bool
    """False if the program may bring other CUDA libraries."""
    architecture: str | None
    """The only architecture that it is for, by its tag or by the table; None if unknown."""
    lacks_efa: bool
    """True if it has neither Libfabric nor NCCL's plug-in for it."""
    maker: str | None = None
    """The maker of the GPUs that it is for; empty if it supports none, None if unknown."""
    is_root: bool = False
    """True if it runs as root unless the pod says otherwise."""
    tag_example: str | None = None
    """A tag of the image's own form, if its tag has another form; else None."""


def image_facts(image: str) -> Image:
    """Return the facts about an image, by its name and tag."""
    name, tag = _split(image)
    row: Mapping[str, Any] = next((row for row in _rows() if re.fullmatch(row["image"], name)), {})
    cuda = _cuda(tag, row)
    is_sure = bool(row or _OURS.fullmatch(name)) and not row.get("isBase", False)
    is_other = "tags" in row and bool(tag) and not re.fullmatch(row["tags"], tag)
    return Image(
        cuda=cuda,
        is_cuda_sure=is_sure,
        architecture=_architecture(row.get("amd64", False), tag),
        lacks_efa=row.get("hasEfa") is False,
        maker=_maker(tag, row, cuda),
        is_root=row.get("isRoot", False),
        tag_example=row["tagExample"] if is_other and "@" not in image else None,
    )


def _maker(tag: str, row: Mapping[str, Any], cuda: str | None) -> str | None:
    if "gpu" in row:
        return next((maker for maker, tags in row["gpu"].items() if re.fullmatch(tags, tag)), "")
    return "NVIDIA" if cuda else None


def version(text: str) -> Version:
    """Return the numbers of a version, for comparison."""
    return tuple(map(int, re.findall(r"\d+", text)))


@cache
def _rows() -> Sequence[Mapping[str, Any]]:
    rows: Sequence[Mapping[str, Any]] = json.loads(Path(__file__).with_name("images.json").read_bytes())["images"]
    return rows


def _split(image: str) -> tuple[str, str]:
    """Return the name and the tag of an image without its digest."""
    name = image.partition("@")[0]
    folder, slash, last = name.rpartition("/")
    last, _, tag = last.partition(":")
    return folder + slash + last, tag


def _cuda(tag: str, row: Mapping[str, Any]) -> str | None:
    own = re.fullmatch(row["tag"], tag) if "tag" in row else None
    if own and "cuda" in own.groupdict():
        return own["cuda"]
    if named := _CUDA.search(tag):
        return f"{named['major']}.{named['minor']}"
    if "releases" not in row or ("tag" in row and not own):
        return None
    release = own["release"] if own else (re.match(r"\d+\.\d+", tag) or [""])[0]
    older = [first for first in row["releases"] if release and version(first) <= version(release)]
    return row["releases"][max(older, key=version)] if older else None


def _architecture(known: object, tag: str) -> str | None:
    own = _ARCHITECTURE.search(tag)
    if own is not None:
        return "arm64" if own[1] in ("aarch64", "arm64") else "amd64"
    return "amd64" if _is_amd64(known, tag) else None


def _is_amd64(known: object, tag: str) -> bool:
    """Return True if a tag of the image has no other architecture. `known` is a boolean, a version or a suffix."""
    if not isinstance(known, str):
        return known is True
    if known.startswith("-"):
        return known not in tag
    number = re.match(r"\d+\.\d+", tag)
    return number is not None and version(number[0]) < version(known)
