import { expect, it } from 'vitest';
import { createRecordExpirer } from '../../../functions/records/expire-records/handler.ts';
import { connect } from '../../../infra/cli/support/connection.ts';
import { createTable } from '../../../shared/table/sdk/document-client-table.ts';
import { eventually } from '../../support/eventually.ts';
import { expectProblem } from '../../support/http/problem.ts';
import { admin, bodyOf, describeAdmin, newOrganizationWithAdmin } from '../../support/organizations/admin.ts';
import { relabelled } from '../../support/records/sample-data.ts';
import { call, createKey, service } from '../../support/service/service.ts';
import { importRecords } from '../../support/webhooks/webhooks.ts';

const { admin: adminUser, organizationId } = await newOrganizationWithAdmin();
const { people, companies, callLists } = relabelled(service.first.data, 'Kept');
const idle = {
  id: '8a6f3c52-0d1b-4a7e-9c55-3b0f6d2e7a11',
  lastName: 'Idle',
  emails: [{ address: 'idle@example.com', type: 'work' }],
};
if (service.admin !== undefined) {
  await importRecords(organizationId, { people: [...people, idle], companies, 'call-lists': callLists }, [
    '--silent',
  ]);
}
const { key } = await createKey(['person:read', 'person:list', 'event:read'], { organizationId });

interface Event {
  readonly type: string;
  readonly data: { readonly id: string; readonly emails: readonly unknown[] };
  readonly sequence: number;
  readonly expiresAt?: string;
}

const eventsAbout = async (id: string): Promise<readonly Event[]> => {
  const { items } = (await call('/v1/event?limit=1000&types=person.expiring,person.deleted', { key }))
    .json as { readonly items: readonly Event[] };
  return items.filter(({ data }) => data.id === id);
};

/** Runs the scheduled function on the service's table, as its schedule would in so many days. */
const runIn = async (days: number): Promise<void> => {
  for (const [name, value] of Object.entries(service.toolEnvironment)) process.env[name] = value;
  const { documents, output } = await connect(service.toolArguments[1]);
  const time = new Date(Date.now() + days * 86_400_000).toISOString();
  const expire = createRecordExpirer(createTable(documents, output('TableName')));
  await expire({ time }, { getRemainingTimeInMillis: () => 900_000 });
};

describeAdmin('an organization that deletes unused records', () => {
  const path = `/v1/person/${idle.id}`;
  const total = async () => Number(Object((await call('/v1/person?limit=1', { key })).json).totalCount);

  it('announces an unused record on the feed, without contact details for keys without permission', async () => {
    const body = { recordRetentionDays: 30 };
    bodyOf(await admin('/organization', { as: adminUser, method: 'PATCH', body }));
    const before = (await call(path, { key })).json;
    await runIn(32);
    await eventually(async () => (await eventsAbout(idle.id)).length === 1);
    const [event] = await eventsAbout(idle.id);
    expect(event).toMatchObject({ type: 'person.expiring', sequence: 2, data: { emails: [] } });
    expect(Date.parse(event?.expiresAt ?? '')).toBeGreaterThan(Date.now() + 33 * 86_400_000 - 60_000);
    expect((await call(path, { key })).json).toEqual(before);
  });

  it('deletes the record after the announced time, and keeps what call lists refer to', async () => {
    const kept = await total();
    await runIn(34.1);
    await eventually(async () => (await eventsAbout(idle.id)).length === 2);
    const [, event] = await eventsAbout(idle.id);
    expect(event).toMatchObject({ type: 'person.deleted', sequence: 3 });
    expectProblem(await call(path, { key }), 404, 'not-found');
    expect(await total()).toBeLessThan(kept);
    const [listed] = callLists.flatMap(({ entries }) => entries).filter(({ personId }) => personId !== null);
    expect((await call(`/v1/person/${listed?.personId}`, { key })).status).toBe(200);
  });

  it('counts the deletions in the audit log', async () => {
    const { items } = bodyOf<{ items: { action: string; actor: object; details: object }[] }>(
      await admin('/audit-log?actorId=retention', { as: adminUser }),
    );
    expect(items.map(({ action }) => action)).toEqual(['retention.applied', 'retention.applied']);
    expect(JSON.stringify(items)).not.toContain('Idle');
  });

  it('previews a shorter period', async () => {
    const preview = await admin('/organization/retention-preview?recordRetentionDays=31', { as: adminUser });
    const firstDeletionAt = expect.any(String);
    expect(bodyOf(preview)).toEqual({ people: 0, companies: 0, calls: 0, firstDeletionAt });
  });
});
