import * as z from 'zod';
import { readFitting } from '../bounds.ts';
import { defineTool } from '../tool.ts';
import {
  browsingSort,
  changedSince,
  cursor,
  externalId,
  given,
  id,
  ids,
  limitOf,
  pageOf,
  phone,
} from './inputs.ts';

export const findPeople = defineTool({
  name: 'find_people',
  title: 'Find people',
  description:
    'Finds people (contacts, leads) by exactly one of `email`, `phone`, `externalId`, `companyId` or `ids`. Without any of them it browses all people, latest changed first, optionally only those with `changedSince`. There is no search by name. Never propose to call a person or number with `doNotCall`: true.',
  permission: 'person:list',
  inputs: {
    email: z.string().min(1).max(500).optional().describe('Any of the email addresses, in any spelling.'),
    phone,
    externalId,
    companyId: id.optional().describe('The people of the company with this id.'),
    ids,
    changedSince,
    limit: limitOf(20),
    cursor,
  },
  output: pageOf('people'),
  inputNames: { id: 'ids' },
  run: ({ ids, limit, ...filters }, { api, call }) => {
    const query = given({
      ...filters,
      id: ids,
      sort: browsingSort([ids, filters.email, filters.phone, filters.externalId, filters.companyId]),
    });
    return readFitting(
      limit,
      (limit) => api.people({ ...query, limit }, call),
      ({ totalCount, nextCursor }, items) => ({ totalCount, items, ...given({ nextCursor }) }),
    );
  },
});
