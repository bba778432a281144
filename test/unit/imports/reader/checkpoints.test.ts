import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { FileKind } from '../../../../shared/imports/file-kinds.ts';
import { ReadRecords } from '../../../../shared/imports/reader/missing/find-missing.ts';
import type { ImportCheckpoint } from '../../../../shared/imports/reader/run/checkpoints.ts';
import { countsOf } from '../../../../shared/imports/reader/run/import-report.ts';
import type { RejectedRow, Warning } from '../../../../shared/imports/reader/run/import-run.ts';
import { batchesOf } from '../../../../shared/table/batches.ts';
import { useImports } from '../../../support/imports/import-fixture.ts';

const imports = useImports();

/** Reads a text in pieces of this size: how a file is split must not matter. */
const fileOf = (kind: FileKind, text: string, pieceSize: number) => ({
  [kind]: {
    name: `${kind}.csv`,
    async *open() {
      const bytes = Buffer.from(text);
      for (let at = 0; at < bytes.length; at += pieceSize) yield bytes.subarray(at, at + pieceSize);
    },
  },
});

/** Neither times nor marks, which have the id of the import. */
const itemsOfImport = async () =>
  (await imports.items())
    .map(({ addedAt, createdAt, updatedAt, changedAt, gsi1sk, gsi4sk, mark, ...item }) => item)
    .toSorted((one, other) => (`${one['pk']} ${one['sk']}` < `${other['pk']} ${other['sk']}` ? -1 : 1));

const clear = async (): Promise<void> => {
  const { client, tableName } = imports.engine;
  for (const batch of batchesOf(await imports.engine.itemsOf(''), 25)) {
    const requests = batch.map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } } }));
    await client.send(new BatchWriteCommand({ RequestItems: { [tableName]: requests } }));
  }
};

interface Outcome {
  readonly counts: ImportCheckpoint['counts'];
  readonly filesWithoutRows: readonly string[];
  readonly rejected: readonly RejectedRow[];
  readonly warned: readonly Warning[];
  readonly items: unknown;
}

interface Settings {
  readonly kind: FileKind;
  readonly text: string;
  readonly windowRows: number;
  readonly isMergingRows: boolean;
}

/** @param stops windows after which each step stops; the last step does not */
const importInSteps = async (
  { kind, text, ...settings }: Settings,
  stops: readonly number[],
  pieceSizes: readonly number[],
): Promise<Outcome & { readonly steps: number }> => {
  let checkpoint: ImportCheckpoint | undefined;
  const rejected: RejectedRow[] = [];
  const warned: Warning[] = [];
  let steps = 0;
  for (;;) {
    let windows = 0;
    let isStopped = false;
    const stop = stops[steps];
    const report = await imports.run(
      {},
      {
        ...settings,
        files: fileOf(kind, text, pieceSizes[steps % pieceSizes.length] ?? 1),
        isCreatingCompanies: true,
        checkpoint,
        onCheckpoint: (reached) => {
          windows += 1;
          // As if it was stored between the steps.
          checkpoint = JSON.parse(JSON.stringify(reached));
          isStopped = windows === stop;
          return isStopped;
        },
      },
    );
    rejected.push(...report.rejected);
    warned.push(...report.warned);
    steps += 1;
    if (isStopped) continue;
    return {
      counts: countsOf(report),
      filesWithoutRows: report.filesWithoutRows,
      // How a file is split decides how far the reader is ahead.
      rejected: rejected.toSorted((one, other) => one.line - other.line),
      warned: warned.toSorted((one, other) => one.line - other.line),
      items: await itemsOfImport(),
      steps,
    };
  }
};

