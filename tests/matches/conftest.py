"""Settings of Hypothesis: a busy machine must not fail a law by its clock."""

from hypothesis import settings

settings.register_profile("arena", deadline=None)
settings.load_profile("arena")
