import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventsOfChange } from '../../../../functions/events/publish-events/events-of-change.ts';
import { readChange } from '../../../../shared/events/table-change.ts';
import { createCallListRepository } from '../../../../shared/records/call-lists/call-lists.ts';
import { openTableStream, type TableStream } from '../../../support/engine/table-stream.ts';
import { useImports } from '../../../support/imports/import-fixture.ts';

const imports = useImports({ hasStream: true });
let stream: TableStream;
beforeAll(() => {
  stream = openTableStream(imports.engine);
});
afterAll(() => stream.close());

/** The number of events by type in the stream. */
const eventCounts = async (): Promise<Readonly<Record<string, number>>> => {
  const records = await stream.recordsOf(`ORG#${imports.organizationId}`);
  const changes = records.map(readChange).filter((change) => change !== undefined);
  const types = changes.flatMap(eventsOfChange).map(({ type }) => type);
  return Object.fromEntries([...Map.groupBy(types, (type) => type)].map(([type, all]) => [type, all.length]));
};

interface Row {
  readonly id: string;
  readonly name: string;
}

const rowsOf = fc.array(
  fc.record({ id: fc.constantFrom('A', 'B', 'C'), name: fc.constantFrom('Ann', 'Bea', 'Cleo') }),
  { minLength: 1, maxLength: 12 },
);
const windowSizes = fc.integer({ min: 1, max: 13 });

const fileOf = (rows: readonly Row[]): string =>
  ['Record ID,First Name', ...rows.map(({ id, name }) => `${id},${name}`)].join('\n');

describe('repeated rows in any order', () => {
  test('matches the table, report and events of a model, and is idempotent', async () => {
    await fc.assert(
      fc.asyncProperty(rowsOf, rowsOf, windowSizes, async (first, second, windowRows) => {
        imports.nextOrganization();
        const model = new Map<string, string>();
        const events = { created: 0, updated: 0 };
        for (const rows of [first, second, second]) {
          const expected = { created: 0, changed: 0, unchanged: 0, rejected: 0 };
          const seen = new Set<string>();
          for (const { id, name } of rows) {
            const known = model.get(id);
            if (seen.has(id)) expected.rejected += 1;
            else if (known === undefined) expected.created += 1;
            else expected[known === name ? 'unchanged' : 'changed'] += 1;
            if (!seen.has(id)) model.set(id, name);
            seen.add(id);
          }
          events.created += expected.created;
          events.updated += expected.changed;
          const { people } = await imports.run({ people: fileOf(rows) }, { windowRows });
          expect(people).toMatchObject(expected);
        }
        for (const [id, firstName] of model) expect(await imports.person(id)).toMatchObject({ firstName });
        expect(await imports.items()).toHaveLength(model.size);
        const { 'person.created': created = 0, 'person.updated': updated = 0 } = await eventCounts();
        expect({ created, updated }).toEqual(events);
      }),
      { numRuns: 20 },
    );
  });

  test('merges rows into one record per id on request, regardless of window sizes', async () => {
    const phones = fc.array(
      fc.record({ id: fc.constantFrom('A', 'B', 'C'), digit: fc.integer({ min: 0, max: 9 }) }),
      { minLength: 1, maxLength: 12 },
    );
    await fc.assert(
      fc.asyncProperty(phones, windowSizes, async (rows, windowRows) => {
        imports.nextOrganization();
        const model = Map.groupBy(rows, ({ id }) => id);
        const people = ['Record ID,Phone', ...rows.map(({ id, digit }) => `${id},202-555-010${digit}`)].join(
          '\n',
        );
        const options = { windowRows, isMergingRows: true };
        const counts = { read: rows.length, merged: rows.length - model.size, rejected: 0 };
        expect(await imports.run({ people }, options)).toMatchObject({
          people: { ...counts, created: model.size },
        });
        expect(await imports.run({ people }, options)).toMatchObject({
          people: { ...counts, unchanged: model.size },
        });
        for (const [id, ofId] of model) {
          const numbers = [...new Set(ofId.map(({ digit }) => `+1202555010${digit}`))];
          expect((await imports.person(id))?.phones.map(({ number }) => number)).toEqual(numbers);
        }
        expect(await eventCounts()).toEqual({ 'person.created': model.size });
      }),
      { numRuns: 12 },
    );
  });
});

describe('repeated entries in any order', () => {
  test('matches the lists, report and events of a model, and is idempotent', async () => {
    const entries = fc.array(
      fc.record({ list: fc.constantFrom('L1', 'L2'), person: fc.constantFrom('A', 'B', 'missing') }),
      { minLength: 1, maxLength: 12 },
    );
    await fc.assert(
      fc.asyncProperty(entries, windowSizes, async (rows, windowRows) => {
        imports.nextOrganization();
        await imports.run({
          people: fileOf([
            { id: 'A', name: 'Ann' },
            { id: 'B', name: 'Bea' },
          ]),
        });
        const model = new Map<string, Map<string, number>>();
        for (const { list, person } of rows) {
          const positions = model.get(list) ?? new Map<string, number>();
          model.set(list, positions);
          if (person !== 'missing' && !positions.has(person)) positions.set(person, positions.size + 1);
        }
        const stored = [...model.values()].reduce((sum, { size }) => sum + size, 0);
        const callLists = [
          'List ID,List Name,Person ID',
          ...rows.map(({ list, person }) => `${list},List ${list},${person}`),
        ].join('\n');
        for (const outcome of ['created', 'unchanged'] as const) {
          const report = await imports.run({ callLists }, { windowRows });
          const counts = { read: rows.length, [outcome]: stored, rejected: rows.length - stored };
          expect(report.callListEntries).toMatchObject(counts);
        }
        for (const [list, positions] of model) {
          const found = await createCallListRepository(imports.reader).getWithEntries(
            imports.organizationId,
            imports.idOf('call_list', 'import', list),
            { limit: 100 },
          );
          expect(found?.entryCount).toBe(positions.size);
          expect(found?.entries.map(({ personId, position }) => [personId, position])).toEqual(
            [...positions].map(([person, position]) => [imports.idOf('person', 'import', person), position]),
          );
        }
        expect(await eventCounts()).toEqual({
          'person.created': 2,
          'call_list.created': model.size,
          ...(stored === 0 ? {} : { 'call_list_entry.created': stored }),
        });
      }),
      { numRuns: 15 },
    );
  });
});

test('rejects the later of two adjacent rows with one id by line', async () => {
  const people = 'id,First Name,Phone\n1,Ann,202-555-0111\n1,Ann,202-555-0122\n2,Bea,\n';
  const { rejected, people: counts } = await imports.run({ people });
  expect(rejected).toMatchObject([{ line: 3, reason: expect.stringContaining('--merge-rows') }]);
  expect(counts).toMatchObject({ created: 2, rejected: 1 });
  expect((await imports.person('1'))?.phones).toMatchObject([{ number: '+12025550111' }]);
});
