"""Starts MiniStack with additions that this service relies on, each with a link to the AWS documentation."""

from contextvars import ContextVar

from ministack.app import main
from ministack.services import apigateway_v1 as gateway
from ministack.services import lambda_svc

# With `apiKeySource: AUTHORIZER`, API Gateway takes the API key of a request from the authorizer's response;
# MiniStack always reads the X-Api-Key header.
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

# Functions receive the URL that the client used: MiniStack omits `domainName`, X-Forwarded-Proto, and the
# base path in `path`, as behind a custom domain.
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

# The filter {"homemade": {"S": [{"exists": false}]}} matches items without the attribute "homemade", as in
# AWS's tutorial; in MiniStack, they do not match.
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
