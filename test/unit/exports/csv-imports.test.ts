import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { personFromItem } from '../../../shared/records/store/record-items.ts';
import { existing } from '../../../shared/table/items/versions.ts';
import type { Item } from '../../../shared/table/reader.ts';
import { createLaggingTable, type LaggingTable } from '../../support/engine/lagging-table/lagging-table.ts';
import { inVirtualTime } from '../../support/engine/virtual-time.ts';
import { runs } from '../../support/exercise.ts';
import { createTestExporter } from '../../support/exports/exporter.ts';
import { createImportBucket } from '../../support/imports/import-bucket.ts';
import { importFiles } from '../../support/imports/import-files.ts';
import { spreadsBans } from '../../support/imports/spreads-bans.ts';

beforeAll(() => {
  for (const level of ['info', 'warn', 'error'] as const) vi.spyOn(console, level).mockReturnValue();
});

/** Text that a CSV file, a spreadsheet or a list in a cell could misread. */
const text = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.constantFrom(
    '=1+1',
    "'=1",
    '+1',
    '-',
    '@a',
    'a; b',
    'a\\;b',
    '"a","b"',
    'true',
    '12',
    '007',
    '1e3',
    'null',
  ),
  fc.constantFrom('a\r\nb', ' a ', '\ta', 'é', '日本', '[1]', '{"a":1}', "''", ';', '\\'),
);
const optionalText = fc.option(text, { nil: null });

const person = fc.record({
  firstName: optionalText,
  lastName: optionalText,
  title: optionalText,
  emails: fc.uniqueArray(
    fc.record({ address: fc.nat(30).map((n) => `p${n}@nowhere.example`), type: optionalText }),
    { selector: ({ address }) => address, maxLength: 3 },
  ),
  phones: fc.uniqueArray(
    fc.record({
      number: fc.integer({ min: 100, max: 130 }).map((n) => `+12025550${n}`),
      type: fc.constantFrom('work', 'mobile', 'home', 'other'),
      extension: fc.option(fc.constantFrom('1', '22'), { nil: null }),
      raw: optionalText,
      doNotCall: fc.boolean(),
    }),
    { selector: ({ number }) => number, maxLength: 3 },
  ),
  location: fc.option(
    fc.record({ street: optionalText, city: optionalText, region: optionalText, postalCode: optionalText }),
    { nil: null },
  ),
  doNotCall: fc.boolean(),
  ownerId: optionalText,
  tags: fc.array(text, { maxLength: 3 }),
  externalIds: fc.uniqueArray(fc.record({ source: fc.constantFrom('crm', 'erp; old'), id: text }), {
    selector: ({ source }) => source,
    maxLength: 2,
  }),
  customFields: fc.dictionary(
    fc.constantFrom('tier', 'Größe', 'a.b', 'a,b', 'score', '"x"'),
    fc.oneof(text, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean(), fc.constant(null)),
    { maxKeys: 4 },
  ),
});

const importInto = (
  table: LaggingTable,
  organizationId: string,
  name: string,
  content: string | Uint8Array,
) => {
  const people = {
    name,
    async *open() {
      yield Buffer.from(content);
    },
  };
  const { client, tableName } = table;
  return importFiles({ client, tableName, organizationId, files: { people } });
};

/** The stored people, without what a new import decides. */
const storedPeople = async (table: LaggingTable, organizationId: string) => {
  const items = await table.itemsOf(`ORG#${organizationId}#PERSON#`);
  const stored = items.filter((item): item is Item => existing(item) !== undefined);
  return stored
    .map(personFromItem)
    .map(({ changedAt: _, updatedAt: __, createdAt: ___, ...fields }) => fields)
    .sort((one, other) => (one.id < other.id ? -1 : 1));
};

describe('an exported file', () => {
  it('imports exported people into another organization without loss', async () => {
    const files = fc.array(person, { minLength: 1, maxLength: 4 }).filter((people) => !spreadsBans(people));
    const property = fc.asyncProperty(files, fc.constantFrom('csv', 'jsonl', 'parquet'), (people, format) =>
      inVirtualTime(async () => {
        const table = createLaggingTable();
        const { organizationId } = await createImportBucket(table);
        const lines = people.map((each) => JSON.stringify({ id: randomUUID(), ...each }));
        await importInto(table, organizationId, 'people.jsonl', lines.join('\n'));
        const exporter = createTestExporter(table);
        const created = await exporter.create(organizationId, { format });
        await exporter.drain();
        const { files } = await exporter.read(created);
        const [content = Buffer.of()] = files.map(({ key }) => exporter.objects.content.get(key));
        const other = (await createImportBucket(table)).organizationId;
        const report = await importInto(table, other, `people.${format}`, content);
        expect(report.people.rejected).toBe(0);
        expect(await storedPeople(table, other)).toEqual(await storedPeople(table, organizationId));
      }),
    );
    await fc.assert(property, { numRuns: runs(150) });
  });

  it.each(['csv', 'jsonl', 'parquet'] as const)(
    'imports exported entries from %s again, without a change',
    async (format) => {
      await inVirtualTime(async () => {
        const table = createLaggingTable();
        const { organizationId } = await createImportBucket(table);
        const entries = [1, 2].map((position) => ({
          id: randomUUID(),
          position,
          note: `=${position}; "x"`,
          nextCallAt: '2026-03-02T08:00:00.000Z',
        }));
        const importEntries = (content: string | Uint8Array, name: string) => {
          const callLists = {
            name,
            async *open() {
              yield Buffer.from(content);
            },
          };
          const { client, tableName } = table;
          return importFiles({ client, tableName, organizationId, files: { callLists } });
        };
        await importEntries(JSON.stringify({ id: randomUUID(), name: 'Spring', entries }), 'lists.jsonl');
        const exporter = createTestExporter(table);
        const created = await exporter.create(organizationId, { resource: 'call-list-entry', format });
        await exporter.drain();
        const [file] = (await exporter.read(created)).files;
        const content = exporter.objects.content.get(file?.key ?? '') ?? '';
        const { callListEntries } = await importEntries(content, `entries.${format}`);
        expect(callListEntries).toMatchObject({ read: 2, unchanged: 2 });
      });
    },
  );
});
