"""What all tests share."""

import signal

from hypothesis import HealthCheck, settings

# A shell that starts its jobs in the background lets them ignore Ctrl-C, and they hand that down to
# the processes that tests start and then interrupt.
signal.signal(signal.SIGINT, signal.default_int_handler)

# No test depends on how fast the machine is; one that hangs is ended by pytest's own timeout.
settings.register_profile("house", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("house")
