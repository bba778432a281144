import type { AttributeValue } from '@aws-sdk/client-dynamodb';

/** The attributes of an item as DynamoDB's API has them. */
export type AttributeMap = Record<string, AttributeValue>;

/** Applies a conversion to the binary values of an attribute value, however deep. */
const convert = (value: AttributeValue, bytes: (value: unknown) => unknown): unknown => {
  if (value.B !== undefined) return { B: bytes(value.B) };
  if (value.BS !== undefined) return { BS: value.BS.map(bytes) };
  if (value.L !== undefined) return { L: value.L.map((each) => convert(each, bytes)) };
  if (value.M === undefined) return value;
  return {
    M: Object.fromEntries(Object.entries(value.M).map(([name, each]) => [name, convert(each, bytes)])),
  };
};

const toBase64 = (value: unknown): unknown =>
  value instanceof Uint8Array
    ? Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64')
    : value;

const fromBase64 = (value: unknown): unknown =>
  typeof value === 'string' ? new Uint8Array(Buffer.from(value, 'base64')) : value;

/** An attribute value as JSON takes it: binary ones in base64. */
export const withTextForBytes = (value: AttributeValue): unknown => convert(value, toBase64);

/** The way back. */
export const withBytesForText = (value: AttributeValue): AttributeValue =>
  convert(value, fromBase64) as AttributeValue;
