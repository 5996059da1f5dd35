"""The settings of checks: those of options, else those of the configuration file, else defaults."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from render.cli._options import SpecOptions
from render.cli._output import report
from render.cli._precedence import choose
from render.cli._request import build_request, load_overlays
from render.config_file import Configuration, Loaded, find_config, load_config
from render.kube.schemas import Definitions, Schemas
from render.manifests.codes import NOT_CHECKED
from render.problem import Problem, Severity, has_error
from render.rules.config import Config
from render.source import Document, FileReader, Read
from render.spec import Request
from render.validation.inputs import Settings
from render.validation.policies import load_policies

if TYPE_CHECKING:  # few commands have policies or a cluster
    from render.kube.policies.policy import Policy
    from render.snapshot.view import SnapshotView


class CheckOptions(NamedTuple):
    """Options of `render validate` that decide which problems are found."""

    spec_options: SpecOptions
    minor: str
    trainer: str
    folders: Sequence[Path]
    cluster: str | None
    fail_on: str
    ignored: Sequence[str]
    missing_schemas: str
    image_config: str | None
    uses_server: bool
    context: str | None


class Check(NamedTuple):
    """All that the checks of some files need."""

    settings: Settings
    view: "SnapshotView | None"
    fail_on: Severity


def load_trusted(path: str, read: Read) -> Configuration | None:
    """Return the file of `--config`, and report its problems; None if it has errors."""
    text = read(path)
    loaded = Loaded(Configuration(), [text]) if isinstance(text, Problem) else load_config(text)
    return None if report_configs([loaded]) else loaded.config


def discover(path: str, read: Read) -> Configuration | None:
    """Return the `render.yaml` that applies to a path, and report its problems; None if it has errors."""
    loaded = find_config(path, read)
    return None if report_configs([loaded]) else loaded.config


def report_configs(loaded: Sequence[Loaded]) -> bool:
    """Report each problem of configurations once, and return True if one of them is an error."""
    problems = list(dict.fromkeys(problem for one in loaded for problem in one.problems))
    report(problems, {one.text.file: one.text.content for one in loaded if one.text is not None})
    return has_error(problems)


def load_with_config(path: str, options: SpecOptions, read: Read) -> tuple[Configuration, Request] | None:
    """Return the `render.yaml` that applies to a path, and the request for its specs; None if one of them has errors.

    Raises EngineError.
    """
    config = discover(path, read)
    over = load_overlays(options.files, read)
    loaded = None if config is None else _load_request(config, over, options, read)
    return None if config is None or loaded is None else (config, loaded[1])


def _load_request(
    config: Configuration, over: Sequence[Document] | None, options: SpecOptions, read: Read
) -> tuple[tuple[Document, ...], Request] | None:
    """Return the values files of a configuration, and the request with them and then those of `-f` (`over`).

    None if one of them has errors. Raises EngineError.
    """
    values = load_overlays(config.paths("values"), read)
    return None if values is None or over is None else (values, build_request((*values, *over), options))


def load_check(
    options: CheckOptions, over: Sequence[Document] | None, config: Configuration, reader: FileReader
) -> Check | None:
    """Return the settings of checks, and report problems of their files; None if one of them has errors.

    `over` are the files of `-f`; None if they have errors. Raises EngineError, click.ClickException.
    """
    loaded = _load_request(config, over, options.spec_options, reader.read)
    if loaded is None:
        return None
    values, request = loaded
    cluster = options.cluster or next(iter(config.paths("cluster")), None)
    view = None if cluster is None else _load_view(cluster, reader.read)
    schemas = None if cluster is not None and view is None else _schemas(options, config, view, reader)
    rules = _rules(options, config)
    policies = None if schemas is None else _policies(rules, schemas, reader)
    if schemas is None or policies is None:
        return None
    uses_cluster = options.uses_server or options.image_config is not None or view is not None
    settings = Settings(request, schemas, rules, policies, uses_cluster, values=values)
    return Check(settings, view, Severity(choose("fail_on", options.fail_on, config)))


def _load_view(cluster: str, read: Read) -> "SnapshotView | None":
    from render.cli._snapshot import load_cluster  # few commands have a cluster

    return load_cluster(cluster, read)


def _rules(options: CheckOptions, config: Configuration) -> Config:
    """Return the selection of findings, with the severity of `--missing-schemas`."""
    rules = config.rules(options.ignored)
    if options.missing_schemas != Severity.ERROR:
        return rules
    return rules._replace(severity={**rules.severity, NOT_CHECKED.code: Severity.ERROR})


def _policies(rules: Config, schemas: Schemas, reader: FileReader) -> "tuple[Policy, ...] | None":
    """Return the admission policies, and report problems of their files; None if one of them has errors."""
    policies, problems = load_policies([Path(path) for path in rules.policies], schemas, reader)
    report(problems, {})
    return None if has_error(problems) else policies


def _schemas(
    options: CheckOptions, config: Configuration, view: "SnapshotView | None", reader: FileReader
) -> Schemas | None:
    """Return the schemas, and report problems of the user's schemas; None if they have errors."""
    minor = choose("minor", options.minor, config, view)
    trainer = choose("trainer", options.trainer, config, view)
    folders = options.folders or tuple(map(Path, config.paths("crds")))
    missing = next((folder for folder in folders if not folder.is_dir()), None)
    if missing is not None:
        where = f"`--crds {missing}`" if options.folders else f"`crds` of `{config.file}`: `{missing}`"
        raise click.ClickException(f"{where}: no such folder")
    definitions, problems = _definitions(folders, reader)
    report(problems, {})
    if has_error(problems):
        return None
    schemas = Schemas(minor, trainer, tuple(folders), definitions)
    reject_unknown_minor(schemas)
    return schemas


def reject_unknown_minor(schemas: Schemas) -> None:
    """Raise click.ClickException if there are no schemas of the Kubernetes version."""
    if not schemas.has_minor():
        raise click.ClickException(
            f"there are no schemas of Kubernetes {schemas.minor}\n"
            f"hint: write them with `render schema kubernetes {schemas.minor} --output-dir DIR`, then add `--crds DIR`"
        )


def _definitions(folders: Sequence[Path], reader: FileReader) -> tuple[Definitions, list[Problem]]:
    if not folders:
        return Definitions(), []
    from render.manifests.crd_files import load_definitions  # few runs have definitions

    return load_definitions(folders, reader)
