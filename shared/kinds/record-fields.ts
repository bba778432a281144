import { CHANGED_AT, UPDATED_AT } from './dates.ts';
import { BOOLEAN, described, list, nullable, object, TEXT, TIMESTAMP } from './fields.ts';

/** The last fields of people and companies. */
export const RECORD_FIELDS = {
  doNotCall: BOOLEAN,
  ownerId: described('The user of the source system who owns the record.', nullable(TEXT)),
  tags: list(TEXT),
  externalIds: list(object({ source: described('The source system, such as `hubspot`.', TEXT), id: TEXT })),
  customFields: { is: 'custom-fields' },
  createdAt: TIMESTAMP,
  updatedAt: UPDATED_AT,
  changedAt: CHANGED_AT,
} as const;
