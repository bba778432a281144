import type { ScalarName } from './fields.ts';

interface Scalar {
  /** In JSON. */
  readonly type: 'string' | 'number' | 'integer' | 'boolean';
  /** In JSON Schema, if it says more than a pattern or a limit. */
  readonly format?: 'uuid' | 'date-time';
  /** What each is, unless the field has its own description. */
  readonly text?: string;
}

const STRING = { type: 'string' } as const;

/** How values without fields of their own are described to users. */
export const SCALARS: Readonly<Record<ScalarName, Scalar>> = {
  uuid: { type: 'string', format: 'uuid', text: 'A lower-case UUID.' },
  timestamp: { type: 'string', format: 'date-time', text: 'ISO 8601, UTC, with milliseconds.' },
  text: STRING,
  'long-text': STRING,
  'web-address': { type: 'string', text: 'An `http` or `https` address, possibly without its scheme.' },
  'time-zone': { type: 'string', text: 'An IANA time zone name.' },
  'email-address': STRING,
  'phone-number': STRING,
  'phone-extension': STRING,
  currency: STRING,
  number: { type: 'number' },
  integer: { type: 'integer' },
  seconds: { type: 'integer' },
  boolean: { type: 'boolean' },
};

export const CUSTOM_FIELDS_TEXT =
  'Source fields that no other field covers, by their name in the source: text, numbers, booleans or null.';
