"""Every module of a plug-in folder fits the Protocol of its folder, so that dynamic imports are as typed as others.

The loaders cast what they import to the Protocol. mypy checks each plug-in by its own annotations, and the tests here
compare these with the annotations of the Protocol.
"""

import ast
import inspect
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

import pytest

import render
from render.diff.comparison import Comparison
from render.doctor.check_result import CheckResult
from render.doctor.cluster_view import ClusterView
from render.doctor.examine import NamedResult
from render.doctor.requirements import Requirements
from render.hang.outputs import HangOutput
from render.importers.parts.importer import Importer
from render.simulation.controllers import Controller
from render.simulation.outputs import SimulateOutput
from render.smoke.outputs import SmokeOutput
from render.trainer.plugins import BuilderPlugin, EnforcerPlugin
from render.trainer.runtimes import RuntimeFamily
from render.validation.result import Result, Summary
from render.why.outputs import WhyOutput
from render.why.registry import CauseModule, cause_areas

SOURCE = Path(render.__file__).parent


class ValidationOutput(Protocol):
    """A format of `render validate`."""

    def lines(self, results: Iterable[Result], summary: Summary) -> Iterator[str]: ...


class DiffOutput(Protocol):
    """A format of `render diff`."""

    def lines(self, report: Comparison) -> Iterator[str]: ...


class DoctorOutput(Protocol):
    """A format of `render doctor`."""

    def text(self, examined: Sequence[NamedResult]) -> str: ...


class DoctorCheck(Protocol):
    """A check of a spec against a cluster."""

    def check(self, wanted: Requirements, view: ClusterView) -> Iterator[CheckResult]: ...


class InventoryCheck(Protocol):
    """A check of a cluster without a spec."""

    def check(self, view: ClusterView) -> Iterator[CheckResult]: ...


PLUGINS: dict[str, tuple[type, ...]] = {
    "diff/outputs": (DiffOutput,),
    "doctor/checks": (DoctorCheck,),
    "doctor/inventory": (InventoryCheck,),
    "doctor/outputs": (DoctorOutput,),
    "importers": (Importer,),
    "outputs": (ValidationOutput,),
    "hang/outputs": (HangOutput,),
    "simulation/controllers": (Controller,),
    "simulation/outputs": (SimulateOutput,),
    "smoke/outputs": (SmokeOutput,),
    "trainer/plugins": (EnforcerPlugin, BuilderPlugin),
    "trainer/runtimes": (RuntimeFamily,),
    "why/outputs": (WhyOutput,),
    **{f"why/causes/{area.name}": (CauseModule,) for area in cause_areas()},
}
"""The Protocols of each folder. A module fits at least one of them. A module whose name starts with `_` is none."""

MODULES = [(folder, file.stem) for folder in PLUGINS for file in sorted((SOURCE / folder).glob("[!_]*.py"))]


@pytest.mark.parametrize(("folder", "name"), MODULES)
def test_every_plugin_fits_a_protocol(folder: str, name: str) -> None:
    module = import_module(f"render.{folder.replace('/', '.')}.{name}")
    fitting = [protocol for protocol in PLUGINS[folder] if members(protocol) & vars(module).keys()]
    assert fitting, f"render/{folder}/{name}.py has none of {[sorted(members(one)) for one in PLUGINS[folder]]}"
    for protocol in fitting:
        for member, expected in signatures(inspect.getsource(protocol)).items():
            assert signatures(inspect.getsource(module)).get(member) == expected
        for attribute, annotation in inspect.get_annotations(protocol).items():
            type_: Any = getattr(annotation, "__origin__", annotation)
            assert isinstance(getattr(module, attribute, None), type_)


def test_every_folder_has_plugins() -> None:
    assert {folder for folder, _ in MODULES} == PLUGINS.keys()


def test_another_signature_is_found() -> None:
    assert signatures("def check(self, item: int) -> str: ...") != signatures("def check(item: bool) -> str: ...")
    assert signatures("def check(self, item: int) -> str: ...") != signatures("def check(item: int) -> bytes: ...")
    assert signatures("def check(self, item: 'int') -> str: ...") == signatures("def check(item: int) -> str: ...")


def members(protocol: type) -> set[str]:
    """Return the names that a module needs to fit a Protocol."""
    return {*signatures(inspect.getsource(protocol)), *inspect.get_annotations(protocol)}


def signatures(source: str) -> dict[str, str]:
    """Return the parameters and the result of each public function or method, as text.

    Public names are unique in render, so that the text of an annotation tells its type.
    """
    body = ast.parse(textwrap.dedent(source)).body
    if len(body) == 1 and isinstance(body[0], ast.ClassDef):
        body = body[0].body
    return {one.name: signature(one) for one in body if isinstance(one, ast.FunctionDef) and one.name[0] != "_"}


def signature(function: ast.FunctionDef) -> str:
    """Return the parameters and the result of a function, without `self` and without quotes."""
    function.args.args = [one for one in function.args.args if one.arg != "self"]
    returns = "" if function.returns is None else ast.unparse(function.returns)
    return f"({ast.unparse(function.args)}) -> {returns}".replace("'", "")
