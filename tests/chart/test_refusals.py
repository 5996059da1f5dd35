"""What Helm says to a spec that is refused, in full: `err/WHERE/CASE.yaml` is the spec, `CASE.out` the answer.

The release has the name of the case. `without-schema` is rendered as Argo CD does with `skipSchemaValidation`,
`default-namespace` where the API server has its own Service, everything else in a namespace of its own.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.chart.helm import CHART, Helm

FOLDER = Path(__file__).parent / "err"
CASES = sorted(FOLDER.glob("*/*.yaml"))
TEMPLATES = CHART / "templates"

FLAGS = {"without-schema": ["--skip-schema-validation"], "default-namespace": ["-n", "default"]}

# A line of this length would need a case of a megabyte.
TESTED_BELOW = re.compile("bytes of (paths and texts|variables)")

_FIRST = re.compile(r"training-job/templates/\S+:1:4")
_LINE = re.compile(r"^- at '.*$", re.MULTILINE)
_PRINTED = re.compile(r'^\{\{- printf "(.+?)" ', re.MULTILINE)
_FAILED = re.compile(r'fail \(printf "training-job: 1 problem\(s\)\\n(- at .*?)"')
_ACTION = re.compile(r"\{\{.*?\}\}|%[a-z]")


@pytest.mark.parametrize("case", CASES, ids=[str(path.relative_to(FOLDER).with_suffix("")) for path in CASES])
def test_refusal(case: Path, helm4: Helm, *, regen: bool) -> None:
    answer = settled(helm4.refusal(CHART, "-f", case, *FLAGS.get(case.parent.name, []), name=case.stem))
    path = case.with_suffix(".out")
    if regen:
        path.write_text(answer, encoding="utf-8")
    assert path.exists(), f"write it: ci/test tests/chart --regen\n{answer}"
    assert answer == path.read_text(encoding="utf-8")


def settled(answer: str) -> str:
    """Sort what Helm's schema says, which comes in any order; what the chart says has one of its own, in whatever
    template Helm renders first."""
    if not answer.startswith("values don't meet"):
        return _FIRST.sub("training-job/templates/FIRST:1:4", answer)
    heading, chart, *lines = answer.splitlines(keepends=True)
    assert [line for line in lines if not line.startswith("- at '")] == [], "a tree of reasons cannot be sorted"
    return "".join([heading, chart, *sorted(lines)])


def test_no_answer_is_stale() -> None:
    assert sorted(FOLDER.glob("*/*.out")) == [case.with_suffix(".out") for case in CASES]


def test_a_hint_begins_with_a_verb() -> None:
    hints = [hint for text in answers("chart", *FLAGS) for hint in re.findall(r"\(hint: (.*)\)$", text, re.MULTILINE)]
    assert len(hints) > 100
    assert [hint for hint in hints if not hint[0].isalpha() or hint.split()[0] in ("a", "an", "the")] == []


def test_chart_counts_its_refusals() -> None:
    for text in answers("chart", *FLAGS):
        head, *lines = text.splitlines()
        assert head.endswith(f"training-job: {len(lines)} problem(s)")
        assert [line for line in lines if not line.startswith("- at '")] == []


def test_every_refusal_of_the_chart_has_a_case() -> None:
    said = [line for text in answers("chart", *FLAGS) for line in text.splitlines()]
    unsaid = [str(words) for words in refusals() if not any(matches(words, line) for line in said)]
    assert [words for words in unsaid if not TESTED_BELOW.search(words)] == []


def test_no_case_says_what_the_chart_does_not() -> None:
    known = refusals()
    said = [line for text in answers("chart", *FLAGS) for line in text.splitlines()[1:]]
    assert [line for line in said if not any(matches(words, line) for words in known)] == []


def test_too_many_variables(helm4: Helm, tmp_path: Path) -> None:
    values = tmp_path / "values.yaml"
    values.write_text(json.dumps({"image": "train:1", "env": {f"V{n}": "x" * 100_000 for n in range(10)}}))
    assert helm4.refusal(CHART, "-f", values).endswith(
        "- at '/env': must have at most 1000000 bytes of variables, got 1000217: a ConfigMap holds 1 MiB"
        " (hint: put large texts into a file)\n"
    )


def test_too_large_files(helm4: Helm, tmp_path: Path) -> None:
    values = tmp_path / "values.yaml"
    values.write_text(json.dumps({"image": "train:1", "files": {f"/config/{n}": "x" * 300_000 for n in range(4)}}))
    assert helm4.refusal(CHART, "-f", values).endswith(
        "- at '/files': must have at most 1048000 bytes of paths and texts, got 1200036: a ConfigMap holds 1 MiB"
        " (hint: put large files into the image or a volume)\n"
    )


def answers(*folders: str) -> Iterator[str]:
    return (path.read_text(encoding="utf-8") for name in folders for path in sorted((FOLDER / name).glob("*.out")))


def refusals() -> list[str]:
    """The lines that the templates can say, with their actions and verbs in place."""
    found: list[str] = []
    for path in sorted(TEMPLATES.rglob("*.tpl")):
        text = path.read_text(encoding="utf-8")
        found += _LINE.findall(text) + _FAILED.findall(text)
        if path.parent.name == "validate":
            found += [f"- at '{{{{ . }}}}': {words}" for words in _PRINTED.findall(text)]
    assert len(found) > 30
    return found


def matches(words: str, line: str) -> bool:
    """Say whether a line of a template, its actions filled in, can be this one."""
    return re.fullmatch(".*".join(re.escape(part) for part in _ACTION.split(words)), line) is not None
