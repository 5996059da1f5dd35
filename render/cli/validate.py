"""`render validate`: its options. The work is imported when it runs, so that `--help` stays cheap."""

from pathlib import Path
from typing import Any

import click

from render.cli._command import Command
from render.cli._option_values import complete_file, complete_folder
from render.cli._options import (
    context_option,
    format_option,
    kubernetes_option,
    output_file_option,
    path_argument,
    spec_options,
    trainer_option,
)
from render.outputs import names
from render.problem import Severity


def _complete_codes(_: click.Context, __: click.Parameter, incomplete: str) -> list[str]:
    from render.cli._explain import codes

    return [code for code in codes() if code.startswith(incomplete)]


@click.command(
    "validate",
    cls=Command,
    section="Render and check",
    examples={
        "Check a folder of specs and manifests": "render validate specs",
        "Check for another version, with your CRDs": "render validate specs --kubernetes 1.35 --crds crds",
        "Fail on warnings, and write a report": "render validate specs --fail-on warning -o junit > report.xml",
        "Also check a cluster without a connection": "render validate specs --cluster cluster.yaml",
        "Also check the image that the spec names": "render validate spec.yaml --image-config image.json",
        "Also send a dry run to the cluster": "render validate spec.yaml --server -n team",
    },
)
@path_argument("paths", "PATH...", nargs=-1, required=True)
@spec_options("each spec")
@kubernetes_option
@trainer_option
@click.option(
    "--crds",
    "folders",
    metavar="DIR",
    type=Path,
    multiple=True,
    shell_complete=complete_folder,
    help="Folder with the CRDs of your cluster, which override the bundled schemas; may be repeated.",
)
@click.option(
    "--config",
    metavar="FILE",
    shell_complete=complete_file,
    help="Configuration to use instead of the `render.yaml` above each file.",
)
@click.option("--no-config", is_flag=True, help="Use no configuration.")
@click.option(
    "--ignore",
    "ignored",
    metavar="CODE",
    multiple=True,
    shell_complete=_complete_codes,
    help="Code, or prefix of codes, to ignore; may be repeated.",
)
@click.option(
    "--fail-on",
    type=click.Choice([severity.value for severity in Severity]),
    default=Severity.ERROR.value,
    show_default=True,
    help="Lowest severity that makes the command fail.",
)
@click.option(
    "--missing-schemas",
    type=click.Choice(["note", "error"]),
    default="note",
    show_default=True,
    help="How to report an object without a known schema.",
)
@click.option("--allow-empty", is_flag=True, help="Exit with 0 if there is nothing to check.")
@click.option(
    "--cluster",
    metavar="FILE",
    shell_complete=complete_file,
    help="File of `render cluster snapshot`: also check that this cluster has room, queues and names for each run.",
)
@click.option(
    "--image-config",
    metavar="FILE",
    shell_complete=complete_file,
    help="Also check the image of each spec: what `docker image inspect` or `skopeo inspect --config` prints, or an "
    "OCI layout (a folder, or a tar archive of one).",
)
@click.option("--server", "uses_server", is_flag=True, help="Also send every object to the cluster, as a dry run.")
@context_option("With --server: context of the kubeconfig; default: the current one.")
@format_option(names())
@output_file_option
def command(**options: Any) -> int:
    """Check specs and manifests, and report every problem.

    PATH is a spec, a file of Kubernetes objects (YAML or JSON), a folder of either, or `-` for standard input.
    """
    from render.cli._validate import run

    return run(**options)
