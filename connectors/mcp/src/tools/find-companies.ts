import { readFitting } from '../bounds.ts';
import { defineTool } from '../tool.ts';
import {
  browsingSort,
  changedSince,
  cursor,
  externalId,
  given,
  ids,
  limitOf,
  name,
  ownerId,
  pageOf,
  phone,
  tag,
  textOf,
} from './inputs.ts';

export const findCompanies = defineTool({
  name: 'find_companies',
  title: 'Find companies',
  description:
    'Finds companies (accounts) by exactly one of `name`, `domain`, `phone`, `externalId`, `ownerId`, ' +
    '`tag` or `ids`. Without any of them it browses all companies, latest changed first, optionally ' +
    'only those with `changedSince`. For the people of a company, call find_people with its `companyId`.',
  customFieldsOf: 'company',
  permission: 'company:list',
  inputs: {
    name,
    domain: textOf('Such as company.example, in any spelling, also as a web address.'),
    phone,
    externalId,
    ownerId,
    tag,
    ids,
    changedSince,
    limit: limitOf(20),
    cursor,
  },
  ...pageOf('companies'),
  inputNames: { id: 'ids' },
  run: ({ ids, limit, cursor, changedSince, ...lookups }, { api, call }) => {
    const query = given({
      ...lookups,
      id: ids,
      changedSince,
      cursor,
      sort: browsingSort({ ids, ...lookups }),
    });
    return readFitting(
      limit,
      (limit) => api.companies({ ...query, limit }, call),
      ({ totalCount, nextCursor }, items) => ({ totalCount, items, ...given({ nextCursor }) }),
    );
  },
});
