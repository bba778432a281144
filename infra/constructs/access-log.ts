import { AccessLogField, AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';

/**
 * One JSON line for each request: enough to tell who asked for what, how it ended and where the time went.
 * Never an API key or a token: only public ids, which the authorizer adds.
 *
 * @param caller fields that say who is calling, by name
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
