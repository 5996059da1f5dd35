// Locks the modules of files.tsv: go.sum has their hashes, and nothing is built of them.
module render/ci/tools/upstream

go 1.26.0
