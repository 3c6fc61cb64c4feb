"""What a run with models would call and cost, told from the documents before anything is spent."""
