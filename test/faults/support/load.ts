import { setTimeout } from 'node:timers/promises';
import { eventually } from '../../support/eventually.ts';
import type { HttpResponse } from '../../support/http/http.ts';
import type { ServiceAccess } from './service-access.ts';
import { createWriters, type Writers } from './writers.ts';

/** Concurrent readers, in addition to the writers. */
const READERS = 4;
/** Keeps readers within the key's plan. */
const READ_PAUSE_MILLISECONDS = 100;
const WRITE_PAUSE_MILLISECONDS = 250;

export interface Answers {
  readonly reads: readonly HttpResponse[];
  /** Responses of the admin API to creating keys and webhook endpoints. */
  readonly writes: readonly HttpResponse[];
}

/** What is known while the load lasts. */
export interface CurrentAnswers extends Answers {
  /** Resolves once each reader has received a response to a request that it began after this call. */
  readAgain(): Promise<void>;
}

export interface LoadResult extends Answers {
  /** Duration of the slowest request, in milliseconds. */
  readonly slowest: number;
}

export interface LoadOptions {
  /** Whether keys and webhook endpoints are created. Default: true. */
  readonly isWriting?: boolean;
  /** Whether call lists are imported; an import takes longer than a request. Default: true. */
  readonly isImporting?: boolean;
}

/** Concurrent readers and writers of a service that record acknowledged writes. */
export interface Load {
  /**
   * Keeps the service under load while `happen` runs, then until the last response.
   *
   * @param happen receives the responses so far, which keep growing
   */
  during(happen: (answers: CurrentAnswers) => Promise<unknown>, options?: LoadOptions): Promise<LoadResult>;
  readonly writers: Writers;
}

export const createLoad = (service: ServiceAccess): Load => {
  const writers = createWriters(service);
  return {
    writers,
    async during(happen, { isWriting = true, isImporting = true } = {}) {
      const reads: HttpResponse[] = [];
      const writes: HttpResponse[] = [];
      let isOver = false;
      let slowest = 0;
      const repeat = async (milliseconds: number, act: (round: number) => Promise<void>): Promise<void> => {
        for (let round = 0; !isOver; round++) {
          const start = performance.now();
          await act(round);
          slowest = Math.max(slowest, performance.now() - start);
          await setTimeout(milliseconds);
        }
      };
      const responses = Array.from({ length: READERS }, () => 0);
      const readers = responses.map((_, reader) =>
        repeat(READ_PAUSE_MILLISECONDS, async (round) => {
          reads.push(await service.get(service.paths[(reader + round) % service.paths.length] ?? ''));
          responses[reader] = round + 1;
        }),
      );
      const readAgain = async (): Promise<void> => {
        const before = [...responses];
        // The first response may be to a request that was already under way.
        await eventually(() => responses.every((count, reader) => count >= (before[reader] ?? 0) + 2));
      };
      const creators = (isWriting ? [writers.createKey, writers.createEndpoint] : []).map((create) =>
        repeat(WRITE_PAUSE_MILLISECONDS, async () => {
          writes.push(await create());
        }),
      );
      const importing = isImporting ? writers.importUntil(() => isOver) : undefined;
      const asking = Promise.all([...readers, ...creators, importing]);
      await Promise.race([happen({ reads, writes, readAgain }), asking]).finally(() => {
        isOver = true;
      });
      await asking;
      return { reads, writes, slowest };
    },
  };
};
