import {
  CALL_LIST_LOOKUPS,
  COMPANY_LOOKUPS,
  LOOKUP,
  PERSON_LOOKUPS,
} from '../../contract/records/record-lookups.ts';
import type { OwnKind } from '../../kinds/names.ts';
import { CALL_LOOKUPS } from '../data-api/calls.ts';
import type { AdminRoute } from '../route.ts';

/** The parameters that find records of each kind in the admin API. The console's forms derive from them. */
export const RECORD_FILTERS = {
  person: PERSON_LOOKUPS,
  company: COMPANY_LOOKUPS,
  'call-list': {
    ...CALL_LIST_LOOKUPS,
    externalId: { kind: 'external-id', maximum: 1, ...LOOKUP },
    isLocked: { kind: 'boolean' },
  },
  call: CALL_LOOKUPS,
} as const satisfies Readonly<Record<OwnKind, AdminRoute['query']>>;

const BY_CHANGE = ['-changedAt', 'changedAt'] as const;

/** The orders of all records of a kind, the default first. The console shows what changed last first. */
export const RECORD_ORDERS = {
  person: BY_CHANGE,
  company: BY_CHANGE,
  'call-list': ['-createdAt', 'createdAt', ...BY_CHANGE],
  call: BY_CHANGE,
} as const satisfies Readonly<Record<OwnKind, readonly string[]>>;
