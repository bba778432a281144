import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { EVENT_ROUTES } from '../../../shared/operations/admin-api/events.ts';
import { RECORD_ROUTES } from '../../../shared/operations/admin-api/records.ts';
import { expectProblem } from '../../support/http/problem.ts';
import { admin, bodyOf, describeAdmin, newOrganization } from '../../support/organizations/admin.ts';
import { setMembersSeeData } from '../../support/organizations/members-see-data.ts';
import { sampleData } from '../../support/records/sample-data.ts';
import { at, service } from '../../support/service/service.ts';
import { importRecords } from '../../support/webhooks/webhooks.ts';

const { member, admin: adminUser, organizationId } = await newOrganization();
const { people, companies, callLists } = sampleData('Members');
const ids: Readonly<Record<string, string>> = {
  people: at<{ id: string }>(people, 0).id,
  companies: at<{ id: string }>(companies, 0).id,
  'call-lists': at<{ id: string }>(callLists, 0).id,
  calls: randomUUID(),
};
if (service.admin !== undefined) {
  await importRecords(organizationId, { people, companies, 'call-lists': callLists }, ['--silent']);
}

const as = { as: member };
const idIn = (path: string): string => path.replace('{id}', () => ids[path.split('/')[1] ?? ''] ?? '');

/** Operations that need parameters. */
const QUERIES: Readonly<Record<string, string>> = {
  '/fields': '?resource=person',
  '/counts': '?resource=person&by=ownerId',
};

const READS = [
  ...Object.values(RECORD_ROUTES)
    // The suppression list is for admins.
    .filter(({ method, path }) => method === 'GET' && path !== '/suppressions')
    .map(({ path }) => `${idIn(path)}${QUERIES[path] ?? ''}`),
  `/events?kind=person&id=${ids['people']}`,
];
const CHANGES = Object.values(RECORD_ROUTES).filter(({ method }) => method !== 'GET');
const FORBIDDEN = 'Members of your organization cannot see records. Ask an admin to allow it.';

/** Only admins see which imports changed a record. */
const withoutImports = (text: string): string => text.replaceAll(/"import":\{[^}]*\}/g, '"import":null');

describeAdmin('a member', () => {
  it('shows records to members only while the organization allows it', async () => {
    const refuse = async () => {
      for (const path of READS) {
        expect(expectProblem(await admin(path, as), 403, 'forbidden').detail, path).toBe(FORBIDDEN);
      }
    };
    await refuse();
    await setMembersSeeData(adminUser, true);
    // No call is stored here.
    for (const path of READS.filter((each) => !each.startsWith('/calls/'))) {
      // Lookups and events follow the import.
      await expect
        .poll(
          async () => {
            const [seen, ofAdmin] = [
              (await admin(path, as)).text,
              (await admin(path, { as: adminUser })).text,
            ];
            return seen === withoutImports(ofAdmin) && (path === '/calls' || !seen.includes('"items":[]'));
          },
          { message: path },
        )
        .toBe(true);
    }
    await setMembersSeeData(adminUser, false);
    await refuse();
  });

  it('shows members only records of their own organization', async () => {
    await setMembersSeeData(adminUser, true);
    const foreign = at<{ id: string }>(service.first.data.people, 0).id;
    expectProblem(await admin(`/people/${foreign}`, as), 404, 'not-found');
    expect(bodyOf(await admin(`/people?id=${foreign}`, as))).toEqual({
      totalCount: 0,
      items: [],
      notFound: [foreign],
    });
    expectProblem(await admin(`/people/${foreign}`, { as: service.second.member }), 403, 'forbidden');
  });

  it('returns the same 403 for an unknown record', async () => {
    await setMembersSeeData(adminUser, false);
    expectProblem(await admin(`/people/${randomUUID()}`, as), 403, 'forbidden');
  });

  it('never lets members delete, erase, or see all events and their deliveries', async () => {
    await setMembersSeeData(adminUser, true);
    for (const { path, method, ...route } of CHANGES) {
      const body = 'body' in route ? { values: ['+12025550143'] } : undefined;
      const problem = expectProblem(await admin(idIn(path), { ...as, method, body }), 403, 'forbidden');
      expect(problem.detail).toBe(
        'Only an admin of your organization can delete, erase or suppress records.',
      );
    }
    for (const path of ['/events', '/events?types=person.*', '/events?kind=person']) {
      expectProblem(await admin(path, as), 403, 'forbidden');
    }
    const one = EVENT_ROUTES.getEvent.path.replace('{position}', '1.0');
    expectProblem(await admin(one, as), 403, 'forbidden');
    bodyOf(await admin(`/people/${ids['people']}`, { as: adminUser }));
  });
});
