import { isUuid } from '../../domain/uuid.ts';
import type { RowContext } from '../cells/field-rules.ts';
import { RowError } from './row-error.ts';

/**
 * An id as text; null if there is none. Throws a RowError for anything else, and for a number that JSON.parse
 * rounds, since two records would share an id.
 */
export const idText = (field: string, value: unknown): string | null => {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value === 'string') return value;
  if (typeof value !== 'number') throw new RowError(`${field}: must be a string`);
  if (Math.abs(value) <= Number.MAX_SAFE_INTEGER) return String(value);
  throw new RowError(
    `${field}: must be a string, in quotes: numbers above ${Number.MAX_SAFE_INTEGER} are not exact`,
  );
};

/** An id of this service unchanged; anything else as an id of the source. */
export const referenceOf = (
  field: string,
  value: unknown,
  kind: 'person' | 'company',
  { idOf, source }: RowContext,
): string | null => {
  if (value === '') throw new RowError(`${field}: must be an id`);
  const id = idText(field, value);
  return id === null || isUuid(id) ? id : idOf(kind, source, id);
};
