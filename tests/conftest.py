"""What all tests share."""

import signal

# A shell that starts its jobs in the background lets them ignore Ctrl-C, and they hand that down to
# the processes that tests start and then interrupt.
signal.signal(signal.SIGINT, signal.default_int_handler)
