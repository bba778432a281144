import { StatusBadge } from '../../parts/status-badge.tsx';

/** Whether a call list is locked. */
export const LockBadge = ({ isLocked }: { readonly isLocked: boolean }) => (
  <StatusBadge tone={isLocked ? 'warning' : 'neutral'}>{isLocked ? 'locked' : 'unlocked'}</StatusBadge>
);
