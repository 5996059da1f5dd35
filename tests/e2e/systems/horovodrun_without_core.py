"""`horovodrun` of a Horovod that is not built: all of the launcher is Python, and it asks what the core can do."""

import sys

from horovod.runner import launch

if __name__ == "__main__":
    launch.gloo_built = lambda **_: True
    sys.exit(launch.run_commandline())
