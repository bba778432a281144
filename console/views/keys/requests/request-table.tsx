import type { LoggedRequest } from '../../../api/types.ts';
import { type Column, DataTable } from '../../../parts/data-table.tsx';
import { Time } from '../../../parts/time.tsx';
import { keyPath } from '../../../routing/key-paths.ts';
import { hrefOf } from '../../../routing/route.ts';
import { isUnknownPath, problemNameOf, REFUSALS } from './problem-name.ts';
import { requestHref } from './request-paths.ts';
import { RequestStatus } from './request-status.tsx';

/** What was wrong, in two words. */
const reasonOf = (request: LoggedRequest): string => {
  const { problemType, reason, missingPermissions } = request;
  if (reason !== null) return REFUSALS[reason];
  if (missingPermissions !== null) return `lacks ${missingPermissions.join(', ')}`;
  if (isUnknownPath(request)) return 'unknown path';
  return problemType === null ? '' : problemNameOf(problemType);
};

const COLUMNS: readonly Column<LoggedRequest>[] = [
  { title: 'Time', width: 'l', render: ({ time }) => <Time at={time} isExact /> },
  {
    title: 'Request',
    isHeading: true,
    isClipped: true,
    render: ({ id, method, path }) => (
      <a href={requestHref(id)}>
        {method} {path}
      </a>
    ),
  },
  {
    title: 'Status',
    width: 'm',
    render: (request) => (
      <>
        <RequestStatus status={request.status} />
        <span class="block muted">{reasonOf(request)}</span>
      </>
    ),
  },
  {
    title: 'Duration',
    width: 'xs',
    isNumeric: true,
    render: ({ milliseconds }) =>
      milliseconds === null ? <span class="muted">–</span> : `${milliseconds} ms`,
  },
  {
    title: 'Client',
    width: 'l',
    isClipped: true,
    render: ({ address, userAgent }) => (
      <>
        <span class="line">{address ?? 'unknown'}</span>
        <span class="line muted">{userAgent}</span>
      </>
    ),
  },
];

const KEY: Column<LoggedRequest> = {
  title: 'Key',
  width: 'l',
  isClipped: true,
  render: ({ keyId, keyName }) => <a href={hrefOf(keyPath(keyId))}>{keyName ?? keyId}</a>,
};

interface RequestTableProps {
  readonly requests: readonly LoggedRequest[];
  /** Whether they are of several keys. @default true */
  readonly showsKey?: boolean;
}

export const RequestTable = ({ requests, showsKey = true }: RequestTableProps) => (
  <DataTable
    caption="Requests"
    columns={showsKey ? [...COLUMNS.slice(0, 2), KEY, ...COLUMNS.slice(2)] : COLUMNS}
    items={requests}
    keyOf={({ id, time, status }) => `${id} ${time} ${status}`}
  />
);
