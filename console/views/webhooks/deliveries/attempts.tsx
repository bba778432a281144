import type { Attempt, Delivery } from '../../../api/types.ts';
import { type Column, DataTable } from '../../../parts/data-table.tsx';
import { DownloadRows } from '../../../parts/download-csv.tsx';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { SecretValue } from '../../../parts/secret-value.tsx';
import { StatusBadge } from '../../../parts/status-badge.tsx';
import { Time } from '../../../parts/time.tsx';
import { formatted } from './format-body.ts';

const DURATION = new Intl.NumberFormat('en', { style: 'unit', unit: 'millisecond' });

export const AttemptStatus = ({ attempt: { status, error } }: { readonly attempt: Attempt }) => (
  <StatusBadge tone={error === null ? 'good' : 'bad'}>
    {status === null ? 'no response' : String(status)}
  </StatusBadge>
);

/** The result of one attempt: status, duration, error, and the beginning of the response. */
export const AttemptResult = ({ attempt }: { readonly attempt: Attempt }) => (
  <div class="attempt-result">
    <p class="badges">
      <AttemptStatus attempt={attempt} />
      <span class="muted">after {DURATION.format(attempt.durationMilliseconds)}</span>
    </p>
    {attempt.error !== null && <p>{attempt.error}</p>}
    {attempt.responseBody && (
      <SecretValue
        label="Response"
        what="response"
        value={attempt.responseBody}
        shown={formatted(attempt.responseBody)}
        class="text-block"
      />
    )}
  </div>
);

const COLUMNS: readonly Column<Attempt>[] = [
  { title: 'Time', isHeading: true, render: ({ at }) => <Time at={at} isExact /> },
  { title: 'Response', render: (attempt) => <AttemptResult attempt={attempt} /> },
];

/** The result of each attempt, newest first. */
export const Attempts = ({
  delivery: { attempts, attemptCount, state },
}: {
  readonly delivery: Delivery;
}) => (
  <section class="section" aria-labelledby="attempts">
    <div class="section-heading">
      <h2 id="attempts">Attempts</h2>
      {attempts.length > 0 && <DownloadRows name="attempts" rows={attempts} />}
    </div>
    {attempts.length === 0 ? (
      <EmptyState
        title="No attempts"
        text={
          state === 'pending'
            ? 'The first attempt is due. Refresh in a moment.'
            : 'Nothing was sent. Replay the delivery to send it now.'
        }
      />
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
