"""Run the measurement: python -m tests.bench.developer_store."""

from tests.bench.developer_store.measure import main

main()
