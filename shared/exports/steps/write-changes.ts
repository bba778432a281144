import type { FeedEvent } from '../../events/feed/feed-chunk.ts';
import { type FeedPosition, feedPosition, feedPositionText } from '../../events/feed/feed-position.ts';
import { findPosition } from '../../events/feed/find-position.ts';
import { readFeed } from '../../events/feed/read-feed.ts';
import { eventTypesOf } from '../../kinds/names.ts';
import type { ExportProgress, ProgressIn } from '../export.ts';
import type { ExportStep } from './export-step.ts';
import { changedRecords } from './write-collection.ts';

/** Changed records whose ids are compared with those of all files at a time: 20 MB. */
const MAX_CANDIDATES = 100_000;

/** Records that are read by their keys at a time. */
const READ_SIZE = 100;

/** Changed records, which a file may have already. */
interface Candidates {
  /** Their ids, each with the progress once it and all before it are written. */
  readonly ids: readonly (readonly [string, ExportProgress])[];
  /** The progress once all are written. */
  readonly end: ExportProgress;
}

/** Adds those that are in no file yet, in their present state. Returns whether the step continues. */
const addMissing = async (step: ExportStep, candidates: ReadonlyMap<string, ExportProgress>) => {
  const missing = await step.missing(candidates.keys());
  const readSize = Math.min(READ_SIZE, step.pageSize);
  for (let at = 0; at < missing.length; at += readSize) {
    const ids = missing.slice(at, at + readSize);
    for (const record of await step.records.read(ids)) await step.add(record);
    const progress = candidates.get(ids.at(-1) ?? '');
    if (progress !== undefined && !(await step.checkpoint(progress))) return false;
  }
  return true;
};

/** Adds what is missing of all pages, many at a time. Returns whether the step continues. */
const addAllMissing = async (step: ExportStep, pages: AsyncIterable<Candidates>): Promise<boolean> => {
  let candidates = new Map<string, ExportProgress>();
  for await (const { ids, end } of pages) {
    // The first place: what follows it may not have been compared.
    for (const [id, progress] of ids) if (!candidates.has(id)) candidates.set(id, progress);
    if (candidates.size < MAX_CANDIDATES && step.hasTime) continue;
    if (!(await addMissing(step, candidates)) || !(await step.checkpoint(end))) return false;
    candidates = new Map();
  }
  return addMissing(step, candidates);
};

/** The records that the index lists since a time. */
async function* listedRecords(
  step: ExportStep,
  since: string,
  { position: start, end: until }: ProgressIn<'index'>,
): AsyncGenerator<Candidates> {
  const progressAt = (position: string | null) => ({ phase: 'index', position, end: until }) as const;
  const { changedSince } = step.item;
  const first = changedSince !== null && changedSince > since ? changedSince : since;
  for await (const { items, end = null } of changedRecords(step, first, start)) {
    yield {
      ids: items.map(({ resource: { id }, position }) => [id, progressAt(position)]),
      end: progressAt(end),
    };
    // The feed has what moved beyond.
    if (end !== null && end > until) return;
  }
}

/**
 * Writes what the index lists as changed since a time. It does not depend on how far the feed is.
 *
 * @returns where the export continues, or `undefined` if the step has to end
 */
export const writeListed = async (
  step: ExportStep,
  since: string,
  progress: ProgressIn<'index'>,
): Promise<ProgressIn<'changes'> | undefined> => {
  if (!(await addAllMissing(step, listedRecords(step, since, progress)))) return undefined;
  const { reader } = step.table;
  const { organizationId } = step.item;
  const now = new Date();
  const [from, until] = await Promise.all([
    findPosition(reader, organizationId, { since }, now),
    // Only now: the feed has what moved in the index while it was read.
    findPosition(reader, organizationId, 'latest', now),
  ]);
  if (from === undefined || until === undefined) throw new Error('The feed does not reach back a minute.');
  const next = {
    phase: 'changes',
    from: feedPositionText(from),
    until: feedPositionText(until),
  } as const;
  return (await step.checkpoint(next)) ? next : undefined;
};

const isBefore = (one: FeedPosition, other: FeedPosition): boolean =>
  one.chunk < other.chunk || (one.chunk === other.chunk && one.index < other.index);

const positionIn = (text: string): FeedPosition => {
  const position = feedPosition(text);
  if (position === undefined) throw new Error(`${text} is not a position of the feed.`);
  return position;
};

const idOfEvent = ({ json }: FeedEvent): string => JSON.parse(json).data.id;

/** The records with events between two positions of the feed. */
async function* recordsOfEvents(
  { table, item: { organizationId, resource } }: ExportStep,
  { from, until }: ProgressIn<'changes'>,
): AsyncGenerator<Candidates> {
  const progressAt = (position: FeedPosition) =>
    ({ phase: 'changes', from: feedPositionText(position), until }) as const;
  const types = new Set<string>(eventTypesOf(resource));
  const end = positionIn(until);
  let next = positionIn(from);
  while (isBefore(next, end)) {
    const page = await readFeed(table.reader, {
      organizationId,
      start: next,
      limit: 1_000,
      types,
      now: new Date(),
    });
    if (page === undefined) throw new Error('The feed has no events since the export started.');
    const events = page.events.filter(({ position }) => isBefore(position, end));
    if (!page.hasMore && isBefore(page.next, end)) throw new Error('The feed became shorter.');
    next = page.next;
    yield {
      ids: events.map((event) => {
        const { chunk, index } = event.position;
        return [idOfEvent(event), progressAt({ chunk, index: index + 1 })];
      }),
      end: progressAt(next),
    };
  }
}

/** Writes the records of the events since. Returns whether the step continues. */
export const writeEvents = (step: ExportStep, progress: ProgressIn<'changes'>): Promise<boolean> =>
  addAllMissing(step, recordsOfEvents(step, progress));
