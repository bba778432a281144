import { PERMISSIONS } from '../../../shared/contract/keys/permissions.ts';
import type { UsagePlanLimits } from '../../../shared/contract/keys/rate-limit-policy.ts';
import type { KEY_ROUTES } from '../../../shared/operations/data-api/keys.ts';
import { readOrganization } from '../../../shared/organizations/organization.ts';
import type { TableReader } from '../../../shared/table/reader.ts';
import type { DataHandler } from '../../http/data-api.ts';

export interface GetKeyDependencies {
  readonly reader: TableReader;
  /** By plan name. */
  readonly usagePlans: Readonly<Record<string, UsagePlanLimits>>;
}

/** The principal describes the key, so this function needs no access to stored keys and their hashes. */
export const createGetKey =
  ({ reader, usagePlans }: GetKeyDependencies): DataHandler<typeof KEY_ROUTES.getKey> =>
  async ({ principal }) => {
    const { keyId, organizationId, permissions, key } = principal;
    if (key === undefined) throw new Error('The principal does not describe the key.');
    const limits = usagePlans[key.plan];
    if (limits === undefined) throw new Error(`The usage plan ${key.plan} is not configured.`);
    const organization = await readOrganization(reader, organizationId);
    return {
      body: {
        id: keyId,
        name: key.name,
        organization: { id: organizationId, name: organization?.name ?? null },
        permissions: PERMISSIONS.filter((permission) => permissions.has(permission)),
        plan: {
          name: key.plan,
          rate: limits.rate,
          burst: limits.burst,
          dailyQuota: limits.dailyQuota,
        },
        createdAt: key.createdAt,
        expiresAt: key.expiresAt,
        allowedAddresses: key.allowedAddresses,
        importSource: key.importSource,
      },
    };
  };
