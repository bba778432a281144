import { useEffect, useRef } from 'preact/hooks';
import type { EndpointDetails } from '../../../api/types.ts';
import { useConsole } from '../../../console-context.ts';
import { useFollowing } from '../../../parts/use-following.ts';
import { type Loaded, useLoad } from '../../../parts/use-load.ts';

/** How long deliveries may follow a test or a replay, in milliseconds. */
const SETTLING_MILLISECONDS = 60_000;

/** What shows that deliveries were attempted. */
const outcomesOf = ({ failingSince, disabledReason, undelivered }: EndpointDetails): string =>
  JSON.stringify([failingSince, disabledReason, undelivered]);

/**
 * An endpoint with what it did not receive, followed while it fails, has retries, or was sent something.
 *
 * @param sendings the number of tests and replays
 * @param onOutcome called when deliveries to it succeeded or failed
 */
export const useEndpoint = (id: string, sendings: number, onOutcome: () => void): Loaded<EndpointDetails> => {
  const { api } = useConsole();
  const loaded = useLoad<EndpointDetails>(
    (signal) =>
      api.request('GET /webhook-endpoints/{id}', { id, query: { include: ['undelivered'] } }, signal),
    [api, id],
  );
  const { value: endpoint } = loaded;
  const settlesAt = useRef(0);
  useEffect(() => {
    if (sendings === 0) return;
    settlesAt.current = Date.now() + SETTLING_MILLISECONDS;
    loaded.reload();
  }, [sendings]);
  const shown = useRef<string>(undefined);
  useEffect(() => {
    if (!endpoint) return;
    const outcomes = outcomesOf(endpoint);
    if (shown.current !== undefined && shown.current !== outcomes) onOutcome();
    shown.current = outcomes;
  }, [endpoint]);
  const isUnsettled =
    endpoint !== undefined &&
    (endpoint.failingSince !== null ||
      (endpoint.undelivered?.retrying ?? 0) > 0 ||
      Date.now() < settlesAt.current);
  useFollowing(loaded, isUnsettled);
  return loaded;
};
