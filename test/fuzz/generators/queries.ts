import fc from 'fast-check';
import { encodeCursor } from '../../../shared/contract/cursor.ts';
import type { FuzzTarget } from '../target.ts';
import type { Operation } from './targets.ts';
import { bytes, nastyText } from './texts.ts';

const encoded = (text: string): string => encodeURIComponent(text.toWellFormed());

/** A forged cursor with a valid checksum, which needs no secret. */
export const forgedCursor = ({ organizationIds, ids }: FuzzTarget): fc.Arbitrary<string> => {
  const [dataOrganization, adminOrganization] = organizationIds;
  return fc
    .tuple(
      fc.oneof(
        fc.constant(['call-lists', dataOrganization, undefined, undefined, undefined, '-createdAt']),
        fc.constant(['call-lists', dataOrganization, true, undefined, undefined, '-createdAt']),
        fc.constantFrom(...ids).map((id) => ['call-list-entries', dataOrganization, id]),
        fc.constant(['api-keys', adminOrganization, undefined]),
        fc.constant(['usage', adminOrganization, undefined, undefined]),
        fc.constant(['audit-log', adminOrganization, undefined, undefined, undefined, undefined]),
        fc.constant(['webhook-endpoints', adminOrganization]),
        fc.constant(['key-webhook-endpoints', dataOrganization]),
        fc.constant(['users', adminOrganization]),
        fc
          .constantFrom(...ids)
          .map((id) => ['deliveries', adminOrganization, id, undefined, undefined, undefined]),
      ),
      fc.oneof(
        nastyText(),
        fc.constantFrom(
          '#',
          '0#',
          '1#',
          '-1#x',
          '1e9#x',
          '99999999999#x',
          '1.5#',
          '2026-01-01T00:00:00.000Z#',
        ),
        fc.constantFrom(...ids).map((id) => `2026-01-01T00:00:00.000Z#${id}`),
        fc.tuple(fc.integer(), fc.constantFrom(...ids)).map(([position, id]) => `${position}#${id}`),
      ),
    )
    .map(([scope, position]) => encodeCursor(scope, position.toWellFormed()));
};

/** Lookups with the name of their collection. */
const LOOKUPS = [
  ['people', 'email', 'person-0@company.example'],
  ['people', 'phone', '+12025550143'],
  ['people', 'externalId', 'sample:p0'],
  ['companies', 'domain', 'company-0.example'],
  ['companies', 'externalId', 'sample:c0'],
] as const;

/** A lookup with a forged cursor that has a valid checksum. */
const forgedLookup = ({ organizationIds: [organizationId], ids }: FuzzTarget): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.oneof(
        fc.constantFrom(...LOOKUPS),
        fc.constantFrom(...ids).map((id) => ['people', 'companyId', id] as const),
        fc
          .tuple(fc.constantFrom('people', 'companies'), fc.constantFrom(...ids), fc.constantFrom(...ids))
          .map(([collection, ...both]) => [collection, 'id', [...new Set(both)].join()] as const),
      ),
      fc.oneof(
        nastyText(),
        fc.tuple(fc.integer(), fc.constantFrom(...ids)).map(([count, id]) => `${count} ${id}`),
        fc.constantFrom('1 ', ' ', '1 x', '99999999999 x'),
      ),
    )
    .map(([[collection, name, text], position]) => {
      const scope = [`${collection}-lookup`, organizationId, name, text];
      return `?${name}=${encoded(text)}&cursor=${encodeCursor(scope, position.toWellFormed())}`;
    });

const value = (target: FuzzTarget): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constantFrom(
      '1',
      '0',
      '200',
      '-1',
      '500',
      'true',
      'false',
      'createdAt',
      '-createdAt',
      'person,company',
    ),
    fc.constantFrom(
      'person',
      'person,person',
      'failed',
      'missed',
      '1e2',
      '0x10',
      '٣',
      '%2B1',
      '+',
      '',
      ',',
      '%00',
    ),
    fc.constantFrom(
      '2026-01-01T00:00:00.000Z',
      '0000-01-01T00:00:00Z',
      '9999-12-31T23:59:59.999Z',
      '9999-12-31T23:59:59-23:59',
      '0000-01-01T00:00:00%2B23:59',
      '2026-02-30T00:00:00Z',
      '2026-12-31T23:59:60Z',
    ),
    fc.constantFrom(...target.ids),
    fc.array(fc.constantFrom(...target.ids), { maxLength: 120 }).map((all) => all.join()),
    fc.constantFrom(
      ...LOOKUPS.map(([, , text]) => encoded(text)),
      '+12025550143',
      ':',
      'a:',
      ':a',
      '@',
      'a@',
    ),
    fc.constantFrom('%', '%zz', '%c0%af', '%ff', '%ed%a0%80', '%00', '\xff', '&', '==', ';'),
    forgedCursor(target),
    nastyText().map(encoded),
    bytes(30),
  );

/** A query string with its question mark, or an empty text. */
export const query = ({ parameters }: Operation, target: FuzzTarget): fc.Arbitrary<string> => {
  const takesCursor = parameters.includes('cursor');
  const name = fc.oneof(
    { weight: 10, arbitrary: fc.constantFrom(...parameters, ...(parameters.length === 0 ? ['limit'] : [])) },
    { weight: 1, arbitrary: nastyText().map(encoded) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('__proto__', 'constructor', 'limit[]', 'li%6dit', 'LIMIT', '%00', '%'),
    },
  );
  const pair = fc.tuple(name, value(target)).map(([key, text]) => `${key}=${text}`);
  return fc.oneof(
    { weight: 25, arbitrary: fc.constant('') },
    {
      weight: takesCursor ? 15 : 0,
      arbitrary: forgedCursor(target).map((cursor) => `?cursor=${cursor}`),
    },
    {
      weight: parameters.includes('externalId') ? 15 : 0,
      arbitrary: forgedLookup(target),
    },
    {
      weight: 5,
      arbitrary: fc.array(pair, { minLength: 1, maxLength: 3 }).map((all) => `?${all.join('&')}`),
    },
    { weight: 1, arbitrary: pair.map((one) => `?${one}&${one}`) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(pair, fc.integer({ min: 100, max: 3_000 }))
        .map(([one, count]) => `?${Array(count).fill(one).join('&').slice(0, 300_000)}`),
    },
    { weight: 1, arbitrary: fc.constantFrom('?', '??', '?&&&', '?=', '?=&=', '?a', '?%') },
  );
};
