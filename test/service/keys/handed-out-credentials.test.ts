import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Credentials } from '../../../infra/local/settings.ts';
import { CONSOLE_PATHS } from '../../../shared/contract/console/console.ts';
import { PERMISSIONS } from '../../../shared/contract/keys/permissions.ts';
import { ADMIN_ROUTES } from '../../../shared/operations/admin-api/routes.ts';
import { ROUTES, type RouteName } from '../../../shared/operations/data-api/routes.ts';
import { forEachConcurrently } from '../../../shared/runtime/concurrency.ts';
import { APP_REQUEST } from '../../support/agents/app-request.ts';
import { presign, signHeaders, type UnsignedRequest } from '../../support/engine/signed-requests.ts';
import { eventually } from '../../support/eventually.ts';
import { IS_THOROUGH } from '../../support/exercise.ts';
import { type HttpResponse, send } from '../../support/http/http.ts';
import { type CreatedImport, endOf, putFile } from '../../support/imports/imports.ts';
import {
  type AdminCall,
  admin,
  adminApi,
  bodyOf,
  createKeyAs,
  describeAdmin,
  idTokenOf,
  newOrganizationWithAdmin,
} from '../../support/organizations/admin.ts';
import { signIn } from '../../support/organizations/sign-in.ts';
import { jsonLines, sampleData } from '../../support/records/sample-data.ts';
import { runToolHere } from '../../support/service/command-here.ts';
import { at, call, service } from '../../support/service/service.ts';
import { type Endpoint, startEndpoint } from '../../support/webhooks/webhooks.ts';

interface RunnerFile {
  readonly region: string;
  readonly credentials: Credentials;
  readonly endpoints: Readonly<Record<string, string>>;
}

/** A call that each service answers with another status than 403. */
interface ServiceCall extends UnsignedRequest {
  /** The name of the service in signatures. */
  readonly service: string;
  readonly method: string;
}

const file = (): RunnerFile =>
  JSON.parse(readFileSync(join(service.toolEnvironment['DATA_DIR'] ?? '', 'runner.json'), 'utf8'));

/** Half as long as the secrets and key ids of the runner. */
const SHORTEST = 16;

const AWS_JSON = 'application/x-amz-json-1.1';

const callsOf = ({ endpoints }: RunnerFile, objectUrl: string): readonly ServiceCall[] => {
  const jsonCall = (name: string, service: string, target: string, type = AWS_JSON): ServiceCall => ({
    service,
    url: `${endpoints[name]}/`,
    method: 'POST',
    headers: { 'content-type': type, 'x-amz-target': target },
    body: '{}',
  });
  return [
    jsonCall('sqs', 'sqs', 'AmazonSQS.ListQueues', 'application/x-amz-json-1.0'),
    jsonCall('kms', 'kms', 'TrentService.Encrypt'),
    jsonCall('eventBridge', 'events', 'AWSEvents.PutEvents'),
    jsonCall('cognito', 'cognito-idp', 'AWSCognitoIdentityProviderService.ListUsers'),
    { service: 'apigateway', url: `${endpoints['apiGateway']}/apikeys?name=x`, method: 'GET' },
    { service: 's3', url: `${endpoints['s3']}/`, method: 'GET' },
    { service: 's3', url: objectUrl, method: 'GET' },
  ];
};

