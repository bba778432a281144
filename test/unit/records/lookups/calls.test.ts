import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { operationsOf } from '../../../../functions/records/of-kinds.ts';
import { recordFunction } from '../../../../functions/records/record-function.ts';
import type { Call } from '../../../../shared/kinds/call.ts';
import { ROUTES } from '../../../../shared/operations/data-api/routes.ts';
import { putRecord } from '../../../../shared/records/store/record-writes.ts';
import { recordKeyOf } from '../../../../shared/table/items/keys.ts';
import { startTestEngine, type TestEngine } from '../../../support/engine/engine.ts';
import { lambdaContext, proxyEvent } from '../../../support/http/proxy-event.ts';
import { createOrganization, type TestOrganization } from '../../../support/organizations/organization.ts';
import { callToItem, EXAMPLE_CALL } from '../../../support/records/calls.ts';
import { indexLookups } from '../../../support/records/index-lookups.ts';

let engine: TestEngine;
let organization: TestOrganization;
beforeAll(async () => {
  engine = await startTestEngine({ hasStream: true });
  for (const method of ['info', 'error'] as const)
    vi.spyOn(console, method).mockImplementation(() => undefined);
});
afterAll(async () => {
  vi.restoreAllMocks();
  await engine.stop();
});

const reader = () => engine.table.reader;

const storeCall = async (changes: Partial<Call>): Promise<Call> => {
  const call = { ...EXAMPLE_CALL, id: randomUUID(), ...changes };
  const stored = await reader().get(recordKeyOf('call')(organization.id, call.id));
  const options = { isSilent: false, now: new Date() };
  await organization.write(putRecord(callToItem(organization.id, call), stored, options));
  return call;
};

const find = async (query: Readonly<Record<string, string>>, permissions?: string) => {
  const handler = recordFunction(ROUTES.listCalls, operationsOf('call').list({ reader: reader() }));
  const event = proxyEvent({
    organizationId: organization.id,
    resource: ROUTES.listCalls.path,
    query,
    ...(permissions && { permissions }),
  });
  const { statusCode, body } = await handler(event, lambdaContext());
  return { statusCode, ...JSON.parse(body) };
};
const startsOf = ({ items }: { readonly items: readonly Call[] }) => items.map(({ startedAt }) => startedAt);

const hour = (number: number) => `2026-03-02T${String(number).padStart(2, '0')}:00:00.000Z`;
const GRACE = { id: 'U-7', name: 'Grace', email: 'grace@sales.example' };
const other = { personId: randomUUID(), companyId: randomUUID(), callListId: randomUUID(), agent: null };

describe('a lookup of calls', () => {
  beforeEach(async () => {
    organization = createOrganization(engine);
    for (const number of [3, 1, 2]) {
      await storeCall({ startedAt: hour(number), agent: GRACE, disposition: 'Connected' });
    }
    await storeCall({ startedAt: hour(4), ...other, disposition: 'No answer' });
    await indexLookups(engine);
  });

  const latestFirst = [hour(3), hour(2), hour(1)];

  it.each([
    ['personId', EXAMPLE_CALL.personId],
    ['companyId', EXAMPLE_CALL.companyId],
    ['callListId', EXAMPLE_CALL.callListId],
    ['agent', 'u-7'],
    ['agent', 'mailto:Grace@Sales.example'],
    ['disposition', 'CONNECTED'],
  ])('by %s %s returns all matches, latest first, with an exact count', async (name, value) => {
    const found = await find({ [name]: String(value) });
    expect(startsOf(found)).toEqual(latestFirst);
    expect(found.totalCount).toBe(3);
  });

  it('returns its pages without a gap or a repetition', async () => {
    const starts: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await find({ agent: 'U-7', limit: '1', ...(cursor && { cursor }) });
      expect(page.totalCount).toBe(3);
      starts.push(...startsOf(page));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(starts).toEqual(latestFirst);
  });

  it('takes a time that includes its start and excludes its end, alone or with a value', async () => {
    const time = { startedSince: hour(2), startedBefore: hour(4) };
    expect(startsOf(await find(time))).toEqual([hour(3), hour(2)]);
    expect(startsOf(await find({ startedSince: hour(3) }))).toEqual([hour(4), hour(3)]);
    expect(startsOf(await find({ agent: 'U-7', startedBefore: hour(3) }))).toEqual([hour(2), hour(1)]);
    const page = await find({ ...time, limit: '1' });
    expect(page).toMatchObject({ totalCount: 2, items: [{ startedAt: hour(3) }] });
    expect(startsOf(await find({ ...time, limit: '1', cursor: page.nextCursor }))).toEqual([hour(2)]);
    expect((await find({ startedSince: hour(2), cursor: page.nextCursor })).statusCode).toBe(400);
  });

  it('never returns a call that no longer has the value or the time', async () => {
    const [moved] = (await find({ disposition: 'No answer' })).items as readonly [Call];
    await storeCall({ ...moved, startedAt: hour(9) });
    expect((await find({ disposition: 'No answer' })).items).toEqual([]);
    await indexLookups(engine);
    expect(startsOf(await find({ disposition: 'No answer' }))).toEqual([hour(9)]);
    await storeCall({ ...moved, startedAt: hour(9), disposition: 'Voicemail' });
    expect((await find({ disposition: 'No answer' })).items).toEqual([]);
  });

  it('takes one value at a time', async () => {
    const { statusCode, errors } = await find({ agent: 'U-7', disposition: 'Connected' });
    expect(statusCode).toBe(400);
    expect(errors[0].detail).toContain('startedSince');
  });

  it('shows number, note and recording only with the permission for contact details', async () => {
    const [hidden] = (await find({ agent: 'U-7' }, 'call:read')).items;
    expect(hidden).toMatchObject({ phone: null, note: null, recordingUrl: null, agent: GRACE });
    const [shown] = (await find({ agent: 'U-7' }, 'call:read,person.contact:read')).items;
    const { phone, note, recordingUrl } = EXAMPLE_CALL;
    expect(shown).toMatchObject({ phone, note, recordingUrl });
  });

  it('finds calls by id and external id, and names those that are not there', async () => {
    const [call] = (await find({ agent: 'U-7' })).items as readonly [Call];
    const missing = randomUUID();
    const found = await find({ id: `${missing},${call.id}` });
    expect(found).toMatchObject({ items: [{ id: call.id }], notFound: [missing] });
    expect((await find({ externalId: 'dialer:20431' })).items).toHaveLength(4);
  });
});
