"""`python -m noretreat`: the same as the command `noretreat`."""

from noretreat.cli.main import main

# The guard matters: worker processes import this module again.
if __name__ == "__main__":
    raise SystemExit(main())
