import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDocumentClient } from '../../../shared/table/sdk/document-client.ts';
import { type HttpResponse, send } from '../../support/http.ts';
import { registerSecrets } from '../../support/secrets.ts';
import { signIn } from '../../support/sign-in.ts';

/** A running local service, as its demo organization and those who look after it see it. */
export interface ServiceAccess {
  readonly organizationId: string;
  /** How many call lists there were at first. */
  readonly callListsAtFirst: number;
  /** Paths of the data API that a key with all permissions may read. */
  readonly paths: readonly string[];
  /** Reads from the data API. @param key by default one with all permissions and a large plan */
  get(path: string, key?: string): Promise<HttpResponse>;
  /** Calls the admin API as an admin; with a body it is a POST. */
  admin(path: string, body?: object): Promise<HttpResponse>;
  /** Everything in a collection of the admin API. */
  adminItems(path: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** The table, by a client as patient as that of the command line tools. */
  readonly table: { readonly client: ReturnType<typeof createDocumentClient>; readonly tableName: string };
  close(): void;
}

const read = (directory: string, name: string) => JSON.parse(readFileSync(join(directory, name), 'utf8'));

/** @param dataDirectory of the running service */
export const openService = async (dataDirectory: string): Promise<ServiceAccess> => {
  const { apiUrl, adminUrl, organizationId, users } = read(dataDirectory, 'endpoints.json');
  const { outputs, endpoints, region } = read(dataDirectory, 'runner.json');
  const tokens = await signIn({
    signInUrl: outputs.SignInUrl,
    clientId: outputs.UserPoolClientId,
    redirectUri: `${outputs.AdminUrl}/console`,
    scope: 'openid',
    ...users.find(({ role }: { role: string }) => role === 'admin'),
  });
  registerSecrets(dataDirectory, tokens);
  const admin = async (path: string, body?: object): Promise<HttpResponse> => {
    const response = await send(adminUrl + path, {
      headers: { Authorization: `Bearer ${tokens.idToken}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
    registerSecrets(dataDirectory, JSON.parse(response.text));
    return response;
  };
  // The demo key's plan would get in the way of trying much fast.
  const { key: mainKey } = JSON.parse(
    (
      await admin('/api-keys', {
        name: 'faults',
        plan: 'high-volume',
        permissions: ['person:read', 'company:read', 'call-list:read'],
      })
    ).text,
  );
  const get = (path: string, key: string = mainKey): Promise<HttpResponse> =>
    send(apiUrl + path, { headers: { 'X-Api-Key': key } });
  const { items, totalCount } = JSON.parse((await get('/v1/call-list')).text);
  const list = `/v1/call-list/${items[0].id}`;
  const { entries } = JSON.parse((await get(list)).text);
  const client = createDocumentClient({
    endpoint: endpoints.dynamodb,
    region,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    attempts: 10,
    connectionTimeout: 3_000,
    requestTimeout: 20_000,
  });
  return {
    organizationId,
    callListsAtFirst: totalCount,
    paths: ['/v1/call-list', `${list}?include=person,company`, `/v1/person/${entries[0].personId}`],
    get,
    admin,
    async adminItems(path) {
      const found: Record<string, unknown>[] = [];
      let cursor: string | undefined;
      do {
        const query = cursor === undefined ? '?limit=200' : `?limit=200&cursor=${cursor}`;
        const page = JSON.parse((await admin(path + query)).text);
        found.push(...page.items);
        cursor = page.nextCursor;
      } while (cursor !== undefined);
      return found;
    },
    table: { client, tableName: outputs.TableName },
    close: () => client.destroy(),
  };
};
