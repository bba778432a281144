import { ORGANIZATION_DEFAULTS, type Organization } from '../../../shared/organizations/organization.ts';

/**
 * An organization as the admin API returns it, also one that the operator has not registered.
 *
 * @param maxEventRetentionDays how long the service keeps events
 */
export const viewOfOrganization = (
  id: string,
  organization: Organization | undefined,
  maxEventRetentionDays: number,
) => {
  const { name, timeZone, membersSeeData, recordRetentionDays, eventRetentionDays } = organization ?? {
    ...ORGANIZATION_DEFAULTS,
    name: null,
  };
  return {
    id,
    name,
    timeZone,
    membersSeeData,
    recordRetentionDays,
    eventRetentionDays,
    maxEventRetentionDays,
  };
};