describeAdmin('what a client of the service obtains', async () => {
  const { admin: as, organizationId } = await newOrganizationWithAdmin();
  const data = sampleData('Handed out');
  const domain = `${organizationId}.example`;
  /** Texts of responses, headers, deliveries and pages. */
  const obtained = new Set<string>();
  /** Those that are not the same for all services. */
  const individual = new Set<string>();
  const keepText = (text: string, isStatic = false): void => {
    obtained.add(text);
    if (!isStatic) individual.add(text);
  };
  const urls = { presigned: [] as string[] };
  let runner: RunnerFile;
  let receiver: Endpoint;

  const keep = <T extends HttpResponse>(response: T, isStatic = false): T => {
    const { headers, bytes } = response;
    keepText((headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString('utf8'), isStatic);
    for (const value of Object.values(headers)) keepText(String(value));
    return response;
  };

  /** Ids that earlier responses returned. */
  const ids = {
    key: '',
    import: '',
    endpoint: '',
    delivery: '',
    person: '',
    company: '',
    list: '',
    user: '',
    position: '',
  };
  const firstOf = async (path: string): Promise<{ readonly id: string; readonly position?: string }> =>
    eventually(async () => {
      const { items = [] } = bodyOf<{ items?: { id: string }[] }>(await admin(path, { as }));
      return items[0];
    });

  type Request = Pick<AdminCall, 'body'> & { readonly id?: string; readonly query?: string };
  const profile = '?kind=people&source=crm';
  /** A request of each operation, in an order in which most succeed. */
  const REQUESTS: Readonly<Record<keyof typeof ADMIN_ROUTES, () => Request>> = {
    getSession: () => ({}),
    chooseOrganization: () => ({ body: { id: organizationId } }),
    getOrganization: () => ({}),
    updateOrganization: () => ({ body: { membersSeeData: true } }),
    previewRetention: () => ({}),
    getSingleSignOn: () => ({}),
    putSingleSignOn: () => ({
      body: {
        ...{ type: 'oidc', issuer: `https://login.${domain}`, clientId: 'a', clientSecret: 'b' },
        ...{ emailDomains: [domain], adminGroups: ['admins'], memberGroups: [] },
      },
    }),
    updateSingleSignOn: () => ({ body: { isOn: false } }),
    deleteSingleSignOn: () => ({}),
    inviteUser: () => ({ body: { email: `${randomUUID()}@example.com`, role: 'member' } }),
    listUsers: () => ({}),
    updateUser: () => ({ id: ids.user, body: { role: 'admin' } }),
    resendInvitation: () => ({ id: ids.user }),
    createApiKey: () => ({ body: { name: 'created', permissions: PERMISSIONS } }),
    listApiKeys: () => ({}),
    updateApiKey: () => ({ id: ids.key, body: { name: 'updated' } }),
    rotateApiKey: () => ({ id: ids.key, body: { graceSeconds: 0 } }),
    getAppRequest: () => ({ query: `?${new URLSearchParams(APP_REQUEST)}` }),
    connectApp: () => ({ body: { ...APP_REQUEST, permissions: ['person:read'] } }),
    listRequests: () => ({}),
    getUsage: () => ({}),
    tryRequest: () => ({ body: { operation: 'getKey', apiKey: service.first.key } }),
    createExport: () => ({ body: { resource: 'company', format: 'csv' } }),
    listExports: () => ({}),
    createWebhookEndpoint: () => ({ body: { url: receiver.url, eventTypes: ['*'] } }),
    listWebhookDestinations: () => ({}),
    listWebhookEndpoints: () => ({}),
    getWebhookEndpoint: () => ({ id: ids.endpoint }),
    updateWebhookEndpoint: () => ({ id: ids.endpoint, body: { description: 'updated' } }),
    rotateWebhookSecret: () => ({ id: ids.endpoint }),
    testWebhookEndpoint: () => ({ id: ids.endpoint }),
    createImport: () => ({
      body: { kind: 'people', source: 'crm', fileName: 'a.csv', contentType: 'text/csv', size: 9 },
    }),
    listImports: () => ({}),
    getImport: () => ({ id: ids.import }),
    previewImport: () => ({ id: ids.import }),
    checkImport: () => ({ id: ids.import, body: { settings: {} } }),
    startImport: () => ({ id: ids.import, body: { settings: {} } }),
    repeatImport: () => ({ id: ids.import, body: {} }),
    confirmImportDeletions: () => ({ id: ids.import, body: { count: 1 } }),
    undoImport: () => ({ id: randomUUID() }),
    cancelImport: () => ({ id: randomUUID() }),
    getImportFiles: () => ({ id: ids.import }),
    listImportProfiles: () => ({}),
    countRecords: () => ({ query: '?resource=person&by=ownerId' }),
    listFields: () => ({ query: '?resource=person' }),
    putImportProfile: () => ({ query: profile, body: { settings: {} } }),
    deleteImportProfile: () => ({ query: profile }),
    listPeople: () => ({}),
    getPerson: () => ({ id: ids.person }),
    listEntriesOfPerson: () => ({ id: ids.person }),
    listCompanies: () => ({}),
    getCompany: () => ({ id: ids.company }),
    listCalls: () => ({}),
    getCall: () => ({ id: randomUUID() }),
    listCallLists: () => ({}),
    getCallList: () => ({ id: ids.list }),
    listEvents: () => ({}),
    getEvent: () => ({ id: ids.position }),
    listWebhookDeliveries: () => ({ id: ids.endpoint }),
    getWebhookDelivery: () => ({ id: ids.delivery }),
    replayWebhooks: () => ({
      id: ids.endpoint,
      body: { after: '2026-01-01T00:00:00Z', before: '2099-01-01T00:00:00Z' },
    }),
    replayWebhookDelivery: () => ({ id: ids.delivery }),
    listAuditLog: () => ({}),
    deleteWebhookEndpoint: () => ({ id: ids.endpoint }),
    revokeApiKey: () => ({ id: ids.key }),
    erasePerson: () => ({ id: ids.person }),
    deletePerson: () => ({ id: at(data.people, 1).id }),
    addSuppressions: () => ({ body: { values: ['+12025550199'] } }),
    listSuppressions: () => ({}),
    liftSuppressions: () => ({ body: { values: ['+12025550199'] } }),
    deleteCall: () => ({ id: randomUUID() }),
    deleteCompany: () => ({ id: ids.company }),
    deleteCallList: () => ({ id: ids.list }),
  };
  /** What has to happen after an operation, for later ones to succeed. */
  const AFTER: { readonly [N in keyof typeof ADMIN_ROUTES]?: (json: never) => Promise<void> } = {
    async inviteUser(json: { readonly id: string }) {
      ids.user = json.id;
    },
    async createApiKey(json: { readonly id: string }) {
      ids.key = json.id;
    },
    async createWebhookEndpoint(json: { readonly id: string }) {
      ids.endpoint = json.id;
    },
    async createImport(json: CreatedImport) {
      ids.import = json.id;
      urls.presigned.push(json.uploadUrl);
      keep(await putFile(json, 'id\n1\n2,3\n'));
    },
    async startImport() {
      await endOf(as, ids.import);
    },
    async getImportFiles(json: Readonly<Record<'report' | 'rejects', { readonly url: string } | null>>) {
      urls.presigned.push(...[json.report?.url, json.rejects?.url].filter((url) => url !== undefined));
    },
    async listEvents() {
      ids.position = (await firstOf('/events')).position ?? '';
    },
    async listWebhookDeliveries() {
      ids.delivery = (await firstOf(`/webhook-endpoints/${ids.endpoint}/deliveries`)).id;
    },
  };

  const pathOf = (path: string, id: string | undefined): string =>
    path.replace(/\{(?:id|position)\}/, id || randomUUID());

  const callAdminApi = async (): Promise<readonly string[]> => {
    const failed: string[] = [];
    for (const [name, requestOf] of Object.entries(REQUESTS) as [
      keyof typeof ADMIN_ROUTES,
      () => Request,
    ][]) {
      const { method, path } = ADMIN_ROUTES[name];
      const { id, query = '', body } = requestOf();
      const response = keep(await admin(pathOf(path, id) + query, { as, method, body }));
      if (response.status >= 400) failed.push(name);
      else await AFTER[name]?.(response.json as never);
      // Refused for the body or the id, and without a token.
      const missing = pathOf(path, undefined);
      const isRead = method === 'GET';
      keep(
        await admin(isRead ? `${missing}?a=b` : missing, { as, method, ...(isRead ? {} : { text: '[' }) }),
      );
      keep(await admin(missing, { as: null, method }));
    }
    return failed;
  };

  const callDataApi = async (key: string): Promise<void> => {
    for (const name of Object.keys(ROUTES) as RouteName[]) {
      const { method = 'GET', path } = ROUTES[name] as { readonly method?: string; readonly path: string };
      const options =
        method === 'POST' ? { body: '{}', headers: { 'Content-Type': 'application/json' } } : {};
      const target = pathOf(path, at(data.companies, 1).id);
      for (const [url, given] of [
        [target, key],
        [`${target}?a=b`, key],
        [target, null],
        [target, service.first.key],
      ] as const) {
        keep(await call(url, { method, key: given, ...options }));
      }
    }
  };

  /** Pages with all scripts, styles and further pages of the same origin that they name. */
  const readPages = async (...starts: readonly string[]): Promise<number> => {
    const seen = new Set(starts);
    for (const url of seen) {
      const { text, headers } = keep(await send(url), !starts.includes(url));
      if (!/html/.test(headers['content-type'] ?? '')) continue;
      for (const [, link = ''] of text.matchAll(/(?:src|href)="([^"#]+)/g)) {
        const { origin, pathname } = new URL(link, url);
        if (origin === new URL(url).origin) seen.add(origin + pathname);
      }
    }
    return seen.size;
  };

  const importRecords = async (): Promise<void> => {
    const folder = mkdtempSync(join(tmpdir(), 'handed-out-'));
    const files = { people: data.people, companies: data.companies, 'call-lists': data.callLists };
    const flags = Object.entries(files).flatMap(([name, records]) => {
      const path = join(folder, `${name}.jsonl`);
      writeFileSync(path, jsonLines(records));
      return [`--${name}`, path];
    });
    const { toolArguments, toolEnvironment } = service;
    await runToolHere(
      'import',
      ['--organization', organizationId, ...toolArguments, ...flags],
      toolEnvironment,
    );
    rmSync(folder, { recursive: true });
    await runToolHere(
      'organizations',
      ['allow-single-sign-on', '--organization', organizationId, '--domain', domain, ...toolArguments],
      toolEnvironment,
    );
    ids.person = at(data.people, 0).id;
    ids.company = at(data.companies, 0).id;
    ids.list = at(data.callLists, 0).id;
  };

  let failed: readonly string[];
  let pages: number;
  beforeAll(async () => {
    runner = file();
    receiver = await startEndpoint();
    await importRecords();
    failed = await callAdminApi();
    const { id, key } = await createKeyAs(as, { permissions: PERMISSIONS });
    ids.key = id;
    await callDataApi(key);
    await eventually(async () => (receiver.received.length > 0 ? true : undefined));
    for (const { headers, body } of receiver.received) {
      for (const text of [body, ...Object.values(headers)]) keepText(text);
    }
    const { url, signInUrl, clientId, redirectUri } = adminApi();
    pages = await readPages(url + CONSOLE_PATHS.page, url + CONSOLE_PATHS.documentation);
    const authorize = `${signInUrl}/oauth2/authorize?response_type=code&client_id=${clientId}&redirect_uri=${redirectUri}`;
    await readPages(authorize, `${signInUrl}/login`, `${signInUrl}/oauth2/token`, `${signInUrl}/nothing`);
    keep(await send(`${service.baseUrl}/v1/openapi.json`), true);
    for (const token of Object.values(await signIn({ ...adminApi(), ...as }))) keepText(String(token));
    keepText(await idTokenOf(as));
    for (const presigned of urls.presigned) {
      for (const method of ['GET', 'PUT', 'HEAD', 'DELETE', 'POST']) keep(await send(presigned, { method }));
    }
  }, 300_000);
  afterAll(() => receiver?.stop());

  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  afterAll(() => agent.destroy());

  const statusOf = (
    { url, method, body }: UnsignedRequest & { readonly method: string },
    headers: Readonly<Record<string, string>>,
  ): Promise<number> =>
    new Promise((resolve, reject) => {
      request(url, { method, headers: { ...headers }, agent }, (response) => {
        response.resume().once('end', () => resolve(response.statusCode ?? 0));
      })
        .once('error', reject)
        .end(body);
    });

  const isRefused = (status: number): boolean => status === 403;

  /** The individual texts, also without URL encoding and Base64, and all of their parts. */
  const candidates = (): readonly string[] => {
    const decoded = (text: string): readonly string[] => [
      text,
      ...(/%[0-9A-F]{2}/.test(text) ? [text.replaceAll(/(?:%[0-9A-F]{2})+/g, (code) => unescape(code))] : []),
    ];
    const words = [...individual].flatMap(decoded).flatMap((text) => text.split(/[\s"'<>,;&?()[\]{}]+/));
    const fromBase64 = words
      .flatMap((word) => word.split('.'))
      .filter((word) => /^[\w-]{20,}$/.test(word))
      .map((word) => Buffer.from(word, 'base64url').toString('latin1'))
      .filter((text) => /^[ -~]+$/.test(text))
      .flatMap((text) => text.split(/[\s"'<>,;&?()[\]{}]+/));
    const parts = [...words, ...fromBase64].flatMap((word) => [
      word,
      ...word.split(/[:/=]+/),
      ...word.split(/[^\w-]+/),
    ]);
    return [...new Set(parts)].filter(
      (part) => part.length >= SHORTEST && part.length <= 2_000 && /^[!-~]+$/.test(part),
    );
  };

  it('covers every operation, and pages', () => {
    // Nothing waits for a confirmation, and an import that runs cannot be undone. That to cancel is unknown.
    expect(failed).toEqual(['confirmImportDeletions', 'undoImport', 'cancelImport', 'getCall', 'deleteCall']);
    expect(urls.presigned.length).toBeGreaterThanOrEqual(3);
    expect(pages).toBeGreaterThan(20);
  });

  it('reveals neither the credentials of the run nor the addresses of internal services, except S3', () => {
    const { credentials, endpoints } = runner;
    const { s3 = '', sqs, ...internal } = endpoints;
    expect(sqs).toBe(s3);
    const hosts = Object.entries(internal).map(([name, url]) => [name, new URL(url).host] as const);
    const texts = [...obtained];
    const isHandedOut = (text: string): boolean => texts.some((each) => each.includes(text));
    const found = [...Object.entries(credentials), ...hosts].filter(([, text]) => isHandedOut(text));
    expect(found.map(([name]) => name)).toEqual([]);
    expect(isHandedOut(new URL(s3).host)).toBe(true);
  });

  it('opens no internal service with any obtained text as key id, secret or token', async () => {
    const [presigned = ''] = urls.presigned;
    const { searchParams, origin, pathname } = new URL(presigned);
    const presigningId = searchParams.get('X-Amz-Credential')?.split('/')[0] ?? '';
    const { region, credentials } = runner;
    const calls = callsOf(runner, origin + pathname);
    // The calls succeed with the credentials, so their refusal means something.
    for (const each of calls) {
      const headers = await signHeaders(each, { ...each, region, credentials });
      expect(isRefused(await statusOf(each, headers)), each.service).toBe(false);
    }
    const all = candidates();
    expect(all).toContain(presigningId);
    expect(all.length).toBeGreaterThan(500);
    const accepted: string[] = [];
    const queryCalls = calls.filter((each) => each.service === 's3');
    /** All services check callers by the same code, so the texts take turns. */
    const inTurn = (of: readonly ServiceCall[], turn: number): readonly ServiceCall[] =>
      IS_THOROUGH ? of : [at(of, turn % of.length)];
    await forEachConcurrently([...all.entries()], 8, async ([turn, text]) => {
      const own = { accessKeyId: text, secretAccessKey: text };
      const signed = inTurn(calls, turn).map(async (each) =>
        statusOf(each, await signHeaders(each, { ...each, region, credentials: own })),
      );
      const bearers = inTurn(calls, turn).map((each) =>
        statusOf(each, { ...each.headers, authorization: `Bearer ${text}` }),
      );
      const presigning = { accessKeyId: presigningId, secretAccessKey: text };
      const queries = inTurn(queryCalls, turn).map(async (each) => {
        const url = await presign({ ...each, headers: {} }, { ...each, region, credentials: presigning });
        return statusOf({ ...each, url }, {});
      });
      const statuses = await Promise.all([...signed, ...bearers, ...queries]);
      if (!statuses.every(isRefused)) accepted.push(`${text}: ${statuses}`);
    });
    expect(accepted).toEqual([]);
  });

  it('opens nothing but its object with a presigned URL', async () => {
    const calls = callsOf(runner, '');
    const { s3 = '' } = runner.endpoints;
    for (const presigned of urls.presigned) {
      const { search, searchParams, pathname } = new URL(presigned);
      const value = (name: string): string => searchParams.get(`X-Amz-${name}`) ?? '';
      const headers = {
        authorization:
          `AWS4-HMAC-SHA256 Credential=${value('Credential')}, SignedHeaders=${value('SignedHeaders')}, ` +
          `Signature=${value('Signature')}`,
        'x-amz-date': value('Date'),
        'x-amz-content-sha256': 'UNSIGNED-PAYLOAD',
      };
      for (const each of calls.slice(0, -1)) {
        const [url = ''] = each.url.split('?');
        expect(await statusOf(each, { ...each.headers, ...headers })).toBe(403);
        expect(await statusOf({ ...each, url: url + search }, each.headers ?? {})).toBe(403);
      }
      const bucket = `/${pathname.split('/')[1]}`;
      for (const path of [bucket, `${bucket}/`, `${pathname}/../x`, `${pathname}x`, `${bucket}/work/x`]) {
        for (const method of ['GET', 'PUT', 'POST', 'DELETE']) {
          expect(await statusOf({ url: s3 + path + search, method }, {}), `${method} ${path}`).toBe(403);
        }
      }
      for (const extra of [
        '&uploads=',
        '&attributes=',
        '&list-type=2',
        '&uploadId=x&partNumber=1',
        '&renameObject=',
      ]) {
        for (const method of ['GET', 'PUT', 'POST', 'DELETE']) {
          expect(await statusOf({ url: presigned + extra, method }, {}), `${method} ${extra}`).toBe(403);
        }
      }
    }
  });
});
