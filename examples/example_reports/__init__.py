"""The example reports of charge-stream: open figures, our own words and charts, written as PDF, HTML, Markdown and a JSON bundle."""
