"""Benchmarks of mjcore; the timing itself is mjcore.bench."""
