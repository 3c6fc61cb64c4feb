"""The gateway: the only place that calls a model endpoint. What it does to a call, in order, is told in ``gateway``."""
