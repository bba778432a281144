import type { Attempt } from '../../api/types.ts';
import { StatusBadge } from '../../parts/status-badge.tsx';

const DURATION = new Intl.NumberFormat('en', { style: 'unit', unit: 'millisecond' });

export const AttemptStatus = ({ attempt: { status, error } }: { readonly attempt: Attempt }) => (
  <StatusBadge tone={error === null ? 'good' : 'bad'}>
    {status === null ? 'no response' : String(status)}
  </StatusBadge>
);

/** What came of one attempt: status, duration, what went wrong, and the beginning of the answer. */
export const AttemptResult = ({ attempt }: { readonly attempt: Attempt }) => (
  <div class="attempt-result">
    <p class="badges">
      <AttemptStatus attempt={attempt} />
      <span class="muted">after {DURATION.format(attempt.durationMilliseconds)}</span>
    </p>
    {attempt.error !== null && <p>{attempt.error}</p>}
    {attempt.responseBody && (
      <pre class="text-block">
        <code>{attempt.responseBody}</code>
      </pre>
    )}
  </div>
);
