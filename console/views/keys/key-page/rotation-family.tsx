import { readAll } from '../../../api/read-all.ts';
import type { ApiKey } from '../../../api/types.ts';
import { useConsole } from '../../../console-context.ts';
import { LoadedMessage } from '../../../parts/loading.tsx';
import { Time } from '../../../parts/time.tsx';
import { useLoad } from '../../../parts/use-load.ts';
import { keyPath } from '../../../routing/key-paths.ts';
import { hrefOf } from '../../../routing/route.ts';
import { familyOf } from './family-of.ts';

/** The rotations of a key, if there were any. */
export const RotationFamily = ({ apiKey }: { readonly apiKey: ApiKey }) => {
  const { api } = useConsole();
  // A successor has the name of the key, unless it was renamed.
  const loaded = useLoad(
    async (signal) => [
      ...(await readAll((page) =>
        api.request('GET /api-keys', { query: { search: apiKey.name, ...page } }, signal),
      )),
      ...(apiKey.rotatedTo === null
        ? []
        : (await api.request('GET /api-keys', { query: { search: apiKey.rotatedTo } }, signal)).items),
    ],
    [api, apiKey.id],
  );
  const family = familyOf(apiKey, loaded.value ?? []);
  const message = (
    <LoadedMessage loaded={loaded} isQuiet>
      Loading the rotations …
    </LoadedMessage>
  );
  if (loaded.error === undefined && family.length === 1) return message;
  return (
    <section class="section" aria-labelledby="rotations">
      <h2 id="rotations">Rotations</h2>
      {message}
      <ol>
        {family.map(({ id, name, hint, state, createdAt, expiresAt }) => (
          <li key={id}>
            {id === apiKey.id ? <strong>This key</strong> : <a href={hrefOf(keyPath(id))}>{name}</a>}{' '}
            <code class="muted">{hint}</code>, created <Time at={createdAt} />, {state}
            {expiresAt !== null && (
              <>
                {state === 'expired' ? ', expired ' : ', expires '}
                <Time at={expiresAt} />
              </>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
};
