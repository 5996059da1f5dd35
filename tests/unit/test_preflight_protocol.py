"""What preflight's nodes say to each other: messages, proofs, introductions, verdicts, and both ends in one process."""

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import peer_connections as connections
import peer_handshake as handshake
import peer_key as keys
import peer_message as messages
import preflight_first_node as first_node
import preflight_hello as hello
import preflight_marker as marker
import preflight_other_node as other_node
import preflight_verdict as verdicts
import preflight_versions as versions
import preflight_words as words
import pytest
from peer_channel import SIGNATURE, Channel
from peer_handshake import FirstNode, OtherNode
from peer_key import FIRST_NODE, OTHER_NODE, Key
from peer_message import DIGITS, LIMIT, Message, ProtocolError
from preflight_facts import LONGEST, Report
from preflight_plan import Plan, read
from preflight_rules import differences
from preflight_verdict import DIFFERENT, GO, KEPT, LINE, LINES, UNREACHABLE, Verdict

UID = "5b0c2a34-6a5c-4e1f-9d7e-2f1a3b4c5d6e"
KEY = Key(UID, "team/run")
PLAN = Plan("team/run", 0, 3, 0, "127.0.0.1", 1, 30.0, 2, 0, "", "")
HOST = socket.gethostname()
FOLDER = Path(__file__).parents[2] / "charts/training-job/files"


def ends() -> tuple[Channel, Channel]:
    return Channel(b"there", b"back"), Channel(b"back", b"there")


def report(**variables: str) -> Report:
    return Report("host", {"torch": "2.15.0"}, variables)


# Messages


@pytest.mark.parametrize(
    "text",
    [
        b"[]",
        b'"text"',
        b"1",
        b"",
        b'{"a": 1.5}',
        b'{"a": NaN}',
        b'{"a": 1, "a": 2}',
        b'{"a": {"b": 1, "b": 1}}',
        b'{"a": "\xc3\xa9"}',
        b"[" * 100_000,
        b'{"a": %b}' % (b"1" * (DIGITS + 1)),
    ],
    ids=range(11),
)
def test_a_message_is_a_strict_json_object(text: bytes) -> None:
    with pytest.raises(ProtocolError):
        messages.decode(text)


def test_a_message_has_integers_of_64_bits() -> None:
    assert messages.decode(b'{"a": %b, "b": {}}' % (b"9" * DIGITS)) == {"a": int("9" * DIGITS), "b": {}}


def test_a_message_is_as_long_as_the_limit_at_most() -> None:
    longest = {"a": "x" * (LIMIT - len('{"a":""}'))}
    assert len(messages.encode(longest)) == LIMIT
    with pytest.raises(ProtocolError, match=f"a message of {LIMIT + 1} bytes, more than {LIMIT}"):
        messages.encode({"a": longest["a"] + "x"})


def test_bounds_of_texts_and_mappings_are_included() -> None:
    assert messages.text("ab", 2) == "ab"
    assert messages.mapping({"a": 1, "b": 2}, 2) == {"a": 1, "b": 2}
    for wrong in ("abc", 1, None):
        with pytest.raises(ProtocolError, match="at most 2 characters"):
            messages.text(wrong, 2)
    for value in ({"a": 1, "b": 2, "c": 3}, ["a"], None):
        with pytest.raises(ProtocolError, match="at most 2 keys"):
            messages.mapping(value, 2)


# Channels


def test_messages_arrive_in_any_pieces() -> None:
    sends, receives = ends()
    sent: list[Message] = [{"number": number} for number in range(3)]
    data = b"".join(sends.line(message) for message in sent)
    assert [message for byte in data for message in receives.feed(bytes([byte]))] == sent
    assert receives.feed(sends.line({"a": 1}) + sends.line({"b": 2})[:9]) == [{"a": 1}]


def test_a_message_counts_once_in_its_place_and_unchanged() -> None:
    sends, receives = ends()
    first, second = sends.line({"a": 1}), sends.line({"a": 2})
    assert receives.feed(first) == [{"a": 1}]
    for wrong in (first, second.replace(b"2", b"3"), b"0" * SIGNATURE + second[SIGNATURE:]):
        with pytest.raises(ProtocolError, match="not signed"):
            ends()[1].feed(wrong if wrong is not first else second)
    with pytest.raises(ProtocolError, match="not signed"):
        receives.feed(first)


