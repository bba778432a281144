import { setTimeout as delay } from 'node:timers/promises';
import { EVENT_TYPES } from '../../contract/event-types.ts';
import { recordFields } from '../../contract/record-columns.ts';
import { timestampOf } from '../../domain/timestamp.ts';
import type { FeedEvent } from '../../events/feed/feed-chunk.ts';
import { type FeedPosition, feedPosition, feedPositionText } from '../../events/feed/feed-position.ts';
import { findPosition } from '../../events/feed/find-position.ts';
import { readFeed } from '../../events/feed/read-feed.ts';
import { isTransient, type JobStep } from '../../jobs/job-step.ts';
import { keepLease, LostLeaseError } from '../../jobs/keep-lease.ts';
import { handOverTime } from '../../records/collections/collection.ts';
import { readCustomFields } from '../../records/fields/custom-fields.ts';
import type { ObjectStore } from '../../runtime/bucket/object-store.ts';
import type { Table } from '../../table/table.ts';
import type { Export, ExportProgress } from '../export.ts';
import { jobOf } from '../export-repository.ts';
import { readSelection, selectedBy } from '../fields-of-export.ts';
import type { FileFields } from '../formats/formats.ts';
import { ExportFiles, FILE_LIMITS, type FileLimits } from './export-files.ts';
import { ExportState } from './export-state.ts';
import { type ExportedRecord, exportedRecords } from './exported-records.ts';

export interface StepDependencies {
  readonly table: Table;
  readonly objects: ObjectStore;
  /** Milliseconds that the lease of a running step lasts. */
  readonly leaseMilliseconds: number;
  /** How long after a change its event is in the feed at the latest, in milliseconds. */
  readonly settleMilliseconds: number;
  /** @default FILE_LIMITS */
  readonly fileLimits?: FileLimits;
  /** Records of one page of the index. @default 500 */
  readonly pageSize?: number;
}

/** Changed records whose ids are compared with those of all files at a time: 20 MB. */
const MAX_CANDIDATES = 100_000;

/** Records that are read by their keys at a time. */
const READ_SIZE = 100;

/** What an item and a response can list. */
const MAX_FILES = 1_000;

const TOO_MANY_FILES =
  'The export has more than 1,000 files. Export less at a time: use `changedSince`, or fewer `fields`.';

class TooManyFilesError extends Error {
  override readonly name = 'TooManyFilesError';
}

const PROCESS_LOST =
  'The export repeatedly ran out of memory or time. Select fewer `fields`, or contact the operator of the service.';

const INTERNAL =
  'The export failed because of an internal error. Contact the operator of the service, then start another export.';

const isBefore = (one: FeedPosition, other: FeedPosition): boolean =>
  one.chunk < other.chunk || (one.chunk === other.chunk && one.index < other.index);

const positionIn = (text: string): FeedPosition => {
  const position = feedPosition(text);
  if (position === undefined) throw new Error(`${text} is not a position of the feed.`);
  return position;
};

const idOfEvent = ({ json }: FeedEvent): string => JSON.parse(json).data.id;

/**
 * Writes an export until it ends or time runs out. The caller holds the lease of its line.
 *
 * It first reads the records that had not changed when it started, in order of their last change. A record
 * that changes before it is read leaves that part of the index: the index's later entries or the event feed
 * name it, and it is read by its key. So every record that existed is in exactly one file, although the
 * index lags behind the table and records move within it.
 *
 * @returns the export as it ended, or `undefined` if it continues in another step
 * @throws LostLeaseError if another invocation took the lease, or the export starts over. Transient failures
 * of the table or the bucket: the next step continues after the last file.
 */
