import type { Replay } from '../../../api/types.ts';
import { Facts } from '../../../parts/facts.tsx';
import { LoadedMessage } from '../../../parts/loading.tsx';
import { ProgressBar } from '../../../parts/progress-bar.tsx';
import { StatusBadge, type Tone } from '../../../parts/status-badge.tsx';
import { Time } from '../../../parts/time.tsx';
import type { Loaded } from '../../../parts/use-load.ts';
import { AUDIT_LOG_PATH } from '../../../routing/audit-log-paths.ts';
import { hrefOf } from '../../../routing/route.ts';
import { isUnderWay, outcomeOf, selectionOf, shareOf } from './replay-text.ts';

const TONES: Readonly<Record<Replay['state'], Tone>> = {
  queued: 'neutral',
  running: 'neutral',
  completed: 'good',
  failed: 'bad',
};

const ReplayFacts = ({ replay }: { readonly replay: Replay }) => (
  <Facts
    facts={[
      [
        'State',
        <StatusBadge key="state" tone={TONES[replay.state]}>
          {replay.state}
        </StatusBadge>,
      ],
      [
        'Deliveries',
        <>
          {selectionOf(replay)}
          <span class="block muted">
            {replay.after === null ? 'all' : <Time at={replay.after} isExact />} until{' '}
            <Time at={replay.before} isExact />
          </span>
        </>,
      ],
      [
        'Started',
        <>
          <Time at={replay.createdAt} isExact />
          <span class="block muted">by {replay.createdBy}</span>
        </>,
      ],
      replay.finishedAt === null ? undefined : ['Ended', <Time key="ended" at={replay.finishedAt} isExact />],
    ]}
  />
);

/** The progress or the result of the latest replay to an endpoint; nothing if there is none. */
export const LatestReplay = ({ loaded }: { readonly loaded: Loaded<Replay | null> }) => {
  const { value: replay, error } = loaded;
  const message = (
    <LoadedMessage loaded={loaded} isQuiet>
      Loading the latest replay …
    </LoadedMessage>
  );
  if (!replay && error === undefined) return message;
  const share = replay && isUnderWay(replay) ? shareOf(replay) : undefined;
  return (
    <section class="section" aria-labelledby="replay">
      <h2 id="replay">Latest replay</h2>
      {replay && (
        <>
          {share === undefined ? (
            <p>{outcomeOf(replay)}</p>
          ) : (
            <ProgressBar label={outcomeOf(replay)} share={share} />
          )}
          {replay.problem !== null && <p class="notice notice-bad">{replay.problem}</p>}
          <ReplayFacts replay={replay} />
          <p class="hint">
            Earlier ones are in the{' '}
            <a href={hrefOf(AUDIT_LOG_PATH, { targetId: replay.endpointId })}>audit log of the endpoint</a>.
          </p>
        </>
      )}
      {message}
    </section>
  );
};
