"""The work of `render template`."""

import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from render.cli import CLEAN, FAILED, PROBLEMS
from render.cli._options import SpecOptions
from render.cli._output import count, discard_output, file_error, output_error, print_status, report
from render.cli._request import build_request, command_errors, load_overlays, reject_repeated_stdin
from render.engine import EngineError
from render.folder import Folder
from render.problem import Problem, printable
from render.source import FileReader, Read
from render.spec import Outcome, Request, Spec, collect
from render.spec.collect import SPEC_SHAPE
from render.spec.rendering import render_or_explain

_SEPARATOR = re.compile(r"^---\n", re.MULTILINE)
_SOURCE = re.compile(r"# Source: [^/\n]+/(.+)")


def select_manifests(texts: Sequence[str], patterns: Sequence[str]) -> list[str]:
    """Return the manifests of templates that match, in the order of the patterns, for each text.

    A pattern is a path in the chart, where `*` and `?` match all but `/`, as in Go's filepath.Match.
    Raises click.ClickException if a pattern matches no template of any text.
    """
    manifests = [list(_split(text)) for text in texts]
    templates = list(dict.fromkeys(template for found in manifests for template, _ in found))
    forms = [_regex(pattern) for pattern in patterns]
    for pattern, form in zip(patterns, forms, strict=True):
        if not any(map(form.fullmatch, templates)):
            raise click.ClickException(
                f"no manifest comes from the template `{pattern}`\nhint: manifests come from {', '.join(templates)}"
            )
    return [
        "".join(f"---\n{manifest}\n" for form in forms for template, manifest in found if form.fullmatch(template))
        for found in manifests
    ]


def _split(text: str) -> Iterator[tuple[str, str]]:
    """Yield the manifests of a text, each after the path of its template."""
    for manifest in _SEPARATOR.split(text):
        if source := _SOURCE.search(manifest):
            yield source[1], manifest


def _regex(pattern: str) -> re.Pattern[str]:
    wildcards = {"*": "[^/]*", "?": "[^/]"}
    return re.compile("".join(wildcards.get(character) or re.escape(character) for character in pattern))


def run(
    *,
    paths: Sequence[str],
    spec_options: SpecOptions,
    output_dir: str | None,
    prune: bool,
    shown: Sequence[str],
    no_hooks: bool,
) -> int:
    """Render specs to standard output or into a folder and return the exit status. Raises click.ClickException."""
    reject_repeated_stdin(*paths, *spec_options.files)
    if prune and output_dir is None:
        raise click.UsageError("`--prune` requires `--output-dir`")
    if shown and output_dir is not None:
        raise click.UsageError("`--show-only` prints to standard output, and can't be used with `--output-dir`")
    read = FileReader().read
    specs = _load_specs(paths, spec_options.files, read)
    if spec_options.name is not None and len(specs) > 1:
        raise click.UsageError(f"`--name` names one spec, got {len(specs)} specs")
    over = load_overlays(spec_options.files, read)
    if over is None:
        return PROBLEMS
    with command_errors(EngineError):
        request = build_request(over, spec_options)._replace(hooks=not no_hooks)
        outcomes = _render(specs, request)
        if output_dir is None:
            return _print(outcomes, shown)
        return _write(Folder(Path(output_dir)), specs, outcomes, prune=prune)


def _load_specs(paths: Sequence[str], overlays: Sequence[str], read: Read) -> list[Spec]:
    specs, notes = collect(paths, read, overlays)
    report(notes, {})
    if not specs:
        raise click.ClickException(f"no spec in {', '.join(f'`{path}`' for path in paths)}\nhint: {SPEC_SHAPE}")
    return specs


def _render(specs: Sequence[Spec], request: Request) -> Iterator[Outcome]:
    """Yield the outcome of each spec, after its problems are reported."""
    for spec in specs:
        outcome = render_or_explain(spec, request)
        documents = [document for document in (spec.document, *request.overlays) if document is not None]
        report(outcome.problems, {document.file: document.content for document in documents})
        yield outcome


def _print(outcomes: Iterator[Outcome], shown: Sequence[str]) -> int:
    """Print the manifests of all specs, or of none: a tool that applies and prunes them must not get only some."""
    texts = [outcome.text for outcome in outcomes]
    rendered = [text for text in texts if text is not None]
    rejected = len(texts) - len(rendered)
    if not rejected:
        if shown:
            rendered = select_manifests(rendered, shown)
        try:
            for text in rendered:
                sys.stdout.buffer.write(text.encode())
            sys.stdout.buffer.flush()
        except OSError as error:
            if isinstance(error, BrokenPipeError):
                discard_output()
                return FAILED
            raise output_error(error) from error
    if rejected or len(texts) > 1:
        print_status(f"{count(len(texts), 'spec')}, {rejected} rejected{': nothing is printed' if rejected else ''}")
    return PROBLEMS if rejected else CLEAN


def _write(folder: Folder, specs: Sequence[Spec], outcomes: Iterator[Outcome], *, prune: bool) -> int:
    """Write each spec's manifests, then remove files that no longer have a spec."""
    clashes = folder.clashes(specs)
    report(clashes, {})
    if clashes:
        return PROBLEMS
    texts: list[str] = []
    written = 0
    try:
        with folder.lock(is_shared=not prune):
            for outcome in outcomes:
                done = folder.write(outcome.spec.output, outcome.text) if outcome.text is not None else None
                if isinstance(done, Problem):
                    report([done], {})
                elif outcome.text is not None:
                    texts.append(outcome.text)
                    written += done is True
            removed = folder.prune([spec.output for spec in specs], texts) if prune else []
    except BlockingIOError as error:
        raise click.ClickException(
            f"`{folder.path}`: another `render template` is writing to it"
            "\nhint: wait for it; with `--prune`, only one command at a time can use a folder"
        ) from error
    except OSError as error:
        raise file_error(error, folder.path) from error
    for path in removed:
        print_status(f"removed `{printable(str(path))}`")
    rejected = len(specs) - len(texts)
    unchanged = len(texts) - written
    print_status(
        f"{count(len(specs), 'spec')}: {written} written, {unchanged} unchanged, {rejected} rejected; "
        f"{count(len(removed), 'file')} removed"
    )
    return PROBLEMS if rejected else CLEAN
