"""Read what the findings are to be: the file of `--config`, and `--ignore`."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from render.problem import Problem, Severity, has_error
from render.rules.codes import unknown
from render.rules.config import SCHEMA, Config
from render.source import Node, Text, load
from render.spec.misshapen import misshapen


def configured(text: Text | None, ignored: Sequence[str]) -> tuple[Config, list[Problem]]:
    """Return what a file and the selectors of `--ignore` ask for, and what is wrong with it.

    With an error among the problems the config is to be left alone.
    """
    problems = [problem for selector in ignored if (problem := unknown(selector, "--ignore"))]
    if text is None:
        return _config({}, ignored), problems
    document, misread = load(text)
    problems += misread or misshapen(document, SCHEMA)
    if document.root is None or misread or has_error(problems):
        return _config({}, ignored), problems
    problems += _unknown(document.root, document.file)
    config = _config(document.root.data, ignored)
    beside = Path(text.file).parent
    return config._replace(policies=tuple(str(beside / path) for path in config.policies)), problems


def _unknown(root: Node, file: str) -> Iterator[Problem]:
    for key in {"select", "ignore", "severity"} & root.children.keys():
        for name, node in root.children[key].children.items():
            selector, place = (name, node.key) if key == "severity" else (str(node.data), node.span)
            if problem := unknown(selector, file, place):
                yield problem


def _config(data: dict[str, Any], ignored: Sequence[str]) -> Config:
    weights = {selector: Severity(weight) for selector, weight in data.get("severity", {}).items()}
    ignore = (*data.get("ignore", ()), *ignored)
    return Config(tuple(data.get("select", ())), ignore, weights, tuple(data.get("policies", ())))
