import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { PERMISSIONS } from '../../shared/contract/keys/permissions.ts';
import { runTool } from '../support/service/command.ts';
import type { Emulator } from './emulator.ts';
import { expectThat, STACK_NAME } from './rehearsal.ts';

const PEOPLE = 'Record ID,First Name,Last Name\nP1,Nora,Example\nP2,Otto,Example\n';
const DELIVERED_WITHIN_ATTEMPTS = 120;

/** The organization that the later steps use. */
export interface OperatedOrganization {
  readonly organizationId: string;
  /** An API key of the plan `standard`, with all permissions. */
  readonly key: string;
}

interface Delivery {
  readonly eventType: string;
  readonly attemptCount: number;
}

/** Runs every operator command against the deployed stack, by its name. */
export const tryOperatorCommands = async ({ environment }: Emulator): Promise<OperatedOrganization> => {
  const tool = <T>(name: string, ...args: readonly string[]): Promise<T> =>
    runTool<T>(`infra/cli/${name}/main.ts`, [...args, '--stack', STACK_NAME], environment);

  const created = await tool<{ id: string }>(
    'organizations',
    'create',
    '--name',
    'Rehearsal',
    '--admin-email',
    'admin@rehearsal.example',
  );
  const listed = await tool<{ items: readonly { id: string }[] }>('organizations', 'list');
  expectThat(
    listed.items.some(({ id }) => id === created.id),
    'npm run organizations makes an organization and lists it',
  );
  const inOrganization = ['--organization', created.id];

  const endpoint = await tool<{ id: string; secret: string }>(
    'webhooks',
    'create',
    ...inOrganization,
    '--url',
    'https://hooks.rehearsal.example/',
    '--event-types',
    'person.created',
  );
  expectThat(endpoint.secret.startsWith('whsec_'), 'npm run webhooks registers an endpoint');

  const people = join(mkdtempSync(join(tmpdir(), 'rehearsal-')), 'people.csv');
  writeFileSync(people, PEOPLE);
  const imported = await tool<{ people: { created: number } }>(
    'imports',
    ...inOrganization,
    '--people',
    people,
  );
  expectThat(imported.people.created === 2, 'npm run import writes two people');

  const deliveries = async (): Promise<readonly Delivery[]> =>
    (
      await tool<{ items: readonly Delivery[] }>(
        'webhooks',
        'deliveries',
        ...inOrganization,
        '--endpoint',
        endpoint.id,
      )
    ).items;
  let attempted: readonly Delivery[] = [];
  for (let attempt = 0; attempt < DELIVERED_WITHIN_ATTEMPTS && attempted.length < 2; attempt++) {
    await setTimeout(500);
    attempted = (await deliveries()).filter(({ attemptCount }) => attemptCount > 0);
  }
  // The host does not exist, but an attempt proves that the change passed through every step.
  expectThat(
    attempted.length === 2 && attempted.every(({ eventType }) => eventType === 'person.created'),
    'both changes go through stream, bus and queue to a first attempt each',
  );
  const tested = await tool<{ attemptCount: number }>('webhooks', 'test', endpoint.id, ...inOrganization);
  expectThat(tested.attemptCount > 0, 'npm run webhooks sends a test event');
  const rotated = await tool<{ secret: string }>('webhooks', 'rotate-secret', endpoint.id, ...inOrganization);
  expectThat(rotated.secret !== endpoint.secret, 'npm run webhooks rotates the secret');
  await tool('webhooks', 'delete', endpoint.id, ...inOrganization);
  const left = await tool<{ items: readonly unknown[] }>('webhooks', 'list', ...inOrganization);
  expectThat(left.items.length === 0, 'npm run webhooks deletes the endpoint');

  const createKey = () =>
    tool<{ id: string; key: string }>(
      'keys',
      'create',
      ...inOrganization,
      '--name',
      'rehearsal',
      '--permissions',
      PERMISSIONS.join(),
    );
  const first = await createKey();
  await tool('keys', 'revoke', first.id, ...inOrganization);
  const { key } = await createKey();
  const keys = await tool<{ items: readonly { state: string }[] }>('keys', 'list', ...inOrganization);
  expectThat(
    keys.items
      .map(({ state }) => state)
      .toSorted()
      .join() === 'active,revoked',
    'npm run keys makes keys, revokes one and lists both',
  );
  return { organizationId: created.id, key };
};
