"""The mutants that cosmic-ray makes of whole modules (parts.yaml)."""

import ast
import os
import random
import shlex
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

import yaml
from cosmic_ray.work_db import WorkDB, use_db
from cosmic_ray.work_item import MutationSpec, TestOutcome, WorkerOutcome, WorkItem, WorkResult

from ci.mutation.checkout import PYTEST, copied, passes

TABLE = Path(__file__).with_name("parts.yaml")
PATIENCE = 5
"""How much longer a mutant's tests may run than those of the code as it is: it may loop for ever."""

_CONFIG = """\
[cosmic-ray]
module-path = [{modules}]
timeout = {seconds}
excluded-modules = []
test-command = {command}

[cosmic-ray.distributor]
name = "local"
"""


class Part(NamedTuple):
    """Modules and the tests that must notice what is changed in them."""

    name: str
    modules: tuple[str, ...]
    """Files, or patterns of files."""
    tests: tuple[str, ...]


def table() -> list[Part]:
    """Return the parts of the code that are mutated."""
    rows = yaml.safe_load(TABLE.read_text(encoding="utf-8"))
    return [Part(name, tuple(row["modules"].split()), tuple(row["tests"].split())) for name, row in rows.items()]


def run(names: Sequence[str], sample: int | None, seed: int) -> int:
    """Mutate parts, `sample` mutants of each where it is given, and print a score for each module and the survivors."""
    for part in table():
        if not names or part.name in names:
            _run(part, sample, seed)
    return 0


def _run(part: Part, sample: int | None, seed: int) -> None:
    with copied() as folder:
        start = perf_counter()
        if not passes(folder, part.tests):
            raise SystemExit(f"ci/mutate: the tests of {part.name} fail before anything is changed")
        seconds = PATIENCE * (perf_counter() - start)
        modules = sorted(str(path.relative_to(folder)) for pattern in part.modules for path in folder.glob(pattern))
        command = shlex.join([sys.executable, *PYTEST, *part.tests])
        listed = ", ".join(f"'{name}'" for name in modules)
        (folder / "mutants.toml").write_text(_CONFIG.format(modules=listed, seconds=seconds, command=repr(command)))
        _cosmic_ray(folder, "init", "mutants.toml", "mutants.sqlite")
        with use_db(str(folder / "mutants.sqlite"), WorkDB.Mode.open) as db:
            total = _thin_out(db, folder, sample, seed)
        _cosmic_ray(folder, "exec", "mutants.toml", "mutants.sqlite")
        with use_db(str(folder / "mutants.sqlite"), WorkDB.Mode.open) as db:
            _report(part, db, total)


def _cosmic_ray(folder: Path, *arguments: str) -> None:
    environment = {"PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    program = [str(Path(sys.executable).with_name("cosmic-ray")), *arguments]
    subprocess.run(program, cwd=folder, env=os.environ | environment, check=True)


def _thin_out(db: WorkDB, folder: Path, sample: int | None, seed: int) -> int:
    """Leave a random sample of the mutants to be tried, the same for a seed, and return how many there are.

    An annotation is not a mutant: no test can notice it, or importing the module does.
    """
    annotations = {path: list(_annotations(folder / path)) for item in db.work_items for path in _modules(item)}
    order = sorted(
        (
            item
            for item in db.work_items
            if not any(_is_within(m, annotations[str(m.module_path)]) for m in item.mutations)
        ),
        key=lambda item: [(str(m.module_path), m.operator_name, m.occurrence) for m in item.mutations],
    )
    chosen = order if sample is None else random.Random(seed).sample(order, min(sample, len(order)))  # noqa: S311
    kept = {item.job_id for item in chosen}
    for job in [item.job_id for item in db.work_items]:
        if job not in kept:
            db.set_result(job, WorkResult(worker_outcome=WorkerOutcome.SKIPPED))
    return len(order)


def _modules(item: WorkItem) -> list[str]:
    return [str(mutation.module_path) for mutation in item.mutations]


def _annotations(module: Path) -> Iterator[ast.expr]:
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.returns:
            yield node.returns
        elif isinstance(node, ast.arg | ast.AnnAssign) and node.annotation:
            yield node.annotation


def _is_within(mutation: MutationSpec, nodes: Sequence[ast.expr]) -> bool:
    start = tuple(mutation.start_pos)
    return any((n.lineno, n.col_offset) <= start < (n.end_lineno, n.end_col_offset) for n in nodes)


def _report(part: Part, db: WorkDB, total: int) -> None:
    tried: dict[str, list[bool]] = {}
    survivors = []
    for item, result in db.completed_work_items:
        if result.worker_outcome == WorkerOutcome.SKIPPED:
            continue
        module = str(item.mutations[0].module_path)
        is_killed = result.test_outcome != TestOutcome.SURVIVED
        tried.setdefault(module, []).append(is_killed)
        if not is_killed:
            survivors.append(result.diff)
    for module, verdicts in sorted(tried.items()):
        print(f"{module}: {sum(verdicts)} of {len(verdicts)} killed")
    count = sum(len(verdicts) for verdicts in tried.values())
    killed = count - len(survivors)
    print(f"{part.name}: {killed} of {count} killed ({killed / count:.0%}), of {total} mutants", flush=True)
    for diff in survivors:
        print("\n".join(line for line in (diff or "").splitlines() if line[:1] in "-+@"), flush=True)
