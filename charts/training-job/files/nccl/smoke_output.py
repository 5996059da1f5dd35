"""Reports of the end of the test: rank 0's log, the termination message, a file."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from smoke_gate import Verdict
from smoke_result import MARK
from smoke_words import printable

# Bytes of a termination message that the kubelet keeps.
KEPT = 4096


def verdict(found: Verdict, termination_log: str, *, prints: bool = True) -> None:
    """Print the verdict if this process `prints`, and write the termination message."""
    line = printable(f"smoke: {found.word}: {found.sentence}", KEPT)
    if prints:
        print(line, flush=True)
    # The kubelet creates the file; without it the message has no reader.
    log = Path(termination_log)
    if log.exists():
        try:
            log.write_bytes(f"{line}\n".encode("utf-8", "backslashreplace")[:KEPT])
        except OSError as error:
            # Not a failure of the network.
            print(f"smoke: {log} cannot be written: {error.strerror}", flush=True)


def result(found: dict[str, Any], file: str | None) -> None:
    """Print the marked line, and write the copy if requested."""
    text = json.dumps(found, ensure_ascii=True, allow_nan=False)
    print(f"{MARK} {text}", flush=True)
    if file:
        try:
            _write(Path(file), f"{text}\n")
        except OSError as error:
            print(f"smoke: {file} cannot be written: {error.strerror}", flush=True)


def _write(file: Path, text: str) -> None:
    """Write a file whole or not at all; a device or a pipe is written to. Raises OSError."""
    if file.exists() and not file.is_file():
        file.write_text(text, encoding="utf-8")
        return
    unfinished = file.with_name(f".{file.name}.{os.getpid()}.tmp")
    try:
        unfinished.write_text(text, encoding="utf-8")
        unfinished.replace(file)
    finally:
        unfinished.unlink(missing_ok=True)
