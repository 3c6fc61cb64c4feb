"""The catalogue of topics, and how records travel on them."""
