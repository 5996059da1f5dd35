"""Dumps of a cluster: read one into an index, from a file, standard input or a folder; write one without secrets."""

import json
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from render.kube.gvk import GroupVersionKind
from render.manifests.fields import text_at, texts_at
from render.problem import Problem, printable
from render.redaction import redact
from render.source import read_file
from render.source.files import SUFFIXES, find_files
from render.why.dump_text import DumpError, parse_dump
from render.why.object_index import ObjectIndex, is_list

MAX_BYTES = 256 << 20
"""Maximum bytes of all files of a dump."""
MAX_FILES = 5000
"""Maximum files of a dump."""
MAX_LOG_BYTES = 16 << 20
"""Maximum bytes of a log."""
LOG_TAIL = 65536
"""Characters that are kept of the end of a log."""
CONTENTS = "RenderDump"
"""Kind of the document that `--collect` writes: the time, and the kinds of which all objects are there."""
_PATH = re.compile(r"(?P<namespace>[a-z0-9-]+)/(?P<pod>[a-z0-9.-]+)/logs\.txt")
"""Logs in a folder of `kubectl cluster-info dump`."""


def read_dump(path: str) -> ObjectIndex:
    """Return the objects of a dump. Raises DumpError if it can't be read at all."""
    index = ObjectIndex()
    left = MAX_BYTES
    for file in _files(path):
        text = read_file(file, min(left, MAX_BYTES))
        if isinstance(text, Problem):
            if file == path:
                raise DumpError(f"`{printable(path)}` {text.message}")
            index.unread.append(f"{file} {text.message}")
            continue
        left = max(0, left - len(text.content))
        try:
            for document in parse_dump(text.content):
                _add(index, document)
        except DumpError as error:
            if file == path:
                raise DumpError(f"`{printable(path)}` {error}") from error
            index.unread.append(f"{file} {error}")
    if index.is_empty and not index.complete_kinds:
        raise DumpError(f"`{printable(path)}` has no objects of a cluster")
    if Path(path).is_dir():
        _read_logs(index, Path(path))
    if not index.events.is_complete:
        index.unread.append("events of more objects than the limit")
    return index


def _files(path: str) -> list[str]:
    if not Path(path).is_dir():
        return [path]
    found = [str(one) for one in find_files(Path(path)) if not isinstance(one, Problem)]
    if not found:
        raise DumpError(f"`{printable(path)}` has no files with the suffixes {', '.join(sorted(SUFFIXES))}")
    if len(found) > MAX_FILES:
        raise DumpError(f"`{printable(path)}` has more than the limit of {MAX_FILES} files")
    return found


def _add(index: ObjectIndex, document: Any) -> None:
    """Add a document: an object, a list of objects, or the table of contents. Others are skipped."""
    if not isinstance(document, Mapping):
        return
    if document.get("kind") == CONTENTS:
        index.complete_kinds |= set(texts_at(document, "completeKinds"))
    elif is_list(document):
        kind = GroupVersionKind.of(text_at(document, "apiVersion"), document["kind"].removesuffix("List"))
        if kind.name:
            index.complete_kinds.add(kind.group_kind)
        envelope = {"apiVersion": kind.api_version, "kind": kind.name} if kind.name else {}
        index.add_all({**envelope, **one} for one in document["items"] if isinstance(one, Mapping))
    else:
        index.add(document)


def _read_logs(index: ObjectIndex, folder: Path) -> None:
    """Keep the end of the pods' logs: `NAMESPACE/POD/logs.txt`, as `kubectl cluster-info dump` writes them."""
    for file in sorted(folder.glob("*/*/logs.txt"))[:MAX_FILES]:
        place = _PATH.fullmatch(file.relative_to(folder).as_posix())
        text = read_file(str(file), MAX_LOG_BYTES) if place and not file.is_symlink() else None
        if place and text is not None and not isinstance(text, Problem):
            index.logs[place["namespace"], place["pod"]] = text.content[-LOG_TAIL:]


_LEFT_OUT = ("managedFields", "kubectl.kubernetes.io/last-applied-configuration", "data", "stringData", "binaryData")
"""Keys that are left out at any depth: they are long, or hold the contents of Secrets and ConfigMaps."""
_REMOVED = "[removed]"
_MAX_DEPTH = 60


def write_dump(index: ObjectIndex, folder: Path) -> int:
    """Write one file for each kind, readable for the user only, and return their number. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    objects = index.dump()
    contents = {"kind": CONTENTS, "apiVersion": "render/v1alpha1", "completeKinds": sorted(index.complete_kinds)}
    _write(folder / "contents.json", contents)
    for kind, items in objects.items():
        group, _, name = kind.partition("/")
        file = folder / f"{name.lower()}{f'.{group}' if group else ''}.json"
        _write(file, {"apiVersion": "v1", "kind": "List", "items": [without_secrets(one) for one in items]})
    return len(objects) + 1


def without_secrets(data: Mapping[str, Any]) -> Any:
    """Return an object without values of variables, contents of Secrets, and texts that look like credentials."""
    return _plain(data, 0)


def _plain(value: Any, depth: int) -> Any:
    if depth > _MAX_DEPTH:
        return _REMOVED
    if isinstance(value, Mapping):
        return {str(key): _value(str(key), below, value, depth) for key, below in value.items() if key not in _LEFT_OUT}
    if isinstance(value, list):
        return [_plain(one, depth + 1) for one in value]
    return redact(value) if isinstance(value, str) else value


def _value(key: str, value: Any, holder: Mapping[str, Any], depth: int) -> Any:
    """Return a value; `name` and `value` together are a variable of a container or an argument of a plug-in."""
    is_variable = key == "value" and "name" in holder and isinstance(value, str)
    return _REMOVED if is_variable else _plain(value, depth + 1)


def _write(file: Path, content: Mapping[str, Any]) -> None:
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as stream:
        json.dump(content, stream, indent=1)
        stream.write("\n")
