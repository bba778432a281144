import { describe, expect, it } from 'vitest';
import { deleteExportsOfKey } from '../../../shared/exports/delete-export.ts';
import { rotateKey } from '../../../shared/keys/rotate-key.ts';
import { useEngine } from '../../support/engine/use-engine.ts';
import { createTestExporter } from '../../support/exports/exporter.ts';
import { ACTOR, createKeyFixture } from '../../support/keys/key-fixture.ts';

const engine = useEngine();

const prepare = () => {
  const keys = createKeyFixture(engine);
  const { organizationId, store } = keys;
  const exporter = createTestExporter(engine.table, { settleMilliseconds: 0 });
  const { objects } = exporter;
  return {
    exporter,
    objects,
    newKey: async () => (await keys.make()).apiKey.id,
    rotated: async (id: string) =>
      (await rotateKey(store, { organizationId }, id, 3_600, ACTOR))?.apiKey.id ?? '',
    create: (keyId: string) =>
      exporter.create(organizationId, { resource: 'company' }, { ...ACTOR, id: `key:${keyId}` }),
    remove: (keyId: string, within = (all: readonly string[]) => objects.remove(all)) =>
      deleteExportsOfKey(engine.table, within, { organizationId, keyId }, ACTOR),
    deletions: async () =>
      (await keys.auditItems())
        .filter(({ action }) => action === 'export.deleted')
        .map((each) => each['targetId']),
  };
};

describe('deleting the exports of a key', () => {
  it('deletes the files of its exports and of keys that were rotated to it, and of no other key', async () => {
    const { exporter, objects, newKey, rotated, create, remove, deletions } = prepare();
    const first = await newKey();
    const second = await rotated(first);
    const own = [await create(first), await create(second)];
    const others = [await create(await newKey()), await create(await rotated(second))];
    await exporter.drain();
    expect(await remove(second)).toBe(2);
    for (const each of own) {
      const problem = expect.stringMatching(/^Its files were deleted when/);
      expect(await exporter.read(each)).toMatchObject({ state: 'expired', files: [], problem });
    }
    const kept = await Promise.all(others.map(exporter.read));
    expect(kept.map(({ state }) => state)).toEqual(['completed', 'completed']);
    expect([...objects.content.keys()].toSorted()).toEqual(
      kept.flatMap(({ files }) => files.flatMap(({ key, idsKey }) => [key, idsKey])).toSorted(),
    );
    expect((await deletions()).toSorted()).toEqual(own.map(({ id }) => id).toSorted());
    expect(await remove(second)).toBe(0);
  });

  it('cancels exports that wait, which then write nothing', async () => {
    const { exporter, objects, newKey, create, remove, deletions } = prepare();
    const key = await newKey();
    const created = await create(key);
    expect(await remove(key)).toBe(1);
    await exporter.drain();
    expect(await exporter.read(created)).toMatchObject({ state: 'failed', queuedAt: null, files: [] });
    expect([objects.content.size, await deletions()]).toEqual([0, [created.id]]);
  });

  it('stops a running export at its next checkpoint, without a file left behind', async () => {
    const { exporter, objects, newKey, create, remove } = prepare();
    const key = await newKey();
    const created = await create(key);
    const write = objects.write.bind(objects);
    let deleted: number | undefined;
    objects.write = async (...object) => {
      deleted ??= await remove(key);
      await write(...object);
    };
    await exporter.drain();
    expect([deleted, (await exporter.read(created)).state, objects.content.size]).toEqual([1, 'failed', 0]);
  });

  it('completes when repeated after files could not be deleted', async () => {
    const { exporter, objects, newKey, create, remove } = prepare();
    const key = await newKey();
    const created = await create(key);
    await exporter.drain();
    await expect(remove(key, () => Promise.reject(new Error('S3 failed.')))).rejects.toThrow('S3 failed.');
    expect(await remove(key)).toBe(1);
    expect([(await exporter.read(created)).state, objects.content.size]).toEqual(['expired', 0]);
  });
});
