import { beforeAll, describe, expect, it, vi } from 'vitest';
import { recordFunction } from '../../../functions/records/record-function.ts';
import { CONTACT_PERMISSION, PERMISSIONS } from '../../../shared/contract/keys/permissions.ts';
import { ROUTES } from '../../../shared/operations/data-api/routes.ts';
import { lambdaContext, proxyEvent } from '../../support/http/proxy-event.ts';

const ID = '6f1c1a52-7f0b-4b60-9d3e-2f4f8f0f7a11';

beforeAll(() => {
  vi.spyOn(console, 'info').mockReturnValue();
});

const emptyPage = async () => ({ body: { items: [] } });
const emptyList = async () => ({ body: { id: ID, entries: [] } });
const FUNCTIONS = {
  getPerson: recordFunction(ROUTES.getPerson, async () => ({ body: { id: ID } })),
  listPeople: recordFunction(ROUTES.listPeople, emptyPage),
  listCompanies: recordFunction(ROUTES.listCompanies, emptyPage),
  getCallList: recordFunction(ROUTES.getCallList, emptyList),
  listCallListEntries: recordFunction(ROUTES.listCallListEntries, emptyPage),
};
type Name = keyof typeof FUNCTIONS;

const ask = async (
  name: Name,
  query: Readonly<Record<string, string>>,
  permissions: readonly string[] = PERMISSIONS,
) => {
  const { path: resource } = ROUTES[name];
  const event = proxyEvent({ organizationId: ID, resource, id: ID, query, permissions: permissions.join() });
  const { statusCode, body } = await FUNCTIONS[name](event, lambdaContext());
  return { statusCode, missing: JSON.parse(body).missingPermissions };
};

const WITHOUT = PERMISSIONS.filter((permission) => permission !== CONTACT_PERMISSION);

describe('`fields` without `person.contact:read`', () => {
  it.each<[Name, string, object?]>([
    ['getPerson', 'id,emails'],
    ['listPeople', 'emails'],
    ['listPeople', 'phones.number'],
    ['listPeople', 'linkedinUrl'],
    ['listPeople', 'location.street'],
    ['listPeople', 'customFields.linkedinUrl (2)'],
    ['getCallList', 'entries.phone.number'],
    ['getCallList', 'person.emails.address', { include: 'person' }],
    ['listCallListEntries', 'phone'],
  ])('returns 403 from %s for %s', async (name, fields, others) => {
    const query = { fields, ...others };
    expect(await ask(name, query, WITHOUT)).toEqual({ statusCode: 403, missing: [CONTACT_PERMISSION] });
    expect(await ask(name, query)).toEqual({ statusCode: 200, missing: undefined });
  });

  it.each<[Name, string]>([
    ['listPeople', 'location,customFields,lastName'],
    ['listCompanies', 'phones.number'],
    ['listCallListEntries', 'note'],
  ])('returns 200 from %s for %s', async (name, fields) => {
    expect(await ask(name, { fields }, WITHOUT)).toMatchObject({ statusCode: 200 });
  });
});
