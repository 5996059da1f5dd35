"""Start Ray on a node, and keep it until the head ends: `ray_node.py [OPTIONS] [RAY'S OPTIONS]`.

Exits with 0 when the head ends, which reports the outcome of the run; with 1 if the head never answers; and with Ray's
own status if Ray ends before the head.
"""

import argparse
import sys
import time
from typing import List, Optional, Tuple

from ray_start import Deadline, Endpoint, end_on_signals, own_ip, passed_on, print_status, start, status


def main(argv: List[str]) -> int:
    """Wait for the head, join it, and return the exit status."""
    parser = argparse.ArgumentParser(allow_abbrev=False)
    parser.add_argument("--address", type=Endpoint.parse, required=True)
    parser.add_argument("--timeout", type=float, required=True)
    options, of_ray = parser.parse_known_args(argv)
    head: Endpoint = options.address
    ip, reason = _wait(head, Deadline(options.timeout))
    if ip is None:
        print_status(f"the head {head.host} did not answer within {options.timeout:g} s: {reason}")
        return 1
    ray = start([f"--address={head.host}:{head.port}", f"--node-ip-address={ip}", *of_ray])
    with passed_on(ray):
        code = status(ray.wait())
    if code != 0 and own_ip(head)[0] is None:
        print_status("the head has ended; this node ends, too")
        return 0
    return code


def _wait(head: Endpoint, deadline: Deadline) -> Tuple[Optional[str], str]:
    ip, reason = own_ip(head)
    while ip is None and not deadline.is_over:
        time.sleep(1)
        ip, reason = own_ip(head)
    return ip, reason


if __name__ == "__main__":
    end_on_signals()
    sys.exit(main(sys.argv[1:]))
