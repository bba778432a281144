import { setTimeout } from 'node:timers/promises';
import type { HttpResponse } from '../../support/http.ts';
import type { ServiceAccess } from './service-access.ts';
import { createWriters, type Writers } from './writers.ts';

/** Clients that read at once, beside those that write. */
const READERS = 4;
/** Within the key's plan. */
const READ_PAUSE_MILLISECONDS = 100;
const WRITE_PAUSE_MILLISECONDS = 250;

export interface Answers {
  readonly reads: readonly HttpResponse[];
  /** Of the admin API, to what creates keys and webhook endpoints. */
  readonly writes: readonly HttpResponse[];
}

export interface LoadResult extends Answers {
  /** How long the slowest of all took, in milliseconds. */
  readonly slowest: number;
}

export interface LoadOptions {
  /** Whether keys and webhook endpoints are created. Default: true. */
  readonly isWriting?: boolean;
  /** Whether call lists are imported, which takes its time: that of an operator, not of a request. Default: true. */
  readonly isImporting?: boolean;
}

/** Several clients of a service that read and write at once, and remember what was acknowledged. */
export interface Load {
  /**
   * Keeps the service busy while something happens, and until the last request is answered.
   *
   * @param happen given the answers, which come in meanwhile
   */
  during(happen: (answers: Answers) => Promise<unknown>, options?: LoadOptions): Promise<LoadResult>;
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
      const readers = Array.from({ length: READERS }, (_, reader) =>
        repeat(READ_PAUSE_MILLISECONDS, async (round) => {
          reads.push(await service.get(service.paths[(reader + round) % service.paths.length] ?? ''));
        }),
      );
      const creators = (isWriting ? [writers.createKey, writers.createEndpoint] : []).map((create) =>
        repeat(WRITE_PAUSE_MILLISECONDS, async () => {
          writes.push(await create());
        }),
      );
      const importing = isImporting ? writers.importUntil(() => isOver) : undefined;
      const asking = Promise.all([...readers, ...creators, importing]);
      await Promise.race([happen({ reads, writes }), asking]).finally(() => {
        isOver = true;
      });
      await asking;
      return { reads, writes, slowest };
    },
  };
};
