"""Dumps are anybody's text: what is not an object is skipped, and no value of another type breaks a cause."""

from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml

from render.why.dump import read_dump, without_secrets
from render.why.dump_text import DumpError, parse_dump
from render.why.object_index import ObjectIndex
from render.why.report import report_on
from render.why.run_search import list_runs

CASES = sorted((Path(__file__).parent / "cases").iterdir())
WRONG: tuple[Any, ...] = (None, [], {}, "x", 7, -1, True, [None], [{}], {"a": []}, "9" * 400)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a: &a [1]\nb: *a\n", "has an alias"),
        ("[" * 300 + "]" * 300, "levels"),
        ("a: [", "not YAML"),
        ('{"a": ', "not JSON"),
    ],
)
def test_rejected(text: str, message: str) -> None:
    with pytest.raises(DumpError, match=message):
        list(parse_dump(text))


def test_json_between_logs() -> None:
    pods = '{\n "kind": "PodList", "apiVersion": "v1", "items": []\n}\n'
    text = pods + '==== START logs for container a ====\n{"x": 1}\nline\n'
    assert [one["kind"] for one in parse_dump(text)] == ["PodList"]


@pytest.mark.parametrize("case", CASES[::2], ids=lambda path: path.name)
def test_values_of_another_type(case: Path) -> None:
    documents = list(parse_dump((case / "dump.yaml").read_text(encoding="utf-8")))
    items = [one for part in documents for one in part.get("items", [part])]
    random = Random(case.name)
    for _ in range(40):
        index = ObjectIndex()
        index.add_all(spoil(one, random) for one in items if isinstance(one, dict))
        for run in list_runs(index):
            assert report_on(run).sentence


def spoil(value: Any, random: Random) -> Any:
    """Return a value with a few parts replaced by those of another type."""
    if isinstance(value, dict):
        kept = ("apiVersion", "kind", "name")
        return {key: one if key in kept else spoil_part(one, random) for key, one in value.items()}
    return [spoil_part(one, random) for one in value] if isinstance(value, list) else value


def spoil_part(value: Any, random: Random) -> Any:
    return random.choice(WRONG) if random.random() < 0.03 else spoil(value, random)


def test_no_secret_is_collected(tmp_path: Path) -> None:
    container = {
        "name": "c",
        "env": [{"name": "TOKEN", "value": "hunter2hunter2"}],
        "args": ["--token=abcdefgh12345678"],
    }
    pod = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p"}, "spec": {"containers": [container]}}
    text = yaml.safe_dump(without_secrets(pod))
    assert "hunter2" not in text
    assert "abcdefgh12345678" not in text
    (tmp_path / "dump.yaml").write_text(text, encoding="utf-8")
    assert read_dump(str(tmp_path)).find("/Pod", "", "p") is not None
