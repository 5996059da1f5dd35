"""The processes of the program on this node: each has an agent (hang_agent.py), which answers on a Unix socket."""

from __future__ import annotations

import contextlib
import json
import os
import selectors
import socket
import struct
import time
from dataclasses import replace
from pathlib import Path
from typing import Any, Mapping

import hang_agent
from hang_ends import Ends
from hang_failure import Failure, to_failure
from hang_process import ENDED, IN_KERNEL, RUNS, Known, Process, ancestors, descendants, find_process, find_processes
from hang_stack import Frame, activity, is_idle, read_stacks, user_frame, waits_in
from hang_state import SILENT, Group, RankState, Wait, frames

ANSWER_SECONDS = 2.0
"""Seconds for all agents to answer; those of a healthy program need milliseconds."""
ANSWER_BYTES = 4 << 20
AGENTS = 4096
STACK_BYTES = 64 << 10


class Agent:
    """One process with an agent."""

    def __init__(self, connection: socket.socket, process: Process) -> None:
        """Begin before its first answer."""
        self.connection = connection
        self.process = process
        self.answer: dict[str, Any] = {}
        self.failure: Any = None
        """The exception that ended it, as it sent it."""
        self.is_silent = False
        self._rest = b""

    @property
    def rank(self) -> int | None:
        """Its rank, None where it has none or has not answered yet."""
        rank = self.answer.get("rank")
        return rank if isinstance(rank, int) else None

    def request(self, *, with_threads: bool) -> bool:
        """Send the question, unless the last one has no answer yet; return False if the process is gone."""
        if self.is_silent:
            return True
        try:
            self.connection.sendall(b"all\n" if with_threads else b"now\n")
        except OSError:
            return False
        self.is_silent = True
        return True

    def read(self) -> bool:
        """Read what has come; return False if the process is gone, or says what no agent says."""
        try:
            data = self.connection.recv(1 << 16)
        except OSError:
            return False
        *lines, self._rest = (self._rest + data).split(b"\n")
        if not data or len(self._rest) > ANSWER_BYTES:
            return False
        for line in lines:
            try:
                answer = json.loads(line)
            except ValueError:
                return False
            if not isinstance(answer, dict):
                return False
            if "failure" in answer:
                self.failure = answer["failure"]
            else:
                self.answer = answer
                self.is_silent = False
        return True

    def drain(self) -> None:
        """Read all that has come."""
        # A process that ends with an unread question resets the connection; what it has sent can be read after that.
        while self.read() or self.read():
            pass


