import { send } from '../../support/http/http.ts';
import { signIn } from '../../support/organizations/sign-in.ts';
import type { ServiceUnderTest } from '../../support/service/service-setup.ts';

/** An ID token is valid for fifteen minutes. */
const SIGN_IN_AGAIN_MILLISECONDS = 600_000;

type Operation = () => Promise<number>;

/** Makes one request at random, weighted by how often clients and users make it, and returns its status. */
export const createLoad = ({ baseUrl, admin, first }: ServiceUnderTest): Operation => {
  if (admin === undefined) throw new Error('There is no admin API to load.');
  const { people, companies, callLists } = first.data;
  const pick = <T>(items: readonly T[]): T | undefined => items[Math.floor(Math.random() * items.length)];
  let token: Promise<string> | undefined;
  let signedInAt = 0;

  const idToken = (): Promise<string> => {
    if (token === undefined || performance.now() - signedInAt > SIGN_IN_AGAIN_MILLISECONDS) {
      signedInAt = performance.now();
      token = signIn({ ...admin, scope: 'openid', ...first.admin }).then((tokens) => tokens.idToken);
    }
    return token;
  };
  const read = async (path: string): Promise<number> =>
    (await send(baseUrl + path, { headers: { 'X-Api-Key': first.key } })).status;
  const manage = async (path: string): Promise<number> =>
    (await send(admin.url + path, { headers: { Authorization: `Bearer ${await idToken()}` } })).status;

  const operations: readonly (readonly [weight: number, operation: Operation])[] = [
    [50, () => read(`/v1/person/${pick(people)?.id}`)],
    [20, () => read(`/v1/company/${pick(companies)?.id}`)],
    [15, () => read('/v1/call-list?limit=10')],
    [8, () => read(`/v1/call-list/${pick(callLists)?.id}`)],
    [4, () => read(`/v1/call-list/${pick(callLists)?.id}?include=person,company`)],
    [1, () => manage('/api-keys')],
    [1, () => manage('/audit-log?limit=20')],
    [1, () => manage('/webhook-endpoints')],
  ];
  const total = operations.reduce((sum, [weight]) => sum + weight, 0);
  return () => {
    let rest = Math.random() * total;
    for (const [weight, operation] of operations) {
      rest -= weight;
      if (rest < 0) return operation();
    }
    return read('/v1/call-list');
  };
};
