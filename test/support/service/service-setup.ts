import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { PERMISSIONS } from '../../../shared/contract/keys/permissions.ts';
import {
  createOrganizationUsers,
  type SampleUser,
  type ToolOptions,
} from '../organizations/organization-users.ts';
import { sharedAssembly } from '../platform/shared-assembly.ts';
import { jsonLines, relabelled, type SampleData, sampleData } from '../records/sample-data.ts';
import { runToolHere } from './command-here.ts';
import { startRunnerProcess } from './runner-process.ts';

/** An organization with its data, and keys for all test cases. */
export interface SampleOrganization {
  readonly organizationId: string;
  readonly data: SampleData;
  /** Has every permission. */
  readonly key: string;
  readonly admin: SampleUser;
  readonly member: SampleUser;
}

/** How users sign in, and the admin API. */
export interface AdminUnderTest {
  readonly url: string;
  readonly signInUrl: string;
  readonly clientId: string;
  readonly redirectUri: string;
}

/** What the service tests know about the service under test. */
export interface ServiceUnderTest extends ToolOptions {
  readonly baseUrl: string;
  /** Absent on a deployed stack, where the first sign-in requires a person. */
  readonly admin: AdminUnderTest | undefined;
  readonly first: SampleOrganization;
  /** Holds records with the same IDs as the first, but other content, and some that the first lacks. */
  readonly second: SampleOrganization;
}

declare module 'vitest' {
  interface ProvidedContext {
    service: ServiceUnderTest;
  }
}

const adminOf = (dataDirectory: string): AdminUnderTest => {
  const { outputs } = JSON.parse(readFileSync(join(dataDirectory, 'runner.json'), 'utf8'));
  return {
    url: outputs.AdminUrl,
    signInUrl: outputs.SignInUrl,
    clientId: outputs.UserPoolClientId,
    redirectUri: `${outputs.AdminUrl}/console`,
  };
};

/** Creates an organization with records, users, and a key with all permissions. */
export const createSampleOrganization = async (
  label: string,
  data: SampleData,
  tools: ToolOptions,
): Promise<SampleOrganization> => {
  const organizationId = randomUUID();
  const users = await createOrganizationUsers(organizationId, tools);
  const folder = mkdtempSync(join(tmpdir(), 'sample-data-'));
  const files = { people: data.people, companies: data.companies, 'call-lists': data.callLists };
  const flags = Object.entries(files).flatMap(([name, records]) => {
    const file = join(folder, `${name}.jsonl`);
    writeFileSync(file, jsonLines(records));
    return [`--${name}`, file];
  });
  const organization = ['--organization', organizationId, ...tools.toolArguments];
  await runToolHere('import', [...organization, ...flags, '--silent'], tools.toolEnvironment);
  const { key } = await runToolHere<{ key: string }>(
    'keys',
    [
      'create',
      ...organization,
      '--name',
      `${label} service tests`,
      '--plan',
      'high-volume',
      '--permissions',
      PERMISSIONS.join(),
    ],
    tools.toolEnvironment,
  );
  return { organizationId, data, key, ...users };
};

export interface RunningService {
  readonly service: ServiceUnderTest;
  /** The runner's process ID, if it was started here. */
  readonly pid: number | undefined;
  stop(): Promise<void>;
}

/**
 * Starts a local service for the tests, or connects to a deployed one given its base URL in `TESTED_URL` and
 * its stack name in `TESTED_STACK`. The guides export `BASE_URL`, which a shell may still have.
 *
 * @param synthesize creates the assembly of the local service; default: the development stage
 */
export const startService = async (
  synthesize: () => string | Promise<string> = sharedAssembly,
): Promise<RunningService> => {
  const { TESTED_URL: deployedUrl, TESTED_STACK: stack } = process.env;
  if ((deployedUrl === undefined) !== (stack === undefined)) {
    throw new Error(
      'Set both TESTED_URL and TESTED_STACK to test a deployed service, or unset both to test a local one.',
    );
  }
  const environment = { WEBHOOKS_ALLOW_LOOPBACK: '1', WEBHOOKS_RETRY_SCHEDULE: '1,1,2' };
  const runner =
    deployedUrl === undefined
      ? await startRunnerProcess({ assembly: await synthesize(), environment })
      : undefined;
  const tools: ToolOptions = {
    toolArguments: stack === undefined ? [] : ['--stack', stack],
    toolEnvironment: runner === undefined ? {} : { DATA_DIR: runner.dataDirectory },
  };
  const shared = sampleData('First');
  const own = sampleData('Second');
  const both = relabelled(shared, 'Second');
  const [first, second] = await Promise.all([
    createSampleOrganization('First', shared, tools),
    createSampleOrganization(
      'Second',
      {
        people: [...both.people, ...own.people],
        companies: [...both.companies, ...own.companies],
        callLists: [...both.callLists, ...own.callLists],
      },
      tools,
    ),
  ]);
  return {
    service: {
      baseUrl: runner?.apiUrl ?? deployedUrl ?? '',
      admin: runner === undefined ? undefined : adminOf(runner.dataDirectory),
      ...tools,
      first,
      second,
    },
    pid: runner?.process.pid,
    async stop() {
      await runner?.stop();
    },
  };
};

/** Vitest loads this module once per project, but all of them run in one process and share one service. */
const SHARED = Symbol.for('sales-data.service-under-test');

interface Shared {
  running: Promise<RunningService>;
  users: number;
}

const shared: typeof globalThis & { [SHARED]?: Shared } = globalThis;

/** Acquires the shared service for a project; releasing the last reference stops it. */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  shared[SHARED] ??= { running: startService(), users: 0 };
  const current = shared[SHARED];
  current.users++;
  const { service, stop } = await current.running;
  project.provide('service', service);
  return async () => {
    current.users--;
    if (current.users > 0) return;
    delete shared[SHARED];
    await stop();
  };
};
