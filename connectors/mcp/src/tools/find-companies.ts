import { readFitting } from '../bounds.ts';
import { defineTool } from '../tool.ts';
import {
  browsingSort,
  changedSince,
  cursor,
  domains,
  externalId,
  externalIds,
  foundPageOf,
  given,
  ids,
  limitOf,
  name,
  oneOrMany,
  ownerId,
  phone,
  phones,
  tag,
  textOf,
} from './inputs.ts';

export const findCompanies = defineTool({
  name: 'find_companies',
  title: 'Find companies',
  description:
    'Finds companies (accounts) by exactly one of `name`, `domain`, `phone`, `externalId`, `ownerId`, ' +
    '`tag` or `ids`, or by many values at once with `domains`, `phones` or `externalIds`: `notFound` then ' +
    'has those that no company has. Without any of them it browses all companies, latest changed first, ' +
    'optionally only those with `changedSince`. For the people of a company, call ' +
    'find_people with its `companyId`.',
  customFieldsOf: 'company',
  permission: 'company:list',
  inputs: {
    name,
    domain: textOf('Such as company.example, in any spelling, also as a web address.'),
    domains,
    phone,
    phones,
    externalId,
    externalIds,
    ownerId,
    tag,
    ids,
    changedSince,
    limit: limitOf(20),
    cursor,
  },
  ...foundPageOf('companies'),
  inputNames: { id: 'ids' },
  run: ({ limit, cursor, changedSince, ...inputs }, { api, call }) => {
    const { ids, domain, domains, phone, phones, externalId, externalIds, ...others } = inputs;
    const query = given({
      ...others,
      id: ids,
      domain: oneOrMany(domain, domains),
      phone: oneOrMany(phone, phones),
      externalId: oneOrMany(externalId, externalIds),
      changedSince,
      cursor,
      sort: browsingSort(inputs),
    });
    return readFitting(
      limit,
      (limit) => api.companies({ ...query, limit }, call),
      ({ totalCount, notFound, nextCursor }, items) => ({
        totalCount,
        items,
        ...given({ notFound: notFound?.length ? notFound : undefined, nextCursor }),
      }),
    );
  },
});
