import { MAX_TRIED_BODY_BYTES } from '../../../../shared/contract/keys/try-request-result.ts';
import type { TryRequestResult } from '../../../api/types.ts';
import { Facts } from '../../../parts/facts.tsx';
import { formatNumber } from '../../../parts/numbers.ts';
import { SecretValue } from '../../../parts/secret-value.tsx';
import { StatusBadge, type Tone } from '../../../parts/status-badge.tsx';

const toneOf = (status: number): Tone => {
  if (status < 300) return 'good';
  return status < 500 ? 'warning' : 'bad';
};

/** Indents JSON; other text stays unchanged. */
const readable = (body: string): string => {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
};

/** The response of the data API. */
export const ResultCard = ({ result }: { readonly result: TryRequestResult }) => {
  const { status, statusText, headers, body, isTruncated, milliseconds } = result;
  const text = readable(body);
  return (
    <section class="card" aria-labelledby="answer">
      <header class="card-header">
        <h2 id="answer">Response</h2>
        <p class="badges">
          <StatusBadge tone={toneOf(status)}>{`${status} ${statusText}`.trim()}</StatusBadge>
          <span class="muted">after {formatNumber(milliseconds)} ms</span>
        </p>
      </header>
      <details class="details">
        <summary>Headers</summary>
        <Facts
          facts={Object.entries(headers).map(([name, value]) => [name, <code key={name}>{value}</code>])}
        />
      </details>
      {isTruncated && (
        <p class="notice">Only the first {formatNumber(MAX_TRIED_BODY_BYTES)} bytes are shown.</p>
      )}
      {text === '' ? (
        <p class="muted">The body is empty.</p>
      ) : (
        <SecretValue label="Body" what="body" value={text} class="text-block" />
      )}
    </section>
  );
};
