import type { _Record as SdkRecord } from '@aws-sdk/client-dynamodb-streams';
import type { DynamoDBRecord } from 'aws-lambda';

/** A record with what reading the stream needs to know of it. */
export interface StreamRecord {
  readonly sequenceNumber: string;
  /** In milliseconds since the epoch, to the second. */
  readonly createdAt: number;
  /** As Lambda hands it to a function. */
  readonly event: DynamoDBRecord;
}

/** Events are JSON: binary values are Base64 text in it. */
const toJson = (value: unknown): unknown => {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (Array.isArray(value)) return value.map(toJson);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, toJson(inner)]));
};

/**
 * A record of the engine in the form of
 * https://docs.aws.amazon.com/lambda/latest/dg/with-ddb.html#events-sample-dynamodb
 *
 * @param sourceArn the stream as the mapping names it
 */
export const toStreamRecord = (record: SdkRecord, sourceArn: string): StreamRecord => {
  const { dynamodb = {}, userIdentity, eventID, eventName, eventVersion } = record;
  const { ApproximateCreationDateTime: created, ...change } = dynamodb;
  const createdAt = created?.getTime() ?? Date.now();
  const images = Object.fromEntries(Object.entries(change).map(([name, value]) => [name, toJson(value)]));
  return {
    sequenceNumber: dynamodb.SequenceNumber ?? '',
    createdAt,
    event: {
      ...(eventID === undefined ? {} : { eventID }),
      ...(eventName === undefined ? {} : { eventName }),
      ...(eventVersion === undefined ? {} : { eventVersion }),
      eventSource: 'aws:dynamodb',
      awsRegion: sourceArn.split(':')[3] ?? '',
      dynamodb: { ApproximateCreationDateTime: createdAt / 1000, ...images },
      ...(userIdentity === undefined
        ? {}
        : { userIdentity: { type: userIdentity.Type, principalId: userIdentity.PrincipalId } }),
      eventSourceARN: sourceArn,
    },
  };
};
