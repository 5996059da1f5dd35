"""`llamafactory-cli` where there are no GPUs: on Ray it would reserve ten CPUs for each CPU that there is."""

import os

from llamafactory import cli
from llamafactory.train import tuner

reserve = tuner.get_placement_group
tuner.get_placement_group = lambda _: reserve(int(os.environ["NUM_PROCESSES"]))
cli.main()
