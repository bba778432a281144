"""The tap: its settings and streams."""

from singer_sdk import Stream, Tap
from singer_sdk import typing as th

from .streams import COLLECTIONS, EventsStream, RecordStream


class TapSalesData(Tap):
    """Singer tap for the Sales Data API."""

    name = "tap-sales-data"
    config_jsonschema = th.PropertiesList(
        th.Property(
            "base_url",
            th.StringType,
            required=True,
            title="Base URL",
            description="The address of the service, such as `https://api.example.com`.",
        ),
        th.Property(
            "api_key",
            th.StringType,
            required=True,
            secret=True,
            title="API key",
            description="Needs `event:read`, and the permissions to list what the selected streams contain.",
        ),
        th.Property(
            "emit_activate_version_messages",
            th.BooleanType,
            default=True,
            title="Emit `ACTIVATE_VERSION` messages",
            description="After reading a collection in full, tell the target to delete what is not in it.",
        ),
    ).to_dict()

    def discover_streams(self) -> list[Stream]:
        """All streams. `events` is not selected by default."""
        return [*(RecordStream(self, each) for each in COLLECTIONS), EventsStream(self)]


if __name__ == "__main__":
    TapSalesData.cli()
