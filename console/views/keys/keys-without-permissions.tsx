import type { ApiKey } from '../../api/types.ts';
import { useConsole } from '../../console-context.ts';
import { SecretValue } from '../../parts/secret-value.tsx';
import { API_KEYS_PATH } from '../../routing/key-paths.ts';
import { hrefOf } from '../../routing/route.ts';

/** What a member does about keys that cannot read anything yet. */
export const KeysWithoutPermissions = ({ keys }: { readonly keys: readonly ApiKey[] }) => {
  const { configuration } = useConsole();
  const useless = keys.filter(({ state, permissions }) => state === 'active' && permissions.length === 0);
  const [first] = useless;
  if (first === undefined) return null;
  const names = useless.map(({ name }) => `“${name}”`);
  return (
    <div class="notice">
      <p>
        {names.length === 1
          ? `${names[0]} cannot read any data: it has no permissions.`
          : `${names.length} keys cannot read any data: they have no permissions. ` +
            `The newest is ${names[0]}.`}{' '}
        Send this address to an admin of your organization, who can grant them there.
      </p>
      <SecretValue
        label="Address for an admin"
        what="address"
        value={`${configuration.consoleUrl}${hrefOf(`${API_KEYS_PATH}/${first.id}/edit`)}`}
      />
    </div>
  );
};
