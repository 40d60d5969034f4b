"""How often the tests of faults try: a few times by default, as often as before with RECALL_LONG=1.

`RECALL_KILLS=3000` makes the longest form of everything here, which takes hours.
"""

import os

from tests.long_run import LONG_RUN

KILLS = int(os.environ.get("RECALL_KILLS", "60" if LONG_RUN else "16"))
"""How many processes a test kills, or a fixed part of it."""
LIFETIME_SHARE = 1 if LONG_RUN else 0.5
"""How much of the longest time a process that is killed lives."""
CRASH_POINTS = max(8 if LONG_RUN else 3, KILLS // 4)
"""At how many of its steps a test kills a command."""
MIGRATION_CRASH_POINTS = max(16 if LONG_RUN else 6, KILLS // 4)
"""At how many of its steps a test kills a migration: enough that some are before its end and some after."""
POWER_CUTS = int(os.environ.get("RECALL_CUTS", str(max(120 if LONG_RUN else 40, KILLS))))
"""How many power cuts a test makes."""
ERASED_AT_ONCE = int(os.environ.get("RECALL_LARGE", "50000" if KILLS >= 300 else "1500"))
"""How many memories a test erases at once."""
