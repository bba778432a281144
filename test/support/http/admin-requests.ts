import { pathParameterOf } from '../../../shared/contract/path-parameters.ts';
import { ADMIN_ROUTES } from '../../../shared/operations/admin-api/routes.ts';
import { APP_REQUEST } from '../agents/app-request.ts';

export type AdminRouteName = keyof typeof ADMIN_ROUTES;

export const ADMIN_ROUTE_NAMES = Object.keys(ADMIN_ROUTES) as readonly AdminRouteName[];

const ID = '6f1c1a52-7f0b-4b60-9d3e-2f4f8f0f7a11';

/** A valid body for each operation that requires one. */
export const ADMIN_BODIES: Readonly<Partial<Record<AdminRouteName, object>>> = {
  createApiKey: { name: 'New' },
  updateApiKey: { name: 'Taken' },
  rotateApiKey: { graceSeconds: 0 },
  connectApp: { ...APP_REQUEST, permissions: [] },
  tryRequest: { operation: 'getKey', apiKey: 'sd_live_wrong' },
  createWebhookEndpoint: { url: 'https://new.example/', eventTypes: ['*'] },
  updateWebhookEndpoint: { description: 'Taken' },
  chooseOrganization: { id: ID },
  inviteUser: { email: 'new@company.example', role: 'member' },
  updateUser: { role: 'admin' },
  updateOrganization: { name: 'Taken' },
  putSingleSignOn: {
    ...{ type: 'oidc', issuer: 'https://login.acme.example', clientId: 'a', clientSecret: 'b' },
    ...{ emailDomains: ['acme.example'], adminGroups: ['admins'], memberGroups: [] },
  },
  updateSingleSignOn: { isOn: false },
  createImport: { kind: 'people', source: 'crm', fileName: 'New.csv', size: 1, contentType: 'text/csv' },
  createExport: { resource: 'person', format: 'csv' },
  checkImport: { settings: {} },
  startImport: { settings: {} },
  repeatImport: {},
  confirmImportDeletions: { count: 1 },
  putImportProfile: { settings: { region: 'US' } },
  replayWebhooks: { states: ['failed'] },
  addSuppressions: { values: ['+12025550143'] },
  liftSuppressions: { values: ['+12025550143'] },
};

/** A valid query for each operation that requires one. */
export const ADMIN_QUERIES: Readonly<Partial<Record<AdminRouteName, Readonly<Record<string, string>>>>> = {
  getAppRequest: APP_REQUEST,
  listFields: { resource: 'person' },
  countRecords: { resource: 'person', by: 'tag' },
  getWebhookEndpoint: { include: 'latestReplay' },
  putImportProfile: { kind: 'people', source: 'crm' },
  deleteImportProfile: { kind: 'people', source: 'crm' },
};

/** A valid request of an operation, for a record that does not exist. */
export const adminRequest = (name: AdminRouteName) => {
  const { method, path } = ADMIN_ROUTES[name];
  const parameter = pathParameterOf(path);
  const address = path.replace(`{${parameter}}`, parameter === 'position' ? '1.0' : ID);
  const query = new URLSearchParams(ADMIN_QUERIES[name]).toString();
  return { method, path: query === '' ? address : `${address}?${query}`, body: ADMIN_BODIES[name] };
};
