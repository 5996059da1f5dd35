"""Where the end of the test is told: rank 0's log, the termination message, a file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from smoke_gate import Verdict
from smoke_result import MARK
from smoke_words import printable

# What the kubelet keeps of a termination message, in bytes.
KEPT = 4096


def verdict(found: Verdict, termination_log: str, *, prints: bool = True) -> None:
    """Print the verdict where this process `prints`, and leave it where the kubelet reads it."""
    line = printable(f"smoke: {found.word}: {found.sentence}", KEPT)
    if prints:
        print(line, flush=True)
    # The kubelet has made the file; where there is none, nobody reads it.
    log = Path(termination_log)
    if log.exists():
        try:
            log.write_bytes(f"{line}\n".encode("utf-8", "backslashreplace")[:KEPT])
        except OSError as error:
            # No failure of the network.
            print(f"smoke: {log} cannot be written: {error.strerror}", flush=True)


def result(found: dict[str, Any], file: str | None) -> None:
    """Print the marked line, and write the copy that was asked for."""
    text = json.dumps(found, ensure_ascii=True, allow_nan=False)
    print(f"{MARK} {text}", flush=True)
    if file:
        try:
            Path(file).write_text(f"{text}\n", encoding="utf-8")
        except OSError as error:
            print(f"smoke: {file} cannot be written: {error.strerror}", flush=True)
