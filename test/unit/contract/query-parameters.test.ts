import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { problemSchema } from '../../../shared/contract/problem-schemas.ts';
import { problemDocument } from '../../../shared/contract/problems.ts';
import { type LookupValue, parseQuery } from '../../../shared/contract/query-parameters.ts';
import { parseFields } from '../../../shared/contract/records/field-selection.ts';
import { ROUTES } from '../../../shared/operations/data-api/routes.ts';
import { exercise } from '../../support/exercise.ts';
import { codePoint } from '../../support/values/code-points.ts';

const listCallLists = ROUTES.listCallLists.query;
const getCallList = ROUTES.getCallList.query;

/** What a query has of a parameter: of lookups the values. */
const valuesOf = (parsed: ReturnType<typeof parseQuery>, parameter: string): unknown => {
  const value = Object(parsed).query?.[parameter];
  return Array.isArray(value) ? value.map((each: LookupValue) => each.value) : value;
};

const errorsOf = (result: ReturnType<typeof parseQuery>) => ('errors' in result ? result.errors : []);

describe('parseQuery', () => {
  it('fills in the defaults', () => {
    expect(parseQuery(listCallLists, {})).toEqual({ query: { limit: 100 } });
    expect(parseQuery(ROUTES.listPeople.query, {})).toEqual({ query: { limit: 100, sort: 'changedAt' } });
    expect(parseQuery(getCallList, {})).toEqual({ query: { limit: 100, include: new Set() } });
  });

  it('reads every kind of value', () => {
    expect(
      parseQuery(listCallLists, {
        limit: ['7'],
        cursor: ['abc'],
        isLocked: ['false'],
        createdAfter: ['2026-01-31T10:00:00+01:00'],
        createdBefore: ['2026-02-01T00:00:00.5Z'],
        sort: ['createdAt'],
      }),
    ).toEqual({
      query: {
        limit: 7,
        cursor: 'abc',
        isLocked: false,
        createdAfter: '2026-01-31T09:00:00.000Z',
        createdBefore: '2026-02-01T00:00:00.500Z',
        sort: 'createdAt',
      },
    });
    expect(parseQuery(getCallList, { include: ['company,person'] })).toEqual({
      query: { limit: 100, include: new Set(['company', 'person']) },
    });
  });

  it('accepts a repeated set, and truncates timestamps to milliseconds', () => {
    expect(parseQuery(getCallList, { include: ['person', 'company'] })).toEqual({
      query: { limit: 100, include: new Set(['person', 'company']) },
    });
    expect(parseQuery(listCallLists, { createdAfter: ['2026-01-31T10:00:00.123456789Z'] })).toMatchObject({
      query: { createdAfter: '2026-01-31T10:00:00.123Z' },
    });
  });

  it.each([
    ['limit', ['0'], 'from 1 to 200'],
    ['limit', ['201'], 'from 1 to 200'],
    ['limit', ['1.0'], 'from 1 to 200'],
    ['limit', ['1e2'], 'from 1 to 200'],
    ['limit', ['+7'], 'from 1 to 200'],
    ['limit', [' 7'], 'from 1 to 200'],
    ['limit', [''], 'from 1 to 200'],
    ['limit', ['7', '7'], 'only once'],
    ['isLocked', ['TRUE'], 'true or false'],
    ['isLocked', ['1'], 'true or false'],
    ['createdAfter', ['2026-01-31'], 'RFC 3339'],
    ['createdAfter', ['2026-02-30T00:00:00Z'], 'RFC 3339'],
    ['createdAfter', ['2026-01-31T10:00:00 01:00'], '%2B'],
    ['sort', ['name'], 'createdAt, -createdAt'],
    ['cursor', [''], 'nextCursor'],
    ['cursor', ['x'.repeat(513)], 'nextCursor'],
  ])('rejects %s=%j', (parameter, values, detail) => {
    const [error] = errorsOf(parseQuery(listCallLists, { [parameter]: values }));
    expect(error?.parameter).toBe(parameter);
    expect(error?.detail).toContain(detail);
  });

  it.each([
    [['person,person']],
    [['person,']],
    [['']],
    [['Person']],
    [['owner']],
    [['person', 'person']],
    [['person,company', 'company']],
    [['person', '']],
  ])('rejects include=%j', (values) => {
    const [error] = errorsOf(parseQuery(getCallList, { include: values }));
    expect(error).toMatchObject({ parameter: 'include', detail: expect.stringContaining('person, company') });
  });

  describe('of lookups', () => {
    const listPeople = ROUTES.listPeople.query;
    const ids = ['6f1c1a52-7f0b-4b60-9d3e-2f4f8f0f7a11', 'c7a1d5ee-0a52-4f0c-8a5a-6a1a5d1f1b22'];

    it.each([
      ['id', ids, ids],
      ['id', [ids.join()], ids],
      ['id', [ids.toReversed().join()], ids.toReversed()],
      ['email', ['Nora@Nowhere.Example'], ['nora@nowhere.example']],
      ['email', ['nora sales@nowhere.example'], ['nora+sales@nowhere.example']],
      ['phone', ['+12025550143'], ['+12025550143']],
      ['phone', [' 12025550143'], ['+12025550143']],
      ['phone', ['+1 (202) 555-0143'], ['+12025550143']],
      ['phone', ['tel:+49(0)30/1234567'], ['+49301234567']],
      ['phone', ['\u202a+12025550143\u202c'], ['+12025550143']],
      ['phone', ['+12025550143.0'], ['+12025550143']],
      ['email', [' mailto:Nora@nowhere.example\u200b'], ['nora@nowhere.example']],
      ['email', ['Nora <nora@nowhere.example>'], ['nora@nowhere.example']],
      ['externalId', ['hubspot:10:01 '], ['hubspot:10:01']],
      ['externalId', ['hubspot:1.0'], ['hubspot:1']],
      ['externalId', ['hubspot:="00123"'], ['hubspot:00123']],
      ['externalId', ['salesforce:0015000000AbCdE'], ['salesforce:0015000000AbCdEAAV']],
      ['id', [ids.join().toUpperCase()], ids],
      ['companyId', [` ${ids[0]?.toUpperCase()}`], ids[0]],
      ['companyId', [ids[0]], ids[0]],
    ])('accepts %s=%j', (parameter, values, value) => {
      const given = { [parameter]: values.map(String), limit: ['7'], cursor: ['abc'] };
      const parsed = parseQuery(listPeople, given);
      expect(parsed).toMatchObject({ query: { limit: 7 } });
      expect(valuesOf(parsed, parameter)).toEqual(value);
    });

    it.each([
      ['email', ['A@b.example', 'c@d.example', 'mailto:a@B.example'], ['A@b.example', 'c@d.example']],
      ['email', ['nora sales@nowhere.example', 'b@c.example'], ['nora+sales@nowhere.example', 'b@c.example']],
      ['phone', [' 12025550143', '+1 202 555 0143', '+12025550199'], ['+12025550143', '+12025550199']],
      ['externalId', ['crm:1.0', 'crm:1', 'crm:2'], ['crm:1.0', 'crm:2']],
      ['id', [ids[0]?.toUpperCase(), ids.join()], [ids[0]?.toUpperCase(), ids[1]]],
    ])('counts values of %s that mean the same once, and keeps them as sent', (parameter, values, sent) => {
      const parsed = parseQuery(listPeople, { [parameter]: values.map(String) });
      expect(Object(parsed).query[parameter].map((each: LookupValue) => each.sent)).toEqual(sent);
    });

    it('accepts 100 different addresses, repeated or not, and no more', () => {
      const addresses = Array.from({ length: 100 }, (_, index) => `p${index}@nowhere.example`);
      const accepted = parseQuery(listPeople, { email: [...addresses, ...addresses] });
      expect(valuesOf(accepted, 'email')).toEqual(addresses);
      expect(errorsOf(parseQuery(listPeople, { email: [...addresses, 'one@more.example'] }))).toEqual([
        { parameter: 'email', detail: 'must have at most 100 different values' },
      ]);
    });

    it('names all malformed values', () => {
      const email = ['a@b.example', 'nora', 'b@c.example', '@'];
      expect(errorsOf(parseQuery(listPeople, { email }))).toEqual([
        {
          parameter: 'email',
          detail: 'must be an email address such as nora@nowhere.example, not "nora" and "@"',
        },
      ]);
    });

    const many = Array.from({ length: 101 }, (_, index) => ids[0]?.replace(/...$/, String(100 + index)));
    it.each([
      ['id', [''], 'UUID, not ""'],
      ['id', [`${ids[0]},`], 'UUID, not ""'],
      ['id', [many.join()], 'at most 100'],
      ['email', ['nora'], 'email'],
      ['email', [`${'n'.repeat(500)}@nowhere.example`], 'email'],
      ['companyId', [ids[0], ids[0]], 'only once'],
      ['phone', ['12025550143'], 'E.164'],
      ['phone', ['+1 202 555 0143 ext. 5'], 'E.164'],
      ['phone', ['+49 30 1234567.0'], 'E.164'],
      ['phone', ['n/a'], 'E.164'],
      ['phone', ['+1234567890123456'], 'E.164'],
      ['externalId', ['1001'], 'hubspot:1001'],
      ['externalId', [':1001'], 'hubspot:1001'],
      ['externalId', ['hubspot:'], 'hubspot:1001'],
      ['externalId', ['hubspot:N/A'], 'hubspot:1001'],
      ['externalId', ['hubspot:1.00123E+11'], 'hubspot:1001'],
      ['companyId', ['1'], 'UUID'],
    ])('rejects %s=%j', (parameter, values, detail) => {
      expect(errorsOf(parseQuery(listPeople, { [parameter]: values.map(String) }))).toEqual([
        { parameter, detail: expect.stringContaining(detail) },
      ]);
    });

    it.each([
      ['https://www.Acme.example/about', 'acme.example'],
      ['ACME.example.', 'acme.example'],
      ['M\u00fcnchen.example', 'xn--mnchen-3ya.example'],
      ['\u200b acme.example', 'acme.example'],
      ['info@acme.example', 'acme.example'],
    ])('reads the domain %s as %s', (text, value) => {
      expect(valuesOf(parseQuery(ROUTES.listCompanies.query, { domain: [text] }), 'domain')).toEqual([value]);
    });

    it.each(['', 'acme', 'N/A', 'http//acme.example', 'not a domain', 'acme_inc.example'])(
      'rejects the domain "%s"',
      (text) => {
        const detail = `must be a host name such as nowhere.example, not "${text}"`;
        expect(parseQuery(ROUTES.listCompanies.query, { domain: [text] })).toEqual({
          errors: [{ parameter: 'domain', detail }],
        });
      },
    );

    it('accepts exactly 100 ids', () => {
      const hundred = many.slice(1);
      expect(valuesOf(parseQuery(listPeople, { id: [hundred.join()] }), 'id')).toEqual(hundred);
    });

    it('accepts the defaults of other parameters, which generated clients send', () => {
      const given = { email: ['a@b.example'], sort: ['changedAt'], limit: ['100'] };
      expect(valuesOf(parseQuery(listPeople, given), 'email')).toEqual(['a@b.example']);
    });

    it.each([
      [{ email: 'a@b.example', sort: '-changedAt' }, ['sort']],
      [
        { email: 'a@b.example', changedSince: '2026-01-01T00:00:00Z', sort: '-changedAt' },
        ['changedSince', 'sort'],
      ],
      [{ email: 'a@b.example', phone: '+12025550143' }, ['phone', 'email']],
    ])('rejects the combination %j, and names the parameters', (query, parameters) => {
      const given = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, [value]]));
      const errors = errorsOf(parseQuery(listPeople, given));
      expect(errors.map(({ parameter }) => parameter)).toEqual(parameters);
      expect(errors.at(-1)?.detail).toMatch(
        /^cannot be combined with `(email|phone)`, which allows only `limit`, `cursor`, `count` and `fields`/,
      );
    });
  });

  it('reports every invalid parameter, and lists the allowed ones', () => {
    const errors = errorsOf(parseQuery(listCallLists, { limit: ['x'], page: ['2'], isLocked: ['maybe'] }));
    expect(errors.map(({ parameter }) => parameter).sort()).toEqual(['isLocked', 'limit', 'page']);
    expect(errors.find(({ parameter }) => parameter === 'page')?.detail).toContain(
      'limit, cursor, count, isLocked, createdAfter, createdBefore, changedSince, sort',
    );
  });

  it('rejects a parameter without a name, with a document that matches its schema', () => {
    for (const declared of [listCallLists, {}]) {
      const errors = errorsOf(parseQuery(declared, { '': ['x'] }));
      expect(errors).toEqual([{ parameter: 'query', detail: expect.stringContaining('without a name') }]);
      const document = problemDocument('invalid-request', 'A detail.', 'request-1', { errors });
      expect(problemSchema('invalid-request').safeParse(document).success).toBe(true);
    }
  });

  it('rejects undeclared names, including inherited properties of objects', () => {
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'Limit', 'limit ']) {
      const given = Object.fromEntries([[name, ['1']]]);
      expect(errorsOf(parseQuery(listCallLists, given))).toHaveLength(1);
    }
  });

  it('returns either values of the declared types or errors for any query', () => {
    const count = exercise('rejected', 'accepted');
    const values = fc.array(fc.string({ unit: codePoint, maxLength: 30 }), { minLength: 1, maxLength: 3 });
    const names = fc.oneof(fc.constantFrom(...Object.keys(listCallLists)), fc.string({ maxLength: 12 }));
    fc.assert(
      fc.property(fc.dictionary(names, values), (given) => {
        const result = parseQuery(listCallLists, given, parseFields);
        count('errors' in result ? 'rejected' : 'accepted');
        if ('errors' in result) {
          expect(result.errors.length).toBeGreaterThan(0);
          return;
        }
        expect(result.query.limit).toBeGreaterThanOrEqual(1);
        expect(result.query.limit).toBeLessThanOrEqual(200);
        expect([undefined, ...listCallLists.sort.values]).toContain(result.query.sort);
      }),
    );
  });

  it('accepts every limit in range in canonical decimal form', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), (limit) => {
        expect(parseQuery(listCallLists, { limit: [String(limit)] })).toMatchObject({ query: { limit } });
      }),
    );
  });
});
