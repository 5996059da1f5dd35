"""Command lines of launchers: their own options, the program behind them, and its options."""

import pytest

from render.programs.command import Command
from render.programs.command_line import parse_launch
from render.programs.shell import Word

CASES = [
    ("torchrun --nproc-per-node=8 train.py --lr 1", "torchrun", {"nproc_per_node": "8"}, "train.py", {"lr": "1"}),
    ("torchrun --nproc_per_node 8 -m train --l=1", "torchrun", {"nproc_per_node": "8", "m": None}, "train", {"l": "1"}),
    ("torchrun --nproc 8 train.py", "torchrun", {"nproc_per_node": "8"}, "train.py", {}),
    ("torchrun --standalone --no-python python3 -c x", "torchrun", {"standalone": None, "no_python": None}, "", {}),
    ("torchrun --no-python python3 train.py --x", "torchrun", {"no_python": None}, "train.py", {"x": None}),
    ("python -u -m torch.distributed.run --nnodes 2 t.py", "torchrun", {"nnodes": "2"}, "t.py", {}),
    ("/opt/bin/python3.11 -m torch.distributed.launch t.py", "torchrun", {}, "t.py", {}),
    ("/usr/local/bin/torchrun t.py --nnodes=9", "torchrun", {}, "t.py", {"nnodes": "9"}),
    ("accelerate launch --multi_gpu --num_processes 8 t.py -a", "accelerate",
     {"multi_gpu": None, "num_processes": "8"}, "t.py", {"a": None}),
    ("deepspeed --hostfile /h --no_ssh t.py --deepspeed ds.json", "deepspeed",
     {"hostfile": "/h", "no_ssh": None}, "t.py", {"deepspeed": "ds.json"}),
    ("horovodrun -np 4 -H a:2,b:2 python t.py --horovod", "horovodrun",
     {"np": "4", "H": "a:2,b:2"}, "t.py", {"horovod": None}),
    ("mpirun --allow-run-as-root -np 4 --mca a b -x A python -u t.py", "mpirun",
     {"allow_run_as_root": None, "np": "4", "mca": "b", "x": "A"}, "t.py", {}),
    ("tune run --nproc_per_node 8 full_finetune_distributed --config a", "tune",
     {"nproc_per_node": "8"}, "full_finetune_distributed", {"config": "a"}),
    ("composer -n 8 --world_size=16 t.py --a=1", "composer", {"n": "8", "world_size": "16"}, "t.py", {"a": "1"}),
    ("fabric run --num-nodes=2 --devices 8 train.py", "fabric", {"num_nodes": "2", "devices": "8"}, "train.py", {}),
    ("colossalai run --nproc_per_node 8 --hostfile /h train.py", "colossalai",
     {"nproc_per_node": "8", "hostfile": "/h"}, "train.py", {}),
    ("mpiexec.hydra -genv A b -ppn 8 -f /h python train.py", "mpirun",
     {"genv": "b", "ppn": "8", "f": "/h"}, "train.py", {}),
    ("llamafactory-cli train --output_dir /o", "", {}, "llamafactory-cli", {"output_dir": "/o"}),
    ("accelerate train.py --a 1", "", {}, "accelerate", {"a": "1"}),
    ("python -W ignore train.py --a --b 1 -- c", "", {}, "train.py", {"a": None, "b": "1"}),
    ("python -m train --a=1", "", {}, "train", {"a": "1"}),
    ("python3 /opt/conda/bin/torchrun --nnodes 2 t.py", "torchrun", {"nnodes": "2"}, "t.py", {}),
    ("python -m paddle.distributed.launch --master x --nnodes 2 t.py", "paddle.distributed.launch",
     {"master": "x", "nnodes": "2"}, "t.py", {}),
    ("train --a=1", "", {}, "train", {"a": "1"}),
]  # fmt: skip


@pytest.mark.parametrize(("line", "name", "own", "script", "options"), CASES)
def test_launch(line: str, name: str, own: dict[str, str], script: str, options: dict[str, str]) -> None:
    found = parse_launch(Command(tuple(Word(text, ()) for text in line.split())))
    assert found.name == name
    assert {key: option.value and option.value.text for key, option in found.options.items()} == own
    assert (found.program[0].text if found.program else "") == script
    assert {key: option.value and option.value.text for key, option in found.program_options.items()} == options
