"""charge-stream: a stream of reports in, a stream of checked question–answer pairs and evaluation results out."""

__version__ = "0.1.0"
