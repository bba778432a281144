import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PERMISSIONS } from '../../../shared/contract/keys/permissions.ts';
import { createDocumentClient } from '../../../shared/table/sdk/document-client.ts';
import { CREDENTIALS_OF_ENGINE } from '../../support/engine/engine.ts';
import { type HttpResponse, send } from '../../support/http/http.ts';
import { signIn } from '../../support/organizations/sign-in.ts';
import { registerSecrets } from '../../support/values/secrets.ts';

/** A running local service, from the perspective of its demo organization and operators. */
export interface ServiceAccess {
  readonly organizationId: string;
  /** Has all permissions and the high-volume plan. */
  readonly key: string;
  /** The initial number of call lists. */
  readonly callListsAtFirst: number;
  /** Data API paths that a key with all permissions can read. */
  readonly paths: readonly string[];
  /** Reads from the data API. @param key default: `key` */
  get(path: string, key?: string): Promise<HttpResponse>;
  /** Calls the admin API as an admin; a call with a body is a POST. */
  admin(path: string, body?: object): Promise<HttpResponse>;
  /** All items of an admin API collection. */
  adminItems(path: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** The table, with a client that retries as long as the command-line tools do. */
  readonly table: { readonly client: ReturnType<typeof createDocumentClient>; readonly tableName: string };
  close(): void;
}

const read = (directory: string, name: string) => JSON.parse(readFileSync(join(directory, name), 'utf8'));

/**
 * @param dataDirectory of the running service
 * @param existingKey with all permissions and the high-volume plan. Default: a new one
 */
export const openService = async (dataDirectory: string, existingKey?: string): Promise<ServiceAccess> => {
  const { apiUrl, adminUrl, organizationId, users } = read(dataDirectory, 'endpoints.json');
  const {
    outputs,
    endpoints,
    region,
    credentials = CREDENTIALS_OF_ENGINE,
  } = read(dataDirectory, 'runner.json');
  let signedIn: ReturnType<typeof signIn> | undefined;
  const idToken = async (): Promise<string> => {
    signedIn ??= signIn({
      signInUrl: outputs.SignInUrl,
      clientId: outputs.UserPoolClientId,
      redirectUri: `${outputs.AdminUrl}/console`,
      scope: 'openid',
      ...users.find(({ role }: { role: string }) => role === 'admin'),
    });
    const tokens = await signedIn;
    registerSecrets(dataDirectory, tokens);
    return tokens.idToken;
  };
  const admin = async (path: string, body?: object): Promise<HttpResponse> => {
    const response = await send(adminUrl + path, {
      headers: { Authorization: `Bearer ${await idToken()}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
    registerSecrets(dataDirectory, JSON.parse(response.text));
    return response;
  };
  // The demo key's plan would limit the tests.
  const createKey = async (): Promise<string> => {
    const request = { name: 'faults', plan: 'high-volume', permissions: PERMISSIONS };
    return JSON.parse((await admin('/api-keys', request)).text).key;
  };
  const mainKey = existingKey ?? (await createKey());
  const get = (path: string, key = mainKey): Promise<HttpResponse> =>
    send(apiUrl + path, { headers: { 'X-Api-Key': key } });
  const { items, totalCount } = JSON.parse((await get('/v1/call-list')).text);
  const list = `/v1/call-list/${items[0].id}`;
  const { entries } = JSON.parse((await get(list)).text);
  const client = createDocumentClient({
    endpoint: endpoints.dynamodb,
    region,
    credentials,
    attempts: 10,
    connectionTimeout: 3_000,
    requestTimeout: 20_000,
  });
  return {
    organizationId,
    key: mainKey,
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
