const documentOf = (body: string): Readonly<Record<string, unknown>> => {
  try {
    return Object(JSON.parse(body));
  } catch {
    return {};
  }
};

/**
 * Parses an error document, `{"__type": "com.amazonaws.dynamodb.v20120810#CODE", "message": "…"}`, into an
 * error in the shape of the AWS SDK's, named `CODE`. Falls back to the status for other bodies, such as those
 * of a proxy.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Programming.Errors.html
 */
export const dynamoDbError = (status: number | undefined, body: string, requestId: unknown) => {
  const { __type: code = 'UnknownError', message, Message = message, ...others } = documentOf(body);
  return Object.assign(new Error(String(Message ?? `DynamoDB answered with ${status}.`)), {
    name: String(code).replace(/^.*#/, ''),
    /** One per write of a canceled transaction. */
    CancellationReasons: others['CancellationReasons'],
    /** Of a condition that failed, as DynamoDB marshals it, if the call asked for it. */
    Item: others['Item'],
    $metadata: { httpStatusCode: status, requestId, clockSkewCorrected: false },
  });
};
