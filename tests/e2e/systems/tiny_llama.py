"""A Llama with random weights that fits into a picture, a tokenizer for its words, and conversations in them."""

import json
from pathlib import Path

from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

SPECIAL = {"unk_token": "<unk>", "bos_token": "<s>", "eos_token": "</s>", "pad_token": "<pad>"}
WORDS = [f"w{number}" for number in range(50)]
OF_TEMPLATE = ["Human", "Assistant", ":"]


def write_model(folder: Path) -> None:
    """Write weights and tokenizer, as `from_pretrained` reads them."""
    words = [*SPECIAL.values(), *WORDS, *OF_TEMPLATE]
    level = Tokenizer(models.WordLevel({word: number for number, word in enumerate(words)}, unk_token="<unk>"))
    level.pre_tokenizer = pre_tokenizers.Whitespace()
    PreTrainedTokenizerFast(tokenizer_object=level, **SPECIAL).save_pretrained(folder)
    size = {"hidden_size": 32, "intermediate_size": 64, "num_hidden_layers": 2, "num_attention_heads": 2}
    LlamaForCausalLM(LlamaConfig(vocab_size=len(words), **size)).save_pretrained(folder)


def write_conversations(folder: Path, count: int) -> None:
    """Write a data set named `count` in the format of Alpaca, and the index that LLaMA-Factory looks it up in."""
    folder.mkdir()
    rows = [
        {"instruction": f"w{number % 50} w{(number + 1) % 50}", "input": "", "output": f"w{(number + 2) % 50}"}
        for number in range(count)
    ]
    (folder / "count.json").write_text(json.dumps(rows), encoding="utf-8")
    (folder / "dataset_info.json").write_text('{"count": {"file_name": "count.json"}}', encoding="utf-8")
