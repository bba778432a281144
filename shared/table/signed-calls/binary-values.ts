import type { AttributeValue } from '@aws-sdk/client-dynamodb';

/** An item's attributes in the format of DynamoDB's API. */
export type AttributeMap = Record<string, AttributeValue>;

/** Converts the binary values of an attribute value, at any depth. */
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

/** Encodes binary values in base64, for JSON. */
export const withTextForBytes = (value: AttributeValue): unknown => convert(value, toBase64);

/** The inverse of {@link withTextForBytes}. */
export const withBytesForText = (value: AttributeValue): AttributeValue =>
  convert(value, fromBase64) as AttributeValue;
