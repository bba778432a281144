"""The test suite of the Singer SDK, for a tap that reads a running service."""

import os

from singer_sdk.testing import get_tap_test_class

from tap_sales_data.tap import TapSalesData

CONFIG = {"base_url": os.environ["BASE_URL"], "api_key": os.environ["API_KEY"]}


def catalog_of_all_streams() -> dict[str, object]:
    """Returns the catalog with every stream selected: the suite reads those too that are not by default."""
    catalog = TapSalesData(config=CONFIG).catalog_dict
    for stream in catalog["streams"]:
        stream["metadata"][-1]["metadata"]["selected"] = True
    return catalog


TestTapSalesData = get_tap_test_class(TapSalesData, config=CONFIG, catalog=catalog_of_all_streams())
