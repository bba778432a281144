import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { EngineCall, EngineProxy } from '../../support/engine-proxy.ts';
import { eventually } from '../../support/eventually.ts';
import type { HttpResponse } from '../../support/http.ts';
import { expectAcknowledged, expectHonest, expectRight, isRight } from './expectations.ts';
import type { Answers, Load } from './load.ts';
import type { ServiceAccess } from './service-access.ts';

export interface LoadedEngine {
  readonly proxy: EngineProxy;
  readonly service: ServiceAccess;
  readonly load: Load;
  /** Whether a call is made to find out who asks. */
  readonly isAuthorization: (call: EngineCall) => boolean;
}

const HOUR = 3_600_000;
/** The importer would go on waiting when everybody else has given up. */
const ONLY_REQUESTS = { isImporting: false };

const isUnavailable = ({ status }: HttpResponse): boolean => status === 503;

/** Until readers and writers were told to come again. */
const untilUnavailable = ({ reads, writes }: Answers): Promise<boolean> =>
  eventually(() => (reads.some(isUnavailable) && writes.some(isUnavailable)) || undefined);

/** A suite for a service whose engine can be made to fail. @param loaded known once the tests run */
export const describeEngineUnderLoad = (loaded: () => LoadedEngine): void => {
  describe('under load', () => {
    it('and with an engine that takes 300 ms for each call, every answer is right', async () => {
      const { proxy, load } = loaded();
      const result = await load.during(async () => {
        proxy.failWhen(() => ({ delayMilliseconds: 300 }));
        await setTimeout(1_000);
        proxy.failWhen(() => undefined);
      });
      expectRight(result);
    });

    it('and with an engine that takes longer than a client waits, the answers are honest', async () => {
      const { proxy, load, isAuthorization } = loaded();
      const result = await load.during(async (answers) => {
        proxy.failWhen((call) => (isAuthorization(call) ? undefined : { delayMilliseconds: 2_500 }));
        await untilUnavailable(answers);
        proxy.failWhen(() => undefined);
      }, ONLY_REQUESTS);
      expectHonest(result);
    });

    it('and with an engine that throttles every fourth call, hardly anybody notices', async () => {
      const { proxy, load } = loaded();
      const { reads, writes, slowest } = await load.during(async () => {
        let calls = 0;
        proxy.failWhen(() => {
          calls += 1;
          if (calls % 4 !== 0) return undefined;
          return calls % 8 === 0 ? 'throttle' : 'throttle-requests';
        });
        await setTimeout(1_500);
        proxy.failWhen(() => undefined);
        expect(calls).toBeGreaterThan(20);
      });
      expectHonest({ reads, writes, slowest });
      expect(reads.filter(isRight).length / reads.length).toBeGreaterThan(0.8);
    });

    it('and with an engine that throttles every call of the functions, the answer is 503', async () => {
      const { proxy, load, isAuthorization } = loaded();
      const result = await load.during(async (answers) => {
        proxy.failWhen((call) => (isAuthorization(call) ? undefined : 'throttle-requests'));
        await untilUnavailable(answers);
        proxy.failWhen(() => undefined);
      }, ONLY_REQUESTS);
      expectHonest(result);
      const others = [...result.reads, ...result.writes].filter((answer) => !isUnavailable(answer));
      expect(others.filter((answer) => !isRight(answer))).toEqual([]);
    });

    it('and with a clock that is hours away from that of the engine, requests are signed as it wants', async () => {
      const { proxy, load } = loaded();
      const { reads, writes, slowest } = await load.during(async () => {
        for (const hours of [2, -3, 0]) {
          proxy.failWhen(() => ({ clock: Date.now() + hours * HOUR }));
          await setTimeout(450);
        }
        proxy.failWhen(() => undefined);
      });
      expectRight({ reads, writes: [], slowest });
      // A client of the AWS SDK does not repeat the one call after which its clock is right again.
      expectHonest({ reads, writes, slowest });
      expect(writes.filter(isRight).length).toBeGreaterThanOrEqual(writes.length / 2);
    });

    it('and after all of that, everything that was acknowledged is there once', async () => {
      const { service, load } = loaded();
      await expectAcknowledged(service, load.writers);
    });
  });
};
