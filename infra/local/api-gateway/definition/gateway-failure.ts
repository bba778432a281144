/**
 * Gateway response types with AWS's own status codes
 * (https://docs.aws.amazon.com/apigateway/latest/developerguide/supported-gateway-response-types.html). The
 * two defaults stand for all other failures, of several statuses.
 */
export const GATEWAY_RESPONSE_STATUS = {
  ACCESS_DENIED: 403,
  API_CONFIGURATION_ERROR: 500,
  AUTHORIZER_CONFIGURATION_ERROR: 500,
  AUTHORIZER_FAILURE: 500,
  BAD_REQUEST_BODY: 400,
  BAD_REQUEST_PARAMETERS: 400,
  DEFAULT_4XX: 400,
  DEFAULT_5XX: 500,
  EXPIRED_TOKEN: 403,
  INTEGRATION_FAILURE: 504,
  INTEGRATION_TIMEOUT: 504,
  INVALID_API_KEY: 403,
  INVALID_SIGNATURE: 403,
  MISSING_AUTHENTICATION_TOKEN: 403,
  QUOTA_EXCEEDED: 429,
  REQUEST_TOO_LARGE: 413,
  RESOURCE_NOT_FOUND: 404,
  THROTTLED: 429,
  UNAUTHORIZED: 401,
  UNSUPPORTED_MEDIA_TYPE: 415,
  WAF_FILTERED: 403,
} as const satisfies Record<string, number>;

export type GatewayResponseType = keyof typeof GATEWAY_RESPONSE_STATUS;

/** Thrown where the gateway itself answers, with the gateway response of this type. */
export class GatewayFailure extends Error {
  override readonly name = 'GatewayFailure';
  readonly type: GatewayResponseType;
  /** Unless the API overrides it for the type. */
  readonly status: number;

  /**
   * @param message as AWS words it; `$context.error.message`
   * @param status for the two defaults only
   */
  constructor(type: GatewayResponseType, message: string, status: number = GATEWAY_RESPONSE_STATUS[type]) {
    super(message);
    this.type = type;
    this.status = status;
  }
}
