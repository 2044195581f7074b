"""Loaded before a client in Python: its clock is an hour ahead."""

import time

_real = time.time
time.time = lambda: _real() + 3600
