"""Train a small language model with Hugging Face's Trainer, on numbers that it counts up itself.

    python train.py                                           # one process
    torchrun --nproc-per-node 2 train.py --ddp_backend gloo   # two, on CPUs

Every argument is one of TrainingArguments.
"""

import os
import sys

import torch
import torch.distributed as dist
from torch.utils.data import TensorDataset
from transformers import HfArgumentParser, LlamaConfig, LlamaForCausalLM, Trainer, TrainingArguments

WORDS = 32
LENGTH = 16


def counting(size: int) -> TensorDataset:
    """Sequences that count up from some word, which is all that the model has to find out."""
    starts = torch.arange(size) % WORDS
    return TensorDataset((starts[:, None] + torch.arange(LENGTH)) % WORDS)


def collate(rows: list[tuple[torch.Tensor]]) -> dict[str, torch.Tensor]:
    words = torch.stack([words for (words,) in rows])
    return {"input_ids": words, "labels": words}


def say(line: str) -> None:
    # In one piece, line end included: all processes of a node write to the same pipe.
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main() -> None:
    parser = HfArgumentParser(TrainingArguments)
    parser.set_defaults(
        output_dir="output", report_to="none", learning_rate=0.01, logging_strategy="epoch", disable_tqdm=True
    )
    (arguments,) = parser.parse_args_into_dataclasses()
    config = LlamaConfig(
        vocab_size=WORDS, hidden_size=32, intermediate_size=64, num_hidden_layers=2, num_attention_heads=2
    )
    torch.manual_seed(arguments.seed)
    trainer = Trainer(LlamaForCausalLM(config), arguments, collate, counting(512))
    result = trainer.train()
    weights = sum(parameter.double().sum() for parameter in trainer.model.parameters())
    say(f"rank {arguments.process_index} of {arguments.world_size}: weights {weights:.6f}")
    trainer.save_model()
    if trainer.is_world_process_zero():
        say(f"loss {result.training_loss:.4f}")
    if dist.is_initialized():
        dist.destroy_process_group()


if __name__ == "__main__":
    main()
    # At once: on busy CPUs one process of some hundred aborted after Python's own end, in what its libraries take down.
    os._exit(0)
