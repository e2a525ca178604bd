"""Settings shared by the tests."""

from hypothesis import settings

# Machines of continuous integration stall now and then: a slow example is no fault of the code.
settings.register_profile("mjcore", deadline=None, print_blob=True)
settings.load_profile("mjcore")
