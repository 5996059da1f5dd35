"""Node 0's side: hear every node, judge, and answer all alike."""

from __future__ import annotations

import resource
import time

import preflight_hello as hello
import preflight_words as words
from preflight_facts import Report
from preflight_lines import Message
from preflight_plan import Plan
from preflight_switchboard import Call, Switchboard, listen
from preflight_verdict import DIFFERENT, GO, UNREACHABLE, Verdict, judge

# A waiting node hears from node 0 this often, in seconds, and so knows that it is alive.
BEAT = 2.0
# Seconds that nodes have to take their answer.
FAREWELL = 30.0


def gather(plan: Plan, own: Report, welcome: Message) -> Verdict:
    """Return the verdict once every node has it, or when the time is over; `welcome` is what nodes are told first."""
    end = time.monotonic() + plan.timeout
    # One connection a node: what a process may open is often 1024, which it may raise by itself.
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    try:
        listener = listen(plan.port, end)
    except OSError as error:
        return Verdict(UNREACHABLE, f"{plan.me} cannot listen on port {plan.port}: {error.strerror}")
    with listener:
        gathering = Gathering(plan, own, welcome, Switchboard(listener))
        return gathering.farewell(gathering.verdict(end))


class Gathering:
    """The nodes that have come. One that goes before it is answered must come again."""

    def __init__(self, plan: Plan, own: Report, welcome: Message, board: Switchboard) -> None:
        """Begin with the report of node 0 itself."""
        self._plan = plan
        self._welcome = welcome
        self._board = board
        self._reports: dict[int, Report] = {0: own}
        self._answer: Verdict | None = None
        self._unanswered: set[int] = set()
        # Processes whose place another one has taken: one that comes back is alive.
        self._replaced: set[str] = set()
        self._said: set[str] = set()

    def verdict(self, end: float) -> Verdict:
        """Hear nodes until all are there, or until `end` (of the monotonic clock), and judge."""
        beat = time.monotonic()
        while self._missing() and time.monotonic() < end:
            if time.monotonic() >= beat:
                self._tell_who_is_missing()
                beat = time.monotonic() + BEAT
            clash = self._hear(min(end, beat))
            if clash:
                return Verdict(DIFFERENT, clash)
        return judge(self._reports, self._missing(), self._plan)

    def farewell(self, answer: Verdict) -> Verdict:
        """Answer all nodes and stay until they have hung up: one that lost its connection comes again."""
        self._answer = answer
        self._unanswered = set(self._reports) - {0}
        for call in self._nodes():
            self._give_answer(call, answer)
        end = time.monotonic() + FAREWELL
        while self._unanswered and time.monotonic() < end:
            self._hear(end)
        if self._unanswered and answer.code == GO:
            return Verdict(UNREACHABLE, f"{words.numbers(sorted(self._unanswered))} went away before the answer")
        return answer

    def _missing(self) -> list[int]:
        return [index for index in range(self._plan.nodes) if index not in self._reports]

    def _nodes(self) -> list[Call]:
        return [call for call in self._board.calls if call.index is not None]

    def _tell_who_is_missing(self) -> None:
        missing = words.numbers(self._missing())
        self._say(f"waiting for {missing}")
        for call in self._nodes():
            self._board.send(call, {"waiting": missing})

    def _hear(self, until: float) -> str:
        """Take what comes next; returns what two nodes claim both, if they do."""
        clash = ""
        for call, message in self._board.events(until - time.monotonic()):
            if message is None:
                self._gone(call)
            elif call.index is None:
                clash = clash or self._admit(call, message)
            else:
                self._take(call, call.index, message)
        return clash

    def _admit(self, call: Call, message: Message) -> str:
        """Let a node in; returns a sentence where another one has its index and is alive."""
        why = hello.refusal(message, self._plan)
        if why:
            self._say(f"a stranger is turned away: {why}")
            self._board.send(call, {"refused": why})
            self._board.hang_up(call)
            return ""
        others = [other for other in self._nodes() if other.index == message["index"]]
        call.index, call.token, call.host = message["index"], message["token"], message["host"]
        if call.index == 0 or call.token in self._replaced:
            hosts = [self._reports[0].host] if call.index == 0 else [other.host for other in others]
            return f"two nodes claim index {call.index}: {' and '.join([*hosts, call.host])}"
        for other in others:
            self._board.hang_up(other)
            self._reports.pop(call.index, None)
            self._replaced |= {other.token} - {call.token}
        self._board.send(call, {"welcome": self._welcome})
        return ""

    def _take(self, call: Call, index: int, message: Message) -> None:
        report = hello.to_report(message)
        if report is None:
            self._board.hang_up(call)
            return
        self._reports[index] = report
        if self._answer:
            self._give_answer(call, self._answer)

    def _give_answer(self, call: Call, answer: Verdict) -> None:
        call.answered = self._board.send(call, answer.message())

    def _gone(self, call: Call) -> None:
        if call.index is None:
            return
        if call.answered:
            self._unanswered.discard(call.index)
        elif not self._answer and self._reports.pop(call.index, None) is not None:
            self._say(f"node {call.index} went away")

    def _say(self, text: str) -> None:
        """Print what has not been said yet."""
        if text not in self._said:
            print(f"preflight: {text}", flush=True)
        self._said.add(text)
