"""The configuration and the file names of an image (`render validate --image-config`), compared with a spec."""
