"""Other agents over A2A 1.0: consolidation as a durable task."""
