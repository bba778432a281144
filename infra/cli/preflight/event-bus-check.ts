import { paginateListServiceQuotas, ServiceQuotasClient } from '@aws-sdk/client-service-quotas';
import type { Check } from './finding.ts';

/** Their names in Service Quotas (https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-quota.html). */
const INVOCATIONS = 'Invocations throttle limit in transactions per second';
const PUT_EVENTS = 'PutEvents throttle limit in transactions per second';

/** Shows the rates at which changes become webhooks, which differ by up to 25 times between Regions. */
export const eventBusCheck = (region: string): Check => ({
  name: 'EventBridge quotas',
  action: 'servicequotas:ListServiceQuotas',
  check: async () => {
    const quotas = new Map<string | undefined, number | undefined>();
    const client = new ServiceQuotasClient({ region });
    for await (const { Quotas = [] } of paginateListServiceQuotas({ client }, { ServiceCode: 'events' })) {
      for (const { QuotaName, Value } of Quotas) quotas.set(QuotaName, Value);
    }
    const [invocations, puts] = [INVOCATIONS, PUT_EVENTS].map((name) => quotas.get(name));
    if (invocations === undefined || puts === undefined) {
      throw new Error('Service Quotas does not list the rates of EventBridge.');
    }
    return {
      ok:
        `${invocations} changes per second reach webhooks, in ${puts} requests per second. ` +
        'More wait, up to 24 hours.',
    };
  },
});
