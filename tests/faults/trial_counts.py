"""How much is tried: `RECALL_KILLS=3000` makes the long form of everything here, which takes hours."""

import os

KILLS = int(os.environ.get("RECALL_KILLS", "60"))
"""So many processes are killed in a test, or a fixed part of it."""
POWER_CUTS = int(os.environ.get("RECALL_CUTS", str(max(120, KILLS))))
"""So many power cuts."""
ERASED_AT_ONCE = int(os.environ.get("RECALL_LARGE", "50000" if KILLS >= 300 else "1500"))
"""So many memories are erased at once."""
