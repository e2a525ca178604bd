"""What a hand is worth: the engine that every ruleset stands on. It knows no variant."""
