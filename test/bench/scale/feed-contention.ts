import { APPEND_ATTEMPTS } from '../../../shared/events/feed/append-to-feed.ts';
import { longestWait } from '../../../shared/table/backoff.ts';
import { CLAIM_UNITS, createSeenLists, HEAD_UNITS } from './append-units.ts';

/** Milliseconds that the requests of an attempt to append take. */
export interface AppendLatency {
  /** Claiming and reading the head of the feed. */
  readonly claim: number;
  /** Reading what the feed has, and the transaction. */
  readonly rest: number;
  /** Putting ten events on the bus, afterwards. */
  readonly put: number;
}

/** Publishers race for the feed: these are assumptions, on the slow side. */
export const APPEND_LATENCY: AppendLatency = { claim: 10, rest: 25, put: 15 };

export interface ContentionOptions {
  /** Shards of the table's stream with changes of the organization, each with one publisher. */
  readonly shards: number;
  /** Changes per second of the organization, spread over the shards. */
  readonly changesPerSecond: number;
  readonly latency: AppendLatency;
  /** Write units of a chunk with so many events. */
  readonly chunkUnits: (events: number) => number;
  /** The longest wait after a lost attempt, in milliseconds. */
  readonly longestAppendWait: number;
  /** Simulated seconds. */
  readonly seconds: number;
  readonly random: () => number;
}

export interface Contention {
  readonly appendsPerSecond: number;
  /** Attempts that another append won, per append. */
  readonly lostPerAppend: number;
  /** Batches that lost all attempts, which Lambda repeats. */
  readonly failedBatches: number;
  /** Seconds from a change to its append. */
  readonly p50: number;
  readonly p99: number;
  /** Write units per second in the partition of the feed, and in all. */
  readonly partitionUnits: number;
  readonly allUnits: number;
  /** Changes that are not appended at the end. */
  readonly backlog: number;
}

/** Records that a consumer of the stream gets at once. */
export const STREAM_BATCH = 100;
/** Lambda polls an idle shard at least four times per second. */
export const POLL_MILLISECONDS = 250;

interface Publisher {
  /** Times of changes that are not appended, in milliseconds. */
  readonly waiting: number[];
  batch: number;
  attempt: number;
}

type Action = (publisher: Publisher) => void;

/** A list of what happens when, as a binary heap. */
const createAgenda = () => {
  const entries: { at: number; publisher: Publisher; action: Action }[] = [];
  const isBefore = (one: number, other: number): boolean =>
    (entries[one]?.at ?? Infinity) < (entries[other]?.at ?? Infinity);
  const swap = (one: number, other: number): void => {
    const [first, second] = [entries[one], entries[other]];
    if (first !== undefined && second !== undefined) [entries[one], entries[other]] = [second, first];
  };
  return {
    add(at: number, publisher: Publisher, action: Action): void {
      let index = entries.push({ at, publisher, action }) - 1;
      for (let parent = (index - 1) >> 1; index > 0 && isBefore(index, parent); parent = (index - 1) >> 1) {
        swap(index, parent);
        index = parent;
      }
    },
    next() {
      swap(0, entries.length - 1);
      const entry = entries.pop();
      let index = 0;
      for (;;) {
        const left = 2 * index + 1;
        const least = isBefore(left + 1, left) ? left + 1 : left;
        if (!isBefore(least, index)) return entry;
        swap(least, index);
        index = least;
      }
    },
  };
};

/**
 * Simulates the publishers of one organization's changes, which race to claim the head of its feed: only the
 * one that claimed it appends.
 */
export const simulateContention = ({
  shards,
  changesPerSecond,
  latency,
  chunkUnits,
  longestAppendWait,
  seconds,
  random,
}: ContentionOptions): Contention => {
  const end = seconds * 1000;
  const agenda = createAgenda();
  let now = 0;
  let isClaimed = false;
  let appends = 0;
  let lost = 0;
  let failedBatches = 0;
  let partitionUnits = 0;
  let listUnits = 0;
  const lists = createSeenLists();
  const lags: number[] = [];

  const poll: Action = (publisher) => {
    if (publisher.waiting.length === 0) {
      agenda.add(now + POLL_MILLISECONDS, publisher, poll);
      return;
    }
    publisher.batch = Math.min(STREAM_BATCH, publisher.waiting.length);
    publisher.attempt = 1;
    attempt(publisher);
  };
  const attempt: Action = (publisher) => {
    agenda.add(now + latency.claim, publisher, () => {
      partitionUnits += CLAIM_UNITS;
      if (isClaimed) {
        lose(publisher);
        return;
      }
      isClaimed = true;
      agenda.add(now + latency.rest, publisher, commit);
    });
  };
  const commit: Action = (publisher) => {
    const changed = publisher.waiting.slice(0, publisher.batch).map((at) => Math.floor(at / 1000));
    partitionUnits += HEAD_UNITS + chunkUnits(publisher.batch);
    listUnits += lists.units(changed);
    lists.add(changed);
    isClaimed = false;
    appends += 1;
    for (const at of publisher.waiting.splice(0, publisher.batch)) lags.push((now - at) / 1000);
    agenda.add(now + Math.ceil(publisher.batch / 10) * latency.put, publisher, poll);
  };
  const lose: Action = (publisher) => {
    lost += 1;
    if (publisher.attempt === APPEND_ATTEMPTS) {
      failedBatches += 1;
      poll(publisher);
      return;
    }
    agenda.add(now + random() * longestWait(publisher.attempt, longestAppendWait), publisher, attempt);
    publisher.attempt += 1;
  };
  const change: Action = (publisher) => {
    publisher.waiting.push(now);
    const meanMilliseconds = (1000 * shards) / changesPerSecond;
    agenda.add(now - Math.log(1 - random()) * meanMilliseconds, publisher, change);
  };

  const publishers = Array.from({ length: shards }, (): Publisher => ({ waiting: [], batch: 0, attempt: 0 }));
  for (const publisher of publishers) {
    agenda.add(random() * POLL_MILLISECONDS, publisher, poll);
    agenda.add((random() * 1000 * shards) / changesPerSecond, publisher, change);
  }
  for (let entry = agenda.next(); entry !== undefined && entry.at < end; entry = agenda.next()) {
    now = entry.at;
    entry.action(entry.publisher);
  }
  lags.sort((a, b) => a - b);
  const quantile = (share: number): number => lags[Math.floor(lags.length * share)] ?? Number.NaN;
  return {
    appendsPerSecond: appends / seconds,
    lostPerAppend: lost / appends,
    failedBatches,
    p50: quantile(0.5),
    p99: quantile(0.99),
    partitionUnits: partitionUnits / seconds,
    allUnits: (partitionUnits + listUnits) / seconds,
    backlog: publishers.reduce((sum, { waiting }) => sum + waiting.length, 0),
  };
};
