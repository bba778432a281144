import { useConsole } from '../../../console-context.ts';
import { Figures } from '../../../parts/figures.tsx';
import { formatNumber, formatShare } from '../../../parts/numbers.ts';
import { useLoad } from '../../../parts/use-load.ts';
import { keyPath } from '../../../routing/key-paths.ts';
import { hrefOf } from '../../../routing/route.ts';
import { REQUESTS_PATH, requestsHref } from '../../keys/requests/request-paths.ts';
import { TRY_IT_PATH } from '../../keys/try-it/try-it-path.ts';
import { requestsOf } from '../../keys/usage/counts.ts';
import { figuresOf } from '../../keys/usage/figures-of.ts';
import { describeRefusals } from '../../keys/usage/refusals.ts';
import { USAGE_PATH } from '../../keys/usage/usage-view.tsx';
import { HomePart, NextStep } from '../home-part.tsx';
import { type Warning, Warnings } from '../warnings.tsx';
import { type NearQuota, readNearQuota } from './near-quota.ts';

const NONE = { succeeded: 0, refused: 0, failed: 0, refusals: [], keys: [] };

const warningOf = ({ keyId, name, used, quota }: NearQuota): Warning => {
  const isUsedUp = used >= quota;
  return {
    key: keyId,
    tone: isUsedUp ? 'bad' : 'warning',
    state: isUsedUp ? 'quota used up' : 'near quota',
    name,
    href: hrefOf(keyPath(keyId)),
    text: `${formatNumber(used)} of ${formatNumber(quota)} requests today, ${formatShare(used / quota)}. ${
      isUsedUp ? 'Requests are' : 'Above the quota, requests are'
    } refused with 429 until midnight UTC. An admin can choose another plan.`,
    action: 'See usage',
    actionHref: hrefOf(USAGE_PATH),
  };
};

/** The requests of the last 24 hours, and the keys that have nearly used up their quota. */
export const RequestsPart = () => {
  const { api, configuration } = useConsole();
  const loaded = useLoad(
    async (signal) => {
      const found = await api.request('GET /requests', { query: { include: ['counts'], limit: 0 } }, signal);
      const { from, counts } = { ...found, counts: found.counts ?? NONE };
      return {
        from,
        counts,
        nearQuota: await readNearQuota(api, counts.keys, configuration.usagePlans, signal),
      };
    },
    [api],
  );
  return (
    <HomePart
      title="Requests"
      detail="in the last 24 hours"
      id="home-requests"
      path={REQUESTS_PATH}
      loaded={loaded}
    >
      {({ from: after, counts, nearQuota }) => (
        <>
          <Figures figures={figuresOf(counts, { after })} />
          {counts.refused > 0 && (
            <p class="muted">
              Refused: {describeRefusals(counts)}. Each request says what to do:{' '}
              <a href={requestsHref({ after, status: 'refused' })}>see refused requests</a>.
            </p>
          )}
          {counts.failed > 0 && (
            <p class="muted">
              The service failed to respond to {formatNumber(counts.failed)}. Clients should retry them; if it
              happens again, <a href={requestsHref({ after, status: 'failed' })}>see failed requests</a>.
            </p>
          )}
          {requestsOf(counts) === 0 && (
            <NextStep label="Try it" href={hrefOf(TRY_IT_PATH)}>
              No key was used.
            </NextStep>
          )}
          <Warnings warnings={nearQuota.map(warningOf)} />
        </>
      )}
    </HomePart>
  );
};
