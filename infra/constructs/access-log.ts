import { AccessLogField, AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';

/**
 * One JSON line for each request: enough to tell who asked for what, how it ended and where the time went.
 * Never the API key: only its public id, which the authorizer adds.
 */
export const accessLogFormat = (): AccessLogFormat =>
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
      organizationId: AccessLogField.contextAuthorizer('organizationId'),
      keyId: AccessLogField.contextAuthorizer('keyId'),
      error: AccessLogField.contextErrorResponseType(),
    }),
  );
