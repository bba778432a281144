import { APPEND_ATTEMPTS } from '../../../shared/feed/append-to-feed.ts';
import { longestWait } from '../../../shared/table/backoff.ts';

/** Milliseconds that the requests of an attempt to append take. */
export interface AppendLatency {
  /** Reading the head of the feed. */
  readonly head: number;
  /** Reading what the feed has, and the transaction. */
  readonly rest: number;
  /** Putting ten events on the bus, afterwards. */
  readonly put: number;
}

export interface ContentionOptions {
  /** Shards of the table's stream with changes of the organization, each with one publisher. */
  readonly shards: number;
  /** Changes per second of the organization, spread over the shards. */
  readonly changesPerSecond: number;
  readonly latency: AppendLatency;
  /** The longest wait after a lost race, in milliseconds. */
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
  /** Changes that are not appended at the end. */
  readonly backlog: number;
}

/** Records that a publisher gets at once. */
const BATCH = 100;
/** Lambda polls an idle shard at least four times per second. */
const POLL_MILLISECONDS = 250;

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
 * Simulates the publishers of one organization's changes, which race for the head of its feed: an append
 * succeeds only if the head that it read is still the last one.
 */
export const simulateContention = ({
  shards,
  changesPerSecond,
  latency,
  longestAppendWait,
  seconds,
  random,
}: ContentionOptions): Contention => {
  const end = seconds * 1000;
  const agenda = createAgenda();
  let now = 0;
  let head = 0;
  let lost = 0;
  let failedBatches = 0;
  const lags: number[] = [];

  const poll: Action = (publisher) => {
    if (publisher.waiting.length === 0) {
      agenda.add(now + POLL_MILLISECONDS, publisher, poll);
      return;
    }
    publisher.batch = Math.min(BATCH, publisher.waiting.length);
    publisher.attempt = 1;
    attempt(publisher);
  };
  const attempt: Action = (publisher) => {
    agenda.add(now + latency.head, publisher, () => {
      const read = head;
      agenda.add(now + latency.rest, publisher, () => commit(publisher, read));
    });
  };
  const commit = (publisher: Publisher, read: number): void => {
    if (read === head) {
      head += 1;
      for (const at of publisher.waiting.splice(0, publisher.batch)) lags.push((now - at) / 1000);
      agenda.add(now + Math.ceil(publisher.batch / 10) * latency.put, publisher, poll);
      return;
    }
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
    appendsPerSecond: head / seconds,
    lostPerAppend: lost / head,
    failedBatches,
    p50: quantile(0.5),
    p99: quantile(0.99),
    backlog: publishers.reduce((sum, { waiting }) => sum + waiting.length, 0),
  };
};
