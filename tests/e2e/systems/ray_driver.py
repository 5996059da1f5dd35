"""A program on Ray that asks each node for its address. usage: ray_driver.py never|early|late RESULT

Where it does not fail early it writes RESULT; late is when it has, as of programs that end their processes twice.
"""

import sys
from pathlib import Path

import ray
from ray.util.scheduling_strategies import PlacementGroupSchedulingStrategy


def address() -> str:
    return str(ray.util.get_node_ip_address())


def main(fails: str, result: Path) -> None:
    ray.init()
    group = ray.util.placement_group([{"CPU": 2}] * 2, strategy="STRICT_SPREAD")
    ray.get(group.ready())
    places = [PlacementGroupSchedulingStrategy(group, index) for index in range(2)]
    task = ray.remote(num_cpus=2)(address)
    addresses = ray.get([task.options(scheduling_strategy=place).remote() for place in places])
    print("addresses", *sorted(addresses), flush=True)
    if fails != "early":
        result.write_text("{}", encoding="utf-8")
    assert fails == "never", "destroyed twice"


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
