import { LOOKUPS } from '../../kinds/kinds.ts';
import { CALL_LIST_LOOKUPS, LOOKUP } from '../../kinds/lookups.ts';
import { byKind, type OwnKind } from '../../kinds/names.ts';
import type { AdminRoute } from '../route.ts';

/** The parameters that find records of each kind in the admin API. The console's forms derive from them. */
export const RECORD_FILTERS = {
  ...LOOKUPS,
  'call-list': {
    ...CALL_LIST_LOOKUPS,
    externalId: { kind: 'external-id', maximum: 1, ...LOOKUP },
    isLocked: { kind: 'boolean' },
  },
} as const satisfies Readonly<Record<OwnKind, AdminRoute['query']>>;

const BY_CHANGE = ['-changedAt', 'changedAt'] as const;

/** The orders of all records of a kind, the default first. The console shows what changed last first. */
export const RECORD_ORDERS = {
  ...byKind(() => BY_CHANGE),
  'call-list': ['-createdAt', 'createdAt', ...BY_CHANGE],
} as const satisfies Readonly<Record<OwnKind, readonly string[]>>;
