import { beforeAll, expect, it, vi } from 'vitest';
import { createOperations } from '../../../functions/imports/manage-imports/handler.ts';
import type { Import } from '../../../shared/imports/import.ts';
import { IMPORTS, listImports } from '../../../shared/imports/import-repository.ts';
import { readJobQueue } from '../../../shared/jobs/job-queue.ts';
import { useEngine } from '../../support/engine/use-engine.ts';
import { proxyEvent } from '../../support/http/proxy-event.ts';
import { createFakeImportBucket } from '../../support/imports/fake-import-bucket.ts';
import { createImportBucket } from '../../support/imports/import-bucket.ts';
import { ACTOR } from '../../support/keys/key-fixture.ts';

const engine = useEngine();
beforeAll(() => {
  for (const level of ['info', 'error'] as const) vi.spyOn(console, level).mockReturnValue();
});

type Bucket = Awaited<ReturnType<typeof createImportBucket>>;

const PEOPLE = 'id,First Name\n1,Ann\n2,Bea\n';

const named = async ({ table, organizationId }: Bucket, fileName: string): Promise<Import> => {
  const { imports } = await listImports(table.reader, { organizationId }, { limit: 10 });
  const found = imports.find((item) => item.fileName === fileName);
  if (found === undefined) throw new Error('There is no import.');
  return found;
};

const lineOf = ({ table, organizationId }: Bucket) =>
  readJobQueue(table.reader, IMPORTS.kind.lineOf({ organizationId, kind: 'people' }));

const cancel = async ({ organizationId, table, messages }: Bucket, { id }: Import) => {
  const operations = createOperations({ table, bucket: createFakeImportBucket(), messages });
  const operation = operations.find(({ route }) => route.path === '/imports/{id}/cancel');
  const event = proxyEvent({ organizationId, resource: '/imports/{id}/cancel', id });
  return operation?.run({ ...event, body: null }, { organizationId, actor: ACTOR, role: 'admin' });
};

const CANCELED = {
  status: 'failed',
  queuedAt: null,
  problem: expect.stringMatching(/^The import was canceled/),
};

/** Starts to import a file that stores nothing for a long time, up to its first chunks. */
const startBlankImport = async (bucket: Bucket) => {
  const { promise: resumed, resolve: resume } = Promise.withResolvers<void>();
  let reads = 0;
  bucket.objects.onRead = () => {
    reads += 1;
    return reads > 3 ? resumed : undefined;
  };
  const { message } = bucket.drop('people/crm/blank.csv', `${PEOPLE}${'\n'.repeat(100_000)}`);
  const received = bucket.receive(message);
  await expect.poll(() => reads).toBe(4);
  return { received, resume, reads: () => reads };
};

it('stops an import that runs, also one that stores nothing, and starts the next one', async () => {
  const bucket = await createImportBucket(engine, { leaseMilliseconds: 150 });
  const { received, resume, reads } = await startBlankImport(bucket);
  await bucket.receive(bucket.drop('people/crm/next.csv', PEOPLE).message);
  bucket.queue.length = 0;
  const running = await named(bucket, 'blank.csv');
  expect(running.status).toBe('running');
  expect(await cancel(bucket, running)).toMatchObject({ body: { status: 'failed' } });
  const next = await named(bucket, 'next.csv');
  expect(bucket.queue.map(({ body }) => JSON.parse(body).importId)).toEqual([next.id]);
  bucket.objects.onRead = () => undefined;
  await bucket.drain();
  expect(await named(bucket, 'next.csv')).toMatchObject({ status: 'completed' });
  // Its invocation learns of it when it renews its lease.
  const renewals = vi.spyOn(bucket.table.writer, 'update');
  await expect.poll(() => renewals.mock.results.length).toBeGreaterThan(0);
  await Promise.all(renewals.mock.results.map(({ value }) => value));
  resume();
  expect(await received).toBe(true);
  expect(reads()).toBe(4);
  expect(await named(bucket, 'blank.csv')).toMatchObject(CANCELED);
  expect(await lineOf(bucket)).toEqual({});
  const log = await engine.itemsOf(`AUDIT_LOG#${bucket.organizationId}`);
  expect(log.find(({ action }) => action === 'import.canceled')).toMatchObject({
    targetId: running.id,
    details: { kind: 'people', source: 'crm', file: 'blank.csv' },
  });
});

it('takes an import that waits out of its line, and leaves the one that runs', async () => {
  const bucket = await createImportBucket(engine);
  const { received, resume } = await startBlankImport(bucket);
  await bucket.receive(bucket.drop('people/crm/next.csv', PEOPLE).message);
  await cancel(bucket, await named(bucket, 'next.csv'));
  resume();
  await received;
  await bucket.drain();
  expect(await named(bucket, 'next.csv')).toMatchObject({ ...CANCELED, startedAt: null });
  expect(await named(bucket, 'blank.csv')).toMatchObject({ status: 'completed' });
});

it('returns 409 for an import that neither waits nor runs', async () => {
  const bucket = await createImportBucket(engine);
  await bucket.drain(bucket.drop('people/crm/a.csv', PEOPLE).message);
  await expect(cancel(bucket, await named(bucket, 'a.csv'))).rejects.toThrow('neither waits nor runs');
});
