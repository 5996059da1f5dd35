"""`render smoke report`: what it reads, what it refuses, and its formats as their own readers take them."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import fromstring

import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st
from prometheus_client.parser import text_string_to_metric_families
from xmlschema import XMLSchema

from render.cli.smoke import command
from render.log_data import data_checker
from render.smoke.outputs import find, names
from render.smoke.outputs.junit import CASES
from render.smoke.outputs.prometheus import VERDICTS
from render.smoke.result import MARK, parse_result
from render.smoke.smoke_report import SmokeReport
from render.source.marked_log import MAX_LINE_BYTES
from tests.conftest import CHECKOUT
from tests.strategies import bounded

SAMPLE: dict[str, Any] = json.loads((CHECKOUT / "tests" / "smoke" / "result.json").read_bytes())
LINE = f"{MARK} {json.dumps(SAMPLE)}"
LOGGED = f"         8  float32  0.1\n{LINE}\nend\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def changed(**members: Any) -> dict[str, Any]:
    return {**SAMPLE, **members}


def report(text: str | bytes, *options: str) -> Result:
    Path("log").write_bytes(text if isinstance(text, bytes) else text.encode())
    return invoke("log", *options)


def invoke(*arguments: str, stdin: str | None = None) -> Result:
    words = ["report", *arguments]
    return CliRunner().invoke(command, words, input=stdin, standalone_mode=False, catch_exceptions=False)


def prefixed(prefix: str) -> str:
    return "".join(f"{prefix}{line}\n" for line in LOGGED.splitlines())


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(SAMPLE),
        json.dumps(SAMPLE, indent=4),
        f"\ufeff\n{json.dumps(SAMPLE)}",
        LOGGED,
        LOGGED.replace("\n", "\r\n"),
        prefixed("[pod/all-reduce-0-x7k2p/smoke] "),
        prefixed("[pod/all-reduce-0-x7k2p/smoke] 2026-11-21T20:00:00.123456789Z "),
        prefixed("[rank0]:"),
        prefixed("node-0 | "),
        prefixed("\x1b[36mnode-0 | \x1b[0m"),
        f"\x1b[1m{LINE}\x1b[0m\n",
        prefixed("2026-11-21T20:00:00.123456789Z stdout F "),
        json.dumps({"log": f"{LINE}\n", "stream": "stdout", "time": "2026-11-21T20:00:00Z"}),
        json.dumps({"resource": {"labels": ["a"]}, "jsonPayload": {"message": LINE}}),
        f"node-0 | {json.dumps({'msg': LINE})}\n",
        f"+ grep {MARK} log\n{LOGGED}",
        b"\xff\xfe broken bytes\n" + LOGGED.encode(),
        "x" * (MAX_LINE_BYTES + 10) + f"\n{LOGGED}",
        json.dumps({"log": "x" * MAX_LINE_BYTES}) + "\n" + json.dumps({"log": LINE}),
    ],
)
def test_the_result_is_found(text: str | bytes) -> None:
    done = report(text, "--output", "json")
    assert (done.return_value, done.stderr) == (0, "")
    assert json.loads(done.stdout) == SAMPLE


def test_standard_input_is_read() -> None:
    assert json.loads(invoke("-", "--output", "json", stdin=LOGGED).stdout) == SAMPLE
    assert json.loads(invoke("-", "--output", "json", stdin=json.dumps(SAMPLE)).stdout) == SAMPLE


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (json.dumps({"verdict": "pass"}), "log:1:1: error SYN033 `sizes` is missing"),
        ("", "log: error SYN032 holds no result of the smoke test"),
        (f"{MARK}\n{MARK} soon\n", "log: error SYN032 holds no result of the smoke test"),
        (
            f"a\n{LINE[:500]}\nb\n",
            "log:2:497: error SYN033 the result is not JSON: it ends too early\nhint: give the whole log of rank 0",
        ),
        (f"{LINE[:-1]}, {LINE}\n", "error SYN033 the result is not JSON"),
        ('{"version": 1,\n  "run": }', "log:2:10: error SYN033 the result is not JSON: expecting value"),
        (LOGGED.replace("3869.55", "NaN"), "error SYN033 the result is not JSON: `NaN` is not a number in JSON"),
        (
            LOGGED.replace("3869.55", "-Infinity"),
            "error SYN033 the result is not JSON: `-Infinity` is not a number in JSON",
        ),
        (LOGGED.replace("3869.55", "1e999"), "error SYN033 the result is not JSON: `1e999` is too large"),
        (LOGGED.replace("3869.55", "9" * 5000), f"error SYN033 the result is not JSON: `{'9' * 40}` is too large"),
        (f'{MARK} {{"a": {"[" * 100_000}\n', "log:1:20: error SYN033 the result is not JSON: it is nested too deep"),
        (
            f"{MARK} {{{' ' * MAX_LINE_BYTES}\n",
            "log:1:16777217: error SYN033 the result is not JSON: it ends too early",
        ),
        (json.dumps(changed(nodes="4")), "log:1:1: error SYN033 `nodes` takes a whole number, not the string `4`"),
        (json.dumps(changed(verdict="fine")), "error SYN033 `verdict` takes `pass`, "),
        (json.dumps(changed(version=2)), "error SYN033 `version` takes `1`, not `2`"),
        (json.dumps({"kind": "TrainingJob"}), "log: error SYN032 holds no result of the smoke test"),
        (f"{LOGGED}{LOGGED}", "log:5:20: warning SYN034 is the result of log:2 again, and left out"),
    ],
)
def test_a_mistake_has_its_place(text: str, said: str) -> None:
    done = report(text)
    assert said in done.stderr
    assert (done.return_value, done.stdout == "") == ((0, False) if "warning" in said else (1, True))


@pytest.mark.parametrize("path", ["missing", ".", "/dev/zero", "a\0b"])
def test_what_is_no_file_is_reported(path: str) -> None:
    done = invoke(path)
    assert (done.return_value, done.stdout) == (1, "")
    assert "error SYN001 can't be read: " in done.stderr


def test_the_last_result_is_reported_and_those_before_it_are_compared() -> None:
    for name, busbw in (("monday", 0.4), ("tuesday", 0.2)):
        data = changed(run=name, peak={"bytes": 1024, "busbw": busbw})
        Path(name).write_text(json.dumps(data), encoding="utf-8")
    Path("wednesday").write_text(f"{LOGGED}{MARK} {json.dumps(changed(run='again'))}\n", encoding="utf-8")
    done = invoke("monday", "tuesday", "wednesday")
    assert done.stdout.startswith("pass: again: peak busbw 0.24 GB/s at 32 MiB")
    assert [line.split() for line in done.stdout.splitlines()[-4:]] == [
        ["RUN", "VERDICT", "PEAK", "AT", "NOW"],
        ["monday", "pass", "0.4", "1", "KiB", "-40.5", "%"],
        ["tuesday", "pass", "0.2", "1", "KiB", "+19.1", "%"],
        ["laptop", "pass", "0.238", "32", "MiB", "+0", "%"],
    ]


@pytest.mark.parametrize("verdict", VERDICTS)
def test_the_verdict_is_the_exit_status(verdict: str) -> None:
    assert report(json.dumps(changed(verdict=verdict))).return_value == (0 if verdict == "pass" else 1)


@pytest.mark.parametrize("format_", names())
def test_a_file_holds_what_standard_output_would(format_: str) -> None:
    printed = report(LOGGED, "--output", format_).stdout
    done = report(LOGGED, "--output", format_, "--output-file", "out")
    assert (done.stdout, Path("out").read_text(encoding="utf-8")) == ("", printed)


def test_json_is_what_the_schema_describes() -> None:
    data = json.loads(report(LOGGED, "--output", "json").stdout)
    assert data_checker("smoke.json").errors(data) == []


@pytest.mark.parametrize("verdict", VERDICTS)
def test_junit_has_the_same_cases_whatever_the_verdict(verdict: str) -> None:
    [suite] = fromstring(report(json.dumps(changed(verdict=verdict)), "--output", "junit").stdout)
    cases = list(suite.iter("testcase"))
    assert [case.get("name") for case in cases] == [case.name for case in CASES]
    failed = [case.get("type") for case in suite.iter("failure")]
    assert failed == ([] if verdict == "pass" else [verdict])
    counts = {tag: len(list(suite.iter(of))) for tag, of in (("failures", "failure"), ("skipped", "skipped"))}
    assert {tag: int(suite.get(tag, "")) for tag in counts} == counts
    assert {case.verdict for case in CASES} | {"pass"} == set(VERDICTS)


@pytest.mark.parametrize("verdict", VERDICTS)
def test_junit_has_the_form_of_the_schema(verdict: str, junit_schema: XMLSchema) -> None:
    junit_schema.validate(report(json.dumps(changed(verdict=verdict)), "--output", "junit").stdout)


def test_prometheus_has_base_units() -> None:
    families = {
        family.name: family
        for family in text_string_to_metric_families(report(LOGGED, "--output", "prometheus").stdout)
    }
    [peak] = families["render_smoke_peak_bus_bandwidth_bytes_per_second"].samples
    assert peak.labels == {"run": "laptop"}
    assert peak.value == pytest.approx(238124000)
    times = families["render_smoke_median_seconds"].samples
    assert times[0].labels == {"run": "laptop", "bytes": "8"}
    assert times[0].value == pytest.approx(0.00386955)
    assert len(families["render_smoke_pair_bus_bandwidth_bytes_per_second"].samples) == 10


HOSTILE = st.text(max_size=20) | st.sampled_from(
    [
        "</script><script>alert(1)</script>",
        '"><img src=x>',
        "\ud800",
        "{{ 7 * 7 }}",
        "\x00\x1b[2J",
        "a\nb",
        '\\"',
        "\u202e",
    ]
)
AMOUNT = st.floats(0, 2**62) | st.integers(0, 2**62)
NODE = st.integers(0, 2**62) | st.integers(0, 4)
RESULTS = st.fixed_dictionaries(
    {
        "run": HOSTILE,
        "dtype": HOSTILE,
        "operation": st.none() | HOSTILE,
        "gpu": st.none() | HOSTILE,
        "hosts": st.lists(HOSTILE, max_size=5),
        "machines": st.lists(HOSTILE, max_size=5),
        "versions": st.fixed_dictionaries({"torch": st.none() | HOSTILE, "nccl": st.none() | HOSTILE}),
        "sizes": st.lists(
            st.fixed_dictionaries(
                {
                    "bytes": st.integers(1, 2**62),
                    "algbw": AMOUNT,
                    "busbw": AMOUNT,
                    "wrong": NODE,
                    "time": st.fixed_dictionaries(dict.fromkeys(("median", "p99", "min", "max"), AMOUNT)),
                }
            ),
            max_size=4,
        ),
        "peak": st.none() | st.fixed_dictionaries({"bytes": st.integers(1, 2**62), "busbw": AMOUNT}),
        "floor": st.none() | st.fixed_dictionaries({"busbw": AMOUNT, "source": HOSTILE}),
        "ceiling": st.none() | AMOUNT,
        "transport": st.fixed_dictionaries(
            {"wanted": st.none() | HOSTILE, "seen": st.none() | HOSTILE, "proven": st.booleans()}
        ),
        "diagnosis": st.none()
        | st.fixed_dictionaries(
            {
                "slowNodes": st.lists(
                    st.fixed_dictionaries(
                        {
                            "node": NODE,
                            "host": HOSTILE,
                            "where": st.sampled_from(["inside", "network"]),
                            "busbw": AMOUNT,
                            "usual": AMOUNT,
                        }
                    ),
                    max_size=2,
                ),
                "inNode": st.lists(st.fixed_dictionaries({"node": NODE, "busbw": AMOUNT}), max_size=3),
                "links": st.lists(
                    st.fixed_dictionaries({"a": NODE, "b": NODE, "busbw": AMOUNT, "slow": st.booleans()}), max_size=3
                ),
                "rounds": NODE,
            }
        ),
        "verdict": st.sampled_from(VERDICTS),
        "sentence": HOSTILE,
        "notes": st.lists(HOSTILE, max_size=2),
    }
)


@pytest.mark.slow
@pytest.mark.parametrize("format_", names())
@given(members=RESULTS)
@bounded(60)
def test_any_result_can_be_written(format_: str, members: dict[str, Any]) -> None:
    data = changed(**members)
    assert data_checker("smoke.json").errors(data) == []
    one = parse_result(data)
    text = find(format_)(SmokeReport(one, (one,)))
    assert text.encode() == find(format_)(SmokeReport(one, (one,))).encode()
    READERS[format_](text)


def read_page(text: str) -> None:
    assert "<script" not in text
    assert "<img" not in text
    assert "nan" not in text.partition("<svg")[2].partition("</svg>")[0]


def read_table(text: str) -> None:
    assert all(line.isprintable() for line in text.split("\n"))


READERS: dict[str, Callable[[str], object]] = {
    "html": read_page,
    "json": json.loads,
    "junit": fromstring,
    "prometheus": lambda text: list(text_string_to_metric_families(text)),
    "table": read_table,
}
