import { AccessLogField, AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';

/**
 * The access log: one JSON line per request, with caller, status and latencies but no API keys or tokens.
 *
 * @param caller fields that identify the caller, by name
 */
export const accessLogFormat = (caller: Readonly<Record<string, string>>): AccessLogFormat =>
  AccessLogFormat.custom(
    JSON.stringify({
      requestId: AccessLogField.contextRequestId(),
      time: AccessLogField.contextRequestTimeEpoch(),
      method: AccessLogField.contextHttpMethod(),
      route: AccessLogField.contextResourcePath(),
      status: AccessLogField.contextStatus(),
      milliseconds: AccessLogField.contextResponseLatency(),
      integrationMilliseconds: AccessLogField.contextIntegrationLatency(),
      authorizerMilliseconds: '$context.authorizer.latency',
      bytes: AccessLogField.contextResponseLength(),
      sourceIp: AccessLogField.contextIdentitySourceIp(),
      ...caller,
      error: AccessLogField.contextErrorResponseType(),
    }),
  );
