import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { forEachConcurrently } from '../../../shared/runtime/concurrency.ts';
import { signIn } from '../../support/organizations/sign-in.ts';
import { runToolHere } from '../../support/service/command-here.ts';
import type { AdminUnderTest, ServiceUnderTest } from '../../support/service/service-setup.ts';
import { startReceiver } from '../../support/webhooks/webhook-receiver.ts';
import { peopleCsv } from '../support/people-csv.ts';

const CONCURRENCY = 8;
const REQUESTS = 2_000;
const REQUESTING_KEYS = 20;
const IMPORTS = 30;
const EXPORTS = 5;
/** People whose events are delivered. */
const DELIVERED = 300;

export interface Size {
  readonly people: number;
  readonly keys: number;
}

const numbered = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

const importPeople = async (
  { first, toolArguments, toolEnvironment }: ServiceUnderTest,
  people: number,
  ...flags: readonly string[]
): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-console-'));
  const file = join(folder, 'people.csv');
  writeFileSync(file, peopleCsv(people));
  const args = ['--organization', first.organizationId, '--people', file, ...flags, ...toolArguments];
  await runToolHere('import', args, toolEnvironment);
  rmSync(folder, { recursive: true });
};

const createKeys = async (
  { first, toolArguments, toolEnvironment }: ServiceUnderTest,
  count: number,
): Promise<readonly string[]> => {
  const created: string[] = [];
  for (const index of numbered(count)) {
    const permissions = index % 2 === 0 ? 'person:read,person:list,company:read' : 'call-list:read';
    const { key } = await runToolHere<{ key: string }>(
      'keys',
      [
        ...['create', '--organization', first.organizationId, ...toolArguments],
        ...['--name', `Integration ${index}`, '--permissions', permissions],
      ],
      toolEnvironment,
    );
    created.push(key);
  }
  return created;
};

const ok = async (response: Response): Promise<{ readonly id: string; readonly uploadUrl: string }> => {
  if (!response.ok) throw new Error(`${response.status} ${response.url}: ${await response.text()}`);
  return response.json();
};

/** Requests with several keys, which succeed and are refused in turns. */
const sendRequests = (baseUrl: string, keys: readonly string[]): Promise<void> =>
  forEachConcurrently(numbered(REQUESTS), CONCURRENCY, async (index) => {
    const path = ['/v1/person?limit=1', '/v1/call-list?limit=1', '/v1/person?limit=none'][index % 3];
    const key = keys[index % REQUESTING_KEYS] ?? '';
    await (await fetch(`${baseUrl}${path}`, { headers: { 'X-Api-Key': key } })).arrayBuffer();
  });

const startImports = async (
  admin: AdminUnderTest,
  user: ServiceUnderTest['first']['admin'],
): Promise<void> => {
  const { idToken } = await signIn({ ...admin, ...user });
  const post = (path: string, body: object): Promise<Response> =>
    fetch(admin.url + path, {
      method: 'POST',
      headers: { Authorization: `Bearer ${idToken}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  const content = 'id,firstName,lastName,email\n1,Ida,Import,ida@example.com\n2,Ned,Nowhere,no address\n';
  for (const index of numbered(IMPORTS)) {
    const file = { fileName: `people-${index}.csv`, contentType: 'text/csv', size: content.length };
    const created = await ok(await post('/imports', { kind: 'people', source: `source-${index}`, ...file }));
    const headers = { 'Content-Type': file.contentType };
    await fetch(created.uploadUrl, { method: 'PUT', headers, body: content });
    await ok(await post(`/imports/${created.id}/start`, { settings: {} }));
  }
};

/** Fills the first organization of a service with what a year of use leaves in each view. */
export const fill = async (service: ServiceUnderTest, size: Size): Promise<void> => {
  const { baseUrl, first, admin } = service;
  if (admin === undefined) throw new Error('Signing in to this service cannot be automated.');
  const post = async (path: string, body: object) =>
    ok(
      await fetch(baseUrl + path, {
        method: 'POST',
        headers: { 'X-Api-Key': first.key, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      }),
    );
  await importPeople(service, size.people, '--silent');
  const receiver = await startReceiver((_, response) => response.writeHead(204).end());
  try {
    const url = `http://127.0.0.1:${receiver.port}`;
    await post('/v1/webhook-endpoint', { url, eventTypes: ['person.created', 'person.updated'] });
    await importPeople(service, DELIVERED, '--source', 'delivered');
    await sendRequests(baseUrl, await createKeys(service, size.keys));
    await startImports(admin, first.admin);
    for (const _ of numbered(EXPORTS)) await post('/v1/export', { resource: 'company', format: 'csv' });
    // Of the deliveries, some hundred have happened by now.
  } finally {
    await receiver.stop();
  }
};
