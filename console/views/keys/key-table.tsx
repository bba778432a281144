import type { ApiKey } from '../../api/types.ts';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { StatusBadge, type Tone } from '../../parts/status-badge.tsx';
import { Time } from '../../parts/time.tsx';
import { KeyActions } from './key-actions.tsx';

const TONES: Readonly<Record<ApiKey['state'], Tone>> = {
  active: 'good',
  expired: 'warning',
  revoked: 'neutral',
};

const State = ({ state, rotatedTo }: ApiKey) => (
  <span class="badges">
    <StatusBadge tone={TONES[state]}>{state}</StatusBadge>
    {rotatedTo !== null && state === 'active' && <StatusBadge tone="warning">rotated</StatusBadge>}
  </span>
);

const Permissions = ({ permissions }: Pick<ApiKey, 'permissions'>) =>
  permissions.length === 0 ? (
    <span class="muted">none</span>
  ) : (
    <ul class="tags">
      {permissions.map((each) => (
        <li key={each}>{each}</li>
      ))}
    </ul>
  );

const Limits = ({ plan, allowedAddresses }: ApiKey) => (
  <>
    <span class="line">{plan}</span>
    {allowedAddresses !== null && (
      <span class="line muted" title={allowedAddresses.join('\n')}>
        {allowedAddresses.length === 1 ? allowedAddresses[0] : `${allowedAddresses.length} address ranges`}
      </span>
    )}
  </>
);

const COLUMNS: readonly Column<ApiKey>[] = [
  {
    title: 'Key',
    isHeading: true,
    render: ({ name, hint }) => (
      <>
        <span class="line strong">{name}</span>
        <code class="line muted">{hint}</code>
      </>
    ),
  },
  { title: 'State', render: State },
  { title: 'Permissions', render: Permissions },
  { title: 'Limits', render: Limits },
  {
    title: 'Created',
    render: ({ createdAt, createdBy }) => (
      <>
        <Time at={createdAt} />
        <span class="line muted" title={createdBy}>
          {createdBy}
        </span>
      </>
    ),
  },
  { title: 'Last used', render: ({ lastUsedAt }) => <Time at={lastUsedAt} none="never" /> },
  { title: 'Expires', render: ({ expiresAt }) => <Time at={expiresAt} none="never" /> },
  { title: 'Actions', render: (key) => <KeyActions apiKey={key} /> },
];

export const KeyTable = ({ keys }: { readonly keys: readonly ApiKey[] }) => (
  <DataTable caption="API keys" columns={COLUMNS} items={keys} keyOf={({ id }) => id} />
);
