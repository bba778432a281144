import * as z from 'zod';
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
  pageOf,
  phone,
} from './inputs.ts';

export const findCompanies = defineTool({
  name: 'find_companies',
  title: 'Find companies',
  description:
    'Finds companies (accounts) by exactly one of `domain`, `phone`, `externalId` or `ids`. Without any of them it browses all companies, latest changed first, optionally only those with `changedSince`. There is no search by name. For the people of a company, call find_people with its `companyId`.',
  permission: 'company:list',
  inputs: {
    domain: z
      .string()
      .min(1)
      .max(500)
      .optional()
      .describe('Such as company.example, in any spelling, also as a web address.'),
    phone,
    externalId,
    ids,
    changedSince,
    limit: limitOf(20),
    cursor,
  },
  output: pageOf('companies'),
  inputNames: { id: 'ids' },
  run: ({ ids, limit, ...filters }, { api, call }) => {
    const query = given({
      ...filters,
      id: ids,
      sort: browsingSort([ids, filters.domain, filters.phone, filters.externalId]),
    });
    return readFitting(
      limit,
      (limit) => api.companies({ ...query, limit }, call),
      ({ totalCount, nextCursor }, items) => ({ totalCount, items, ...given({ nextCursor }) }),
    );
  },
});
