import type { LoggedRequest } from '../../../api/types.ts';
import { StatusBadge, type Tone } from '../../../parts/status-badge.tsx';

const toneOf = (status: number): Tone => {
  if (status < 400) return 'good';
  return status < 500 ? 'warning' : 'bad';
};

/** A status code, whose color tells success from refusal and failure. */
export const RequestStatus = ({ status }: Pick<LoggedRequest, 'status'>) => (
  <StatusBadge tone={toneOf(status)}>{String(status)}</StatusBadge>
);
