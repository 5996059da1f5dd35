"""The smoke test's result: what is written is what the schema describes."""

import io
import json
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import smoke_output as output
import smoke_plan as plans
import smoke_result as results
from smoke_arithmetic import row
from smoke_floor import Limits
from smoke_gate import CODES, Verdict
from smoke_hello import Hello, World
from smoke_result import Measured
from smoke_suspects import Diagnosis, Measurements, Suspect
from smoke_transport import Transport

ROOT = Path(__file__).parents[2]
SCHEMA = json.loads((ROOT / "schemas" / "smoke.json").read_text(encoding="utf-8"))
SAMPLE = ROOT / "tests" / "smoke" / "result.json"


def measured(*arguments: str) -> Measured:
    plan = plans.read(arguments)
    hellos = [
        Hello(f"h{rank}", f"p5-{rank}", rank, 1, "gloo", None, None, 1, "2.15.0", None, plan.options())
        for rank in range(3)
    ]
    rows = [row(plan.collective, 2**size, 3, [0.001, 0.002, 0.003], 0) for size in (20, 31)]
    limits = Limits(400.0, 750.0, "the source")
    return Measured(plan, World(hellos), limits, Transport("efa", "Libfabric", proven=True), rows, ["a note"])


def check(found: dict[str, Any]) -> None:
    jsonschema.Draft202012Validator(SCHEMA).validate(found)
    assert set(found) == set(SCHEMA["properties"]) - {"level"}


def test_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert set(SCHEMA["properties"]) - set(SCHEMA["required"]) == {"machines", "level"}
    assert SCHEMA["properties"]["verdict"]["enum"] == list(CODES)


def test_sample_is_of_the_schema() -> None:
    check(json.loads(SAMPLE.read_text(encoding="utf-8")))


def test_result() -> None:
    known = measured("--run", "team/run")
    slow = Suspect(2, "network", 1.5, 40.0)
    pairs = {(0, 1): 41.0, (0, 2): 1.5, (1, 2): 1.4}
    known.diagnosis = Diagnosis(Measurements({0: 100.0}, pairs), [slow], [(1, 2)], 5)
    found = known.result(Verdict("slow", "a sentence"))
    check(found)
    assert found["peak"] == {"bytes": 2**31, "busbw": found["sizes"][1]["busbw"]}
    assert found["hosts"] == ["h0", "h1", "h2"]
    assert found["floor"] == {"busbw": 400.0, "source": "the source"}
    assert found["diagnosis"] == {
        "slowNodes": [{"node": 2, "host": "h2", "where": "network", "busbw": 1.5, "usual": 40.0}],
        "inNode": [{"node": 0, "busbw": 100.0}],
        "links": [
            {"a": 0, "b": 1, "busbw": 41.0, "slow": False},
            {"a": 0, "b": 2, "busbw": 1.5, "slow": False},
            {"a": 1, "b": 2, "busbw": 1.4, "slow": True},
        ],
        "rounds": 5,
    }
    assert found["notes"] == [
        "a note",
        "1432 GB/s exceeds the table's ceiling of 750 GB/s",
    ]


@pytest.mark.parametrize(("collective", "operation"), [("reduce_scatter", "sum"), ("broadcast", None)])
def test_operation(collective: str, operation: str | None) -> None:
    assert measured("--collective", collective).result(Verdict("pass", ""))["operation"] == operation


def test_test_that_ended_before_it_measured() -> None:
    known = measured()
    known.rows.clear()
    known.limits = Limits(None, None, "")
    found = known.result(Verdict("transport", "wanted EFA, NCCL used Socket"))
    check(found)
    assert (found["sizes"], found["peak"], found["floor"], found["ceiling"], found["diagnosis"]) == ([], *[None] * 4)


def printed(found: dict[str, Any], file: str | None) -> str:
    with redirect_stdout(io.StringIO()) as out:
        output.result(found, file)
    return out.getvalue()


def test_marked_line_and_its_copy(tmp_path: Path) -> None:
    found = measured().result(Verdict("pass", "größer als nötig"))
    mark, _, text = printed(found, str(tmp_path / "result.json")).partition(" ")
    assert (mark, json.loads(text), text.count("\n"), text.isascii()) == (results.MARK, found, 1, True)
    assert json.loads((tmp_path / "result.json").read_text(encoding="utf-8")) == found


def test_copy_that_cannot_be_written(tmp_path: Path) -> None:
    assert "cannot be written: " in printed(measured().result(Verdict("pass", "")), str(tmp_path))