export const runStep = async (
  dependencies: StepDependencies,
  queued: Export,
  { owner, remaining, isLastAttempt, isGivenUp }: JobStep,
): Promise<Export | undefined> => {
  const { table, objects, leaseMilliseconds, settleMilliseconds } = dependencies;
  const { fileLimits = FILE_LIMITS, pageSize = 500 } = dependencies;
  const { organizationId, resource, changedSince } = queued;
  const state = new ExportState(table, queued);
  const lease = keepLease(table, jobOf(queued), owner, leaseMilliseconds, remaining);
  const records = exportedRecords(table.reader, queued);
  const selected = queued.fields === null ? undefined : readSelection(resource, queued.fields);
  const selection = selected !== undefined && 'selection' in selected ? selected.selection : null;
  const selectFields = selectedBy(selection);

  const readFields = async (): Promise<FileFields> => {
    const fields = recordFields(resource, selection);
    const custom = selection?.get('customFields');
    if (custom) return { fields, customFields: [...custom.keys()], hasAllCustomFields: false };
    const isCustomized = resource === 'person' || resource === 'company';
    const known = isCustomized ? await readCustomFields(table.reader, organizationId, resource) : [];
    return { fields, customFields: known.map(({ name }) => name), hasAllCustomFields: true };
  };
  const files = new ExportFiles(objects, readFields, fileLimits);

  const add = (record: ExportedRecord): Promise<void> =>
    files.add(state.item, record.id, selectFields(record));

  /** Makes everything so far part of the export. */
  const save = async (progress: ExportProgress): Promise<void> => {
    if (!files.isEmpty && state.item.files.length === MAX_FILES) throw new TooManyFilesError(TOO_MANY_FILES);
    const stored = files.isEmpty ? [] : [await files.store(state.item)];
    await state.change({ progress, files: [...state.item.files, ...stored] });
  };

  /** Saves the file if it is full or the step has to end. Returns whether the step continues. */
  const goOn = async (progress: ExportProgress): Promise<boolean> => {
    lease.assert();
    const isStopping = remaining() <= 0;
    if (isStopping || files.isFull) await save(progress);
    return !isStopping;
  };

  const start = async (): Promise<void> => {
    if (state.item.progress !== null) return;
    await files.removeOthers(state.item, () => []);
    const startedAt = timestampOf(new Date());
    const { collection } = records;
    const totalCount = await (changedSince === null
      ? collection.total()
      : collection.countSince(changedSince));
    const progress = { phase: 'collection', position: null } as const;
    await state.change({ state: 'running', startedAt, totalCount, progress });
  };

  /** The pages of the collection of what changed since a time, from a position. */
  async function* pagesSince(time: string | null, start: string | undefined) {
    let position = start;
    for (;;) {
      const page = await records.collection.page({
        changedSince: time ?? undefined,
        descending: false,
        limit: pageSize,
        position,
      });
      yield page;
      position = page.end;
      if (!page.hasMore || position === undefined) return;
    }
  }

  /** Returns the changes to read next, or `undefined` if the step has to end. */
  const writeCollection = async (since: string, start: string | null) => {
    for await (const { items, end = null } of pagesSince(changedSince, start ?? undefined)) {
      // What changed later may already be in a file.
      for (const { position, resource: record } of items) if (position < since) await add(record);
      if (end === null || end >= since) break;
      if (!(await goOn({ phase: 'collection', position: end }))) return undefined;
    }
    await delay(settleMilliseconds);
    const now = new Date();
    const [from, until] = await Promise.all([
      findPosition(table.reader, organizationId, { since }, now),
      findPosition(table.reader, organizationId, 'latest', now),
    ]);
    if (from === undefined || until === undefined) throw new Error('The feed does not reach back a minute.');
    const progress = {
      phase: 'changes',
      from: feedPositionText(from),
      until: feedPositionText(until),
    } as const;
    return (await goOn(progress)) ? progress : undefined;
  };

  /** Adds those of these records that are in no file yet, in their present state. */
  const addMissing = async (ids: ReadonlySet<string>): Promise<void> => {
    const missing = await files.without(state.item, ids);
    for (let at = 0; at < missing.length; at += READ_SIZE) {
      for (const record of await records.read(missing.slice(at, at + READ_SIZE))) await add(record);
    }
  };

  /** Adds what the index lists as changed: it does not depend on how far the feed is. */
  const writeChanged = async (since: string): Promise<void> => {
    const now = timestampOf(new Date());
    const first = changedSince !== null && changedSince > since ? changedSince : since;
    let ids = new Set<string>();
    for await (const { items, end = '' } of pagesSince(first, undefined)) {
      for (const { resource: record } of items) ids.add(record.id);
      if (ids.size >= MAX_CANDIDATES) {
        await addMissing(ids);
        ids = new Set();
      }
      // The feed has what moved beyond.
      if (end > now) break;
    }
    await addMissing(ids);
  };

  /** Returns whether all changes are written. */
  const writeEvents = async (from: string, until: string): Promise<boolean> => {
    const end = positionIn(until);
    const types = new Set(EVENT_TYPES.filter((type) => type.startsWith(records.eventPrefix)));
    let next = positionIn(from);
    while (isBefore(next, end)) {
      const ids = new Set<string>();
      while (isBefore(next, end) && ids.size < MAX_CANDIDATES) {
        const page = await readFeed(table.reader, {
          organizationId,
          start: next,
          limit: 1_000,
          types,
          now: new Date(),
        });
        if (page === undefined) throw new Error('The feed has no events since the export started.');
        for (const event of page.events) if (isBefore(event.position, end)) ids.add(idOfEvent(event));
        if (!page.hasMore && isBefore(page.next, end)) throw new Error('The feed became shorter.');
        next = page.next;
      }
      await addMissing(ids);
      if (!(await goOn({ phase: 'changes', from: feedPositionText(next), until }))) return false;
    }
    return true;
  };

  const write = async (): Promise<Export | undefined> => {
    const { progress, startedAt } = state.item;
    if (progress === null || startedAt === null) throw new Error('The export has not started.');
    const since = handOverTime(startedAt);
    const changes = progress.phase === 'changes' ? progress : await writeCollection(since, progress.position);
    if (changes === undefined) return undefined;
    await writeChanged(since);
    if (!(await writeEvents(changes.from, changes.until))) return undefined;
    const last = { phase: 'changes', from: changes.until, until: changes.until } as const;
    // An export without records has a file, too.
    if (state.item.files.length === 0 && files.isEmpty) {
      await state.change({ progress: last, files: [await files.store(state.item)] });
    } else await save(last);
    // Before the end, after which nothing is repeated.
    await files.removeOthers(state.item, ({ key }) => [key]);
    await state.complete(owner);
    return state.item;
  };

  const fail = async (problem: string): Promise<Export> => {
    await files.removeOthers(state.item, () => []);
    await state.fail(problem, owner);
    return state.item;
  };

  try {
    await start();
    return isGivenUp ? await fail(PROCESS_LOST) : await write();
  } catch (error) {
    if (error instanceof TooManyFilesError) return await fail(error.message);
    if (error instanceof LostLeaseError || isTransient(error) || !isLastAttempt) throw error;
    console.error(error);
    return await fail(INTERNAL);
  } finally {
    lease.stop();
  }
};
