import type { TableKey } from './keys.ts';

/** The table partition of the custom fields that an organization's imports have stored. */
export const customFieldPartition = (organizationId: string): string => `CUSTOM_FIELDS#${organizationId}`;

export const customFieldKey = (organizationId: string, resource: string, name: string): TableKey => ({
  pk: customFieldPartition(organizationId),
  sk: `${resource}#${name}`,
});
