"""Start the processes of one node by torchrun, and end with the exit code of the first that failed.

`torchrun` itself ends with 1 whatever its processes end with, and the exit code is what a Job's failure policy reads.
What tells torchrun its part is in the environment (PET_*); the arguments are those of smoke.py.
"""

import sys
from pathlib import Path

from torch.distributed.elastic.multiprocessing.api import SignalException
from torch.distributed.elastic.multiprocessing.errors import ChildFailedError
from torch.distributed.run import main


def run(arguments):
    # type: (list[str]) -> int
    """Return the node's exit code; 128 and the signal's number where a signal ended it."""
    try:
        main([str(Path(__file__).with_name("smoke.py")), *arguments])
    except SignalException as ended:
        return 128 + int(ended.sigval)
    except ChildFailedError as failed:
        code = failed.get_first_failure()[1].exitcode
        return code if code > 0 else 128 - code
    return 0


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
