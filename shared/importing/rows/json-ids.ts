import { isUuid } from '../../domain/uuid.ts';
import type { RowContext } from '../cells/field-rules.ts';
import { RowError } from './row-error.ts';

/**
 * An id as text; null if there is none. Throws a RowError for anything else, and for a number that JSON.parse
 * rounds: two records would get one id.
 */
export const idText = (field: string, value: unknown): string | null => {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value === 'string') return value;
  if (typeof value !== 'number') throw new RowError(`${field}: must be a text`);
  if (Math.abs(value) <= Number.MAX_SAFE_INTEGER) return String(value);
  throw new RowError(
    `${field}: must be a text, in quotes: a number above ${Number.MAX_SAFE_INTEGER} is not read exactly`,
  );
};

/** An id of the service as it is, anything else as an id of the source. */
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
