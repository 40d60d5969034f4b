"""Run the measurement: python -m lab.developer_store."""

from lab.developer_store.measure import main

main()
