#!/usr/bin/env bash
# Install the render that came with the action, away from the Python of the job: its dependencies at the versions and
# hashes of the lock. Python runs isolated (-I): else it would import modules from the folder that is to be validated.
set -euo pipefail

venv=$RUNNER_TEMP/render
checkout=$GITHUB_ACTION_PATH/../..
[ ! -d "$venv" ] || exit 0
python3 -I -c 'import sys; sys.exit(sys.version_info < (3, 11))' || {
    echo '::error title=render::Python 3.11 or newer is needed: use actions/setup-python before' >&2
    exit 2
}
python3 -I -m venv "$venv"
export PIP_QUIET=1 PIP_NO_INPUT=1 PIP_DISABLE_PIP_VERSION_CHECK=1
"$venv/bin/python" -I -m pip install --require-hashes --only-binary :all: -r "$checkout/ci/locks/build.txt"
"$venv/bin/python" -I -m pip install --no-index --no-deps --no-build-isolation "$checkout"
