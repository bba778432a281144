import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { type AttributeMap, withBytesForText } from './binary-values.ts';

const plainValue = (value: AttributeValue): unknown => {
  if (value.S !== undefined) return value.S;
  if (value.M !== undefined) return plainValues(value.M);
  if (value.L !== undefined) return value.L.map(plainValue);
  if (value.BOOL !== undefined) return value.BOOL;
  if (value.NULL !== undefined) return null;
  const number = value.N === undefined ? Number.NaN : Number(value.N);
  return Number.isSafeInteger(number) ? number : unmarshall({ value: withBytesForText(value) })['value'];
};

/**
 * Returns the same as the SDK's `unmarshall`, in a third of the time for common values; that was a tenth of
 * the CPU time of a call list page. Delegates other numbers, sets and binary values to the SDK.
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
