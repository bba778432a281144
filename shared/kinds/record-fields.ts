import { CHANGED_AT, UPDATED_AT } from './dates.ts';
import { BOOLEAN, described, list, nullable, object, TEXT, TIMESTAMP } from './fields.ts';

export const EXTERNAL_IDS = /* @__PURE__ */ list(
  object({ source: described('The source system, such as `hubspot`.', TEXT), id: TEXT }),
);
export const CUSTOM_FIELDS = { is: 'custom-fields' } as const;

/** The last fields of people and companies. */
export const RECORD_FIELDS = {
  doNotCall: BOOLEAN,
  ownerId: described('The user of the source system who owns the record.', nullable(TEXT)),
  tags: list(TEXT),
  externalIds: EXTERNAL_IDS,
  customFields: CUSTOM_FIELDS,
  createdAt: TIMESTAMP,
  updatedAt: UPDATED_AT,
  changedAt: CHANGED_AT,
} as const;
