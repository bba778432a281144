import type { CallabilityReason } from '../domain/callability.ts';

/** What each reason means for a call. */
const EFFECTS = {
  within_hours: 'allowed',
  no_stricter_rule: 'allowed',
  outside_hours: 'later',
  holiday: 'later',
  scheduled: 'later',
  no_hours_ahead: 'later',
  do_not_call: 'forbidden',
  no_number: 'unknown',
  record_missing: 'unknown',
  unknown_region: 'unknown',
  unknown_time_zone: 'unknown',
  no_rule: 'unknown',
} as const;

export type ReasonCode = keyof typeof EFFECTS;

/** A reason with its effect, which responses do not show. */
export interface Reason extends CallabilityReason {
  readonly effect: (typeof EFFECTS)[ReasonCode];
}

export const reason = (code: ReasonCode, detail: string, about: Partial<CallabilityReason> = {}): Reason => ({
  code,
  detail,
  field: null,
  region: null,
  citation: null,
  effectiveDate: null,
  checkedDate: null,
  until: null,
  ...about,
  effect: EFFECTS[code],
});
