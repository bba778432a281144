"""Verifies the delivery of the JSON file DELIVERY, and prints the type of its event."""

import json
import os
from pathlib import Path

from sales_data_client import WebhookVerificationError, verify_webhook

delivery = json.loads(Path(os.environ["DELIVERY"]).read_text())
try:
    print(verify_webhook(os.environ["SECRET"], delivery["headers"], delivery["body"])["type"])
except WebhookVerificationError:
    print("rejected")
