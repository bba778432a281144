import type { AttributeValue } from '@aws-sdk/client-dynamodb';

/** An item's attributes in the format of DynamoDB's API, with binary values in base64. */
export type AttributeMap = Record<string, AttributeValue>;

const plainValue = (value: AttributeValue): unknown => {
  if (value.S !== undefined) return value.S;
  if (value.M !== undefined) return plainValues(value.M);
  if (value.L !== undefined) return value.L.map(plainValue);
  if (value.BOOL !== undefined) return value.BOOL;
  if (value.NULL !== undefined) return null;
  if (value.B !== undefined) return new Uint8Array(Buffer.from(String(value.B), 'base64'));
  return Number(value.N);
};

/**
 * Returns the same as the SDK's `unmarshall` for everything that the service stores, in a third of the time;
 * that was a tenth of the CPU time of a call list page. It stores no sets and no integers beyond 2^53.
 *
 * @param map a parsed response, which is modified in place for speed
 */
export const plainValues = (map: AttributeMap): Record<string, unknown> => {
  const values: Record<string, unknown> = map;
  for (const name of Object.keys(map)) {
    const value = map[name];
    if (value !== undefined) values[name] = plainValue(value);
  }
  return values;
};
