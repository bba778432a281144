import type { Item } from '../reader.ts';

/**
 * A stored item lacks a required attribute: a bug or a foreign write, never a client error. The message names
 * the item and the attribute, but no content.
 */
export class CorruptItemError extends Error {
  override readonly name = 'CorruptItemError';
  constructor(item: Item, attribute: string, expected: string) {
    super(`The item ${String(item['pk'])} / ${String(item['sk'])} has no ${expected} in "${attribute}".`);
  }
}

export const requiredString = (item: Item, attribute: string): string => {
  const value = item[attribute];
  if (typeof value !== 'string') throw new CorruptItemError(item, attribute, 'text');
  return value;
};

export const requiredNumber = (item: Item, attribute: string): number => {
  const value = item[attribute];
  if (typeof value !== 'number') throw new CorruptItemError(item, attribute, 'number');
  return value;
};

export const requiredBoolean = (item: Item, attribute: string): boolean => {
  const value = item[attribute];
  if (typeof value !== 'boolean') throw new CorruptItemError(item, attribute, 'boolean');
  return value;
};

export const requiredBinary = (item: Item, attribute: string): Uint8Array => {
  const value = item[attribute];
  if (!(value instanceof Uint8Array)) throw new CorruptItemError(item, attribute, 'binary value');
  return value;
};

export const optionalString = (item: Item, attribute: string): string | null =>
  item[attribute] === undefined ? null : requiredString(item, attribute);

export const optionalBoolean = (item: Item, attribute: string): boolean | null =>
  item[attribute] === undefined ? null : requiredBoolean(item, attribute);

export const optionalNumber = (item: Item, attribute: string): number | null =>
  item[attribute] === undefined ? null : requiredNumber(item, attribute);

/** A value that this version knows: what a later version stored is left to that version. */
export const knownString = <T extends string>(known: readonly T[], item: Item, attribute: string): T => {
  const text = requiredString(item, attribute);
  const value = known.find((each) => each === text);
  if (value === undefined) throw new CorruptItemError(item, attribute, 'known value');
  return value;
};

export const list = <T>(item: Item, attribute: string): T[] => {
  const value = item[attribute] ?? [];
  if (!Array.isArray(value)) throw new CorruptItemError(item, attribute, 'list');
  return value;
};

/** A nested map, or null. */
export const map = <T extends object>(item: Item, attribute: string): T | null => {
  const value = item[attribute];
  if (value === undefined) return null;
  if (typeof value !== 'object' || value === null) throw new CorruptItemError(item, attribute, 'map');
  return value as T;
};

/**
 * Drops top-level nulls, empty lists and empty maps, which cost storage and which mappers restore when
 * reading.
 */
export const withoutAbsent = (record: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(record).filter(([, value]) => {
      if (value === null || value === undefined) return false;
      return typeof value !== 'object' || Object.keys(value).length > 0;
    }),
  );
