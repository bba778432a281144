import type { FileKind } from '../../../shared/imports/file-kinds.ts';
import type { SourceFile } from '../../../shared/imports/reader/files/source-file.ts';

type Records = Readonly<Partial<Record<FileKind, readonly object[]>>>;

/** The ids of the sample records. Ids are unique within an organization, so all runs use the same. */
export const SAMPLE_IDS = {
  company: '00000000-0000-4000-8000-000000000001',
  person: '00000000-0000-4000-8000-000000000002',
  callList: '00000000-0000-4000-8000-000000000003',
  entry: '00000000-0000-4000-8000-000000000004',
} as const;

const CREATED_AT = '2026-01-01T00:00:00.000Z';

/** The person, as a file to import. */
export const samplePerson = (title: string): Records => ({
  people: [
    {
      id: SAMPLE_IDS.person,
      firstName: 'Vera',
      lastName: 'Example',
      title,
      companyId: SAMPLE_IDS.company,
      createdAt: CREATED_AT,
    },
  ],
});

/** A person at a company, on a call list. */
export const SAMPLE_RECORDS: Records = {
  companies: [{ id: SAMPLE_IDS.company, name: 'Verification Example', createdAt: CREATED_AT }],
  ...samplePerson('Before'),
  callLists: [
    {
      id: SAMPLE_IDS.callList,
      name: 'Verification',
      isLocked: false,
      createdAt: CREATED_AT,
      entries: [
        {
          id: SAMPLE_IDS.entry,
          position: 1,
          personId: SAMPLE_IDS.person,
          companyId: SAMPLE_IDS.company,
          status: 'pending',
        },
      ],
    },
  ],
};

/** Records as JSON Lines. */
export const fileTextOf = (records: readonly object[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('');

/** Records as JSON Lines files to import. */
export const filesOf = (records: Records): Readonly<Partial<Record<FileKind, SourceFile>>> =>
  Object.fromEntries(
    Object.entries(records).map(([kind, lines]) => [
      kind,
      {
        name: `${kind}.jsonl`,
        async *open() {
          yield Buffer.from(fileTextOf(lines));
        },
      },
    ]),
  );
