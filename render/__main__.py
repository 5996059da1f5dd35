"""`python -m render`: the command without its entry point."""

from render.cli import main

if __name__ == "__main__":
    main()
