import type { Export } from '../../api/types.ts';
import { ProgressBar } from '../../parts/progress-bar.tsx';
import { StatusBadge, type Tone } from '../../parts/status-badge.tsx';
import { progressText, shareOf } from './export-text.ts';

const STATES: Readonly<Record<Export['state'], readonly [Tone, string]>> = {
  queued: ['neutral', 'Queued'],
  running: ['neutral', 'Running'],
  completed: ['good', 'Completed'],
  failed: ['bad', 'Failed'],
  expired: ['neutral', 'Expired'],
};

/** Whether it changes without an action of the user. */
export const isUnderWay = ({ state }: Pick<Export, 'state'>): boolean =>
  state === 'queued' || state === 'running';

/** The state of an export, with its progress or what to do. */
export const ExportState = ({ shown }: { readonly shown: Export }) => {
  const [tone, text] = STATES[shown.state];
  return (
    <div class="export-state">
      <StatusBadge tone={tone}>{text}</StatusBadge>
      {shown.state === 'running' && <ProgressBar label={progressText(shown)} share={shareOf(shown)} />}
      {shown.problem !== null && <p>{shown.problem}</p>}
    </div>
  );
};
