import type { Delivery } from '../../../api/types.ts';
import { StatusBadge, type Tone } from '../../../parts/status-badge.tsx';

const TONES: Readonly<Record<Delivery['state'], Tone>> = {
  pending: 'neutral',
  retrying: 'warning',
  succeeded: 'good',
  failed: 'bad',
  missed: 'warning',
};

export const DeliveryStateBadge = ({ state }: Pick<Delivery, 'state'>) => (
  <StatusBadge tone={TONES[state]}>{state}</StatusBadge>
);
