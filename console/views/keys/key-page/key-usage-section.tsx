import { useConsole } from '../../../console-context.ts';
import { LoadedMessage } from '../../../parts/loading.tsx';
import { useLoad } from '../../../parts/use-load.ts';
import { OutcomesByDay } from '../usage/outcomes-by-day.tsx';

const DAYS = 30;

/** How many requests of a key succeeded, were refused and failed, by day. */
export const KeyUsageSection = ({ id }: { readonly id: string }) => {
  const { api, configuration } = useConsole();
  const loaded = useLoad(
    (signal) => api.request('GET /usage', { query: { keyId: id, days: DAYS } }, signal),
    [api, id],
  );
  const [usage] = loaded.value?.items ?? [];
  return (
    <section class="section" aria-labelledby="usage">
      <h2 id="usage">Usage of {DAYS} days</h2>
      <LoadedMessage loaded={loaded} />
      {usage && (
        <OutcomesByDay
          days={usage.days}
          quota={configuration.usagePlans[usage.plan]?.dailyQuota}
          caption="Requests per day"
          filters={{ keyId: id, after: `${loaded.value?.countedFrom}T00:00:00.000Z` }}
        />
      )}
    </section>
  );
};
