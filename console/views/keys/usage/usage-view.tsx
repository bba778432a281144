import { useState } from 'preact/hooks';
import type { KeyUsage } from '../../../api/types.ts';
import { useConsole } from '../../../console-context.ts';
import { Collection } from '../../../parts/collection.tsx';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { PageHeading } from '../../../parts/page-heading.tsx';
import { Segments } from '../../../parts/segments.tsx';
import { usePages } from '../../../parts/use-pages.ts';
import { hrefOf } from '../../../routing/route.ts';
import type { ViewProps } from '../../view.ts';
import { API_KEYS_PATH } from '../key-actions.tsx';
import { KeyUsageCard } from './key-usage-card.tsx';

const SPANS = { '7': '7 days', '30': '30 days', '90': '90 days' } as const;

const LEADS = {
  admin: 'Daily requests per key, compared with its plan’s quota.',
  member: 'Daily requests for each of your keys, compared with its plan’s quota.',
} as const;

/** The usage of the organization's keys or of a member's own keys. */
export const UsageView = (_: ViewProps) => {
  const { api, user, configuration } = useConsole();
  const [span, setSpan] = useState<keyof typeof SPANS>('30');
  const pages = usePages<KeyUsage>(
    (cursor) => api.request('GET /usage', { query: { days: Number(span), cursor } }),
    [api, span],
  );
  return (
    <>
      <PageHeading title="Usage" lead={`${LEADS[user.role]} Days are in UTC; counts lag by a few minutes.`} />
      <div class="toolbar">
        <Segments legend="Period" options={SPANS} value={span} onChange={setSpan} />
      </div>
      <Collection
        pages={pages}
        whenEmpty={
          <EmptyState title="No keys yet" text="The usage of each key appears here. Create a key to start.">
            <a class="button" href={hrefOf(`${API_KEYS_PATH}/create`)}>
              Create a key
            </a>
          </EmptyState>
        }
      >
        {pages.items.map((usage) => (
          <KeyUsageCard key={usage.keyId} usage={usage} limits={configuration.usagePlans[usage.plan]} />
        ))}
      </Collection>
    </>
  );
};
