"""Tests of briefs: what an agent is shown, and the record of its use."""
