import { setTimeout } from 'node:timers/promises';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { createRandom } from '../../values/random.ts';

/** What a table does that a local engine never does. Times in milliseconds, shares from 0 to 1. */
export interface TableFaults {
  /** The longest time of a call before it takes effect, and again before it answers. */
  readonly latency: number;
  /** The longest time by which a write takes effect later, such as after the client's retries. */
  readonly writeDelay: number;
  /** The longest time until an index shows a change. Changes of different items appear in any order. */
  readonly indexLag: number;
  /** Whether a moved item's old and new index entry change independently: for a while both or neither. */
  readonly splitsIndexMoves: boolean;
  /** How old the answer of an eventually consistent read may be; by item for BatchGetItem. */
  readonly readLag: number;
  /**
   * The longest time in which Query, Scan and BatchGetItem see parts of a transaction. Other transactions
   * conflict with it meanwhile: after a second or so, their clients give up.
   */
  readonly transactionTime: number;
  /**
   * Whether a transaction ends item by item: reads of single items, made one after the other, see parts of it
   * as well, and others write the items that are done. Each read is serializable with the transaction, but
   * not all of them together.
   */
  readonly splitsTransactions: boolean;
  /** The share of calls that are throttled for longer than the client retries. */
  readonly throttled: number;
  /** The share of batches that are only partly processed. */
  readonly partialBatches: number;
  /**
   * The share of writes that take effect, but whose answer is lost: the call fails, or the client's own retry
   * meets its result.
   */
  readonly lostAnswers: number;
  /** The maximum number of items that Query and Scan read before they return a page, as after 1 MB. */
  readonly pageItems: number;
}

export const NO_FAULTS: TableFaults = {
  latency: 0,
  writeDelay: 0,
  indexLag: 0,
  splitsIndexMoves: false,
  readLag: 0,
  transactionTime: 0,
  splitsTransactions: false,
  throttled: 0,
  partialBatches: 0,
  lostAnswers: 0,
  pageItems: Number.POSITIVE_INFINITY,
};

/** An error as the SDK throws it. */
export const failure = (name: string): Error => Object.assign(new Error(name), { name });

/** The error of a transaction, with a code for each of its items. */
export const canceled = (codes: readonly string[]): Error =>
  new TransactionCanceledException({
    message: 'Transaction cancelled',
    CancellationReasons: codes.map((Code) => ({ Code })),
    $metadata: {},
  });

/** Faults that are counted when they happen. */
export type FaultCounts = Record<'throttled' | 'partialBatches' | 'lostAnswers', number>;

export type FaultSource = ReturnType<typeof createFaultSource>;

/** Draws faults, the same ones for the same seed and calls. */
export const createFaultSource = (seed: number, faults: () => TableFaults) => {
  const random = createRandom(seed);
  const counts: FaultCounts = { throttled: 0, partialBatches: 0, lostAnswers: 0 };
  const upTo = (most: number): number => (most === 0 ? 0 : random() * most);
  const happens = (share: number): boolean => share > 0 && random() < share;
  /** Whether a fault happens now, which is counted. */
  const strikes = (fault: keyof FaultCounts): boolean => {
    const isFault = happens(faults()[fault]);
    if (isFault) counts[fault] += 1;
    return isFault;
  };
  const wait = async (milliseconds: number): Promise<void> => {
    if (milliseconds > 0) await setTimeout(milliseconds);
  };
  return {
    upTo,
    happens,
    strikes,
    counts,
    wait,
    get faults(): TableFaults {
      return faults();
    },
    beforeRead: (): Promise<void> => wait(upTo(faults().latency)),
    beforeWrite: (): Promise<void> => wait(upTo(faults().latency) + upTo(faults().writeDelay)),
    beforeAnswer: (): Promise<void> => wait(upTo(faults().latency)),
    requireCapacity(): void {
      if (strikes('throttled')) throw failure('ProvisionedThroughputExceededException');
    },
    /** Splits a batch into what is processed and what is not. */
    part<T>(batch: readonly T[]): readonly [readonly T[], readonly T[]] {
      if (!strikes('partialBatches')) return [batch, []];
      const processed = new Set(batch.filter(() => happens(0.5)));
      return [batch.filter((each) => processed.has(each)), batch.filter((each) => !processed.has(each))];
    },
  };
};
