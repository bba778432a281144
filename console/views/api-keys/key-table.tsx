import type { ApiKeyView } from '../../api/api-keys.ts';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { StatusBadge, type Tone } from '../../parts/status-badge.tsx';
import { Time } from '../../parts/time.tsx';

const TONES: Readonly<Record<ApiKeyView['state'], Tone>> = {
  active: 'good',
  expired: 'warning',
  revoked: 'neutral',
};

const Permissions = ({ permissions }: Pick<ApiKeyView, 'permissions'>) =>
  permissions.length === 0 ? (
    <span class="muted">none</span>
  ) : (
    <ul class="tags">
      {permissions.map((each) => (
        <li key={each}>{each}</li>
      ))}
    </ul>
  );

const COLUMNS: readonly Column<ApiKeyView>[] = [
  {
    title: 'Key',
    isHeading: true,
    render: ({ name, hint }) => (
      <>
        <span class="key-name">{name}</span>
        <code class="muted">{hint}</code>
      </>
    ),
  },
  { title: 'State', render: ({ state }) => <StatusBadge tone={TONES[state]}>{state}</StatusBadge> },
  { title: 'Permissions', render: Permissions },
  { title: 'Plan', render: ({ plan }) => plan },
  {
    title: 'Created',
    render: ({ createdAt, createdBy }) => (
      <>
        <Time at={createdAt} />
        <span class="muted by">{createdBy}</span>
      </>
    ),
  },
  {
    title: 'Last used',
    render: ({ lastUsedAt }) =>
      lastUsedAt === null ? <span class="muted">never</span> : <Time at={lastUsedAt} />,
  },
  {
    title: 'Expires',
    render: ({ expiresAt }) =>
      expiresAt === null ? <span class="muted">never</span> : <Time at={expiresAt} />,
  },
];

export const KeyTable = ({ keys }: { readonly keys: readonly ApiKeyView[] }) => (
  <DataTable caption="API keys" columns={COLUMNS} items={keys} keyOf={({ id }) => id} />
);
