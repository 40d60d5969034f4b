"""What the rules keep of labelled sessions: python -m tests.bench.real FOLDER…"""

import sys
from pathlib import Path

from recall_cli.rules.conversation.choose import choose_statements
from tests.bench.real.labels import Count, load_sessions


def main() -> None:
    """Print the figures of each folder, by the weights that ship."""
    for folder in map(Path, sys.argv[1:]):
        count = Count()
        for session in load_sessions(folder):
            count.add(session, [one.number - 1 for one in choose_statements(session.turns, session.statements)])
        print(f"{folder.name}: {count.line()}")


if __name__ == "__main__":
    main()
