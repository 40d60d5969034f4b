"""What the rules keep of labelled sessions: python -m lab.real FOLDER…

Without a folder, the project's own sessions are read.
"""

import sys
from pathlib import Path

from lab.real.labels import Count, load_sessions
from recall_cli.rules.conversation.choose import choose_statements

OWN = Path(__file__).parent / "own"


def main() -> None:
    """Print the figures of each folder and of each of its languages, by the weights that ship."""
    for folder in map(Path, sys.argv[1:] or [OWN]):
        count = Count()
        languages: dict[str, Count] = {}
        for session in load_sessions(folder):
            chosen = [one.number - 1 for one in choose_statements(session.turns, session.statements)]
            count.add(session, chosen)
            languages.setdefault(session.language, Count()).add(session, chosen)
        print(f"{folder.name}: {count.line()}")
        for language, part in languages.items() if len(languages) > 1 else ():
            print(f"    {language}: {part.line()}")


if __name__ == "__main__":
    main()