class Agents:
    """All processes that have an agent, and since when each rank is where it is."""

    def __init__(self, path: str) -> None:
        """Listen at a path, which must be in a folder of this user's alone."""
        self.path = path
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(path)
        self._listener.listen(1024)
        self._listener.settimeout(0)
        self._agents: dict[int, Agent] = {}
        self._positions: dict[int, tuple[object, float]] = {}
        self._last: dict[int, RankState] = {}
        self._ends = Ends()
        self._ended_at: dict[int, float] = {}
        self._failures: dict[int, Failure] = {}

    def states(self, *, with_threads: bool = False) -> list[RankState]:
        """Return where each rank is. With `with_threads`, processes that don't answer get a signal for their stacks."""
        self._accept()
        self._request(with_threads=with_threads)
        processes = Known()
        for pid in [pid for pid, agent in self._agents.items() if not _is_there(agent, processes)]:
            self._remove(pid)
        ranks = self._ranks(processes)
        found = {rank: self._state(rank, agent, is_signalled=with_threads) for rank, agent in ranks.items()}
        for rank in self._last.keys() - found.keys():
            last = self._last[rank]
            seconds, at = self._seconds(rank, ENDED), self._ended_at.get(rank)
            found[rank] = replace(last, state=ENDED, seconds=seconds, waits=(), ended_at=at)
        self._last = found
        return [found[rank] for rank in sorted(found)]

    def threads(self, rank: RankState) -> list[list[Frame]]:
        """Return the stacks of the other threads of a rank, as it sent them last."""
        agent = self._agents.get(rank.pid)
        return [frames(stack) for stack in agent.answer.get("threads", [])] if agent else []

    def failures(self) -> tuple[Failure, ...]:
        """Return the exceptions that ended ranks, by rank."""
        for agent in self._agents.values():
            agent.drain()
            self._keep_failure(agent)
        return tuple(failure for _, failure in sorted(self._failures.items()))

    def close(self) -> None:
        """Close all connections and remove the files."""
        for pid in list(self._agents):
            self._remove(pid)
        self._listener.close()
        with contextlib.suppress(OSError):
            Path(self.path).unlink()

    def _remove(self, pid: int) -> None:
        agent = self._agents.pop(pid)
        agent.drain()
        self._keep_failure(agent)
        known = self._last.get(agent.rank) if agent.rank is not None else None
        if known and known.pid == pid:
            self._ended_at[known.rank] = self._ends.time(agent.connection)
        agent.connection.close()
        with contextlib.suppress(OSError):
            Path(hang_agent.stacks_path(self.path, pid)).unlink()

    def _keep_failure(self, agent: Agent) -> None:
        """Keep the exception of a rank's own process."""
        with contextlib.suppress(KeyError, TypeError, ValueError):
            failure = to_failure(agent.failure)
            known = self._last.get(failure.rank)
            if known is None or known.pid == agent.process.pid:
                self._failures[failure.rank] = failure

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while len(self._agents) < AGENTS:
                connection, _ = self._listener.accept()
                size = struct.calcsize("3i")
                peer = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, size)
                process = find_process(struct.unpack("3i", peer)[0])
                if process is None:
                    connection.close()
                    continue
                if process.pid in self._agents:
                    self._remove(process.pid)
                connection.settimeout(0)
                self._agents[process.pid] = Agent(connection, process)
                self._ends.watch(connection)

    def _request(self, *, with_threads: bool) -> None:
        for pid in [pid for pid, agent in self._agents.items() if not agent.request(with_threads=with_threads)]:
            self._remove(pid)
        end = time.monotonic() + ANSWER_SECONDS
        while True:
            silent = {agent.connection: agent for agent in self._agents.values() if agent.is_silent}
            left = end - time.monotonic()
            if not silent or left <= 0:
                return
            with selectors.DefaultSelector() as selector:
                for connection in silent:
                    selector.register(connection, selectors.EVENT_READ)
                for key, _ in selector.select(left):
                    agent = silent[key.fileobj]  # type: ignore[index]
                    if not agent.read():
                        self._remove(agent.process.pid)

    def _ranks(self, processes: Known) -> dict[int, Agent]:
        """Return the process of each rank: one that has a rank, and is not below one that has the same."""
        ranks: dict[int, Agent] = {}
        for pid in sorted(self._agents):
            rank = self._agents[pid].rank
            above = [self._agents[other].rank for other in ancestors(pid, processes) if other in self._agents]
            if rank is not None and rank not in above:
                ranks.setdefault(rank, self._agents[pid])
        return ranks

    def _state(self, rank: int, agent: Agent, *, is_signalled: bool) -> RankState:
        answer = agent.answer
        pid = agent.process.pid
        state = agent.process.state
        state = SILENT if agent.is_silent and state in (RUNS, IN_KERNEL) else state
        stack = frames(answer.get("stack"))
        groups, waits = _collectives(answer)
        if agent.is_silent:
            stack = self._signalled(agent) if is_signalled and state == SILENT else []
            waits = []
        if not waits and waits_in(stack):
            waits = [Wait(waits_in(stack))]
        position = (state, tuple(wait.key for wait in waits) if waits and waits[0].group else tuple(stack))
        helper = self._helper(pid) if activity(stack) == "loads" else []
        world = answer.get("world")
        return RankState(
            rank,
            world if isinstance(world, int) else 0,
            pid,
            state,
            self._seconds(rank, position),
            tuple(waits),
            groups,
            tuple(stack),
            tuple(helper),
        )

    def _seconds(self, rank: int, position: object) -> float:
        now = time.monotonic()
        if rank not in self._positions or self._positions[rank][0] != position:
            self._positions[rank] = (position, now)
        return now - self._positions[rank][1]

    def _helper(self, pid: int) -> list[Frame]:
        """Return the stack of a process below a rank that is busy in the user's files, none where none is."""
        for below in descendants(pid, find_processes()):
            stack = frames(self._agents[below].answer.get("stack")) if below in self._agents else []
            if user_frame(stack) and not is_idle(stack):
                return stack
        return []

    def _signalled(self, agent: Agent) -> list[Frame]:
        """Return the stack that a process writes for the signal, which works without the interpreter's lock."""
        path = Path(hang_agent.stacks_path(self.path, agent.process.pid))
        with contextlib.suppress(OSError):
            before = path.stat().st_size
            os.kill(agent.process.pid, hang_agent.SIGNAL)
            end = time.monotonic() + ANSWER_SECONDS
            while path.stat().st_size == before and time.monotonic() < end:
                time.sleep(0.05)
            time.sleep(0.05)  # the rest of what it writes
            with path.open("rb") as file:
                file.seek(before)
                stacks = read_stacks(file.read(STACK_BYTES).decode("utf-8", "replace"))
            # The main thread's is the one that began the program: the last that is written.
            return stacks[-1] if stacks else []
        return []


def _is_there(agent: Agent, processes: Known) -> bool:
    """Return whether a process lives, and keep what it does now."""
    process = processes[agent.process.pid]
    if process is None or process.started != agent.process.started:
        return False
    agent.process = process
    return True


def _collectives(answer: Mapping[str, Any]) -> tuple[dict[str, Group], list[Wait]]:
    """Return the groups of an answer, and the oldest collective of each that has not ended."""
    groups: dict[str, Group] = {}
    waits: list[Wait] = []
    try:
        for name, found in dict(answer.get("groups") or {}).items():
            members = tuple(int(rank) for rank in found.get("ranks") or ())
            groups[str(name)[:100]] = Group(str(found["name"])[:100], int(found["done"]), members)
            for wait in sorted(found["waits"], key=lambda wait: wait["number"])[:1]:
                point = bool(wait["point"])
                waits.append(Wait(wait["operation"][:80], name[:100], int(wait["number"]), wait["sizes"][:80], point))
    except (AttributeError, KeyError, TypeError, ValueError):
        return {}, []
    return groups, waits
