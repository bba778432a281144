"""Starts MiniStack, with what it lacks and this service relies on. Each addition names AWS's documentation of it."""

from contextvars import ContextVar

from ministack.app import main
from ministack.services import apigateway_v1 as gateway
from ministack.services import lambda_svc

# API Gateway takes the API key of a request from the authorizer's answer where the API says
# `apiKeySource: AUTHORIZER`; MiniStack reads the header X-Api-Key in any case.
# https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-lambda-authorizer-output.html
usage_identifier_key = ContextVar("usage_identifier_key", default=None)
invoke_authorizer = gateway._invoke_authorizer_lambda


async def invoke_authorizer_and_remember(*arguments):
    result = await invoke_authorizer(*arguments)
    answer = (result or {}).get("body")
    usage_identifier_key.set(answer.get("usageIdentifierKey") if isinstance(answer, dict) else None)
    return result


gateway._invoke_authorizer_lambda = invoke_authorizer_and_remember
gateway._api_key_from_request = lambda headers: usage_identifier_key.get()

# A function is told the address that the client used: MiniStack leaves out `domainName` and X-Forwarded-Proto, and
# the base path, as it would be behind a custom domain, from `path`.
# https://docs.aws.amazon.com/apigateway/latest/developerguide/set-up-lambda-proxy-integrations.html
build_event = gateway._build_lambda_event_v1


def build_event_with_address(api_id, stage_name, *arguments, **options):
    event = build_event(api_id, stage_name, *arguments, **options)
    headers = event["headers"]
    context = event["requestContext"]
    context["domainName"] = next((value for name, value in headers.items() if name.lower() == "host"), None)
    context["path"] = f"/_aws/execute-api/{api_id}/{stage_name}{event['path']}"
    headers["X-Forwarded-Proto"] = "http"
    return event


gateway._build_lambda_event_v1 = build_event_with_address

# The filter {"homemade": {"S": [{"exists": false}]}} passes items that have no attribute "homemade" at all, as in
# AWS's own tutorial; to MiniStack, the missing attribute does not match.
# https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Streams.Lambda.Tutorial2.html
match_filter = lambda_svc._match_esm_filter


def with_absent_parents(record, pattern):
    filled = dict(record)
    for name, inner in pattern.items():
        if isinstance(inner, dict) and isinstance(filled.get(name, {}), dict):
            filled[name] = with_absent_parents(filled.get(name, {}), inner)
    return filled


lambda_svc._match_esm_filter = lambda record, pattern: match_filter(with_absent_parents(record, pattern), pattern)

if __name__ == "__main__":
    main()
