import { BOOLEAN, choice, described, nullable, type RecordOf, TEXT } from './fields.ts';

export const PHONE_TYPES = ['work', 'mobile', 'home', 'other'] as const;
export type PhoneType = (typeof PHONE_TYPES)[number];

/** The fields of a phone number of a person or company. */
export const PHONE_FIELDS = {
  number: described('E.164; null if `raw` could not be parsed.', nullable({ is: 'phone-number' })),
  type: choice(...PHONE_TYPES),
  extension: nullable({ is: 'phone-extension' }),
  raw: described('As the source wrote it.', nullable(TEXT)),
  doNotCall: BOOLEAN,
} as const;

export type Phone = RecordOf<typeof PHONE_FIELDS>;
