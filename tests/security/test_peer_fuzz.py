"""Random bytes and mutated messages against what preflight and the smoke test read from their peers.

`RENDER_FUZZ_SECONDS=600 pytest -s tests/security/test_peer_fuzz.py` divides that time among the tests, with new cases.
"""

import contextlib
import json
import os
import time
from collections.abc import Callable, Sequence
from typing import Any

import hang_report
import preflight_facts as facts
import preflight_hello
import preflight_marker as marker
import pytest
import smoke_arithmetic as arithmetic
import smoke_gate as gate
import smoke_hello
import smoke_watch as watch
from hang_state import from_message
from hypothesis import given, seed, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy
from peer_channel import Channel
from peer_handshake import LIMIT, FirstNode, OtherNode
from peer_key import Key, nonce, signature
from peer_message import PROTOCOL, ProtocolError
from preflight_facts import Report
from preflight_plan import Plan
from preflight_verdict import CODES, LINE, LINES, Verdict, compare
from smoke_shape import fits
from smoke_signed import ForeignValueError, Signer

from tests.strategies import bounded

SECONDS = float(os.environ.get("RENDER_FUZZ_SECONDS", "0")) / 7
KEY, OTHER = Key("6f1c3a52-8d0e-4b57-9a43-2e1f0c7b6d98", "team/run"), Key("another", "team/run")
PLAN = Plan("team/run", 0, 3, 0, "a", 1, 1.0, 2, 0, "", "")
HELLO = {"protocol": PROTOCOL, "attempt": 0, "nodes": 3, "index": 1, "token": "t", "host": "h"}
REPORT = {"host": "h", "facts": {"processes": 2, "torch": "2.15.0"}, "variables": {"NCCL_ALGO": "Ring"}}
VERDICT = {"code": 0, "sentence": "all 3 nodes agree", "table": ["a", "b"]}
ROW = {"bytes": 8, "algbw": 1.0, "busbw": 1.5, "wrong": 0, "time": {"median": 1, "p99": 2, "min": 1, "max": 2}}
OWN = Report("own", {"processes": 2}, {})
SHAPES = (
    smoke_hello.HELLO,
    gate.VERDICT,
    arithmetic.ROW,
    watch.ALARM,
    [str],
    [(float, None)],
    [[str]],
    int,
    (gate.VERDICT, {"hellos": [smoke_hello.HELLO]}),
)

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30) | st.sampled_from([10**400, 2**63]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=8,
)
GREETED = f"render-preflight {PROTOCOL} {'0' * 64}\n".encode()
BYTES = st.binary(max_size=2 * LIMIT) | st.sampled_from(
    [GREETED, GREETED + b"0" * 64 + b"\n", b"0" * 64 + b" " + b"0" * 64 + b"\n", b"\n" * 300, b"0" * 300]
)


def fuzz(case: Callable[..., None], *strategies: SearchStrategy[Any]) -> None:
    """Try a bounded number of cases, always the same; or new ones for as long as is asked for."""
    if not SECONDS:
        bounded(200)(given(*strategies)(case))()
        return
    end, turn, size = time.monotonic() + SECONDS, 0, 1000
    while time.monotonic() < end:
        turn += 1
        own = settings(bounded(size), derandomize=False)
        seed(turn + time.time_ns())(own(given(*strategies)(case)))()
    print(f"{case.__qualname__}: {turn * size} cases")


def mutated(base: Any) -> SearchStrategy[Any]:
    """A message of which one value, at any depth, is another one, is missing, or has a neighbour."""
    paths = list(_paths(base))
    return st.tuples(st.sampled_from(paths), st.sampled_from(["set", "drop", "add"]), VALUES).map(
        lambda drawn: _changed(base, *drawn)
    )


def _paths(value: Any, path: tuple[Any, ...] = ()) -> Sequence[tuple[Any, ...]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(found for key, child in inner for found in _paths(child, (*path, key)))]


def _changed(base: Any, path: tuple[Any, ...], how: str, value: Any) -> Any:
    if not path:
        return {**base, "more": value} if how == "add" else value
    copy: Any = dict(base) if isinstance(base, dict) else list(base)
    first, *rest = path
    if rest or how == "set":
        copy[first] = _changed(copy[first], tuple(rest), how, value)
    elif how == "drop":
        del copy[first]
    elif isinstance(copy, dict):
        copy["more"] = value
    else:
        copy.append(value)
    return copy


def test_bytes_of_an_outsider_never_open_a_channel() -> None:
    def case(pieces: list[bytes]) -> None:
        for end in (FirstNode(KEY), OtherNode(KEY)):
            try:
                for piece in pieces:
                    assert len(end.feed(piece)) in (0, 130)
                    assert len(end.rest) <= LIMIT + len(piece)
            except ProtocolError:
                pass
            assert end.channel is None

    fuzz(case, st.lists(BYTES, max_size=5))


def test_mutated_connections_give_genuine_messages_or_none() -> None:
    messages: list[Any] = [HELLO, REPORT, VERDICT]

    def case(position: int, length: int, put: bytes, cut: int) -> None:
        nonces = (nonce(), nonce())
        keys = KEY.session("a", nonces), KEY.session("b", nonces)
        sender, receiver = Channel(*keys), Channel(keys[1], keys[0])
        sent = b"".join(sender.line(message) for message in messages)
        start = position % len(sent)
        arrived = sent[:start] + put + sent[start + length :]
        received: list[Any] = []
        try:
            for piece in (arrived[:cut], arrived[cut:]):
                received += receiver.feed(piece)
        except ProtocolError:
            pass
        assert received == messages[: len(received)]

    fuzz(case, st.integers(0, 10**4), st.integers(0, 300), st.binary(max_size=100), st.integers(0, 1000))


