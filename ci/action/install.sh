#!/usr/bin/env bash
# Install the render that came with the action, away from the Python of the job.
set -euo pipefail

venv=$RUNNER_TEMP/render
[ ! -d "$venv" ] || exit 0
python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' || {
    echo '::error title=render::Python 3.11 or newer is needed: use actions/setup-python before' >&2
    exit 2
}
python3 -m venv "$venv"
"$venv/bin/python" -m pip install --quiet --no-input --disable-pip-version-check "$GITHUB_ACTION_PATH/../.."
