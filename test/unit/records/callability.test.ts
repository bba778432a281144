import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dataFunction } from '../../../functions/http/data-api.ts';
import { createGetCallList } from '../../../functions/records/get-call-list/handler.ts';
import { createGetPerson } from '../../../functions/records/get-person/handler.ts';
import { PERMISSIONS, type Permission } from '../../../shared/contract/keys/permissions.ts';
import type { CallListEntry } from '../../../shared/kinds/call-list-entry.ts';
import type { Company } from '../../../shared/kinds/company.ts';
import type { Person } from '../../../shared/kinds/person.ts';
import { ROUTES } from '../../../shared/operations/data-api/routes.ts';
import type { RecordRepository } from '../../../shared/records/store/records.ts';
import { lambdaContext, proxyEvent } from '../../support/http/proxy-event.ts';
import { callingHours } from '../../support/records/calling-hours.ts';
import { sampleData } from '../../support/records/sample-data.ts';

const ORGANIZATION = randomUUID();
const AT = '2026-03-01T08:00:00.000Z';
/** Noon in New York. */
const NOON = '2026-07-01T16:00:00.000Z';
const LIST_ID = randomUUID();

const { people, companies, callLists } = sampleData('Callability');
const [somePerson] = people;
const [someCompany, otherCompany] = companies;
const [someEntry] = callLists.flatMap(({ entries }) => entries);
if (!somePerson || !someCompany || !otherCompany || !someEntry) throw new Error('There are too few samples.');

const NUMBER = '+12125550100';
const phone = { number: NUMBER, type: 'work', extension: null, raw: null, doNotCall: false } as const;
const person: Person = {
  ...somePerson,
  companyId: someCompany.id,
  phones: [phone],
  location: null,
  timezone: null,
};
const company: Company = { ...someCompany, phones: [] };
const entry: CallListEntry = {
  ...someEntry,
  personId: person.id,
  companyId: null,
  phone: { number: NUMBER, type: 'work' },
  status: 'pending',
  nextCallAt: null,
};

interface Stored {
  readonly people?: readonly Person[];
  readonly companies?: readonly Company[];
  readonly entries?: readonly CallListEntry[];
}

/** Counts what a request reads. */
let reads = 0;

const recordsOf = <T extends { readonly id: string }>(records: readonly T[]): RecordRepository<T> => ({
  get: async (_, id) => {
    reads++;
    return records.find((each) => each.id === id);
  },
  getMany: async (_, ids) => {
    reads += ids.length;
    return new Map(records.filter(({ id }) => ids.includes(id)).map((each) => [each.id, each]));
  },
});

interface Options {
  readonly permissions?: readonly Permission[];
  readonly include?: string;
  readonly isOff?: boolean;
  readonly tag?: string;
}

type Handler = ReturnType<typeof dataFunction>;

const dependenciesOf = ({ people = [person], companies = [company] }: Stored, { isOff }: Options) => ({
  people: recordsOf(people),
  companies: recordsOf(companies),
  ...(isOff ? {} : { callingHours }),
});

const send = async (handler: Handler, resource: string, id: string, options: Options) => {
  const { permissions = PERMISSIONS, include = 'callability', tag } = options;
  const event = proxyEvent({
    organizationId: ORGANIZATION,
    resource,
    id,
    query: { include },
    permissions: permissions.join(),
  });
  if (tag !== undefined) event.multiValueHeaders = { 'If-None-Match': [tag] };
  const { statusCode, headers, body } = await handler(event, lambdaContext());
  return { status: statusCode, tag: String(headers?.['ETag']), text: body, json: body && JSON.parse(body) };
};

const getPerson = (stored: Stored = {}, options: Options = {}) =>
  send(
    dataFunction(ROUTES.getPerson, createGetPerson(dependenciesOf(stored, options))) as Handler,
    ROUTES.getPerson.path,
    person.id,
    options,
  );

const getCallList = (stored: Stored = {}, options: Options = {}) => {
  const { entries = [entry] } = stored;
  const callLists = {
    getWithEntries: async () => {
      reads++;
      return {
        callList: { id: LIST_ID, name: 'A list', createdAt: AT, isLocked: false, changedAt: AT },
        entryCount: entries.length,
        entries,
        hasMore: false,
      };
    },
  };
  const handler = createGetCallList({ callLists, ...dependenciesOf(stored, options) });
  return send(
    dataFunction(ROUTES.getCallList, handler) as Handler,
    ROUTES.getCallList.path,
    LIST_ID,
    options,
  );
};