def test_signed_messages_with_faults_are_refused_or_right() -> None:
    def case(hello: Any, report: Any, answer: Any, welcome: Any) -> None:
        for message in (hello, report, answer, {"welcome": welcome}):
            _read(message)

    base = {"name": ".preflight-0123456789abcdef", "content": "0" * 32}
    fuzz(case, mutated(HELLO), mutated(REPORT), mutated(VERDICT), mutated(base) | VALUES)


def _read(message: Any) -> None:
    """Sign a message, and do with it what both sides do with one."""
    session = KEY.session("a", ("0", "1"))
    text = json.dumps(message).encode()
    try:
        [found] = Channel(b"", session).feed(b"%b %b\n" % (signature(session, 1, text), text))
    except ProtocolError:
        return
    if preflight_hello.refusal(found, PLAN) is None:
        assert 1 <= found["index"] < PLAN.nodes
    try:
        report = preflight_hello.to_report(found)
    except ProtocolError:
        pass
    else:
        verdict = compare({0: OWN, 1: report}, [2], PLAN)
        assert all(line.isprintable() and len(line) <= LINE for line in verdict.table)
        assert verdict.sentence.isprintable()
    with contextlib.suppress(ProtocolError):
        verdict = Verdict.of(found)
        assert verdict.code in CODES
        assert len(verdict.table) <= LINES
    with contextlib.suppress(ProtocolError):
        assert marker.NAME.fullmatch(marker.welcome(found.get("welcome", {})).get("name", ".preflight-" + "0" * 16))


def test_values_of_an_outsider_are_foreign() -> None:
    """Also those that it takes from another place of the same store."""
    signer = Signer("uid", "0")
    known = {name: signer.signed(name, value) for name, value in (("world", VERDICT), ("row/8", ROW), ("left/1", True))}

    def case(stored: bytes, name: str, position: int, put: bytes) -> None:
        genuine = known[name].encode()
        start = position % len(genuine)
        changed = genuine[:start] + put + genuine[start + len(put) :]
        for place, value in ((name, stored), (f"{name}0", genuine), (name, changed)):
            if (place, value) == (name, genuine):
                continue
            with pytest.raises(ForeignValueError):
                signer.value(place, value, (dict, bool))
        with pytest.raises(ForeignValueError):
            Signer("uid", "1").value(name, genuine, (dict, bool))

    fuzz(case, st.binary(max_size=300), st.sampled_from([*known]), st.integers(0, 10**4), st.binary(max_size=40))


def test_signed_values_of_a_wrong_shape_are_refused() -> None:
    signer = Signer("uid", "0")

    def case(value: Any, shape: Any) -> None:
        try:
            found = signer.value("name", signer.signed("name", value).encode(), shape)
        except ForeignValueError:
            return
        assert fits(found, shape)
        if shape is gate.VERDICT:
            assert gate.Verdict(**found).code in gate.CODES.values()
        if shape is arithmetic.ROW:
            json.dumps(vars(arithmetic.Row(**found)), allow_nan=False)

    bases = mutated(ROW) | mutated({"word": "pass", "sentence": ""}) | mutated({"phase": "", "why": ""}) | VALUES
    fuzz(case, bases, st.sampled_from(SHAPES))


@pytest.mark.parametrize(("value", "shape"), [(10**400, float), ([2**63], [int]), (True, int), (1e400, float)])
def test_numbers_that_are_no_amounts(value: object, shape: object) -> None:
    assert not fits(value, shape)


def test_separator_is_signed_too() -> None:
    signer = Signer("uid", "0")
    with pytest.raises(ForeignValueError):
        signer.value("left/1", signer.signed("left/1", value=True).replace(" ", "\0", 1).encode(), bool)


def test_long_facts_fit_a_message() -> None:
    """A node's own values never are what its peer refuses."""

    def case(value: str) -> None:
        short = facts.short(value)
        assert len(short) <= facts.LONGEST
        assert short == value or (len(value) > facts.LONGEST and short != facts.short(f"{value}x"))

    fuzz(case, st.text(max_size=400))


def test_states_of_nodes_and_hang_reports() -> None:
    call = ["train.py", 9, "step"]
    wait = {"operation": "all_reduce", "group": "0 gloo", "number": 6, "sizes": "[[4]]", "point": False}
    group = {"name": "default_pg", "done": 5, "ranks": [0, 1]}
    rank = {
        "rank": 2,
        "world": 4,
        "pid": 9,
        "state": "runs",
        "seconds": 9,
        "waits": [wait],
        "groups": {"0 gloo": group},
    }
    failure = {"rank": 2, "at": -5, "type": "OSError", "text": "full", "stack": [call]}
    ranks = [{**rank, "groups": {"0 gloo": group}, "stack": [call], "helper": [call], "ended_at": 5}]
    node = {"host": "h", "ranks": ranks, "ended": None, "oom_kills": 0, "failures": [failure], "answers": None}
    state = {"now": 5, **node}
    report = {"version": 1, "report": 1, "id": "0123abcd", "verdict": "hang", "sentence": "rank 2 is late"}

    def case(sent: Any, reported: Any) -> None:
        with contextlib.suppress(ProtocolError):
            from_message(1, sent if isinstance(sent, dict) else {})
        with contextlib.suppress(ProtocolError):
            hang_report.received(reported)

    fuzz(case, mutated(state), mutated(report))
