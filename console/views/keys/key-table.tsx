import type { ApiKey } from '../../api/types.ts';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import type { Sorting } from '../../parts/sorting.tsx';
import { StatusBadge, type Tone } from '../../parts/status-badge.tsx';
import { Time } from '../../parts/time.tsx';
import { keyPath } from '../../routing/key-paths.ts';
import { hrefOf } from '../../routing/route.ts';
import { KeyActions } from './key-actions.tsx';

const TONES: Readonly<Record<ApiKey['state'], Tone>> = {
  active: 'good',
  expired: 'warning',
  revoked: 'neutral',
};

const State = ({ state, kind, rotatedTo }: ApiKey) => (
  <span class="badges">
    <StatusBadge tone={TONES[state]}>{state}</StatusBadge>
    {kind === 'app' && <StatusBadge tone="neutral">app</StatusBadge>}
    {rotatedTo !== null && state === 'active' && <StatusBadge tone="warning">rotated</StatusBadge>}
  </span>
);

const limitsOf = ({ plan, allowedAddresses }: ApiKey): string =>
  allowedAddresses === null ? plan : `${plan}, from ${allowedAddresses.join(', ')}`;

const Access = (key: ApiKey) => (
  <>
    <span class={key.permissions.length === 0 ? 'line muted' : 'line'}>
      {key.permissions.length === 0 ? 'none' : key.permissions.join(', ')}
    </span>
    <span class="line muted">{limitsOf(key)}</span>
  </>
);

const COLUMNS: readonly Column<ApiKey>[] = [
  {
    title: 'Key',
    isHeading: true,
    isClipped: true,
    sort: 'name',
    render: ({ id, name, hint }) => (
      <>
        <a class="line strong" href={hrefOf(keyPath(id))}>
          {name}
        </a>
        <code class="line muted">{hint}</code>
      </>
    ),
  },
  { title: 'State', width: 'xs', render: State },
  { title: 'Permissions, limits', isClipped: true, render: Access },
  {
    title: 'Created',
    width: 's',
    isClipped: true,
    sort: '-createdAt',
    render: ({ createdAt, createdBy }) => (
      <>
        <Time at={createdAt} />
        <span class="line muted">{createdBy}</span>
      </>
    ),
  },
  {
    title: 'Last used',
    width: 's',
    sort: '-lastUsedAt',
    render: ({ lastUsedAt }) => <Time at={lastUsedAt} none="never" />,
  },
  {
    title: 'Expires',
    width: 's',
    sort: 'expiresAt',
    render: ({ expiresAt }) => <Time at={expiresAt} none="never" />,
  },
  { title: 'Actions', width: 'l', render: (key) => <KeyActions apiKey={key} path={keyPath(key.id)} /> },
];

interface KeyTableProps {
  readonly keys: readonly ApiKey[];
  readonly sorting: Sorting;
}

export const KeyTable = ({ keys, sorting }: KeyTableProps) => (
  <DataTable caption="API keys" columns={COLUMNS} items={keys} keyOf={({ id }) => id} sorting={sorting} />
);
