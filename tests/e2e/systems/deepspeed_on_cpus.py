"""`train.py` on CPUs over gloo alone: DeepSpeed would first compile collectives of its own, for shared memory."""

import runpy

from deepspeed import ops

ops.__compatible_ops__["deepspeed_shm_comm"] = False
runpy.run_path("train.py", run_name="__main__")
