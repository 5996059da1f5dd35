"""The side of every node but the first: connect to node 0, send a report, and wait for the verdict."""

from __future__ import annotations

import os
import socket
import time
from typing import Callable, Iterator

import preflight_hello as hello
import preflight_marker as marker
from peer_channel import Channel
from peer_handshake import OtherNode
from peer_key import Key
from peer_message import Message, ProtocolError, text
from peer_text import printable
from preflight_facts import Report
from preflight_plan import Plan
from preflight_verdict import LINE, UNREACHABLE, Verdict

Reporter = Callable[[Message], Report]

# Seconds between two tries, for a connection, and for the whole handshake on it, also if its bytes arrive slowly.
PAUSE = 1.0
CONNECT = 10.0
HANDSHAKE = 10.0
# Seconds without a whole message after which node 0 counts as failed: it sends one every two.
SILENCE = 20.0
# Seconds after the timeout in which node 0, which may have started later, can still end the wait for all nodes.
GRACE = 10.0


class NoAnswerError(Exception):
    """An attempt without an answer, and the reason."""


def fetch_verdict(plan: Plan, key: Key, report: Reporter) -> Verdict:
    """Return node 0's verdict, or one of our own at the timeout; `report` makes a report for node 0's welcome."""
    end = time.monotonic() + plan.timeout
    token = os.urandom(8).hex()
    previous = ""
    while True:
        try:
            return _try(plan, key, token, report, end)
        except NoAnswerError as error:
            why = str(error)
        except ProtocolError as error:
            why = f"the peer is not node 0 of this run: {error}"
        if time.monotonic() > end:
            where = f"{plan.address}:{plan.port}"
            return Verdict(
                UNREACHABLE, f"{plan.me} could not reach node 0 at {where} within {plan.timeout:.0f} s: {why}"
            )
        if why != previous:
            _print(f"{plan.me} tries again to reach node 0 at {plan.address}:{plan.port}: {why}")
            previous = why
        time.sleep(PAUSE)


def _try(plan: Plan, key: Key, token: str, report: Reporter, end: float) -> Verdict:
    missing = ""
    with _connected(plan, end) as connection:
        channel, rest = _authenticated(connection, key, end)
        _send(connection, _line(channel, hello.introduction(plan, token)))
        for message in _messages(connection, channel, rest, end + GRACE):
            if "refused" in message:
                raise NoAnswerError(f"it rejects this node: {text(message['refused'], LINE)}")
            if "welcome" in message:
                own = report(marker.welcome(message["welcome"]))
                _send(connection, _line(channel, hello.from_report(own)))
            elif "waiting" in message:
                if message["waiting"] != missing:
                    missing = text(message["waiting"], LINE)
                    _print(f"node 0 waits for {missing}")
            else:
                return Verdict.of(message)
            if time.monotonic() > end + GRACE:
                break
    why = f"node 0 waits for {missing}" if missing else "node 0 has not sent it"
    return Verdict(UNREACHABLE, f"{plan.me} got no verdict within {plan.timeout:.0f} s: {why}")


def _connected(plan: Plan, end: float) -> socket.socket:
    try:
        return socket.create_connection((plan.address, plan.port), min(CONNECT, max(1.0, end - time.monotonic())))
    except socket.gaierror:
        raise NoAnswerError("its name does not resolve") from None
    except ConnectionRefusedError:
        raise NoAnswerError("connection refused") from None
    except socket.timeout:
        raise NoAnswerError("no answer; the port may be blocked") from None
    except OSError as error:
        raise NoAnswerError(f"the connection failed: {error.strerror or error}") from None


def _authenticated(connection: socket.socket, key: Key, end: float) -> tuple[Channel, bytes]:
    """Return the channel to node 0, and the data received after the handshake. Raises NoAnswerError, ProtocolError."""
    handshake = OtherNode(key)
    deadline = time.monotonic() + min(HANDSHAKE, max(1.0, end - time.monotonic()))
    _send(connection, handshake.greeting)
    while handshake.channel is None:
        data = _received(connection, deadline)
        if data is None:
            raise NoAnswerError("the peer did not authenticate in time")
        _send(connection, handshake.feed(data))
    return handshake.channel, handshake.rest


def _messages(connection: socket.socket, channel: Channel, rest: bytes, end: float) -> Iterator[Message]:
    """Yield the messages of node 0, until `end` (of the monotonic clock). Raises NoAnswerError, ProtocolError."""
    yield from channel.feed(rest)
    deadline = time.monotonic() + SILENCE
    while time.monotonic() < end:
        data = _received(connection, min(deadline, end))
        if data is None and time.monotonic() < end:
            raise NoAnswerError("it stopped sending messages")
        for message in channel.feed(data or b""):
            yield message
            deadline = time.monotonic() + SILENCE


def _received(connection: socket.socket, deadline: float) -> bytes | None:
    """Return the next data, at least one byte; None at the deadline. Raises NoAnswerError."""
    left = deadline - time.monotonic()
    if left <= 0:
        return None
    connection.settimeout(left)
    try:
        data = connection.recv(65536)
    except socket.timeout:
        return None
    except OSError:
        data = b""
    if not data:
        raise NoAnswerError("it closed the connection")
    return data


def _line(channel: Channel, message: Message) -> bytes:
    try:
        return channel.line(message)
    except ProtocolError as error:
        raise NoAnswerError(f"this node can't send {error}") from None


def _send(connection: socket.socket, data: bytes) -> None:
    try:
        connection.settimeout(SILENCE)
        connection.sendall(data)
    except OSError:
        raise NoAnswerError("it closed the connection") from None


def _print(line: str) -> None:
    print(printable(f"preflight: {line}", LINE), flush=True)
