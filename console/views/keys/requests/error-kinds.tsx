import type { RequestPage as RequestPageBody } from '../../../api/types.ts';
import { type Column, DataTable } from '../../../parts/data-table.tsx';
import { NoMatch } from '../../../parts/empty-state.tsx';
import type { ListAddress } from '../../../parts/list-address.ts';
import { formatNumber } from '../../../parts/numbers.ts';
import { DATE_AND_TIME } from '../../../parts/time-zone.ts';
import { Trend } from '../../../parts/trend.tsx';
import { ROUTE_OPTIONS } from './filter-form.tsx';
import { isUnknownPath, problemNameOf, REFUSALS } from './problem-name.ts';
import { requestsHref } from './request-paths.ts';

type Errors = NonNullable<RequestPageBody['errors']>;
type Kind = Errors['kinds'][number];

const LENGTHS = { hour: 3_600_000, day: 86_400_000 } as const;

/** Days are those of UTC. */
const UTC_DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });

/** Such as `most at 30 Jan 2026, 09:00: 12`. */
const peakOf = ({ trend }: Kind, { from, period }: Errors): string => {
  const most = Math.max(...trend);
  const at = Date.parse(from) + trend.indexOf(most) * LENGTHS[period];
  const start = period === 'hour' ? DATE_AND_TIME.format(at) : UTC_DAY.format(at);
  return `most in the ${period} of ${start}: ${formatNumber(most)}`;
};

const nameOf = ({ problemType, reason }: Kind): string => {
  if (reason !== null) return REFUSALS[reason];
  return problemType === null ? 'other' : problemNameOf(problemType);
};

/** The requests of a kind. Those of unknown paths have no operation to filter by. */
const hrefOfKind = ({ problemType, reason, operation }: Kind, { hrefWith }: ListAddress): string =>
  hrefWith({
    show: undefined,
    reason: reason ?? (problemType === null ? undefined : problemNameOf(problemType)),
    ...(ROUTE_OPTIONS.has(operation) && { route: operation }),
  });

const columnsOf = (errors: Errors, address: ListAddress): readonly Column<Kind>[] => [
  {
    title: 'Reason',
    isHeading: true,
    isClipped: true,
    render: (kind) => (
      <a class="strong" href={hrefOfKind(kind, address)}>
        {nameOf(kind)}
        <span class="visually-hidden"> in {kind.operation}</span>
      </a>
    ),
  },
  {
    title: 'Operation',
    isClipped: true,
    render: ({ operation }) => {
      const [method = '', route = ''] = operation.split(' ');
      return isUnknownPath({ route }) ? `${method} an unknown path` : operation;
    },
  },
  { title: 'Requests', width: 's', isNumeric: true, render: ({ requests }) => formatNumber(requests) },
  {
    title: `By ${errors.period}`,
    width: 'l',
    render: (kind) => <Trend values={kind.trend} label={peakOf(kind, errors)} />,
  },
];

interface ErrorKindsProps {
  readonly errors: RequestPageBody['errors'];
  readonly address: ListAddress;
}

/** The refused and failed requests of the range by reason and operation, most frequent first. */
export const ErrorKinds = ({ errors, address }: ErrorKindsProps) =>
  errors === null || errors.kinds.length === 0 ? (
    <NoMatch
      title="No errors"
      text="No request in this range was refused or failed."
      href={requestsHref({})}
    />
  ) : (
    <DataTable
      caption="Errors by reason and operation"
      columns={columnsOf(errors, address)}
      items={errors.kinds}
      keyOf={(kind) => `${nameOf(kind)} ${kind.operation}`}
    />
  );
