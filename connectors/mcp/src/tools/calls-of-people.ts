import type { Inclusion } from './find-records.ts';

/** Each person takes a request more. */
const PEOPLE = 10;
const CALLS = 3;

/** The latest calls with each person. */
export const CALLS_OF_PEOPLE: Inclusion = {
  name: 'calls',
  description:
    `\`calls\` adds the latest ${CALLS} calls with each person, which find_calls continues. ` +
    `An answer then has at most ${PEOPLE} people. Needs call:read too.`,
  maximum: PEOPLE,
  add: (people, { api, call }) =>
    Promise.all(
      people.map(async (person) => {
        const query = { personId: person.id, limit: CALLS, count: 'none' };
        const { items } = await api.find('call', query, call);
        return { ...person, calls: items.map(({ personId: _, ...each }: Record<string, unknown>) => each) };
      }),
    ),
};
