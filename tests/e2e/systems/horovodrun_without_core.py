"""`horovodrun` of a Horovod that is not built: all of the launcher is Python, and it asks what the core can do."""

import os
import sys

# On the path of this process alone: horovodrun sets its own PYTHONPATH on all nodes.
sys.path[:0] = filter(None, [os.environ.get("HOROVOD_SOURCE")])

from horovod.runner import launch  # noqa: E402 - the path comes first

if __name__ == "__main__":
    launch.gloo_built = lambda **_: True
    sys.exit(launch.run_commandline())
