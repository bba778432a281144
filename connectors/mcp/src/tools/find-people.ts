import { readFitting } from '../bounds.ts';
import { defineTool } from '../tool.ts';
import {
  browsingSort,
  changedSince,
  cursor,
  externalId,
  given,
  idOf,
  ids,
  limitOf,
  ownerId,
  pageOf,
  phone,
  tag,
  textOf,
} from './inputs.ts';

export const findPeople = defineTool({
  name: 'find_people',
  title: 'Find people',
  description:
    'Finds people (contacts, leads) by exactly one of `name`, `email`, `phone`, `externalId`, ' +
    '`companyId`, `ownerId`, `tag`, `callListId` or `ids`. Without any of them it browses all people, ' +
    'latest changed first, optionally only those with `changedSince`. ' +
    'Never propose to call a person or number with `doNotCall`: true.',
  customFieldsOf: 'person',
  permission: 'person:list',
  inputs: {
    name: textOf(
      'The start of the last name, the first name, or both with a space: ' +
        'at least two characters, in any case.',
    ),
    email: textOf('Any of the email addresses, in any spelling.'),
    phone,
    externalId,
    companyId: idOf('The people of the company with this id.'),
    ownerId,
    tag,
    callListId: idOf('The people on the call list with this id; needs call-list:read too.'),
    ids,
    changedSince,
    limit: limitOf(20),
    cursor,
  },
  ...pageOf('people'),
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
      (limit) => api.people({ ...query, limit }, call),
      ({ totalCount, nextCursor }, items) => ({ totalCount, items, ...given({ nextCursor }) }),
    );
  },
});
