import { describe, expect, it } from 'vitest';
import { once } from '../../../functions/http/idempotency.ts';
import type { IdempotentRequest } from '../../../shared/table/idempotent-requests.ts';
import { createLaggingTable } from '../../support/engine/lagging-table/lagging-table.ts';
import { inVirtualTime, onClock } from '../../support/engine/virtual-time.ts';

const HOUR = 3_600_000;
const CALLER = ['an organization', 'a key', 'createExport'] as const;

const prepare = (readLag = 0) => {
  const { reader, writer } = createLaggingTable({ faults: { readLag } });
  let made = 0;
  /** Makes a request. Returns the number of the response, from 1, that it gets. */
  const request = async (
    changes: Partial<IdempotentRequest> = {},
    meanwhile?: () => Promise<unknown>,
  ): Promise<number> => {
    const { caller, key, body } = { caller: CALLER, key: 'x', body: '{}', ...changes };
    const [organizationId, keyId, functionName] = caller;
    const asked = { principal: { organizationId, keyId }, body, idempotencyKey: key };
    const route = { functionName, takesIdempotencyKey: true } as const;
    const response = await once<number>(reader, route, asked, async (keep) => {
      made += 1;
      const response = { status: 202 as const, body: made };
      await meanwhile?.();
      if (!(await writer.transact([...keep(response)]))) throw new Error('The transaction failed.');
      return response;
    });
    return response.body;
  };
  return request;
};

describe('a repeated request', () => {
  it('gets the first response, also before eventually consistent reads show it', () =>
    inVirtualTime(async () => {
      const request = prepare(5_000);
      expect([await request(), await request()]).toEqual([1, 1]);
    }));

  it('gets the first response for 24 hours, and then the one of its own', () =>
    inVirtualTime(async () => {
      const request = prepare();
      const askAfter = (hours: number) => onClock(hours * HOUR, request);
      expect([await request(), await askAfter(23.9)]).toEqual([1, 1]);
      expect([await askAfter(24), await askAfter(47.9), await askAfter(48)]).toEqual([2, 2, 3]);
    }));

  it('gets the response of a repetition that was faster', async () => {
    const request = prepare();
    expect(await request({}, async () => expect(await request()).toBe(2))).toBe(2);
    expect(await request()).toBe(2);
  });

  it('is another one for another operation, key or organization', async () => {
    const request = prepare();
    expect(await request()).toBe(1);
    const [organization, key, operation] = CALLER;
    const others: readonly Partial<IdempotentRequest>[] = [
      { caller: ['another organization', key, operation] },
      { caller: [organization, 'another key', operation] },
      { caller: [organization, key, 'createWebhookEndpoint'] },
      { key: 'X' },
    ];
    for (const [index, other] of others.entries()) expect(await request(other)).toBe(2 + index);
    expect(await request()).toBe(1);
  });

  it('is refused with another body', async () => {
    const request = prepare();
    await request();
    await expect(request({ body: '{"a":1}' })).rejects.toThrow('used for another request');
  });
});
