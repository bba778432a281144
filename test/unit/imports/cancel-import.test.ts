import { beforeAll, expect, it, vi } from 'vitest';
import { createOperations } from '../../../functions/imports/manage-imports/handler.ts';
import type { Import } from '../../../shared/imports/import.ts';
import { IMPORTS, listImports } from '../../../shared/imports/import-repository.ts';
import { takeLease } from '../../../shared/jobs/job-lease.ts';
import { readDone, readJobQueue } from '../../../shared/jobs/job-queue.ts';
import { IMPORT_ROUTES } from '../../../shared/operations/admin-api/imports.ts';
import type { AdminRoute } from '../../../shared/operations/route.ts';
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

/** Calls an operation as an admin. */
const call = async (
  { organizationId, table, messages }: Bucket,
  { method, path }: AdminRoute,
  id?: string,
) => {
  const operations = createOperations({ table, bucket: createFakeImportBucket(), messages });
  const operation = operations.find(({ route }) => route.method === method && route.path === path);
  const event = proxyEvent({ organizationId, resource: path, ...(id !== undefined && { id }) });
  return operation?.run({ ...event, body: null }, { organizationId, actor: ACTOR, role: 'admin' });
};

const cancel = (bucket: Bucket, { id }: Import) => call(bucket, IMPORT_ROUTES.cancelImport, id);

const CANCELED = {
  status: 'failed',
  queuedAt: null,
  problem: expect.stringMatching(/^The import was canceled/),
};

const BLANK = `${PEOPLE}${'\n'.repeat(100_000)}`;

/** Chunks that are read before the rows: the whole file for its hash, its layout and its columns, and its header. */
const READ_BEFORE = 3 * Math.ceil(BLANK.length / 64) + 1;

/**
 * Starts to import a file that stores nothing for a long time.
 *
 * @param chunks how many it reads, of 64 bytes. @default its first ones
 */
const startBlankImport = async (bucket: Bucket, chunks = 3) => {
  const { promise: resumed, resolve: resume } = Promise.withResolvers<void>();
  let reads = 0;
  bucket.objects.onRead = () => {
    reads += 1;
    return reads > chunks ? resumed : undefined;
  };
  const { message } = bucket.drop('people/crm/blank.csv', BLANK);
  const received = bucket.receive(message);
  await expect.poll(() => reads).toBe(chunks + 1);
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

it('shows how much an import has read that stores nothing, from its last renewal of the lease', async () => {
  const bucket = await createImportBucket(engine, { leaseMilliseconds: 150 });
  const { received, resume } = await startBlankImport(bucket, READ_BEFORE + 800);
  const { id } = await named(bucket, 'blank.csv');
  const one = async () => (await call(bucket, IMPORT_ROUTES.getImport, id))?.body;
  const all = async () => (await call(bucket, IMPORT_ROUTES.listImports))?.body;
  const partly = { bytesRead: expect.toSatisfy((bytes: number) => bytes > 40_000 && bytes < 60_000) };
  await expect.poll(one).toMatchObject({ ...partly, status: 'running' });
  expect(await all()).toMatchObject({ items: [partly] });
  expect(await named(bucket, 'blank.csv')).toMatchObject({ bytesRead: 0 });
  bucket.objects.onRead = () => undefined;
  resume();
  expect(await received).toBe(true);
  expect(await one()).toMatchObject({ bytesRead: BLANK.length, status: 'completed' });
});

it('does not show what another import of the line has read', async () => {
  const bucket = await createImportBucket(engine, { leaseMilliseconds: 150 });
  const { received, resume } = await startBlankImport(bucket, READ_BEFORE + 800);
  const blank = await named(bucket, 'blank.csv');
  const read = (id: string) => readDone(bucket.table.reader, IMPORTS.jobIn(blank, id));
  await expect.poll(() => read(blank.id)).toBeGreaterThan(0);
  expect(await read('next')).toBeUndefined();
  // The next one takes its lease once that has expired.
  const line = IMPORTS.jobIn(blank, 'next');
  await takeLease(bucket.table, line, 'owner', Date.now() + 60_000, Date.now() + 60_000);
  expect(await read('next')).toBeUndefined();
  resume();
  await received;
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
