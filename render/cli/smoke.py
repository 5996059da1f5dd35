"""`render smoke`: its commands and their options. The work is imported when they run."""

from pathlib import Path
from typing import Any

import click

from render.cli._command import Group
from render.cli._option_values import complete_file
from render.cli._options import format_option, output_file_option, path_argument
from render.smoke.outputs import names


@click.group(
    "smoke",
    cls=Group,
    section="Run",
    examples={
        "Measure this machine": "render smoke run --json smoke.json",
        "Show the result of a cluster's nodes": "kubectl logs job/run1-smoke-test | render smoke report -",
    },
)
def command() -> None:
    """Measure the network between nodes with all-reduce, and report the results."""


@command.command(
    "report",
    examples={
        "Show the result in a pod's log": "kubectl logs job/run1-smoke-test | render smoke report -",
        "Write a page": "render smoke report smoke.json -o html --output-file smoke.html",
        "Group nodes by rack": (
            "render smoke report smoke.json --cluster cluster.yaml --level topology.kubernetes.io/rack"
        ),
    },
)
@path_argument("paths", "FILE...", nargs=-1, required=True)
@click.option(
    "--cluster",
    metavar="FILE",
    shell_complete=complete_file,
    help="File of the cluster with the labels of its nodes, from `render cluster snapshot`.",
)
@click.option(
    "--level",
    "label",
    metavar="LABEL",
    help="Label of the nodes by which to group nodes and measured links, such as `topology.kubernetes.io/zone`.",
)
@format_option(names(), default="table")
@output_file_option
def report(**options: Any) -> int:
    """Report the result of a smoke test.

    FILE is the log of the pod with rank 0 in any format, the JSON that the test's --json writes, or `-` for standard
    input. Of several results the last one is reported; the table and the page compare it with the earlier ones.

    The exit status is 0 if the verdict is `pass`, and 1 if it is not or a file can't be read.
    """
    from render.cli._smoke import report_results

    return report_results(**options)


@command.command(
    "run",
    examples={
        "Measure all GPUs of this machine": "render smoke run",
        "Fail below a bandwidth, and keep the result": "render smoke run --min-busbw 300 --json smoke.json",
    },
)
@click.option("--nodes", type=click.IntRange(1, 250), metavar="N", help="Nodes; default: 1 with GPUs, else 2.")
@click.option(
    "--procs",
    type=click.IntRange(1, 64),
    metavar="N",
    help="Processes on each node; default: one for each GPU, else 1.",
)
@click.option("--netns", "is_isolated", is_flag=True, help="Give each node a network namespace; requires root.")
@click.option(
    "--min-busbw",
    type=click.FloatRange(min=0, min_open=True),
    metavar="GBPS",
    help="Minimum peak bus bandwidth in GB/s; default: none.",
)
@click.option("--diagnose", "is_diagnosed", is_flag=True, help="Always search for slow nodes and links.")
@click.option(
    "--json",
    metavar="FILE",
    type=Path,
    shell_complete=complete_file,
    help="File to write the result to, for `render smoke report`.",
)
def run(*, is_isolated: bool, **options: Any) -> int:
    """Run the test between nodes on this machine, over NCCL on GPUs and over gloo on CPUs.

    It requires torch. The exit status is 0 if the network passes; 1 if it is slow, gives wrong results, can't be
    reached or uses another transport than the intended one; 2 if the test could not run; and 130 after Ctrl-C.
    """
    from render.cli._smoke import run_test
    from render.smoke.smoke_spec import SmokeRequest

    return run_test(options=SmokeRequest(**options), is_isolated=is_isolated)
