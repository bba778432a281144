import { expect, it } from 'vitest';
import type { CopyBatch } from '../../../clients/typescript/src/index.ts';
import { describeAdmin } from '../../support/organizations/admin.ts';
import {
  comparable,
  createCopiedOrganization,
  expectCompleteCopy,
} from '../../support/records/copied-organization.ts';
import { createRecordCopy } from '../../support/records/record-copy.ts';

describeAdmin('a copy', () => {
  it('equals the collections, even if it is killed after each batch while records change', async () => {
    const { client, collections, changes, erasedId } = await createCopiedOrganization();
    const copy = createRecordCopy();
    let kills = 0;
    const store = (batch: CopyBatch): void => {
      copy.store(batch);
      kills++;
      throw new Error('killed');
    };
    const copied = () =>
      new Map(
        [...copy.records()].map(([key, data]) => [key, comparable(key.split(' ')[0] ?? '', data ?? {})]),
      );
    for (const change of changes) {
      const run = client.copy({ store, state: copy.state(), follow: false });
      // Without new events there is no batch to be killed after.
      await run.catch((error) => expect(error).toEqual(new Error('killed')));
      await change();
    }
    // After each collection at least.
    expect(kills).toBeGreaterThanOrEqual(4);
    const resume = () => client.copy({ store: copy.store, state: copy.state(), follow: false });
    await expectCompleteCopy(resume, copied, collections);
    expect(copy.erased).toEqual([erasedId]);
    expect(copied().has(`person ${erasedId}`)).toBe(false);
  });
});
