import { createHash } from 'node:crypto';
import { ADMIN_RESPONSE_BODIES } from '../../../shared/contract/admin-response-bodies.ts';
import { RESPONSE_BODIES } from '../../../shared/contract/response-bodies.ts';
import { type Api, bodyOf, expectStatus, expectThat, waitFor } from './api.ts';
import type { RunCheck } from './checks.ts';
import { fileTextOf, SAMPLE_IDS, samplePerson } from './sample-records.ts';

/** The stream of a new stack can take minutes to start, and so can an index of log lines. */
const PIPELINE_SECONDS = 240;

interface Pipelines {
  readonly admin: Api | undefined;
  readonly reader: Api | undefined;
  readonly key: { readonly id: string } | undefined;
  readonly records: true | undefined;
}

const wait = <T>(read: () => Promise<T | undefined>, waitedFor: string, signal: AbortSignal): Promise<T> =>
  waitFor(read, { seconds: PIPELINE_SECONDS, waitedFor, signal });

/** Waits until an operation returns items, and returns the first. */
const firstOf = <T>(
  read: () => Promise<{ readonly items: readonly T[] }>,
  waitedFor: string,
  signal: AbortSignal,
): Promise<T> => wait(async () => (await read()).items[0], waitedFor, signal);

/** Uploads the sample person to the bucket, and imports it. */
const importThroughBucket = async (call: Api, signal: AbortSignal): Promise<void> => {
  const file = fileTextOf(samplePerson('Before').people ?? []);
  const contentType = 'application/x-ndjson';
  const body = {
    kind: 'people',
    source: 'verification',
    fileName: 'people.jsonl',
    size: Buffer.byteLength(file),
    contentType,
  };
  const created = bodyOf(
    await call('/imports', { method: 'POST', body }),
    ADMIN_RESPONSE_BODIES.CreatedImport,
    201,
  );
  const uploaded = await fetch(created.uploadUrl, {
    method: 'PUT',
    headers: { 'Content-Type': contentType },
    body: file,
  });
  expectThat(uploaded.ok, `the bucket answered ${uploaded.status} to the upload`);
  const path = `/imports/${created.id}`;
  expectStatus(await call(`${path}/start`, { method: 'POST', body: { settings: {} } }), 202);
  const readEnded = async () => {
    const each = bodyOf(await call(path), ADMIN_RESPONSE_BODIES.FileImport);
    return each.finishedAt === null ? undefined : each;
  };
  const ended = await wait(readEnded, 'end of the import', signal);
  const { status, problem, counts } = ended;
  expectThat(status === 'completed', `the import ended as ${status}: ${problem}`);
  expectThat(counts?.people.read === 1, `the import read ${counts?.people.read} rows instead of 1`);
};

/** Exports all people, and downloads the file. */
const exportPeople = async (call: Api, signal: AbortSignal): Promise<void> => {
  const body = { resource: 'person', format: 'jsonl' };
  const queued = bodyOf(
    await call('/v1/export', { method: 'POST', body }),
    RESPONSE_BODIES.QueuedExport,
    202,
  );
  const readEnded = async () => {
    const each = bodyOf(await call(`/v1/export/${queued.id}`), RESPONSE_BODIES.Export);
    return each.state === 'queued' || each.state === 'running' ? undefined : each;
  };
  const ended = await wait(readEnded, 'end of the export', signal);
  expectThat(ended.state === 'completed', `the export ended as ${ended.state}: ${ended.problem}`);
  for (const { url, sha256 } of ended.files) {
    const response = await fetch(url);
    expectThat(response.ok, `the bucket answered ${response.status} to the download`);
    const hash = createHash('sha256').update(Buffer.from(await response.arrayBuffer()));
    expectThat(hash.digest('hex') === sha256, 'the file has another SHA-256');
  }
};

/** Checks what functions do after a response, each in a chain of services of its own. */
export const checkPipelines = async (
  run: RunCheck,
  { admin, reader, key, records }: Pipelines,
  signal: AbortSignal,
) => {
  await run('data API: finds a person by company (stream, lookups)', [reader, records], async (get) => {
    const path = `/v1/person?companyId=${SAMPLE_IDS.company}`;
    const read = async () => bodyOf(await get(path), RESPONSE_BODIES.PersonPage);
    await firstOf(read, 'person in the lookups', signal);
  });
  await run('data API: lists a creation in the event feed', [reader, records], async (get) => {
    const read = async () => bodyOf(await get('/v1/event?types=person.created'), RESPONSE_BODIES.EventPage);
    await firstOf(read, 'event in the feed', signal);
  });
  await run('imports: reads an uploaded file (bucket, queue)', [admin, records], (call) =>
    importThroughBucket(call, signal),
  );
  await run('exports: writes a file that can be downloaded', [reader, records], (call) =>
    exportPeople(call, signal),
  );
  await run('admin API: finds requests of the key (CloudWatch Logs)', [admin, key], async (call, { id }) => {
    const path = `/requests?keyId=${id}&limit=1`;
    const read = async () => bodyOf(await call(path), ADMIN_RESPONSE_BODIES.RequestPage);
    await firstOf(read, 'request in the log', signal);
  });
};