const people = fc
  .array(
    fc.record({
      id: fc.constantFrom('1', '2', '3', '4', '5', ''),
      email: fc.constantFrom('ann@nowhere.example', 'bea@nowhere.example', 'not an address', ''),
      company: fc.constantFrom('Nowhere Inc.', 'Elsewhere Ltd.', ''),
      employees: fc.constantFrom('2026-01-31', 'some day', ''),
      isBroken: fc.boolean(),
    }),
    { minLength: 1, maxLength: 14 },
  )
  .map((rows) =>
    [
      'id,email,Company Name,createdAt',
      // Without it, the columns may hold too little to be understood.
      '9,zoe@nowhere.example,,',
      ...rows.map(({ id, email, company, employees, isBroken }) =>
        [id, email, company, employees, ...(isBroken ? ['one cell too many'] : [])].join(','),
      ),
    ].join('\n'),
  );

const callLists = fc
  .array(
    fc.record({
      list: fc.constantFrom('Spring', 'Autumn', 'Winter'),
      locked: fc.constantFrom('yes', 'no', ''),
      company: fc.constantFrom('known', 'unknown', ''),
      entry: fc.constantFrom('e1', 'e2', 'e3', 'e4', ''),
      phone: fc.constantFrom('202-555-0101', 'no number'),
    }),
    { minLength: 1, maxLength: 14 },
  )
  .map((rows) =>
    [
      'name,isLocked,companyId,entryId,phone',
      ...rows.map(({ list, locked, company, entry, phone }) =>
        [list, locked, company, entry, phone].join(','),
      ),
    ].join('\n'),
  );

const stops = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 5 });
const pieceSizes = fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 4 });
const windowRows = fc.integer({ min: 1, max: 5 });

const RUNS = 15;

const expectSame = async (settings: Settings, stopped: readonly number[], sizes: readonly number[]) => {
  const prepare = async () => {
    await clear();
    await imports.run({ companies: 'id,name\nknown,Known Inc.' });
  };
  await prepare();
  const { steps: one, ...uninterrupted } = await importInSteps(settings, [], [10_000]);
  expect(one).toBe(1);
  await prepare();
  const { steps, ...interrupted } = await importInSteps(settings, stopped, sizes);
  expect(interrupted).toEqual(uninterrupted);
  return steps;
};

describe('an import that stops at any windows and continues', () => {
  test('ends like an uninterrupted import of people', async () => {
    let steps = 0;
    await fc.assert(
      fc.asyncProperty(
        people,
        windowRows,
        fc.boolean(),
        stops,
        pieceSizes,
        async (text, rows, isMerging, ...at) => {
          const settings = { kind: 'people' as const, text, windowRows: rows, isMergingRows: isMerging };
          steps += await expectSame(settings, ...at);
        },
      ),
      { numRuns: RUNS, endOnFailure: true },
    );
    expect(steps, 'some are interrupted').toBeGreaterThan(RUNS);
  });

  test('ends like an uninterrupted import of call lists', async () => {
    let steps = 0;
    await fc.assert(
      fc.asyncProperty(callLists, windowRows, stops, pieceSizes, async (text, rows, ...at) => {
        const settings = { kind: 'callLists' as const, text, windowRows: rows, isMergingRows: false };
        steps += await expectSame(settings, ...at);
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
    expect(steps, 'some are interrupted').toBeGreaterThan(RUNS);
  });

  it('names the records before its checkpoint', async () => {
    const text = ['id,email', ...[1, 2, 3, 4].map((id) => `${id},p${id}@nowhere.example`)].join('\n');
    let checkpoint: ImportCheckpoint | undefined;
    const options = { files: fileOf('people', text, 9), windowRows: 3 };
    await imports.run(
      {},
      {
        ...options,
        onCheckpoint: (reached) => {
          checkpoint = reached;
          return true;
        },
      },
    );
    const read = new ReadRecords();
    const report = await imports.run(
      {},
      {
        ...options,
        checkpoint,
        read,
      },
    );
    const idOf = (id: number) => imports.idOf('person', 'import', String(id));
    expect([1, 2, 3, 4].map((id) => read.has('people', idOf(id)))).toEqual([true, true, true, false]);
    expect(report.storedRows.map(({ id }) => id)).toEqual([idOf(4)]);
    expect(report.people).toMatchObject({ read: 4, created: 4 });
  });
});
