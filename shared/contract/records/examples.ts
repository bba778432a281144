import type { Callability } from '../../domain/callability.ts';
import { CREATED_AT } from '../../kinds/example-values.ts';
import { EXAMPLES } from '../../kinds/kinds.ts';

export { CREATED_AT };

export const ORGANIZATION_ID = '9d3e2f4f-8f0f-4a11-b16f-1c1a527f0b4b';

export const [EXAMPLE_PERSON] = EXAMPLES.person;
export const [EXAMPLE_COMPANY] = EXAMPLES.company;
export const [EXAMPLE_CALL_LIST] = EXAMPLES['call-list'];
export const [EXAMPLE_ENTRY] = EXAMPLES['call-list-entry'];

const { changedAt: _, ...listed } = EXAMPLE_CALL_LIST;
export const LISTED_CALL_LIST = listed;

export const EXAMPLE_CUSTOM_FIELD = {
  path: 'customFields.tier',
  type: ['string' as const, 'null' as const],
  format: null,
  values: [],
  isCustom: true,
  sources: ['hubspot'],
  firstSeenAt: CREATED_AT,
  description: null,
};

export const EXAMPLE_CALLABILITY: Callability = {
  callableNow: false,
  nextCallableAt: '2026-01-31T14:00:00.000Z',
  callableUntil: null,
  timeZones: ['America/New_York'],
  timeZoneSource: 'timezone',
  regions: ['US-CT'],
  reasons: [
    {
      code: 'outside_hours',
      detail: 'Connecticut: outside the calling hours, Mon–Sun 09:00–20:00, in America/New_York.',
      field: null,
      region: 'US-CT',
      citation: 'Conn. Gen. Stat. § 42-288a (P.A. 23-98)',
      effectiveDate: '2023-10-01',
      checkedDate: '2026-11-23',
      until: '2026-01-31T14:00:00.000Z',
    },
  ],
};
