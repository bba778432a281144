import type { CallingHours } from '../../shared/calling-hours/record-judge.ts';
import { CONTACT_PERMISSION, type Permission } from '../../shared/contract/keys/permissions.ts';
import { invalidRequest, missingPermissions } from '../../shared/contract/problems.ts';
import type { DataPrincipal } from './data-principal.ts';

/** Loads the calling hours with the first use. */
export type CallingHoursSource = () => Promise<CallingHours>;

/**
 * Callability depends on all of a person's phones, on the person's place, and on whether person and company
 * are marked do not call. A key that may not see one of these must not infer it.
 */
export const CALLABILITY_PERMISSIONS = [
  'person:read',
  CONTACT_PERMISSION,
  'company:read',
] as const satisfies readonly Permission[];

/**
 * The source of calling hours if the request includes callability. Throws `invalid-request` if the service
 * has none.
 */
export const requestedCallingHours = (
  include: ReadonlySet<string>,
  source: CallingHoursSource | undefined,
): CallingHoursSource | undefined => {
  if (!include.has('callability')) return undefined;
  if (source !== undefined) return source;
  throw invalidRequest([
    {
      parameter: 'include',
      detail: '`callability` is not enabled on this service. Ask its operator to configure `callingHours`.',
    },
  ]);
};

/** Throws `forbidden` unless the caller has all permissions that an `include` needs. */
export const requireForInclude = (
  { permissions }: DataPrincipal,
  required: ReadonlySet<Permission>,
  include: ReadonlySet<string>,
): void => {
  const missing = [...required].filter((permission) => !permissions.has(permission));
  if (missing.length > 0) throw missingPermissions(missing, `include=${[...include].join(',')}`);
};
