"""Benchmarks of mjcore, and the seeded hands that tests share with them."""
