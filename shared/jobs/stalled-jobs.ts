import type { Messages } from '../runtime/sqs-messages.ts';
import { queuedJobsPartition } from '../table/items/job-keys.ts';
import { DUE_INDEX } from '../table/items/schema.ts';
import { readItems } from '../table/paging/read-items.ts';
import type { TableReader } from '../table/reader.ts';
import { type JobKind, type JobLine, type JobScope, lineOfKey, type StoredJob } from './job.ts';
import { readJobQueue, turnOf } from './job-queue.ts';

/** How long a line may stand still until it counts as stalled. Longer than messages usually wait. */
const STALLED_MILLISECONDS = 120_000;

/** How often a stalled line gets a message. */
const REPEAT_MILLISECONDS = 300_000;

/** In each repetition, the runs of a minute's schedule that send it: at least one. */
const SENDING_MILLISECONDS = 90_000;

/** The lines whose first jobs joined before a time. */
const linesBefore = async (reader: TableReader, kind: string, time: string) => {
  const items = await readItems(reader, {
    index: DUE_INDEX,
    partition: queuedJobsPartition(kind),
    to: time,
  });
  const lines = new Map<string, { readonly line: JobLine; readonly joinedAt: number }>();
  for (const { pk, sk, [DUE_INDEX.sortKey]: joined } of items) {
    const line = lineOfKey({ pk: String(pk), sk: String(sk) });
    const joinedAt = Date.parse(String(joined).split('#')[0] ?? '');
    const name = `${line.partition}#${line.name}`;
    // The first job comes first.
    if (!lines.has(name)) lines.set(name, { line, joinedAt });
  }
  return lines.values();
};

/**
 * Sends a message for each line whose jobs wait although none runs, and none was handed the turn: the process
 * that was to send it was lost.
 *
 * @returns how many messages it sent
 */
export const resumeStalledJobs = async <T extends StoredJob & S, S extends JobScope, M extends JobScope>(
  reader: TableReader,
  { name, scopeOf, messageOf }: JobKind<T, S, M>,
  messages: Messages<M>,
  now = Date.now(),
): Promise<number> => {
  let sent = 0;
  const since = new Date(now - STALLED_MILLISECONDS).toISOString();
  for (const { line, joinedAt } of await linesBefore(reader, name, since)) {
    const queue = await readJobQueue(reader, line);
    const turn = turnOf(queue);
    const stalledFor = now - Math.max(joinedAt + STALLED_MILLISECONDS, queue.lease?.until ?? 0);
    if (turn === undefined || stalledFor < 0 || stalledFor % REPEAT_MILLISECONDS >= SENDING_MILLISECONDS) {
      continue;
    }
    await messages.send(messageOf(scopeOf(line), turn));
    sent += 1;
  }
  return sent;
};
