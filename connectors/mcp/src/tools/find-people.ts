import { readFitting } from '../bounds.ts';
import { defineTool } from '../tool.ts';
import {
  browsingSort,
  changedSince,
  cursor,
  emails,
  externalId,
  externalIds,
  foundPageOf,
  given,
  idOf,
  ids,
  limitOf,
  oneOrMany,
  ownerId,
  phone,
  phones,
  tag,
  textOf,
} from './inputs.ts';

export const findPeople = defineTool({
  name: 'find_people',
  title: 'Find people',
  description:
    'Finds people (contacts, leads) by exactly one of `name`, `email`, `phone`, `externalId`, ' +
    '`companyId`, `ownerId`, `tag`, `callListId` or `ids`, or by many values at once with `emails`, ' +
    '`phones` or `externalIds`: `notFound` then has those that nobody has. Without any of them it ' +
    'browses all people, latest changed first, optionally only those with `changedSince`. ' +
    'Never propose to call a person or number with `doNotCall`: true.',
  customFieldsOf: 'person',
  permission: 'person:list',
  inputs: {
    name: textOf(
      'The start of the last name, the first name, or both with a space: ' +
        'at least two characters, in any case.',
    ),
    email: textOf('Any of the email addresses, in any spelling.'),
    emails,
    phone,
    phones,
    externalId,
    externalIds,
    companyId: idOf('The people of the company with this id.'),
    ownerId,
    tag,
    callListId: idOf('The people on the call list with this id; needs call-list:read too.'),
    ids,
    changedSince,
    limit: limitOf(20),
    cursor,
  },
  ...foundPageOf('people'),
  inputNames: { id: 'ids' },
  run: ({ limit, cursor, changedSince, ...inputs }, { api, call }) => {
    const { ids, email, emails, phone, phones, externalId, externalIds, ...others } = inputs;
    const query = given({
      ...others,
      id: ids,
      email: oneOrMany(email, emails),
      phone: oneOrMany(phone, phones),
      externalId: oneOrMany(externalId, externalIds),
      changedSince,
      cursor,
      sort: browsingSort(inputs),
    });
    return readFitting(
      limit,
      (limit) => api.people({ ...query, limit }, call),
      ({ totalCount, notFound, nextCursor }, items) => ({
        totalCount,
        items,
        ...given({ notFound: notFound?.length ? notFound : undefined, nextCursor }),
      }),
    );
  },
});
