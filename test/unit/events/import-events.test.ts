import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventsOfChange } from '../../../functions/events/publish-events/events-of-change.ts';
import { EVENT_SCHEMAS } from '../../../shared/contract/events/event-schemas.ts';
import { readChange } from '../../../shared/events/table-change.ts';
import type { Import } from '../../../shared/imports/import.ts';
import { IMPORTS, insertImport } from '../../../shared/imports/import-repository.ts';
import { startTestEngine, type TestEngine } from '../../support/engine/engine.ts';
import { openTableStream, type TableStream } from '../../support/engine/table-stream.ts';
import { someImport } from '../../support/imports/new-import.ts';

let engine: TestEngine;
let stream: TableStream;
beforeAll(async () => {
  engine = await startTestEngine({ hasStream: true });
  stream = openTableStream(engine);
});
afterAll(async () => {
  stream.close();
  await engine.stop();
});

const COUNTS = { read: 2, created: 1, changed: 0, unchanged: 0, merged: 0, rejected: 1, warnings: 0 };
const NONE = { read: 0, created: 0, changed: 0, unchanged: 0, merged: 0, rejected: 0, warnings: 0 };

/** The events of an import that goes through these changes. */
const eventsOf = async (...changes: readonly Partial<Import>[]) => {
  const table = engine.table;
  const organizationId = randomUUID();
  let item = await insertImport(table, someImport(organizationId));
  for (const change of changes) item = item && (await IMPORTS.change(table, item, change));
  if (item === undefined) throw new Error('The import was not changed.');
  const records = await stream.recordsOf(`IMPORT#${organizationId}`);
  const events = records.flatMap((record) => {
    const change = readChange(record);
    return change === undefined ? [] : eventsOfChange(change);
  });
  return { item, events };
};

describe('an import', () => {
  it('publishes one event with its counts when it is completed', async () => {
    const counts = {
      people: COUNTS,
      companies: NONE,
      callLists: NONE,
      callListEntries: NONE,
      calls: NONE,
      companiesCreatedForPeople: 0,
      bansAdded: 0,
      bansLifted: 0,
      valuesEmptied: 0,
    };
    const finishedAt = '2026-01-31T09:30:00.000Z';
    const { item, events } = await eventsOf(
      { status: 'running', counts, bytesRead: 1 },
      { bytesRead: 2 },
      { status: 'awaiting_confirmation' },
      { status: 'running' },
      { status: 'completed', finishedAt, deletions: { missing: 3, deleted: 3, stopped: null } },
      { isRepeat: true },
    );
    const { organizationId, id, createdAt } = item;
    expect(events).toEqual([
      {
        id: expect.any(String),
        type: 'import.completed',
        organizationId,
        timestamp: expect.any(String),
        sequence: 1,
        isSilent: false,
        data: {
          id,
          kind: 'people',
          source: 'crm',
          fileName: 'people.csv',
          problem: null,
          createdAt,
          finishedAt,
          counts: { companies: NONE, people: COUNTS, callLists: NONE, callListEntries: NONE, calls: NONE },
          deleted: 3,
        },
        previous: {},
      },
    ]);
    expect(EVENT_SCHEMAS.get('import.completed')?.safeParse(events[0]).success).toBe(true);
  });

  it('publishes one event with the problem when it failed', async () => {
    const { events } = await eventsOf({ status: 'running' }, { status: 'failed', problem: 'No header.' });
    expect(events).toMatchObject([
      { type: 'import.failed', data: { problem: 'No header.', counts: null, deleted: 0 } },
    ]);
    expect(EVENT_SCHEMAS.get('import.failed')?.safeParse(events[0]).success).toBe(true);
  });

  it('publishes no event when it is skipped', async () => {
    expect((await eventsOf({ status: 'running' }, { status: 'skipped' })).events).toEqual([]);
  });
});
