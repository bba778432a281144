import { ORGANIZATION_DEFAULTS, type Organization } from '../../shared/organizations/organization.ts';

/** An organization as the admin API returns it, also one that the operator has not registered. */
export const viewOfOrganization = (id: string, organization: Organization | undefined) => {
  const { name, timeZone, membersSeeData, recordRetentionDays } = organization ?? {
    ...ORGANIZATION_DEFAULTS,
    name: null,
  };
  return { id, name, timeZone, membersSeeData, recordRetentionDays };
};
