import { BOOLEAN, choiceOr, described, nullable, object, type RecordOf, TEXT } from './fields.ts';

export const PHONE_TYPES = ['work', 'mobile', 'home', 'other'] as const;
export type PhoneType = (typeof PHONE_TYPES)[number];

const number = /* @__PURE__ */ described(
  'E.164; null if `raw` could not be parsed.',
  nullable({ is: 'phone-number' }),
);
const type = /* @__PURE__ */ choiceOr('other', ...PHONE_TYPES);

/** The number of an entry or a call. */
export const CALLED_PHONE = /* @__PURE__ */ nullable(object({ number, type }));

/** The fields of a phone number of a person or company. */
export const PHONE_FIELDS = {
  number,
  type,
  extension: nullable({ is: 'phone-extension' }),
  raw: described('As the source wrote it.', nullable(TEXT)),
  doNotCall: BOOLEAN,
} as const;

export type Phone = RecordOf<typeof PHONE_FIELDS>;
