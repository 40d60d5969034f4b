"""The health of a store and of what is around it: findings, each with a remedy; safe ones can be mended at once."""
