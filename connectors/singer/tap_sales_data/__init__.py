"""Singer tap for the Sales Data API."""
