import type { Delivery } from '../../../shared/webhooks/deliveries/delivery.ts';

/** What came of the last attempt, or why there was none. */
export const lastOutcome = ({ attempts, reason }: Delivery): string => {
  const last = attempts.at(-1);
  if (reason !== null || last === undefined) return reason ?? 'not attempted yet';
  return last.error ?? `${last.status} in ${last.durationMilliseconds} ms`;
};
