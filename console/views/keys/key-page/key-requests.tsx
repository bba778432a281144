import { useConsole } from '../../../console-context.ts';
import { LoadedMessage } from '../../../parts/loading.tsx';
import { useLoad } from '../../../parts/use-load.ts';
import { requestsHref } from '../requests/request-paths.ts';
import { RequestTable } from '../requests/request-table.tsx';

const SHOWN = 5;

/** The last requests with a key. */
export const KeyRequests = ({ id }: { readonly id: string }) => {
  const { api } = useConsole();
  const loaded = useLoad(
    (signal) => api.request('GET /requests', { query: { keyId: id, limit: SHOWN } }, signal),
    [api, id],
  );
  const requests = loaded.value?.items;
  return (
    <section class="section" aria-labelledby="requests">
      <h2 id="requests">Last requests</h2>
      <LoadedMessage loaded={loaded} />
      {requests?.length === 0 && <p class="muted">No requests in the last 24 hours.</p>}
      {requests !== undefined && requests.length > 0 && <RequestTable requests={requests} showsKey={false} />}
      <p>
        <a class="button button-quiet" href={requestsHref({ keyId: id })}>
          All requests with this key
        </a>
      </p>
    </section>
  );
};
