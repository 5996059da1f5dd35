"""A small decoder-only transformer, and the language that it learns."""

import torch
from torch import Tensor, nn
from torch.nn.functional import scaled_dot_product_attention

VOCABULARY = 97
LENGTH = 32
HEADS = 4


class Block(nn.Module):
    """Causal attention and a feed-forward network, each added to what came in: (batch, length, width) in and out."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.attention_norm = nn.LayerNorm(width)
        self.query_key_value = nn.Linear(width, 3 * width)
        self.attention_out = nn.Linear(width, width)
        self.feed_forward = nn.Sequential(
            nn.LayerNorm(width), nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width)
        )

    def forward(self, states: Tensor) -> Tensor:
        states = states + self.attention_out(self._attend(self.attention_norm(states)))
        return states + self.feed_forward(states)

    def _attend(self, states: Tensor) -> Tensor:
        per_head = self.query_key_value(states).unflatten(-1, (3, HEADS, -1))
        query, key, value = per_head.permute(2, 0, 3, 1, 4)
        return scaled_dot_product_attention(query, key, value, is_causal=True).transpose(1, 2).flatten(2)


class LanguageModel(nn.Module):
    """Tokens (batch, length) in, the logits of each next token (batch, length, vocabulary) out."""

    def __init__(self, layers: int, width: int) -> None:
        super().__init__()
        self.tokens = nn.Embedding(VOCABULARY, width)
        self.positions = nn.Embedding(LENGTH, width)
        self.blocks = nn.ModuleList(Block(width) for _ in range(layers))
        self.head = nn.Sequential(nn.LayerNorm(width), nn.Linear(width, VOCABULARY))

    def forward(self, tokens: Tensor) -> Tensor:
        states = self.tokens(tokens) + self.positions(torch.arange(tokens.shape[1], device=tokens.device))
        for block in self.blocks:
            states = block(states)
        return self.head(states)


def sentences(count: int, seed: int) -> Tensor:
    """`count` sentences of `LENGTH + 1` tokens: each token is the one before plus a step that its sentence keeps to."""
    generator = torch.Generator().manual_seed(seed)
    starts = torch.randint(VOCABULARY, (count, 1), generator=generator)
    steps = torch.randint(1, 8, (count, 1), generator=generator)
    return (starts + steps * torch.arange(LENGTH + 1)) % VOCABULARY
