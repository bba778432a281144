import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listRecords } from '../../../../shared/imports/reader/records/list-records.ts';
import { createLaggingTable } from '../../../support/engine/lagging-table/lagging-table.ts';
import { inVirtualTime } from '../../../support/engine/virtual-time.ts';
import { createPeopleHistory } from '../../../support/records/people-history.ts';

describe('listRecords', () => {
  it('yields each record once, including those that the index does not show yet', async () => {
    const cases = fc.record({
      seed: fc.integer(),
      faults: fc.record({ indexLag: fc.constantFrom(0, 1_000, 10_000), splitsIndexMoves: fc.boolean() }),
      people: fc.integer({ min: 0, max: 30 }),
    });
    await fc.assert(
      fc.asyncProperty(cases, async ({ seed, faults, people }) => {
        await inVirtualTime(
          async () => {
            const table = createLaggingTable({ seed, faults });
            const history = createPeopleHistory(table);
            for (let number = 0; number < people; number++) await history.store(number, 'first');
            for (let number = 0; number < people; number += 3) await history.store(number, 'second');
            for (let number = 0; number < people; number += 5) await history.remove(number);
            const ids: string[] = [];
            for await (const records of listRecords(table.reader, history.organizationId, 'person')) {
              ids.push(...records.map(({ id }) => id));
            }
            expect(ids.toSorted()).toEqual([...(await history.people()).keys()].toSorted());
          },
          { seed },
        );
      }),
      { numRuns: 100 },
    );
  });

  it('ends although the collection never lists as many records as it counts', async () => {
    await inVirtualTime(async () => {
      const table = createLaggingTable({ faults: { indexLag: 3_600_000 } });
      const history = createPeopleHistory(table);
      await history.store(0, 'first');
      for await (const records of listRecords(table.reader, history.organizationId, 'person')) {
        expect(records).toEqual([]);
      }
    });
  });
});
