import { readFitting } from '../bounds.ts';
import type { DataApi } from '../data-api.ts';
import { defineTool, type ToolCall } from '../tool.ts';
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

/** Each person takes a request more. */
const PEOPLE_WITH_CALLS = 10;
const CALLS_OF_PERSON = 3;

type People = Awaited<ReturnType<DataApi['people']>>;

/** The people of a page, each with the latest calls. */
const withCalls = async (page: People, { api, call }: ToolCall) => {
  const calls = await Promise.all(
    page.items.map(({ id }) => api.calls({ personId: id, limit: CALLS_OF_PERSON, count: 'none' }, call)),
  );
  const items = page.items.map((person, index) => ({
    ...person,
    calls: calls[index]?.items.map(({ personId: _, ...each }) => each),
  }));
  return { ...page, items };
};

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
    include: {
      type: 'array',
      items: { type: 'string', enum: ['calls'] },
      maxItems: 1,
      description:
        `\`calls\` adds the latest ${CALLS_OF_PERSON} calls with each person, which find_calls continues. ` +
        `An answer then has at most ${PEOPLE_WITH_CALLS} people. Needs call:read too.`,
    },
    limit: limitOf(20),
    cursor,
  },
  ...foundPageOf('people'),
  inputNames: { id: 'ids' },
  run: ({ limit, cursor, changedSince, include = [], ...inputs }, tool) => {
    const { api, call } = tool;
    const hasCalls = include.length > 0;
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
      hasCalls ? Math.min(limit, PEOPLE_WITH_CALLS) : limit,
      async (limit) => {
        const page = await api.people({ ...query, limit }, call);
        return hasCalls ? withCalls(page, tool) : page;
      },
      ({ totalCount, notFound, nextCursor }, items) => ({
        totalCount,
        items,
        ...given({ notFound: notFound?.length ? notFound : undefined, nextCursor }),
      }),
    );
  },
});
