"""Tells the node's watcher where a Python process is: `sitecustomize` of every process of a watched program.

Site imports it before the program. It opens one connection and starts one thread, which sleeps until the watcher
asks; nothing is imported, written or computed before that. A failure of its own never reaches the program.
Modules of C alone are imported here: each Python process of the program pays for them.
"""

from __future__ import annotations

import _socket
import _thread
import atexit
import faulthandler
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType, TracebackType
    from typing import Any, Iterable

SOCKET = "RENDER_HANG_SOCKET"
RANKS = ("RANK", "OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "HOROVOD_RANK")
DUMPS = (("_dump_fr_trace_json", "gloo"), ("_dump_nccl_trace_json", "nccl"))
"""Functions of torch that return the flight recorder of a backend as JSON: gloo has one since torch 2.15."""
_groups: dict[tuple[str, str], tuple[str, str]] = {}
"""Name and description of a process group by backend and number, as the recorder has them."""
INSTALLED = ("/site-packages/", "/dist-packages/", "/lib/python3", "/lib64/python3", "<frozen ", "<string>")
"""In files of packages and of Python itself."""
SIGNAL = 46
"""A signal for real-time use (signal(7)), which libraries leave alone. It writes the stacks of all threads without the
interpreter's lock (faulthandler)."""
FRAMES = 40
"""Innermost frames that are sent of a thread."""
THREADS = 64
"""Threads whose stacks are read."""
WAITS = 8
"""Collectives that are sent of a group: the oldest that have not ended."""
LAST_ANSWER_SECONDS = 10
"""How long a program that ends waits for an answer that is being written."""


def stacks_path(socket: str, pid: int) -> str:
    """Return the file to which a process writes its stacks when it gets the signal."""
    return f"{socket.rpartition('/')[0]}/{pid}.stacks"


def start(path: str) -> None:
    """Connect to the watcher and wait for its questions in another thread."""
    connection = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
    connection.connect(path)
    flags = os.O_CREAT | os.O_WRONLY | os.O_TRUNC | os.O_APPEND | os.O_CLOEXEC
    stacks = os.open(stacks_path(path, os.getpid()), flags, 0o600)
    faulthandler.register(SIGNAL, stacks, all_threads=True, chain=False)
    answers = _thread.allocate_lock()
    # Python ends a thread that comes back from a library's C++ while it ends itself: torch may abort the process then.
    # The end waits for an answer, and no other begins.
    atexit.register(answers.acquire, timeout=LAST_ANSWER_SECONDS)
    _thread.start_new_thread(_serve, (connection, _thread.get_ident(), answers))
    _hook(connection)
    os.register_at_fork(after_in_child=lambda: _restart(connection, stacks, path, answers))


def _hook(connection: _socket.socket) -> None:
    """Send the exception that ends the program before it is printed: the others' errors follow from the first."""
    before = sys.excepthook
    process = os.getpid()

    def send(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        try:
            if os.getpid() == process:
                connection.sendall(_failure(kind, error, trace))
        except Exception:  # noqa: S110, BLE001 - as below
            pass
        before(kind, error, trace)

    sys.excepthook = send


def _failure(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> bytes:
    import json
    import time

    stack: list[tuple[str, int, str]] = []
    while trace is not None:
        code = trace.tb_frame.f_code
        stack.append((code.co_filename[-200:], trace.tb_lineno, code.co_name[:80]))
        trace = trace.tb_next
    found: dict[str, object] = {**_identity(), "type": kind.__name__, "text": str(error)[:200], "at": time.monotonic()}
    found["stack"] = stack[: -FRAMES - 1 : -1]
    return json.dumps({"failure": found}).encode("ascii", "backslashreplace") + b"\n"


def _restart(connection: _socket.socket, stacks: int, path: str, answers: _thread.LockType) -> None:
    """In a forked process, which has the connection of its parent but not the thread, begin anew."""
    try:
        atexit.unregister(answers.acquire)
        os.close(connection.detach())
        os.close(stacks)
        start(path)
    except Exception:  # noqa: S110, BLE001 - the program must not end for what watches it
        pass


def _serve(connection: _socket.socket, main: int, answers: _thread.LockType) -> None:
    try:
        while True:
            question = connection.recv(64)
            if not question:
                return
            with answers:
                connection.sendall(_answer(main, with_threads=question == b"all\n"))
    except Exception:  # noqa: BLE001 - as above
        return


def _answer(main: int, *, with_threads: bool) -> bytes:
    import json

    own = _thread.get_ident()
    frames = sys._current_frames()  # noqa: SLF001 - documented
    threads = [main, *(ident for ident in frames if ident not in (own, main))][:THREADS]
    stacks = {ident: _stack(frames.get(ident)) for ident in threads}
    # Ray runs the program in another thread.
    program = next((ident for ident in threads if _has_own_file(stacks[ident])), main)
    answer: dict[str, object] = {"rank": None, "world": None, "groups": {}, "stack": stacks.pop(program)}
    answer.update(_identity())
    try:
        answer.update(_collectives())
    except Exception as error:  # noqa: BLE001 - another version of torch may have another recorder
        answer["error"] = repr(error)[:200]
    if with_threads:
        answer["threads"] = list(stacks.values())
    return json.dumps(answer).encode("ascii", "backslashreplace") + b"\n"


def _identity() -> dict[str, object]:
    """Return rank and size of the run: torch's own once it is initialised, else those of the launcher's variables."""
    distributed = sys.modules.get("torch.distributed")
    initialised = getattr(distributed, "is_initialized", None)
    if distributed is not None and initialised is not None and initialised():
        return {"rank": distributed.get_rank(), "world": distributed.get_world_size()}
    for name in RANKS:
        if os.environ.get(name, "").isdigit():
            return {"rank": int(os.environ[name])}
    return {}


def _collectives() -> dict[str, object]:
    """Return by group and backend what torch's flight recorder has: the last collective that has ended, and those that
    have not."""
    import json

    c10d = sys.modules.get("torch._C._distributed_c10d")
    groups: dict[str, dict[str, Any]] = {}
    for name, backend in DUMPS:
        dump = getattr(c10d, name, None)
        if dump is not None:
            trace = json.loads(dump(onlyActive=True))
            status = trace.get("pg_status") or {}
            if any((backend, number) not in _groups for number in status):
                _learn(backend, status, json.loads(dump()).get("entries", ()))
            for number, last in status.items():
                _group(groups, backend, number)["done"] = int(last["last_completed_collective"])
            for entry in trace.get("entries", ()):
                _add(groups, backend, entry)
    if groups:
        members = _members()
        for name, group in groups.items():
            group["ranks"] = members.get(name.partition(" ")[0])
    return {"groups": groups}


def _learn(backend: str, status: Iterable[str], entries: Iterable[dict[str, Any]]) -> None:
    for entry in entries:
        _groups[backend, str(entry["pg_id"])] = entry["process_group"]
    for number in status:
        _groups.setdefault((backend, number), (number, ""))


def _group(groups: dict[str, dict[str, Any]], backend: str, number: str) -> dict[str, Any]:
    name, description = _groups.get((backend, number), (number, ""))
    return groups.setdefault(f"{name} {backend}", {"name": description, "done": 0, "waits": []})


def _add(groups: dict[str, dict[str, Any]], backend: str, entry: dict[str, Any]) -> None:
    _groups[backend, str(entry["pg_id"])] = entry["process_group"]
    waits = _group(groups, backend, str(entry["pg_id"]))["waits"]
    if len(waits) < WAITS and not entry.get("retired") and entry.get("state") != "completed":
        point = bool(entry.get("is_p2p"))
        waits.append(
            {
                "number": entry["p2p_seq_id" if point else "collective_seq_id"],
                "operation": str(entry["profiling_name"]).rpartition(":")[2],
                "sizes": str(entry.get("input_sizes"))[:80],
                "point": point,
            }
        )


def _members() -> dict[str, list[int]]:
    """Return the ranks of each process group by its name, as far as torch's own tables have them."""
    world = getattr(sys.modules.get("torch.distributed.distributed_c10d"), "_world", None)
    names, ranks = getattr(world, "pg_names", {}), getattr(world, "pg_group_ranks", {})
    return {str(name): sorted(ranks.get(group) or ()) for group, name in list(names.items())}


def _stack(frame: FrameType | None) -> list[tuple[str, int, str]]:
    """Return file, line and function of each frame, the innermost first."""
    stack: list[tuple[str, int, str]] = []
    while frame is not None and len(stack) < FRAMES:
        stack.append((frame.f_code.co_filename[-200:], frame.f_lineno, frame.f_code.co_name[:80]))
        frame = frame.f_back
    return stack


def is_installed(file: str) -> bool:
    """Return whether a file is Python's or a package's, not the user's own."""
    return any(part in file for part in INSTALLED)


def _has_own_file(stack: Iterable[tuple[str, int, str]]) -> bool:
    """Return whether a call is in the user's own files."""
    return any(not is_installed(file) for file, _, _ in stack)


def _chain() -> None:
    """Run the `sitecustomize` that Python would have found without this one, and leave no trace on the path."""
    # Python has loaded both modules before site; importlib.machinery would be read and compiled for each process.
    loaded, external = sys.modules["_frozen_importlib"], sys.modules["_frozen_importlib_external"]
    here = os.path.dirname(__file__)  # noqa: PTH120 - pathlib would be imported in each process
    sys.path[:] = [folder for folder in sys.path if folder != here]
    spec = external.PathFinder.find_spec("sitecustomize", sys.path)
    if spec is not None and spec.loader is not None:
        module = loaded.module_from_spec(spec)
        sys.modules["sitecustomize"] = module
        spec.loader.exec_module(module)


if __name__ == "sitecustomize":
    try:
        if SOCKET in os.environ:
            start(os.environ[SOCKET])
    except Exception:  # noqa: S110, BLE001 - as above
        pass
    _chain()
