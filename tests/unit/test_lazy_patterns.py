"""Patterns of click and PyYAML are compiled at their first use, and mean what they meant."""

import re
import subprocess
import sys

import pytest

from render.lazy_patterns import LazyPattern, lazy_patterns
from tests.conftest import CHECKOUT

KEPT = f"""
import sys
sys.argv = ["render", "template", "{CHECKOUT}/examples/plain/spec.yaml"]
import render.cli
def report(status, failed):
    import re, yaml.reader
    print(type(yaml.reader.Reader.NON_PRINTABLE).__name__, re.compile is render.lazy_patterns._compile, status)
    sys.exit()
render.cli._exit = report
from render.__main__ import main
main()
"""


def test_a_pattern_is_compiled_when_it_is_used() -> None:
    with lazy_patterns():
        pattern = re.compile("(a)(?P<b>B)", re.IGNORECASE)
    assert type(pattern).__name__ == LazyPattern.__name__
    found = pattern.search("xAb")
    assert found is not None
    assert found["b"] == "b"
    assert pattern.sub("-", "ab ab") == "- -"
    assert (pattern.pattern, pattern.groups) == ("(a)(?P<b>B)", 2)


def test_only_the_imports_are_changed() -> None:
    compile_ = re.compile
    with pytest.raises(ValueError, match="stop"), lazy_patterns():
        raise ValueError("stop")
    assert re.compile is compile_
    with pytest.raises(re.error):
        re.compile("(")


def test_an_invalid_pattern_fails_at_its_use() -> None:
    with lazy_patterns():
        pattern = re.compile("(")
    with pytest.raises(re.error):
        pattern.search("")


def test_the_command_does_not_compile_what_it_does_not_use() -> None:
    done = subprocess.run([sys.executable, "-c", KEPT], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "LazyPattern True 0"
