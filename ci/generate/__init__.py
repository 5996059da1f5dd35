"""What `ci/gen` writes: everything of the chart and the schemas that follows from `schemas/spec/`."""
