"""Benchmarks: ``python -m bench [NAME …]`` prints a table each, with ratios to peers in the same run."""
