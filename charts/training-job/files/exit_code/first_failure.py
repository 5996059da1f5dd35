"""The first process that failed, as the termination message of its container, which outlives the process.

torch writes the exception of a program with `@record` to the file that TORCHELASTIC_ERROR_FILE names, and torchrun
copies that of the first failure to its own. It removes an existing file first, so that the file can't be the
termination message itself (torch/distributed/elastic/multiprocessing/errors/error_handler.py). Without `@record`, the
rank, the code and the last lines are known. Python 3.8 and its standard library.
"""

import contextlib
import json
import os
import re
import shutil
import tempfile
from pathlib import Path
from typing import Any, Dict, NamedTuple, Optional, Sequence

from redaction import redact

VARIABLE = "TORCHELASTIC_ERROR_FILE"
TERMINATION_LOG = "/dev/termination-log"
PREFIX = "render-failure-"
MARK = "firstFailure"
KEPT = 4096
"""Bytes of a termination message that the kubelet keeps."""
ERROR = 600
"""Characters of an exception."""
SHORTENED = 60
"""Characters by which a long text is shortened at a time."""
TEXT = 20_000
"""Characters of a text that are looked at; less than that is kept."""
LARGEST = 4 << 20
"""Bytes of an error file that are read."""
MEMORY = "/dev/shm"  # noqa: S108 - the folder in it has a random name
"""An emptyDir in the chart's pods, writable where the root file system is not."""
SECRET = re.compile(r"KEY|TOKEN|SECRET|PASSW|CREDENTIAL|AUTH", re.IGNORECASE)
"""In names of variables whose values are removed from texts."""
FRAME = re.compile(
    r'^ *File "(?P<file>[^"\n]{1,500})", line (?P<line>\d{1,9}), in (?P<function>[^\n]{1,200})$', re.MULTILINE
)
SHORTEST = 8
"""Characters of such a value: shorter ones are switches and numbers."""
KEY_END = "PRIVATE KEY-----"
"""In the last line of a key whose first line is lost."""
INSTALLED = re.compile(r"/(site|dist)-packages/|/lib(64)?/python3|<frozen |<string>")
"""In files that are not the user's; hang_agent.py has the same."""


class Failure(NamedTuple):
    """The first process that failed, as the launcher reports it."""

    code: int
    rank: Optional[int] = None
    lines: Sequence[bytes] = ()
    """The last lines before the launcher's report."""


class ErrorFile:
    """The file for torch: that of the variable, or one in a folder of its own, which is removed at the end."""

    def __init__(self) -> None:
        """Make the folder; where no place is writable, there is no file."""
        self.environment: Dict[str, str] = dict(os.environ)
        self._folder = "" if VARIABLE in os.environ else _new_folder()
        if self._folder:
            self.environment[VARIABLE] = str(Path(self._folder, "error.json"))
        self._path = Path(self.environment.get(VARIABLE, ""))
        self._before = self._changed()

    def remove(self) -> None:
        """Remove the folder."""
        if self._folder:
            shutil.rmtree(self._folder, ignore_errors=True)

    def read(self) -> Dict[str, Any]:
        """Return the exception, its line, its time in seconds since 1970 and its traceback; nothing without a file.

        A file that an earlier program left does not count.
        """
        if self._changed() == self._before:
            return {}
        try:
            with self._path.open("rb") as stream:
                data = json.loads(stream.read(LARGEST).decode("utf-8", "replace"))
            message = data["message"]
            if isinstance(message, str):
                return {"error": message}
            trace = str(message["extraInfo"]["py_callstack"])
            known = {"error": str(message["message"]), "place": _place(trace), "traceback": trace}
            time = str(message["extraInfo"].get("timestamp", ""))
            return {**known, "time": int(time)} if time.isdecimal() and len(time) < 12 else known
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
            return {}

    def _changed(self) -> float:
        """Return when the file was written; 0 without a file."""
        try:
            return self._path.stat().st_mtime if self._path.is_file() else 0.0
        except OSError:
            return 0.0


def end_message(failure: Failure, error_file: ErrorFile, path: str) -> None:
    """Write the failure to the termination message.

    The kubelet has made the file. A text of another program in it is kept; if the code alone is known, the kubelet
    takes the end of the log.
    """
    found = error_file.read()
    lines = "\n".join(line[:ERROR].decode("utf-8", "replace") for line in failure.lines)
    if not (found or lines.strip() or failure.rank is not None):
        return
    known = {"rank": failure.rank, "code": failure.code, **found, "log": lines}
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_NOFOLLOW)
        try:
            if os.fstat(descriptor).st_size == 0:
                os.write(descriptor, excerpt(known).encode("ascii"))
        finally:
            os.close(descriptor)
    except OSError:
        return


def excerpt(known: Dict[str, Any]) -> str:
    """Return valid JSON within the kubelet's limit and without credentials. An exception, whose type comes first, loses
    its end; a traceback and a log, whose newest line comes last, their beginning."""
    secrets = [value for name, value in os.environ.items() if len(value) >= SHORTEST and SECRET.search(name)]
    if len(known.get("error", "")) > ERROR:
        known = {**known, "error": redact(known["error"][:TEXT], secrets)[: ERROR - 1] + "…"}
    fields = {
        key: redact(value[-TEXT:], secrets).rpartition(KEY_END)[2][-KEPT:] if isinstance(value, str) else value
        for key, value in known.items()
        if value not in (None, "")
    }
    text = _dumped(fields)
    for key in ("log", "traceback", "place", "error"):
        while len(text) > KEPT and fields.get(key):
            fields[key] = fields[key][:-SHORTENED] if key == "error" else fields[key][SHORTENED:]
            text = _dumped(fields)
    return text


def _dumped(fields: Dict[str, Any]) -> str:
    return json.dumps({MARK: {key: value for key, value in fields.items() if value != ""}})


def _place(trace: str) -> str:
    """Return the innermost line of the user's program, else of any file."""
    frames = list(FRAME.finditer(trace))
    own = [frame for frame in frames if not INSTALLED.search(frame["file"])] or frames
    return "{}:{} in {}".format(own[-1]["file"], own[-1]["line"], own[-1]["function"]) if own else ""


def _new_folder() -> str:
    try:
        return tempfile.mkdtemp(prefix=PREFIX, dir=MEMORY)
    except OSError:  # `storage.sharedMemory.enabled: false`, or not in a pod
        with contextlib.suppress(OSError):
            return tempfile.mkdtemp(prefix=PREFIX)
    return ""
