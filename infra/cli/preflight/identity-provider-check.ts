import { GetServiceQuotaCommand, ServiceQuotasClient } from '@aws-sdk/client-service-quotas';
import { type Check, quotaIncrease } from './finding.ts';

/** Providers in a user pool: 300 by default, and 1,000 at most. */
const QUOTA = 'L-1B44D826';
const MAXIMUM = 1_000;

/** https://docs.aws.amazon.com/cognito/latest/developerguide/quotas.html */
export const identityProviderCheck = (region: string, count: number): Check => ({
  name: 'Identity providers',
  action: 'servicequotas:GetServiceQuota',
  check: async () => {
    const command = new GetServiceQuotaCommand({ ServiceCode: 'cognito-idp', QuotaCode: QUOTA });
    const { Quota: quota } = await new ServiceQuotasClient({ region }).send(command);
    if (quota?.Value === undefined) throw new Error('Service Quotas does not know the quota of Cognito.');
    if (count <= quota.Value) return { ok: `${count} of ${quota.Value} that a user pool may have.` };
    return {
      problem: `The stage has ${count} identity providers, more than the ${quota.Value} that a user pool may have.`,
      solution: `Request an increase: ${quotaIncrease('cognito-idp', QUOTA, MAXIMUM)}`,
    };
  },
});
