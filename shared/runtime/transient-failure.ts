/**
 * Error codes that DynamoDB's guide marks as retryable
 * (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Programming.Errors.html), the name that
 * Cognito and others use for throttling, and those that the SDK and Node.js use for timeouts.
 */
const TRANSIENT_ERRORS = new Set([
  'InternalServerError',
  'InternalServerErrorException',
  'ItemCollectionSizeLimitExceededException',
  'LimitExceededException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ServiceUnavailable',
  'ServiceUnavailableException',
  'ThrottlingException',
  'TimeoutError',
  'TooManyRequestsException',
  'TransactionInProgressException',
  'AbortError',
]);

const THROTTLING_ERRORS = new Set([
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ThrottlingException',
  'TransactionInProgressException',
]);

const CONNECTION_ERRORS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
]);

/**
 * Whether a failed call to an AWS service may succeed on a retry. Like the SDK's, this includes a call whose
 * failure corrected the clock.
 */
export const isTransientFailure = (error: unknown): boolean => {
  if (typeof error !== 'object' || error === null) return false;
  if ('name' in error && TRANSIENT_ERRORS.has(String(error.name))) return true;
  if ('code' in error && CONNECTION_ERRORS.has(String(error.code))) return true;
  const metadata = Object('$metadata' in error ? error.$metadata : undefined);
  return metadata.clockSkewCorrected === true || metadata.httpStatusCode >= 500;
};

/** Whether DynamoDB needs some time before a retry can succeed. The SDK counts these as throttling, too. */
export const isThrottling = (error: unknown): boolean =>
  error instanceof Error && THROTTLING_ERRORS.has(error.name);
