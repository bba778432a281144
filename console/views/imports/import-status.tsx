import type { Import } from '../../api/types.ts';
import { StatusBadge, type Tone } from '../../parts/status-badge.tsx';
import { countsByKind, createdIn } from './outcome/totals.ts';

const STATUSES: Readonly<Record<Import['status'], readonly [Tone, string]>> = {
  awaiting_upload: ['neutral', 'Not uploaded'],
  uploaded: ['warning', 'Not started'],
  queued: ['neutral', 'Queued'],
  running: ['neutral', 'Running'],
  awaiting_confirmation: ['warning', 'Needs confirmation'],
  completed: ['good', 'Completed'],
  failed: ['bad', 'Failed'],
  skipped: ['neutral', 'Skipped'],
  undoing: ['neutral', 'Undoing'],
  undone: ['neutral', 'Undone'],
};

/** The states to filter by, in the order of an import. */
export const STATUS_NAMES = Object.fromEntries(
  Object.entries(STATUSES).map(([status, [, text]]) => [status, text]),
) as Readonly<Record<Import['status'], string>>;

/** Whether rows of the file were not imported. */
export const hasRejectedRows = ({ counts }: Pick<Import, 'counts'>): boolean =>
  counts !== null && Object.values(counts).some((count) => typeof count === 'object' && count.rejected > 0);

export const ImportStatus = ({ status, counts }: Pick<Import, 'status' | 'counts'>) => {
  const [tone, text] = STATUSES[status];
  const isIncomplete = status === 'completed' && hasRejectedRows({ counts });
  return <StatusBadge tone={isIncomplete ? 'warning' : tone}>{text}</StatusBadge>;
};

/** Whether its settings can still be chosen. */
export const isPrepared = ({ status }: Import): boolean =>
  status === 'awaiting_upload' || status === 'uploaded';

/** Whether it changes without an action of the user. */
export const isUnderWay = ({ status }: Import): boolean =>
  status === 'queued' || status === 'running' || status === 'undoing';

/** Whether the command line ran it. Its file stayed with the operator, so it cannot be repeated here. */
export const isByCommand = ({ startedBy }: Pick<Import, 'startedBy'>): boolean =>
  startedBy.id.startsWith('cli:');

/** Whether it may be canceled. */
export const canBeCanceled = ({ status }: Import): boolean => status === 'queued' || status === 'running';

/** Whether it may be undone, as far as its own outcome tells: it created records, and nothing else. */
export const canBeUndone = (shown: Import): boolean => {
  const { status, counts, deletions } = shown;
  if ((status !== 'completed' && status !== 'failed') || counts === null) return false;
  const changed = countsByKind(counts).reduce((sum, kind) => sum + kind.changed, 0);
  return createdIn(shown) > 0 && changed === 0 && (deletions?.deleted ?? 0) === 0;
};

/** How much of the file was read, in percent. It stays below 100 until the import ends. */
export const percentOf = ({ bytesRead, size }: Import): number =>
  Math.min(99, Math.floor((bytesRead / Math.max(size, 1)) * 100));
