import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { EngineCall, EngineProxy } from '../../support/engine/engine-proxy.ts';
import { eventually } from '../../support/eventually.ts';
import type { HttpResponse } from '../../support/http/http.ts';
import { expectAcknowledged, expectSuccess, expectWellFormed, isSuccess } from './expectations.ts';
import type { Answers, Load } from './load.ts';
import type { ServiceAccess } from './service-access.ts';

export interface LoadedEngine {
  readonly proxy: EngineProxy;
  readonly service: ServiceAccess;
  readonly load: Load;
  /** Whether the authorizer makes this call. */
  readonly isAuthorization: (call: EngineCall) => boolean;
}

const HOUR = 3_600_000;
/** The importer retries for longer than every other client. */
const ONLY_REQUESTS = { isImporting: false };

const isUnavailable = ({ status }: HttpResponse): boolean => status === 503;

/** Resolves once both readers and writers have received a 503. */
const untilUnavailable = ({ reads, writes }: Answers): Promise<boolean> =>
  eventually(() => (reads.some(isUnavailable) && writes.some(isUnavailable)) || undefined);

/**
 * Describes a suite for a service whose engine can be made to fail.
 *
 * @param loaded called once the tests run
 */
export const describeEngineUnderLoad = (loaded: () => LoadedEngine): void => {
  describe('under load', () => {
    it('completes every request when the engine takes 300 ms per call', async () => {
      const { proxy, load } = loaded();
      const result = await load.during(async () => {
        proxy.failWhen(() => ({ delayMilliseconds: 300 }));
        await setTimeout(1_000);
        proxy.failWhen(() => undefined);
      });
      expectSuccess(result);
    });

    it('returns well-formed errors when the engine exceeds the client timeout', async () => {
      const { proxy, load, isAuthorization } = loaded();
      const result = await load.during(async (answers) => {
        proxy.failWhen((call) => (isAuthorization(call) ? undefined : { delayMilliseconds: 2_500 }));
        await untilUnavailable(answers);
        proxy.failWhen(() => undefined);
      }, ONLY_REQUESTS);
      expectWellFormed(result);
    });

    it('completes nearly all requests when the engine throttles every fourth call', async () => {
      const { proxy, load } = loaded();
      const { reads, writes, slowest } = await load.during(async () => {
        let calls = 0;
        proxy.failWhen(() => {
          calls += 1;
          if (calls % 4 !== 0) return undefined;
          return calls % 8 === 0 ? 'throttle' : 'throttle-requests';
        });
        await expect.poll(() => calls).toBeGreaterThan(200);
        proxy.failWhen(() => undefined);
      });
      expectWellFormed({ reads, writes, slowest });
      expect(reads.filter(isSuccess).length / reads.length).toBeGreaterThan(0.8);
    });

    it('returns 503 for every request when the engine throttles every call of the functions', async () => {
      const { proxy, load, isAuthorization } = loaded();
      const result = await load.during(async (answers) => {
        proxy.failWhen((call) => (isAuthorization(call) ? undefined : 'throttle-requests'));
        await untilUnavailable(answers);
        proxy.failWhen(() => undefined);
      }, ONLY_REQUESTS);
      expectWellFormed(result);
      const others = [...result.reads, ...result.writes].filter((answer) => !isUnavailable(answer));
      expect(others.filter((answer) => !isSuccess(answer))).toEqual([]);
    });

    it('signs requests correctly when the clock is hours off', async () => {
      const { proxy, load } = loaded();
      const { reads, writes, slowest } = await load.during(async ({ readAgain }) => {
        for (const hours of [2, -3, 0]) {
          proxy.failWhen(() => ({ clock: Date.now() + hours * HOUR }));
          // A request that spans two changes of the clock may fail.
          await readAgain();
        }
        proxy.failWhen(() => undefined);
      });
      expectSuccess({ reads, writes: [], slowest });
      // An AWS SDK client does not retry the call that corrects its clock.
      expectWellFormed({ reads, writes, slowest });
      expect(writes.filter(isSuccess).length).toBeGreaterThanOrEqual(writes.length / 2);
    });

    it('stores every acknowledged write once', async () => {
      const { service, load } = loaded();
      await expectAcknowledged(service, load.writers);
    });
  });
};
