import type { Attempt, Delivery } from '../../api/types.ts';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Time } from '../../parts/time.tsx';
import { AttemptResult } from './attempt-result.tsx';

const COLUMNS: readonly Column<Attempt>[] = [
  { title: 'Time', isHeading: true, render: ({ at }) => <Time at={at} isExact /> },
  { title: 'Response', render: (attempt) => <AttemptResult attempt={attempt} /> },
];

/** What came of each attempt, newest first. */
export const Attempts = ({
  delivery: { attempts, attemptCount, state },
}: {
  readonly delivery: Delivery;
}) => (
  <section class="section" aria-labelledby="attempts">
    <h2 id="attempts">Attempts</h2>
    {attempts.length === 0 ? (
      <EmptyState title="No attempts">
        <p>
          {state === 'pending'
            ? 'The first attempt is due. Refresh in a moment.'
            : 'Nothing was sent. Replay the delivery to send it now.'}
        </p>
      </EmptyState>
    ) : (
      <DataTable caption="Attempts" columns={COLUMNS} items={attempts.toReversed()} keyOf={({ at }) => at} />
    )}
    {attemptCount > attempts.length && (
      <p class="hint">
        The last {attempts.length} of {attemptCount} attempts.
      </p>
    )}
  </section>
);
