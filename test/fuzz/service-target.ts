import type { ServiceUnderTest } from '../support/service/service-setup.ts';
import type { FuzzTarget } from './target.ts';

/** The UUID of a key, whose text is `sd_live_` and the UUID without dashes. */
const keyIdOf = (key: string): string =>
  key.slice(8, 40).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/**
 * The attacker belongs to the first organization, or as a user to another; the second organization's data
 * must not leak.
 *
 * @param attacker.organizationId the user's organization
 * @param attacker.ownIds IDs of disposable keys, webhook endpoints and deliveries of the user's organization
 */
export const serviceTarget = (
  { baseUrl, admin, first, second }: ServiceUnderTest,
  attacker: {
    readonly apiKey: string;
    readonly idToken: string;
    readonly organizationId: string;
    readonly ownIds: readonly string[];
  },
): FuzzTarget => {
  if (admin === undefined) throw new Error('There is no admin API to attack.');
  const idsOf = ({ data }: typeof first): readonly string[] =>
    [data.people, data.companies, data.callLists].flatMap((records) =>
      [...records.slice(0, 2), ...records.slice(-1)].map(({ id }) => id),
    );
  const [person] = first.data.people;
  const secondKeyId = keyIdOf(second.key);
  const ofFirst = new Set(
    [first.data.people, first.data.companies, first.data.callLists].flat().map(({ id }) => id),
  );
  const onlyOfSecond = [second.data.people, second.data.companies, second.data.callLists]
    .flat()
    .map(({ id }) => id)
    .filter((id) => !ofFirst.has(id));
  return {
    urls: { data: baseUrl, admin: admin.url },
    apiKey: attacker.apiKey,
    idToken: attacker.idToken,
    foreignKey: second.key,
    organizationIds: [first.organizationId, attacker.organizationId],
    ids: [...idsOf(first), ...idsOf(second), secondKeyId, ...attacker.ownIds],
    healthyPath: `/v1/person/${person?.id}`,
    markers: [
      ...['Second Company', 'Second list', 'Second First', 'Made up for Second', '"Second"', 'Second Sample'],
      ...[second.organizationId, secondKeyId, second.admin.email, second.member.email],
      ...onlyOfSecond,
    ],
  };
};