def test_a_message_of_the_other_direction_is_not_signed() -> None:
    sends, _ = ends()
    with pytest.raises(ProtocolError, match="not signed"):
        sends.feed(sends.line({}))


def test_an_endless_message_is_refused_one_byte_after_the_longest() -> None:
    longest = b"x" * (SIGNATURE + 1 + LIMIT)
    assert ends()[1].feed(longest) == []
    with pytest.raises(ProtocolError, match=f"more than {LIMIT} bytes"):
        ends()[1].feed(longest + b"x")


# Proofs


def test_keys_and_proofs_differ_by_run_role_nonce_and_position() -> None:
    nonces = ("a", "b")
    proof = KEY.proof(FIRST_NODE, nonces)
    assert KEY.proves(proof, FIRST_NODE, nonces)
    assert not KEY.proves(proof, OTHER_NODE, nonces)
    assert not KEY.proves(proof, FIRST_NODE, ("b", "a"))
    assert not Key(UID, "team/other").proves(proof, FIRST_NODE, nonces)
    assert not Key(UID.replace("5", "6"), "team/run").proves(proof, FIRST_NODE, nonces)
    session = KEY.session(FIRST_NODE, nonces)
    assert len({session, KEY.session(OTHER_NODE, nonces), bytes.fromhex(proof)}) == 3
    assert keys.signature(session, 1, b"x") != keys.signature(session, 2, b"x")
    assert keys.signature(session, 1, b"x") != keys.signature(session, 1, b"y")
    assert len(keys.signature(session, 1, b"x")) == SIGNATURE
    assert keys.nonce() != keys.nonce()


def shake(first: FirstNode, other: OtherNode, size: int) -> None:
    """Hand over what both send, in pieces."""
    outward, inward = other.greeting, b""
    while outward or inward:
        piece, outward = outward[:size], outward[size:]
        inward += first.feed(piece) if piece else b""
        piece, inward = inward[:size], inward[size:]
        outward += other.feed(piece) if piece else b""


@pytest.mark.parametrize("size", [1, 50, 1000])
def test_two_nodes_of_a_run_recognise_each_other(size: int) -> None:
    first, other = FirstNode(KEY), OtherNode(KEY)
    shake(first, other, size)
    assert first.channel is not None
    assert other.channel is not None
    assert other.channel.feed(first.channel.line({"a": 1})) == [{"a": 1}]
    assert first.channel.feed(other.channel.line({"b": 1})) == [{"b": 1}]
    assert (first.rest, other.rest) == (b"", b"")


def test_what_follows_a_proof_is_kept() -> None:
    first, other = FirstNode(KEY), OtherNode(KEY)
    proof = other.feed(first.feed(other.greeting))
    assert other.channel is not None
    assert (first.channel, first.rest) == (None, b"")
    assert first.feed(proof + other.channel.line({"a": 1})) == b""
    assert first.channel is not None
    assert first.channel.feed(first.rest) == [{"a": 1}]


def test_neither_end_believes_a_node_of_another_run() -> None:
    first, other = FirstNode(KEY), OtherNode(Key(UID, "team/other"))
    answer = first.feed(other.greeting)
    with pytest.raises(ProtocolError, match="a wrong proof"):
        other.feed(answer)
    assert other.channel is None
    with pytest.raises(ProtocolError, match="a wrong proof"):
        first.feed(b"0" * 64 + b"\n")
    assert first.channel is None


@pytest.mark.parametrize("data", [b"GET / HTTP/1.1\n", b"render-preflight 1 " + b"0" * 64 + b"\n", b"\n", b"\xff\n"])
def test_another_protocol_is_refused(data: bytes) -> None:
    with pytest.raises(ProtocolError, match="data of another protocol, or of another version"):
        FirstNode(KEY).feed(data)


def test_a_handshake_is_bounded() -> None:
    assert FirstNode(KEY).feed(b"x" * handshake.LIMIT) == b""
    with pytest.raises(ProtocolError, match=f"more than {handshake.LIMIT} bytes"):
        FirstNode(KEY).feed(b"x" * (handshake.LIMIT + 1))


# Introductions and reports


