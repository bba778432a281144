import { AUDIT_ACTION_PATTERNS } from '../../../shared/contract/audit-log/audit-log.ts';
import type { AuditFilters } from '../../api/types.ts';
import { localTimeOf, timestampOfLocal } from '../../parts/local-time.ts';
import type { Query } from '../../routing/route.ts';

/** The periods to choose from, which end now or at midnight in the console's time zone. */
export const PERIODS = {
  '': 'Any time',
  today: 'Today',
  yesterday: 'Yesterday',
  week: 'Last 7 days',
} as const;

export type Period = keyof typeof PERIODS;

const DAY_MILLISECONDS = 86_400_000;

export const periodOf = ({ period = '' }: Query): Period =>
  Object.hasOwn(PERIODS, period) ? (period as Period) : '';

/** The first millisecond of a day so many days ago, less one: bounds are exclusive. */
const startOfDay = (now: number, daysAgo: number): string => {
  const today = localTimeOf(now).slice(0, 10);
  const day = new Date(Date.parse(`${today}T00:00Z`) - daysAgo * DAY_MILLISECONDS).toISOString().slice(0, 10);
  return timestampOfLocal(`${day}T00:00`, -1);
};

const boundsOf = (period: Period, now: number): Pick<AuditFilters, 'after' | 'before'> => {
  switch (period) {
    case 'today':
      return { after: startOfDay(now, 0) };
    case 'yesterday': {
      const end = new Date(Date.parse(startOfDay(now, 0)) + 1).toISOString();
      return { after: startOfDay(now, 1), before: end };
    }
    case 'week':
      return { after: startOfDay(now, 6) };
    default:
      return {};
  }
};

/**
 * The filters that an address asks for. Of the steps of an import or export only the latest is shown, unless
 * the address is about this one.
 */
export const filtersOf = (query: Query, now: number): AuditFilters => {
  const { search, actor, actorId, targetId, after, before } = query;
  const action = AUDIT_ACTION_PATTERNS.filter((each) => each === query['action']);
  return {
    ...{ search, actor, actorId, targetId, after, before },
    ...boundsOf(periodOf(query), now),
    ...(action.length === 0 ? {} : { action }),
    ...(targetId === undefined ? { grouped: true } : {}),
  };
};
