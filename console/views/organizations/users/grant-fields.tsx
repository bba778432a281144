import type { GrantEnd } from '../../../../shared/contract/organizations/users.ts';
import type { ApiKey, User } from '../../../api/types.ts';
import { useConsole } from '../../../console-context.ts';
import { Choices } from '../../../parts/choices.tsx';
import { LoadedMessage } from '../../../parts/loading.tsx';
import { useLoad } from '../../../parts/use-load.ts';
import { AUDIT_LOG_PATH } from '../../../routing/audit-log-paths.ts';
import { keyPath } from '../../../routing/key-paths.ts';
import { hrefOf } from '../../../routing/route.ts';

export interface GrantChoices {
  readonly apps: GrantEnd;
  readonly keys: GrantEnd;
}

export const DEFAULT_GRANTS: GrantChoices = { apps: 'revoke', keys: 'transfer' };

/** The most that a dialog lists. */
const MAX_LISTED = 200;

/** Whether a demotion concerns a key: its owner granted its permissions as an admin. */
const isOwnGrant = ({ permissions, ownerId, grantedBy }: ApiKey): boolean =>
  permissions.length > 0 && (grantedBy ?? ownerId) === ownerId;

interface EndFieldProps {
  readonly name: keyof GrantChoices;
  readonly label: string;
  readonly keys: readonly ApiKey[];
  readonly texts: Readonly<Record<GrantEnd, string>>;
  readonly value: GrantEnd;
  readonly onChange: (end: GrantEnd) => void;
}

const EndField = ({ name, label, keys, texts, value, onChange }: EndFieldProps) => {
  // The default comes first.
  const ends = [DEFAULT_GRANTS[name], ...(['revoke', 'transfer'] as const)];
  return (
    <Choices label={label} parameter={name}>
      <ul>
        {keys.map(({ id, name: keyName, permissions }) => (
          <li key={id}>
            <a href={hrefOf(keyPath(id))}>{keyName}</a>{' '}
            <span class="muted">{permissions.length === 0 ? 'no permissions' : permissions.join(', ')}</span>
          </li>
        ))}
      </ul>
      {[...new Set(ends)].map((end) => (
        <label key={end} class="check">
          <input type="radio" name={name} checked={end === value} onChange={() => onChange(end)} />
          {texts[end]}
        </label>
      ))}
    </Choices>
  );
};

interface GrantFieldsProps {
  readonly user: Pick<User, 'id' | 'email'>;
  /** Whether the user stays, and only loses the role of an admin. */
  readonly isDemotion: boolean;
  readonly value: GrantChoices;
  readonly onChange: (value: GrantChoices) => void;
}

/** What a user owns who loses access or the role of an admin, and what becomes of it. */
export const GrantFields = ({ user: { id, email }, isDemotion, value, onChange }: GrantFieldsProps) => {
  const { api } = useConsole();
  const owned = useLoad(
    async (signal) => {
      const query = { ownerId: id, state: ['active'] as const, limit: MAX_LISTED };
      return (await api.request('GET /api-keys', { query }, signal)).items;
    },
    [api, id],
  );
  if (owned.value === undefined) return <LoadedMessage loaded={owned} />;
  const lost = isDemotion ? owned.value.filter(isOwnGrant) : owned.value;
  const apps = lost.filter(({ kind }) => kind === 'app');
  const keys = lost.filter(({ kind }) => kind === 'key');
  return (
    <>
      {apps.length > 0 && (
        <EndField
          name="apps"
          label={`Connected apps of ${email}`}
          keys={apps}
          texts={{
            revoke: 'Revoke: they lose access with the next request',
            transfer: 'Keep: they stay connected, and I own them',
          }}
          value={value.apps}
          onChange={(end) => onChange({ ...value, apps: end })}
        />
      )}
      {keys.length > 0 && (
        <EndField
          name="keys"
          label={`API keys of ${email}`}
          keys={keys}
          texts={{
            transfer: `Keep: programs keep working, and I own the keys. Rotate those that ${email} may know`,
            revoke: 'Revoke: programs that use them, and their webhook endpoints, stop',
          }}
          value={value.keys}
          onChange={(end) => onChange({ ...value, keys: end })}
        />
      )}
      <p class="hint">
        {lost.length === 0 &&
          `${email} ${isDemotion ? 'granted no permissions to' : 'owns no'} active keys or apps. `}
        Webhook endpoints, exports and invitations of an admin belong to the organization and stay.{' '}
        <a href={hrefOf(AUDIT_LOG_PATH, { actorId: id })}>What {email} did</a>
      </p>
    </>
  );
};
