#!/usr/bin/env bash
# Validate: annotations to the log, a table to the job's summary, SARIF to the file of the output `sarif-file`.
# RENDER_PATHS and RENDER_OPTIONS hold one argument a line; as variables they are never read as commands.
set -euo pipefail

sarif=$(mktemp -d "$RUNNER_TEMP/render-XXXXXX")/render.sarif

validate() {
    local IFS=$'\n'
    set -f
    # shellcheck disable=SC2086 # split into lines, and nothing else
    "$RUNNER_TEMP/render/bin/render" validate $RENDER_OPTIONS "$@" -- $RENDER_PATHS </dev/null
}

status=0
validate --output sarif --output-file "$sarif" || status=$?
if [ -s "$sarif" ]; then # status 2 has a report, too, where a file could not be checked
    echo "sarif-file=$sarif" >>"$GITHUB_OUTPUT"
    validate --output github 2>/dev/null || true
    validate --output markdown >>"$GITHUB_STEP_SUMMARY" 2>/dev/null || true
fi
exit "$status"
