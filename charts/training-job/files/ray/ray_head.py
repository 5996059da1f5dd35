"""Start Ray's head, wait for all nodes, and run a program there: `ray_head.py [OPTIONS] [RAY'S OPTIONS] -- PROGRAM …`.

Ends with the program's own exit status, even if Ray fails to stop. A program that writes its result (`--result`) and
then fails in its tear-down has succeeded.
"""

import argparse
import subprocess
import sys
import time
from pathlib import Path
from typing import Iterator, List, Optional, Set, Tuple

from ray_start import Deadline, Endpoint, end_on_signals, ip_of, own_ip, passed_on, print_status, start, status, stop


def main(argv: List[str]) -> int:
    """Start the head, run the program once every node has joined, and return the exit status."""
    own, program = argv[: argv.index("--")], argv[argv.index("--") + 1 :]
    options, of_ray = _parser().parse_known_args(own)
    deadline = Deadline(options.timeout)
    head: Endpoint = options.address
    while ip_of(head.host) is None:
        if deadline.is_over:
            print_status(f"the name of the head, {head.host}, did not resolve within {options.timeout:g} s")
            return 1
        time.sleep(1)
    ray = start(["--head", f"--node-ip-address={ip_of(head.host)}", f"--port={head.port}", *of_ray])
    try:
        names = [options.node.format(index) for index in range(options.nodes)]
        if not _is_up(head, ray, deadline) or not _have_joined(names, head, deadline):
            return 1
        return run(program, Path(options.result) if options.result else None)
    finally:
        stop(ray)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(allow_abbrev=False)
    parser.add_argument(
        "--address", type=Endpoint.parse, required=True, help="address of the head, as the nodes use it"
    )
    parser.add_argument("--nodes", type=int, default=0, help="number of nodes without the head")
    parser.add_argument("--node", default="", help="name of a node, with {} for its index")
    parser.add_argument("--timeout", type=float, required=True, help="seconds to wait for the nodes")
    parser.add_argument("--result", help="file that the program writes when it has done its work")
    return parser


def _is_up(head: Endpoint, ray: "subprocess.Popen[bytes]", deadline: Deadline) -> bool:
    while own_ip(head)[0] is None and ray.poll() is None and not deadline.is_over:
        time.sleep(1)
    if ray.poll() is not None:
        print_status(f"the head could not be started: Ray ended with {status(ray.returncode)}")
    elif own_ip(head)[0] is None:
        print_status(f"the head did not start within {deadline.seconds:g} s")
        return False
    return ray.poll() is None


def _have_joined(names: List[str], head: Endpoint, deadline: Deadline) -> bool:
    """Wait until all nodes have joined, and name the missing ones at the timeout."""
    missing = [(name, "") for name in names]
    for joined in _joined(head):
        missing = list(_missing(names, joined))
        if not missing or deadline.is_over:
            break
        time.sleep(1)
    if missing:
        reasons = ", ".join(f"{name} ({why})" for name, why in missing)
        print_status(f"{len(missing)} of {len(names)} nodes did not join within {deadline.seconds:g} s: {reasons}")
    return not missing


def _missing(names: List[str], joined: Set[str]) -> Iterator[Tuple[str, str]]:
    for name in names:
        ip = ip_of(name)
        if ip not in joined:
            yield name, "its name does not resolve" if ip is None else f"no Ray at {ip}"


def _joined(head: Endpoint) -> Iterator[Set[str]]:
    """Yield the addresses of the connected nodes, read again each time."""
    import ray

    ray.init(f"{ip_of(head.host)}:{head.port}", logging_level="ERROR", log_to_driver=False)
    try:
        while True:
            yield {node["NodeManagerAddress"] for node in ray.nodes() if node["Alive"]}
    finally:
        ray.shutdown()


def run(program: List[str], result: Optional[Path]) -> int:
    """Run a program, and return its exit status; 0 if it wrote its result before it failed."""
    before = _version(result)
    try:
        process = subprocess.Popen(program)
    except OSError as error:
        print_status(f"{program[0]} could not be started: {error.strerror}")
        return 127
    with passed_on(process):
        code = status(process.wait())
    if code != 0 and _version(result) not in (None, before):
        print_status(f"the program wrote {result} and then failed with {code}: the run has succeeded")
        return 0
    return code


def _version(result: Optional[Path]) -> Optional[Tuple[int, int]]:
    """Return the state of a file, which changes when it is written; None if there is no file."""
    try:
        found = result.stat() if result else None
    except OSError:
        return None
    return (found.st_mtime_ns, found.st_size) if found else None


if __name__ == "__main__":
    end_on_signals()
    sys.exit(main(sys.argv[1:]))
