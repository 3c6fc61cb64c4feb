"""One module a report: its tables, charts and prose."""
