import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createIdMaker } from '../../../shared/table/items/import-ids.ts';
import { openImportBucket } from '../../support/imports/dropped-files.ts';
import { createOrganizationAdmin } from '../../support/organizations/organization-users.ts';
import { call, createKey, service } from '../../support/service/service.ts';

let bucket: Awaited<ReturnType<typeof openImportBucket>>;
// Other tests know exactly what the first organization has.
const organizationId = randomUUID();
let key: string;
beforeAll(async () => {
  bucket = await openImportBucket();
  await createOrganizationAdmin(organizationId, service);
  ({ key } = await createKey(['person:read'], { organizationId }));
});
afterAll(() => bucket.close());

/** A separate source for each test. */
const newSource = () => `dropped ${randomUUID()}`;

const personPath = (source: string, id: string): string =>
  `/v1/person/${createIdMaker(organizationId)('person', source, id)}`;

describe('a file that is put into the bucket', () => {
  it.each([
    ['CSV', 'people.csv', 'csv', 'id,First Name\n1,Ann\n2,Bea\n2,Cleo'],
    [
      'JSON Lines',
      'people.jsonl',
      'jsonl',
      '{"id":"1","firstName":"Ann"}\n{"id":"2","firstName":"Bea"}\nno JSON',
    ],
    ['gzip', 'people.csv.gz', 'csv', gzipSync('id,First Name\n1,Ann\n2,Bea\n3')],
  ])('imports %s, and puts a report and its rejected rows next to it', async (_, name, rejects, content) => {
    const source = newSource();
    const file = `imports/${organizationId}/people/${source}/weekly/${name}`;
    await bucket.put(file, content);
    expect(await bucket.report(file)).toMatchObject({
      status: 'completed',
      problem: null,
      counts: { people: { read: 3, created: 2, rejected: 1 } },
    });
    expect(await bucket.read(`${file}.rejects.${rejects}`)).toMatch(/Line \d: /);
    const { status, json } = await call(personPath(source, '1'), { key });
    expect([status, json]).toEqual([200, expect.objectContaining({ firstName: 'Ann' })]);
  });

  it('links call lists to the people of an earlier file', async () => {
    const source = newSource();
    const address = (kind: string) => `imports/${organizationId}/${kind}/${source}/export.csv`;
    await bucket.put(address('people'), 'id,First Name,Work Phone\n1,Ann,+12025550101');
    expect(await bucket.report(address('people'))).toMatchObject({ status: 'completed' });
    await bucket.put(address('call-lists'), `id,name,personId\nl1,Dropped,1`);
    expect(await bucket.report(address('call-lists'))).toMatchObject({
      status: 'completed',
      counts: { callLists: { created: 1 }, callListEntries: { created: 1 } },
    });
  });

  it('rejects a file in another format, with the reason in its report', async () => {
    const file = `imports/${organizationId}/companies/${newSource()}/companies.xlsx`;
    await bucket.put(file, 'PK\x03\x04');
    expect(await bucket.report(file)).toMatchObject({
      status: 'failed',
      problem: expect.stringContaining('Excel workbook'),
    });
  });

  it('ignores a file of an unknown organization', async () => {
    const file = `imports/${randomUUID()}/people/${newSource()}/people.csv`;
    await bucket.put(file, 'id\n1');
    expect(await bucket.report(file)).toMatchObject({ problem: expect.stringContaining('no organization') });
  });
});
