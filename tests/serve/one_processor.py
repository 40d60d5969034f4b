"""recall as on a machine with one processor, so that a server starts no search processes.

`python -m tests.serve.one_processor serve …`.
"""

import os
import sys

from recall_cli.__main__ import run
from recall_cli.serve.http import lanes


def main(*words: str) -> None:
    """Run recall with these words to its end."""
    lanes.count_helper_processes = lambda _limit: 0
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    status = run([*words])
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


if __name__ == "__main__":
    main(*sys.argv[1:])