def test_a_node_introduces_itself() -> None:
    assert hello.introduction(replace(PLAN, index=2, attempt=4), "t") == {
        "protocol": messages.PROTOCOL,
        "attempt": 4,
        "nodes": 3,
        "index": 2,
        "token": "t",
        "host": HOST,
    }


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({}, None),
        ({"index": 1}, None),
        ({"index": 2}, None),
        ({"host": "h" * hello.HOST}, None),
        ({"host": "h" * (hello.HOST + 1)}, "its host is missing or has the wrong type"),
        ({"token": 1}, "its token is missing or has the wrong type"),
        ({"index": True}, "its index is missing or has the wrong type"),
        ({"protocol": 1}, f"its protocol must be {messages.PROTOCOL}, got 1"),
        ({"attempt": 1}, "its attempt must be 0, got 1"),
        ({"nodes": 4}, "its nodes must be 3, got 4"),
        ({"index": 0}, "index 0 is not one of the other nodes, 1 to 2"),
        ({"index": 3}, "index 3 is not one of the other nodes, 1 to 2"),
        ({"index": 4}, "index 4 is not one of the other nodes, 1 to 2"),
    ],
)
def test_node_0_expects_the_other_nodes_of_its_attempt(changed: dict[str, Any], why: str | None) -> None:
    assert hello.refusal(hello.introduction(replace(PLAN, index=1), "t") | changed, PLAN) == why


@pytest.mark.parametrize("name", ["protocol", "attempt", "nodes", "index", "token", "host"])
def test_an_introduction_is_whole(name: str) -> None:
    message = hello.introduction(replace(PLAN, index=1), "t")
    del message[name]
    assert hello.refusal(message, PLAN) == f"its {name} is missing or has the wrong type"


def test_a_report_arrives_as_it_was() -> None:
    sent = Report("host", {"GPUs": 8, "torch": "2.15.0", "NCCL": None}, {"NCCL_ALGO": "Ring"})
    assert hello.to_report(messages.decode(messages.encode(hello.from_report(sent)))) == sent


@pytest.mark.parametrize(
    "wrong",
    [
        {"host": "h" * (hello.HOST + 1)},
        {"host": None},
        {"facts": []},
        {"facts": {f"fact {number}": 1 for number in range(hello.AT_MOST + 1)}},
        {"facts": {"f" * (LONGEST + 1): 1}},
        {"facts": {"GPUs": True}},
        {"facts": {"GPUs": [8]}},
        {"facts": {"torch": "v" * (LONGEST + 1)}},
        {"variables": None},
        {"variables": {"HOME": "/root"}},
        {"variables": {"NCCL_ALGO": 1}},
        {"variables": {"NCCL_ALGO": "v" * (LONGEST + 1)}},
    ],
    ids=range(12),
)
def test_a_report_that_is_none(wrong: dict[str, Any]) -> None:
    with pytest.raises(ProtocolError):
        hello.to_report({**hello.from_report(report()), **wrong})


# Verdicts


def test_exit_codes_are_those_of_sysexits() -> None:
    """A Job's policy names them; the manifests have them, too."""
    assert (GO, UNREACHABLE, DIFFERENT) == (os.EX_OK, os.EX_UNAVAILABLE, os.EX_CONFIG)


def test_a_verdict_arrives_as_it_was() -> None:
    for sent in (Verdict(GO, "go"), Verdict(DIFFERENT, "s" * KEPT, ["l" * LINE] * LINES)):
        found = Verdict.of(messages.decode(messages.encode(sent.message())))
        assert (found.code, found.sentence, list(found.table)) == (sent.code, sent.sentence, list(sent.table))


@pytest.mark.parametrize(
    "wrong",
    [
        {"code": 1},
        {"code": False},
        {"code": "0"},
        {"sentence": "s" * (KEPT + 1)},
        {"sentence": None},
        {"table": "line"},
        {"table": [1]},
        {"table": ["l" * (LINE + 1)]},
        {"table": ["l"] * (LINES + 1)},
    ],
    ids=range(9),
)
def test_an_answer_that_is_no_verdict(wrong: dict[str, Any]) -> None:
    with pytest.raises(ProtocolError):
        Verdict.of({**Verdict(GO, "go").message(), **wrong})


def test_nodes_are_compared() -> None:
    same = {0: report(), 1: report(), 2: report()}
    assert verdicts.compare(same, [], PLAN) == Verdict(GO, "all 3 nodes agree", [])
    gone = verdicts.compare({0: report()}, [1, 2], PLAN)
    assert (gone.code, gone.sentence) == (UNREACHABLE, f"node 0 ({HOST}) got no report from nodes 1-2 within 30 s")
    other = verdicts.compare({**same, 1: report(NCCL_ALGO="Tree")}, [], PLAN)
    assert other.code == DIFFERENT
    assert other.sentence.startswith("the nodes differ; NCCL_ALGO must be the same everywhere: Tree on node 1 (host)")
    both = verdicts.compare({0: report(), 1: report(NCCL_ALGO="Tree")}, [2], PLAN)
    assert both.code == UNREACHABLE
    assert both.sentence.startswith(
        f"node 0 ({HOST}) got no report from node 2 within 30 s; the nodes differ; NCCL_ALGO"
    )


