import { readEndpoints } from '../../../api/read-all.ts';
import { useConsole } from '../../../console-context.ts';
import { LoadedMessage } from '../../../parts/loading.tsx';
import { useLoad } from '../../../parts/use-load.ts';
import { hrefOf } from '../../../routing/route.ts';
import { WEBHOOKS_PATH } from '../../webhooks/webhook-paths.ts';

/** The webhook endpoints that a key made, if any. */
export const KeyWebhooks = ({ id }: { readonly id: string }) => {
  const { api } = useConsole();
  const loaded = useLoad((signal) => readEndpoints(api, signal), [api, id]);
  const endpoints = loaded.value?.filter(({ apiKeyId }) => apiKeyId === id) ?? [];
  const message = (
    <LoadedMessage loaded={loaded} isQuiet>
      Loading the webhook endpoints …
    </LoadedMessage>
  );
  if (loaded.error === undefined && endpoints.length === 0) return message;
  return (
    <section class="section" aria-labelledby="webhooks">
      <h2 id="webhooks">Webhook endpoints that it made</h2>
      {message}
      <ul>
        {endpoints.map((endpoint) => (
          <li key={endpoint.id}>
            <a class="anywhere" href={hrefOf(`${WEBHOOKS_PATH}/${endpoint.id}`)}>
              {endpoint.url}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
};
