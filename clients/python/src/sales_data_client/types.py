"""The types of the API: its resources, pages, events, problems and queries."""

from ._types import *  # noqa: F403
