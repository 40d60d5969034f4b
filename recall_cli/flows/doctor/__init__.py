"""The health of a store and of its surroundings: findings, each with a remedy. Safe ones can be repaired at once."""
