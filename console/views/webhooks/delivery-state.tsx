import type { DeliveryState } from '../../api/webhooks.ts';
import { StatusBadge, type Tone } from '../../parts/status-badge.tsx';

const TONES: Readonly<Record<DeliveryState, Tone>> = {
  pending: 'neutral',
  succeeded: 'good',
  failed: 'bad',
  missed: 'warning',
};

export const DeliveryStateBadge = ({ state }: { readonly state: DeliveryState }) => (
  <StatusBadge tone={TONES[state]}>{state}</StatusBadge>
);
