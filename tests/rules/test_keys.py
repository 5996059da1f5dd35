"""A rule that names keys says nothing about objects without them: those it is never shown."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from render import engine
from render.engine import Chart
from render.kube.schemas import Schemas
from render.manifests.jobs import jobs
from render.manifests.loading import LoadedObject, load_objects, without_nulls
from render.manifests.objects import Object
from render.manifests.pods import pods
from render.programs.program import Program
from render.programs.programs import programs
from render.programs.run import Run
from render.rules.documentation import RuleDoc
from render.rules.registry import areas, rules_in
from render.rules.rule import Check
from render.rules.runner import all_keys
from render.source import Text, load_documents, read_file
from tests.conftest import RECORDINGS
from tests.corpus import examples, more_examples

CHECKS = [check for area in areas() for check in rules_in(area)]
NARROWED = [check for check in CHECKS if check.keys]
OF_OBJECTS = [check for check in NARROWED if check.reads not in ("Program", "Run")]
OF_PROGRAMS = [check for check in NARROWED if check not in OF_OBJECTS]
CHECKOUT = Path(__file__).parents[2]
SCHEMAS = Schemas()
OTHERS: tuple[dict[str, Any], ...] = (
    {},
    *({"launcher": name} for name in ("accelerate", "deepspeed", "horovod", "llamafactory", "mpi", "plain", "ray")),
    {"launcher": "torchrun", "numNodes": 4},
    {"launcher": "torchrun", "elastic": {"enabled": True, "minNodes": 1, "maxNodes": 3}},
    {"resourcesPerNode": {}},
    {"resourcesPerNode": {"limits": {"nvidia.com/gpu": 4, "rdma/hca": 1}}},
)
READERS: Mapping[str, Callable[[Object], Iterable[Any]]] = {"Object": lambda item: (item,), "Pod": pods, "Job": jobs}


@cache
def corpus() -> tuple[tuple[Object, ...], ...]:
    """The objects of every page, of every golden, and of every manifest of the corpus, those of a text together."""
    pages = [RuleDoc.of(check) for check in CHECKS]
    texts = [Text("a.yaml", text) for page in pages for text in (page.example, page.instead)]
    files = [*CHECKOUT.glob("tests/golden/*.yaml"), *RECORDINGS.glob("manifests/*.yaml"), *examples(), *more_examples()]
    texts += [text for path in sorted(files) if isinstance(text := read_file(str(path)), Text)]
    return tuple(tuple(_objects(text)) for text in texts)


def _objects(text: Text) -> Iterator[Object]:
    for loaded in load_objects(load_documents(text), SCHEMAS):
        if isinstance(loaded, LoadedObject) and loaded.item.kind.group != "render" and loaded.readable is not None:
            yield loaded.readable


def without(data: Any, keys: frozenset[str]) -> Any:
    if isinstance(data, dict):
        kept = ((key, value) for key, value in data.items() if key not in keys)
        return {key: without(value, keys) for key, value in kept if not (isinstance(value, str) and value in keys)}
    return [without(item, keys) for item in data] if isinstance(data, list) else data


@pytest.mark.parametrize("check", OF_OBJECTS, ids=lambda check: check.rule.code)
def test_it_says_nothing_without_its_keys(check: Check) -> None:
    for together in corpus():
        stripped = tuple(item._replace(data=without(item.data, check.keys)) for item in together)
        subjects = [stripped] if check.reads == "Objects" else [one for item in stripped for one in _read(check, item)]
        for subject in subjects:
            with suppress(KeyError):  # its keys are required: no object without them comes so far
                assert list(check.function(subject)) == []


def _read(check: Check, item: Object) -> Iterator[Any]:
    if not check.kinds or item.kind.group_kind in check.kinds:
        yield from READERS[check.reads](item)


@cache
def runs() -> tuple[Run, ...]:
    """The specs of every page and example, and what is made of them by other launchers, sizes and devices."""
    pages = [RuleDoc.of(check) for check in CHECKS]
    texts = [text for page in pages for text in (page.example, page.instead) if "apiVersion" not in text]
    texts += [path.read_text(encoding="utf-8") for path in sorted(CHECKOUT.glob("examples/*/spec.yaml"))]
    values = [engine.coalesce_values(Chart.bundled(), engine.merge_values([text])) for text in texts]
    return tuple(Run(without_nulls({**one, **other}), "run") for one in values for other in OTHERS)


@cache
def subjects(reads: str) -> tuple[Program | Run, ...]:
    if reads == "Run":
        return runs()
    return (*(run.program for run in runs()), *chain.from_iterable(programs(one) for some in corpus() for one in some))


@pytest.mark.parametrize("check", OF_PROGRAMS, ids=lambda check: check.rule.code)
def test_it_says_nothing_about_programs_without_its_names(check: Check) -> None:
    found = [subject for subject in subjects(check.reads) if any(check.function(subject))]
    assert found
    assert all(not check.keys.isdisjoint(subject.names) for subject in found)


def test_written_keys() -> None:
    assert all_keys({"a": [{"b": {"c": 1}}, 2], "d": None}) == {"a", "b", "c", "d"}
    assert all_keys({"a": [{"b": "Unconfined"}, "c"]}) == {"a", "b", "Unconfined"}
