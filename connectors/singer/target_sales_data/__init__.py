"""Singer target for the Sales Data API."""