const OPERATIONS = [
  ['a person', getPerson],
  ['a call list', getCallList],
] as const;

const ofEntry = async (stored: Stored, options?: Options) =>
  (await getCallList(stored, options)).json.entries[0].callability;
const ofPhones = async (stored: Stored) =>
  (await getPerson(stored)).json.phones.map(({ callability }: { callability: object }) => callability);

const fieldsOf = ({ reasons }: { reasons: readonly { code: string; field: string | null }[] }) =>
  reasons.map(({ code, field }) => [code, field]);

beforeEach(() => {
  reads = 0;
  vi.spyOn(console, 'info').mockImplementation(() => undefined);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(NOON) });
});
afterEach(() => {
  vi.useRealTimers();
});

describe.each(OPERATIONS)('callability of %s', (_, operation) => {
  it('returns 400 if the service has no calling hours', async () => {
    const { status, json } = await operation(
      {},
      { isOff: true, permissions: ['person:read', 'call-list:read'] },
    );
    expect(status).toBe(400);
    expect(json.errors).toEqual([
      { parameter: 'include', detail: expect.stringContaining('is not enabled on this service') },
    ]);
    expect(reads).toBe(0);
  });

  it.each(['person:read', 'person.contact:read', 'company:read'] as const)(
    'returns 403 to a key without %s, and reads nothing',
    async (missing) => {
      const permissions = PERMISSIONS.filter((each) => each !== missing);
      const { status, json } = await operation({}, { permissions });
      expect(status).toBe(403);
      expect(json.missingPermissions).toEqual([missing]);
      expect(reads).toBe(0);
    },
  );

  it('hides everything about hidden values from a key without contact details', async () => {
    const permissions = PERMISSIONS.filter((each) => each !== 'person.contact:read');
    const number = fc.option(fc.constantFrom(NUMBER, '+13055550100', '+18085550100', '+4930123456'), {
      nil: null,
    });
    const hidden = fc.record({ number, doNotCall: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(hidden, hidden, async (one, other) => {
        const [first, second] = await Promise.all(
          [one, other].map(({ number, doNotCall }) => {
            const phones = [{ ...phone, number, doNotCall }];
            const stored = {
              people: [{ ...person, phones }],
              entries: [{ ...entry, phone: number === null ? null : { number, type: 'work' as const } }],
            };
            return Promise.all([
              operation(stored, { permissions }),
              operation(stored, {
                permissions,
                include: operation === getPerson ? 'callability' : 'person,company',
              }),
            ]);
          }),
        );
        expect(second).toEqual(first);
      }),
      { numRuns: 30 },
    );
  });

  it('omits callability from responses that did not request it', async () => {
    if (operation === getPerson) return;
    const { text } = await operation({}, { include: 'person,company' });
    expect(text).not.toContain('callab');
  });

  it('returns 304 only while the answer is the same', async () => {
    const first = await operation();
    expect(first.text).toContain('"callableNow":true');
    vi.setSystemTime(Date.parse('2026-07-02T00:59:59.999Z'));
    expect(await operation({}, { tag: first.tag })).toMatchObject({ status: 304 });
    vi.setSystemTime(Date.parse('2026-07-02T01:00:00.000Z'));
    const later = await operation({}, { tag: first.tag });
    expect(later).toMatchObject({ status: 200, text: expect.stringContaining('"callableNow":false') });
  });
});

describe('an entry', () => {
  it('judges an entry by its own number, next to the included records', async () => {
    const { json } = await getCallList({}, { include: 'person,company,callability' });
    expect(json.entries[0]).toMatchObject({
      person: { id: person.id },
      company: null,
      callability: { callableNow: true, regions: ['US-NY'], timeZoneSource: 'number' },
    });
  });

  it.each<[string, Stored, [string, string][]]>([
    ['its status', { entries: [{ ...entry, status: 'do_not_call' }] }, [['do_not_call', 'entry.status']]],
    ['its person', { people: [{ ...person, doNotCall: true }] }, [['do_not_call', 'person.doNotCall']]],
    [
      'the number, as a phone of its person',
      { people: [{ ...person, phones: [{ ...phone, doNotCall: true }] }] },
      [['do_not_call', 'person.phones.doNotCall']],
    ],
    [
      'the company of its person',
      { companies: [{ ...company, doNotCall: true }] },
      [['do_not_call', 'company.doNotCall']],
    ],
    [
      'its own company, and the number as a phone of it',
      {
        entries: [{ ...entry, personId: null, companyId: otherCompany.id }],
        companies: [{ ...otherCompany, doNotCall: true, phones: [{ ...phone, doNotCall: true }] }],
      },
      [
        ['do_not_call', 'company.doNotCall'],
        ['do_not_call', 'company.phones.doNotCall'],
      ],
    ],
  ])('never allows a call if %s is marked do-not-call', async (_, stored, expected) => {
    const callability = await ofEntry(stored);
    expect(callability).toMatchObject({ callableNow: false, nextCallableAt: null });
    expect(fieldsOf(callability)).toEqual(expected);
  });

  it('allows a call although another number is marked do-not-call', async () => {
    const phones = [phone, { ...phone, number: '+12125550199', doNotCall: true }];
    expect(await ofEntry({ people: [{ ...person, phones }] })).toMatchObject({ callableNow: true });
  });

  it.each<[string, Stored, [string, string | null][]]>([
    ['a deleted person', { people: [] }, [['record_missing', 'personId']]],
    ['a deleted company', { companies: [] }, [['record_missing', 'companyId']]],
    ['no number', { entries: [{ ...entry, phone: null }] }, [['no_number', null]]],
  ])('reports an entry with %s as unknown', async (_, stored, expected) => {
    const callability = await ofEntry(stored);
    expect(callability).toMatchObject({ callableNow: null, nextCallableAt: null });
    expect(fieldsOf(callability)).toEqual(expected);
  });

  it('waits for the next planned call', async () => {
    const nextCallAt = '2026-07-02T15:00:00.000Z';
    const callability = await ofEntry({ entries: [{ ...entry, nextCallAt }] });
    expect(callability).toMatchObject({ callableNow: false, nextCallableAt: nextCallAt });
    expect(fieldsOf(callability)).toEqual([['scheduled', 'entry.nextCallAt']]);
  });

  it('judges an entry at the location of its person, or else of its company', async () => {
    const location = { street: null, city: null, region: 'CA', postalCode: null, country: 'US' };
    const ofPerson = await ofEntry({ people: [{ ...person, timezone: 'America/Denver', location }] });
    expect(ofPerson).toMatchObject({ timeZones: ['America/Denver'], regions: ['US-CA', 'US-NY'] });
    const ofCompany = await ofEntry({
      entries: [{ ...entry, personId: null, companyId: otherCompany.id }],
      companies: [{ ...otherCompany, timezone: null, location }],
    });
    expect(ofCompany).toMatchObject({ timeZones: ['America/Los_Angeles'], timeZoneSource: 'location' });
  });
});

describe('a person', () => {
  it('judges each phone of a person', async () => {
    const other = { ...phone, number: '+12125550199', doNotCall: true };
    const phones = [phone, { ...phone, number: null }, other, { ...other, number: null }];
    const judged = await ofPhones({ people: [{ ...person, phones }] });
    expect(judged.map(({ callableNow }: { callableNow: boolean | null }) => callableNow)).toEqual([
      true,
      null,
      false,
      false,
    ]);
    expect(judged.map(fieldsOf)).toMatchObject([
      [
        ['within_hours', null],
        ['no_stricter_rule', null],
      ],
      [['no_number', null]],
      [['do_not_call', 'person.phones.doNotCall']],
      [
        ['do_not_call', 'person.phones.doNotCall'],
        ['no_number', null],
      ],
    ]);
  });

  it('never allows a number that is marked do-not-call elsewhere among the phones', async () => {
    const phones = [phone, { ...phone, type: 'mobile' as const, doNotCall: true }];
    const judged = await ofPhones({ people: [{ ...person, phones }] });
    expect(judged.map(fieldsOf)).toEqual(phones.map(() => [['do_not_call', 'person.phones.doNotCall']]));
  });

  it.each<[string, Stored, string]>([
    ['the person', { people: [{ ...person, doNotCall: true }] }, 'person.doNotCall'],
    ['the company', { companies: [{ ...company, doNotCall: true }] }, 'company.doNotCall'],
  ])('never allows a call if %s is marked do-not-call', async (_, stored, field) => {
    const judged = await ofPhones(stored);
    expect(judged).toMatchObject([{ callableNow: false, nextCallableAt: null }]);
    expect(judged.map(fieldsOf)).toEqual([[['do_not_call', field]]]);
  });

  it('requires no company of a person without one', async () => {
    expect(await ofPhones({ people: [{ ...person, companyId: null }], companies: [] })).toMatchObject([
      { callableNow: true },
    ]);
  });
});
