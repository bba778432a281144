"""Starts MiniStack with additions that this service relies on, each with a link to the AWS documentation."""

from collections import defaultdict
from contextvars import ContextVar
from threading import BoundedSemaphore

from ministack.app import main
from ministack.core import lambda_runtime
from ministack.services import apigateway_v1 as gateway
from ministack.services import lambda_svc
from ministack.services.cloudformation import provisioners

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

# Lambda keeps an execution environment after an error that the function reported; MiniStack ends its process. The
# authorizer reports every request that it refuses, so that each took a new process.
# https://docs.aws.amazon.com/lambda/latest/dg/lambda-runtime-environment.html
REPORTED = 'status: "error", error: String(err.message || err), trace: err.stack || ""'
script = lambda_runtime._NODEJS_WORKER_SCRIPT
assert script.count(REPORTED) == 1, "another version of MiniStack"
lambda_runtime._NODEJS_WORKER_SCRIPT = script.replace(
    REPORTED, 'status: "ok", reported: { error: String(err.message || err), trace: err.stack || "" }'
)
invoke_worker = lambda_runtime.Worker.invoke


def invoke_and_keep(*arguments, **options):
    result = invoke_worker(*arguments, **options)
    reported = result.get("reported")
    return {**result, **reported, "status": "error"} if reported else result


lambda_runtime.Worker.invoke = invoke_and_keep

# Throttles of methods encode the slashes of their path. MiniStack does not decode them, so that the throttle of the
# stage limits all callers of a method together.
# https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-properties-apigateway-stage-methodsetting.html
read_method_settings = provisioners._apigw_method_settings


def read_decoded_method_settings(settings):
    if not isinstance(settings, list):
        return read_method_settings(settings)
    path = lambda each: each["ResourcePath"].replace("/~1", "/").replace("~1", "/")
    return read_method_settings([{**each, "ResourcePath": path(each)} for each in settings])


provisioners._apigw_method_settings = read_decoded_method_settings

# MiniStack starts a process for each concurrent invocation, and answers 5xx where many at once do not start in time.
# A few processes per function handle a burst faster.
MAXIMUM_PROCESSES = 4
slots = defaultdict(lambda: BoundedSemaphore(MAXIMUM_PROCESSES))
execute = lambda_svc._execute_function_warm


def execute_in_slot(func, event, request_id):
    with slots[(func.get("config") or func).get("FunctionName")]:
        return execute(func, event, request_id)


lambda_svc._execute_function_warm = execute_in_slot

if __name__ == "__main__":
    main()
