import type { CallingHours } from '../../shared/calling-hours/record-judge.ts';
import { CONTACT_PERMISSION, type Permission } from '../../shared/contract/permissions.ts';
import { invalidRequest } from '../../shared/contract/problems.ts';

/** Loads the calling hours with the first use. */
export type CallingHoursSource = () => Promise<CallingHours>;

/**
 * Callability depends on all of a person's phones, on the person's place, and on whether person and company are marked do
 * not call. A key that may not see one of these must not infer it.
 */
export const CALLABILITY_PERMISSIONS = [
  'person:read',
  CONTACT_PERMISSION,
  'company:read',
] as const satisfies readonly Permission[];

/** Throws `invalid-request` if the service has no calling hours. */
export const requireCallingHours = (source: CallingHoursSource | undefined): CallingHoursSource => {
  if (source !== undefined) return source;
  throw invalidRequest([
    {
      parameter: 'include',
      detail: '`callability` is not enabled on this service. Ask its operator to configure `callingHours`.',
    },
  ]);
};
