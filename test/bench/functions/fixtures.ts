import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { PERMISSIONS } from '../../../shared/contract/keys/permissions.ts';
import { createKey } from '../../../shared/keys/create-key.ts';
import { ORGANIZATION_DEFAULTS, organizationToItem } from '../../../shared/organizations/organization.ts';
import { userToItem } from '../../../shared/organizations/users/user.ts';
import { createTable } from '../../../shared/table/sdk/document-client-table.ts';
import { startTestEngine } from '../../support/engine/engine.ts';
import { createCertificate } from '../../support/http/certificate.ts';
import { importFiles } from '../../support/imports/import-files.ts';
import { jsonLinesFiles, type SampleData, sampleData } from '../../support/records/sample-data.ts';
import { startTlsFront, type TlsFront } from './tls-front.ts';

/** The environment of the measured functions: a table behind TLS with one organization. */
export interface Fixtures {
  readonly engineUrl: string;
  readonly enginePid: number | undefined;
  /** A TLS proxy in front of the engine. */
  readonly front: TlsFront;
  readonly client: DynamoDBDocumentClient;
  readonly tableName: string;
  readonly organizationId: string;
  readonly apiKey: string;
  /** A user. */
  readonly adminId: string;
  /** `longCallList` has 100 entries, each with its own person, and 20 companies. */
  readonly ids: {
    readonly person: string;
    readonly company: string;
    readonly callList: string;
    readonly longCallList: string;
  };
  /** Environment variables of every measured process. */
  readonly environment: Readonly<Record<string, string>>;
  /** A folder for temporary files. */
  readonly folder: string;
  stop(): Promise<void>;
}

const ACTOR = { id: 'benchmark', name: 'benchmark', from: null };

/** Gateway keys are not measured. */
const NO_GATEWAY = {
  create: async () => 'gateway-key',
  remove: async () => undefined,
  usage: async () => [],
};

/** Sample data of an organization with a call list of 100 entries, each with its own person. */
const benchData = (): SampleData & { readonly longCallListId: string } => {
  const parts = Array.from({ length: 5 }, (_, part) => sampleData(`Bench ${part}`));
  const people = parts.flatMap((part) => part.people);
  const [data] = parts;
  const [list] = data?.callLists ?? [];
  const [entry] = list?.entries ?? [];
  if (data === undefined || list === undefined || entry === undefined) {
    throw new Error('There are too few sample records.');
  }
  const id = randomUUID();
  const entries = people.map((person, index) => ({
    ...entry,
    id: randomUUID(),
    callListId: id,
    position: index + 1,
    personId: person.id,
    companyId: person.companyId,
  }));
  return {
    people,
    companies: parts.flatMap((part) => part.companies),
    callLists: [...data.callLists, { ...list, id, entries }],
    longCallListId: id,
  };
};

export const prepareFixtures = async (): Promise<Fixtures> => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const { pid: enginePid, client, tableName, endpoint, stop } = await startTestEngine();
  const organizationId = randomUUID();
  const data = benchData();
  await importFiles({
    client,
    tableName,
    organizationId,
    isSilent: true,
    files: jsonLinesFiles(data),
    onRejectedRow: (row) => {
      throw new Error(`A sample record is refused: ${JSON.stringify(row)}`);
    },
  });
  const createdAt = new Date().toISOString();
  const organization = { ...ORGANIZATION_DEFAULTS, id: organizationId, name: 'Bench', createdAt };
  const admin = {
    id: randomUUID(),
    organizationId,
    email: 'admin@example.com',
    role: 'admin',
    identityProvider: null,
    isDisabled: false,
    hasSignedIn: true,
    invitedAt: createdAt,
    invitedBy: null,
    lastSignInAt: createdAt,
  } as const;
  for (const Item of [organizationToItem(organization), { ...userToItem(admin), version: 1 }]) {
    await client.send(new PutCommand({ TableName: tableName, Item }));
  }
  const store = {
    ...createTable(client, tableName),
    usagePlanIds: { standard: 'plan-1' },
    gatewayKeys: NO_GATEWAY,
    onCleanUpFailure: () => undefined,
  };
  const { token } = await createKey(
    store,
    {
      organizationId,
      name: 'benchmark',
      permissions: [...PERMISSIONS],
      plan: 'standard',
      ownerId: null,
      expiresAt: null,
      allowedAddresses: null,
      importSource: null,
    },
    ACTOR,
  );
  const [person] = data.people;
  const [company] = data.companies;
  const [callList] = data.callLists;
  if (!person || !company || !callList) throw new Error('There are too few sample records.');

  const certificate = createCertificate({ hosts: ['127.0.0.1'] });
  const front = await startTlsFront(endpoint, certificate);
  const authority = join(folder, 'certificate.pem');
  writeFileSync(authority, certificate.cert);
  return {
    engineUrl: endpoint,
    enginePid,
    front,
    client,
    tableName,
    organizationId,
    apiKey: token,
    adminId: admin.id,
    ids: {
      person: person.id,
      company: company.id,
      callList: callList.id,
      longCallList: data.longCallListId,
    },
    environment: {
      NODE_EXTRA_CA_CERTS: authority,
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
      AWS_ENDPOINT_URL: front.url,
      TABLE_NAME: tableName,
    },
    folder,
    async stop() {
      await front.stop();
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
