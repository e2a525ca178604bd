"""The rules that people play, one file a variant; each is loaded when it is asked for."""

from mjcore.rules.registry import ruleset, rulesets

__all__ = ["ruleset", "rulesets"]
