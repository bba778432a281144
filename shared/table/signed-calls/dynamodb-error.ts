/** An error response of DynamoDB, in the shape of the AWS SDK's errors. */
export class DynamoDbError extends Error {
  /** DynamoDB's code, such as `ConditionalCheckFailedException`. */
  override readonly name: string;
  readonly $metadata: { readonly httpStatusCode: number; readonly requestId?: string };

  constructor(code: string, message: string, metadata: DynamoDbError['$metadata']) {
    super(message);
    this.name = code;
    this.$metadata = metadata;
  }
}

const textOf = (document: unknown, name: string): string | undefined => {
  const value: unknown =
    typeof document === 'object' && document !== null ? Reflect.get(document, name) : undefined;
  return typeof value === 'string' ? value : undefined;
};

const parse = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
};

/**
 * Parses an error document: `{"__type": "com.amazonaws.dynamodb.v20120810#CODE", "message": "…"}`. Falls back
 * to the status for other bodies, such as those of a proxy.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Programming.Errors.html
 */
export const dynamoDbError = (status: number, body: string, requestId: string | undefined): DynamoDbError => {
  const document = parse(body);
  const code = textOf(document, '__type')?.replace(/^.*#/, '') ?? 'UnknownError';
  const message =
    textOf(document, 'message') ?? textOf(document, 'Message') ?? `DynamoDB answered with ${status}.`;
  return new DynamoDbError(code, message, {
    httpStatusCode: status,
    ...(requestId === undefined ? {} : { requestId }),
  });
};
