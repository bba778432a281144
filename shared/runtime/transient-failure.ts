/**
 * Error codes that DynamoDB's guide marks as retryable
 * (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Programming.Errors.html), and the names
 * that the SDK and Node.js use for timeouts.
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
  'TransactionInProgressException',
  'AbortError',
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

const statusOf = (error: object): number | undefined => {
  const metadata = '$metadata' in error ? error.$metadata : undefined;
  if (typeof metadata !== 'object' || metadata === null || !('httpStatusCode' in metadata)) return undefined;
  return typeof metadata.httpStatusCode === 'number' ? metadata.httpStatusCode : undefined;
};

/** Whether a failed call to an AWS service may succeed on a retry. */
export const isTransientFailure = (error: unknown): boolean => {
  if (typeof error !== 'object' || error === null) return false;
  if ('name' in error && TRANSIENT_ERRORS.has(String(error.name))) return true;
  if ('code' in error && CONNECTION_ERRORS.has(String(error.code))) return true;
  return (statusOf(error) ?? 0) >= 500;
};
