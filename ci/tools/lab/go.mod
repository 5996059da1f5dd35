// Locks the modules of programs.tsv: go.sum has their hashes.
module render/ci/tools/lab

go 1.26.0
