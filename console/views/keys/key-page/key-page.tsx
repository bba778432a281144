import type { ApiKey } from '../../../api/types.ts';
import { useConsole } from '../../../console-context.ts';
import { Breadcrumbs } from '../../../parts/breadcrumbs.tsx';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { type Fact, Facts } from '../../../parts/facts.tsx';
import { LoadedMessage } from '../../../parts/loading.tsx';
import { PageHeading } from '../../../parts/page-heading.tsx';
import { StatusBadge } from '../../../parts/status-badge.tsx';
import { Time } from '../../../parts/time.tsx';
import { useLoad } from '../../../parts/use-load.ts';
import { API_KEYS_PATH, keyPath, pageDialogsPath } from '../../../routing/key-paths.ts';
import { hrefOf } from '../../../routing/route.ts';
import { KeyActions } from '../key-actions.tsx';
import { KeyDialogs } from '../key-dialogs.tsx';
import { KeysWithoutPermissions } from '../keys-without-permissions.tsx';
import { permissionLabel } from '../permission-labels.ts';
import { KeyAudit } from './key-audit.tsx';
import { KeyRequests } from './key-requests.tsx';
import { KeyUsageSection } from './key-usage-section.tsx';
import { KeyWebhooks } from './key-webhooks.tsx';
import { RotationFamily } from './rotation-family.tsx';

const factsOf = (key: ApiKey): readonly (Fact | undefined)[] => [
  [
    'State',
    <StatusBadge key="state" tone={key.state === 'active' ? 'good' : 'neutral'}>
      {key.state}
    </StatusBadge>,
  ],
  ['Key', <code key="hint">{key.hint}</code>],
  key.client ? ['Connected app', key.client.id] : undefined,
  ['Plan', key.plan],
  ['Allowed addresses', key.allowedAddresses?.join(', ') ?? 'all'],
  key.permissions.includes('import:create') ? ['Imports', key.importSource ?? 'any source'] : undefined,
  [
    'Created',
    <span key="created">
      <Time at={key.createdAt} /> by {key.createdBy}
    </span>,
  ],
  ['Last used', <Time key="used" at={key.lastUsedAt} none="never" />],
  ['Expires', <Time key="expires" at={key.expiresAt} none="never" />],
  key.client?.endsAt ? ['Ends in any case', <Time key="ends" at={key.client.endsAt} />] : undefined,
  key.revokedAt === null ? undefined : ['Revoked', <Time key="revoked" at={key.revokedAt} />],
  ['Id', <code key="id">{key.id}</code>],
];

/** What gives a key its first permission: the admin, or a message to one. */
const NoPermissions = ({ apiKey }: { readonly apiKey: ApiKey }) => {
  const isAdmin = useConsole().user.role === 'admin';
  return (
    <>
      <p>None: each request is refused until an admin grants a permission.</p>
      {apiKey.state === 'active' &&
        apiKey.rotatedTo === null &&
        (isAdmin ? (
          <a class="button" href={hrefOf(`${pageDialogsPath(apiKey.id)}/edit`)}>
            Grant permissions
          </a>
        ) : (
          <KeysWithoutPermissions keys={[apiKey]} />
        ))}
    </>
  );
};

const Permissions = ({ apiKey }: { readonly apiKey: ApiKey }) => (
  <section class="section" aria-labelledby="permissions">
    <h2 id="permissions">Permissions</h2>
    {apiKey.permissions.length === 0 ? (
      <NoPermissions apiKey={apiKey} />
    ) : (
      <ul>
        {apiKey.permissions.map((permission) => (
          <li key={permission}>
            {permissionLabel(permission)} <code class="muted">{permission}</code>
          </li>
        ))}
      </ul>
    )}
  </section>
);

interface KeyPageProps {
  readonly id: string;
  /** The action in the address. */
  readonly action: string | undefined;
}

/** One key: what it may do, and what it did. */
export const KeyPage = ({ id, action }: KeyPageProps) => {
  const { api, user } = useConsole();
  const loaded = useLoad(
    async (signal) =>
      (await api.request('GET /api-keys', { query: { search: id } }, signal)).items.find(
        (key) => key.id === id,
      ) ?? null,
    [api, id],
  );
  const key = loaded.value;
  const isAdmin = user.role === 'admin';
  const change = (changeKeys: (keys: readonly ApiKey[]) => readonly ApiKey[]): void =>
    loaded.set((before) => changeKeys(before ? [before] : []).find((each) => each.id === id) ?? null);
  return (
    <>
      <Breadcrumbs above={[['API keys', API_KEYS_PATH]]} />
      <PageHeading
        title={key?.name ?? 'API key'}
        action={key && <KeyActions apiKey={key} path={pageDialogsPath(id)} />}
      />
      <LoadedMessage loaded={loaded} />
      {key === null && (
        <EmptyState title="No such key" text="This key does not exist, or it is not yours.">
          <a class="button" href={hrefOf(API_KEYS_PATH, { state: 'all' })}>
            Show all keys
          </a>
        </EmptyState>
      )}
      {key && (
        <>
          <Facts facts={factsOf(key)} />
          <Permissions apiKey={key} />
          <RotationFamily key={key.rotatedTo} apiKey={key} />
          <KeyUsageSection id={id} />
          <KeyRequests id={id} />
          {isAdmin && <KeyWebhooks id={id} />}
          {isAdmin && <KeyAudit apiKey={key} />}
          <KeyDialogs path={keyPath(id)} id={id} action={action} keys={[key]} change={change} />
        </>
      )}
    </>
  );
};
