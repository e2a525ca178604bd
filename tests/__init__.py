"""Tests of mjcore."""
