"""What the tests with systems need, and what becomes of them without it."""

import os
from typing import NoReturn

import pytest


def missing(reason: str) -> NoReturn:
    """Skip a test that lacks something; fail it where nothing may be lacking, as in .ci/run."""
    if os.environ.get("RENDER_REQUIRE_SYSTEMS") == "1":
        pytest.fail(reason)
    pytest.skip(reason)