@pytest.mark.parametrize("rows", [LINES - 1, LINES, LINES + 50])
def test_a_long_table_ends_with_the_number_of_its_other_lines(rows: int) -> None:
    """Two lines a variable, and one with the columns' names."""
    differs = {f"NCCL_{number}": "x" for number in range(rows // 2)}
    table = verdicts.compare({0: report(), 1: report(**differs)}, [], PLAN).table
    whole = 1 + 2 * (rows // 2)
    assert len(table) == min(whole, LINES)
    last = table[-1]
    assert last == f"and {whole - LINES + 1} more lines" if whole > LINES else not last.startswith("and ")


@pytest.mark.parametrize("code", [GO, UNREACHABLE, DIFFERENT])
def test_a_bad_verdict_is_left_for_the_kubelet(code: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = tmp_path / "log"
    log.touch()
    verdicts.print_verdict(Verdict(code, "a\nb", ["line"]), str(log))
    assert capsys.readouterr().out == "line\npreflight: a\\nb\n"
    assert log.read_text() == ("preflight: a\\nb\n" if code else "")
    verdicts.print_verdict(Verdict(code, "a"), str(tmp_path / "none"))
    assert not (tmp_path / "none").exists()


def test_the_kubelet_keeps_so_much(tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.touch()
    verdicts.print_verdict(Verdict(DIFFERENT, "s" * 2 * KEPT), str(log))
    assert len(log.read_bytes()) == KEPT


@pytest.mark.parametrize("count", [words.NAMED_AT_MOST, words.NAMED_AT_MOST + 1, words.NAMED_AT_MOST + 3])
def test_so_many_values_are_named(count: int) -> None:
    reports = {index: report(NCCL_ALGO=f"value {index}") for index in range(count)}
    found = differences(reports, replace(PLAN, nodes=count))
    rest = count - words.NAMED_AT_MOST
    table = words.table(found, reports)
    assert len(table) == 1 + min(count, words.NAMED_AT_MOST) + (rest > 0)
    assert (table[-1].strip() == f"and {rest} more values") == (rest > 0)
    sentence = words.sentence(found, reports)
    assert sentence.count(" on node ") == min(count, words.NAMED_AT_MOST)
    assert sentence.endswith(f", {rest} more values") == (rest > 0)


@pytest.mark.parametrize(
    ("fact", "value", "shown"),
    [
        ("torch", None, "none"),
        ("NCCL_ALGO", None, "unset"),
        ("shared memory", 3 * 1024**2, "3 MiB"),
        ("shared memory", "gone", "gone"),
        ("GPUs", 3 * 1024**2, str(3 * 1024**2)),
        ("NCCL_ALGO", "", "empty"),
        ("GPUs", 0, "0"),
    ],
)
def test_a_value_as_it_is_shown(fact: str, value: Any, shown: str) -> None:
    assert words.show(fact, value) == shown


# The folder that all share


def test_a_marker_is_found_and_removed(tmp_path: Path) -> None:
    left = marker.Marker(str(tmp_path))
    left.remove()
    assert left.welcome == {}
    assert left.write() == marker.SHARED
    assert [file.name for file in tmp_path.iterdir()] == [left.welcome["name"]]
    assert marker.welcome(json.loads(json.dumps(left.welcome))) == left.welcome
    assert marker.look(str(tmp_path), left.welcome) == marker.SHARED
    left.remove()
    assert list(tmp_path.iterdir()) == []


def test_a_marker_that_is_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(marker, "PATIENCE", 0.0)
    left = marker.Marker(str(tmp_path))
    left.write()
    (tmp_path / "other").mkdir()
    assert marker.look(str(tmp_path / "other"), left.welcome) == "not the folder of node 0"
    assert marker.look(str(tmp_path), {**left.welcome, "content": "other"}) == "not the folder of node 0"
    assert marker.look(str(tmp_path / "none"), left.welcome) == "not there"
    assert marker.look("", left.welcome) is None
    assert marker.look(str(tmp_path), {}) == marker.SHARED
    none = marker.Marker("")
    assert (none.write(), none.welcome) == (None, {})
    none.remove()
    missing = marker.Marker(str(tmp_path / "none"))
    assert missing.write() == f"{marker.READ_ONLY} (No such file or directory)"
    assert missing.welcome == {}


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": ".preflight-0123456789abcdef"},
        {"name": "../.preflight-0123456789abcdef", "content": "c"},
        {"name": ".preflight-0123456789abcdef", "content": "c" * 65},
        {"name": ".preflight-0123456789abcdef", "content": "c", "more": "m"},
        ["name", "content"],
    ],
    ids=range(5),
)
def test_a_welcome_that_is_none(wrong: object) -> None:
    with pytest.raises(ProtocolError):
        marker.welcome(wrong)


# Versions


def test_a_package_that_was_built_in_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "built").mkdir()
    (tmp_path / "built" / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    assert versions._declared("built") is None
    (tmp_path / "built" / "version.py").write_text('from x import y\n__version__ = "2.15.0a0+git1"\n')
    assert versions._declared("built") == "2.15.0a0+git1"
    assert versions._declared("not_there_at_all") is None


def test_the_library_of_an_image(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(versions, "LIBRARIES", [tmp_path])
    monkeypatch.setattr("importlib.metadata.distributions", list)
    assert versions.nccl() is None
    (tmp_path / "libnccl.so.2.21.5").touch()
    assert versions.nccl() == "2.21.5"


# The command line


def test_what_a_node_is_started_with() -> None:
    words = "--run team/run --nodes 3 --index 1 --nodes-before 1 --address a --port 5 --timeout 2 --processes 4"
    assert read(words.split()) == Plan("team/run", 0, 3, 2, "a", 5, 2.0, 4, 0, "", "/dev/termination-log")
    assert replace(PLAN, index=2).me == f"node 2 ({HOST})"


def alone(*arguments: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    """Run the check as the only node of a run."""
    words = "--run team/run --nodes 1 --index 0 --address localhost --port 0 --timeout 9 --processes 1"
    command = [sys.executable, str(FOLDER / "preflight/preflight.py"), *words.split(), *arguments]
    variables = {**os.environ, "PYTHONPATH": str(FOLDER / "peers"), **environment}
    return subprocess.run(command, env=variables, capture_output=True, text=True, check=False)


def test_the_only_node_of_a_run(tmp_path: Path) -> None:
    done = alone("--checkpoints", str(tmp_path), **{keys.VARIABLE: UID})
    assert (done.returncode, done.stdout, done.stderr) == (GO, "preflight: all 1 nodes agree\n", "")
    assert list(tmp_path.iterdir()) == []


def test_a_pod_without_the_uid_of_its_run(tmp_path: Path) -> None:
    (tmp_path / "log").touch()
    done = alone("--termination-log", str(tmp_path / "log"), **{keys.VARIABLE: ""})
    assert (done.returncode, done.stdout, done.stderr) == (DIFFERENT, f"preflight: {keys.MISSING}\n", "")
    assert (tmp_path / "log").read_text() == done.stdout


# Both ends


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    with connections.listen(0, time.monotonic()) as found:
        yield found


def fetched(plan: Plan, key: Key = KEY, **variables: str) -> Verdict:
    return other_node.fetch_verdict(plan, key, lambda _: report(**variables))


def test_a_port_that_stays_taken(listener: socket.socket) -> None:
    with pytest.raises(OSError, match="in use"):
        connections.listen(listener.getsockname()[1], time.monotonic())


def test_a_port_that_is_given_back(listener: socket.socket, monkeypatch: pytest.MonkeyPatch) -> None:
    port = listener.getsockname()[1]
    monkeypatch.setattr("peer_connections.time.sleep", lambda _: listener.close())
    with connections.listen(port, time.monotonic() + 60) as found:
        assert found.getsockname()[1] == port


def gathered(listener: socket.socket, plan: Plan) -> Verdict:
    """Return the verdict of node 0, after its connections are closed."""
    ends = connections.Connections(listener, KEY)
    gathering = first_node.Gathering(plan, report(), {}, ends)
    try:
        return gathering.farewell(gathering.verdict(time.monotonic() + plan.timeout))
    finally:
        for connection in [*ends.all]:
            ends.close(connection)
        ends._selector.close()


def run(listener: socket.socket, *others: dict[str, str], timeout: float = 30.0) -> list[Verdict]:
    """Return the verdicts of node 0 and of the other nodes, which have these variables."""
    plan = replace(PLAN, port=listener.getsockname()[1], timeout=timeout)
    with ThreadPoolExecutor(len(others)) as threads:
        found = [threads.submit(fetched, replace(plan, index=i), KEY, **own) for i, own in enumerate(others, 1)]
        first = gathered(listener, plan)
        return [first, *(one.result() for one in found)]


def test_all_nodes_get_the_same_answer(listener: socket.socket) -> None:
    assert {verdict.sentence for verdict in run(listener, {}, {})} == {"all 3 nodes agree"}


def test_all_nodes_get_the_same_table(listener: socket.socket) -> None:
    found = run(listener, {}, {"NCCL_ALGO": "Tree"})
    assert {verdict.code for verdict in found} == {DIFFERENT}
    assert len({(verdict.sentence, tuple(verdict.table)) for verdict in found}) == 1
    assert "NCCL_ALGO must be the same everywhere: Tree on node 2 (host)" in found[0].sentence


def test_a_node_that_never_comes_is_named_by_all(
    listener: socket.socket, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(first_node, "BEAT", 0.1)
    found = run(listener, {}, timeout=1.0)
    assert {verdict.code for verdict in found} == {UNREACHABLE}
    assert {verdict.sentence for verdict in found} == {f"node 0 ({HOST}) got no report from node 2 within 1 s"}
    said = capsys.readouterr().out.splitlines()
    assert "preflight: waiting for node 2" in said
    assert "preflight: node 0 waits for node 2" in said
    assert len(said) == len(set(said))


def test_a_report_that_is_too_long_is_the_fault_of_its_node(
    listener: socket.socket, capsys: pytest.CaptureFixture[str]
) -> None:
    first, *_ = run(listener, {"NCCL_ALGO": "x" * LIMIT}, {}, timeout=1.0)
    assert first.sentence == f"node 0 ({HOST}) got no report from node 1 within 1 s"
    said = [line for line in capsys.readouterr().out.splitlines() if "tries again" in line]
    assert ": this node can't send a message of " in said[0]


def test_a_node_of_another_attempt_is_turned_away(listener: socket.socket, capsys: pytest.CaptureFixture[str]) -> None:
    plan = replace(PLAN, nodes=2, port=listener.getsockname()[1], timeout=1.0)
    with ThreadPoolExecutor(1) as threads:
        other = threads.submit(fetched, replace(plan, index=1, attempt=3))
        first = gathered(listener, plan)
        listener.close()
        second = other.result()
    assert (first.code, second.code) == (UNREACHABLE, UNREACHABLE)
    assert "preflight: rejected a node of this run: its attempt must be 0, got 3\n" in capsys.readouterr().out


def test_a_node_of_another_run_is_not_heard(listener: socket.socket, capsys: pytest.CaptureFixture[str]) -> None:
    plan = replace(PLAN, nodes=2, port=listener.getsockname()[1], timeout=1.0)
    with ThreadPoolExecutor(1) as threads:
        other = threads.submit(fetched, replace(plan, index=1), Key(UID, "team/other"))
        first = gathered(listener, plan)
        listener.close()
        second = other.result()
    assert first.sentence == f"node 0 ({HOST}) got no report from node 1 within 1 s"
    assert second.code == UNREACHABLE
    assert "the peer is not node 0 of this run: a wrong proof" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("address", "why"), [("run.invalid", "its name does not resolve"), ("127.0.0.1", "connection refused")]
)
def test_there_is_no_first_node(address: str, why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(other_node, "PAUSE", 0.0)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        found = fetched(replace(PLAN, index=1, address=address, port=port, timeout=0.0))
    assert found.code == UNREACHABLE
    where = f"node 1 ({HOST}) could not reach node 0 at {address}:{port} within 0 s: "
    assert found.sentence.startswith(where)
    assert found.sentence.endswith(why)


def test_something_else_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(other_node, "PAUSE", 0.0)
    with socket.create_server(("127.0.0.1", 0)) as server, ThreadPoolExecutor(1) as threads:
        plan = replace(PLAN, index=1, port=server.getsockname()[1], timeout=0.0)
        found = threads.submit(fetched, plan)
        with server.accept()[0] as connection:
            connection.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")
            assert found.result().sentence.endswith(
                "is not node 0 of this run: data of another protocol, or of another version"
            )
