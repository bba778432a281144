import { randomUUID } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { runTool } from './command.ts';
import { startRunnerProcess, synthesizeAssembly } from './runner-process.ts';
import { jsonLines, relabelled, type SampleData, sampleData } from './sample-data.ts';

/** One organization with its data, and keys for everything that a test may want to try. */
export interface SampleOrganization {
  readonly organizationId: string;
  readonly data: SampleData;
  /** Every permission. */
  readonly key: string;
}

/** What the service tests are told about the service under test. */
export interface ServiceUnderTest {
  readonly baseUrl: string;
  /** Finds the same service for the command line tools: flags and environment. */
  readonly toolArguments: readonly string[];
  readonly toolEnvironment: Readonly<Record<string, string>>;
  readonly first: SampleOrganization;
  /** Holds records under the same ids as the first, with other content, and some that the first lacks. */
  readonly second: SampleOrganization;
}

declare module 'vitest' {
  interface ProvidedContext {
    service: ServiceUnderTest;
  }
}

type Tools = Pick<ServiceUnderTest, 'toolArguments' | 'toolEnvironment'>;

const createOrganization = async (data: SampleData, tools: Tools): Promise<SampleOrganization> => {
  const organizationId = randomUUID();
  const folder = mkdtempSync(join(tmpdir(), 'sample-data-'));
  const files = { people: data.people, companies: data.companies, 'call-lists': data.callLists };
  const flags = Object.entries(files).flatMap(([name, records]) => {
    const file = join(folder, `${name}.jsonl`);
    writeFileSync(file, jsonLines(records));
    return [`--${name}`, file];
  });
  const organization = ['--organization', organizationId, ...tools.toolArguments];
  await runTool('infra/cli/import/main.ts', [...organization, ...flags], tools.toolEnvironment);
  const { key } = await runTool<{ key: string }>(
    'infra/cli/keys/main.ts',
    [
      'create',
      ...organization,
      '--name',
      'service tests',
      '--plan',
      'high-volume',
      '--permissions',
      'person:read,company:read,call-list:read',
    ],
    tools.toolEnvironment,
  );
  return { organizationId, data, key };
};

/**
 * Starts a local service for the tests; or, with `BASE_URL` and `STACK`, uses a deployed one: its base address,
 * and the stack by whose name the command line tools find it.
 */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  const { BASE_URL: deployedUrl, STACK: stack } = process.env;
  if ((deployedUrl === undefined) !== (stack === undefined)) {
    throw new Error('BASE_URL and STACK go together: the address of a deployed service, and its stack.');
  }
  const runner =
    deployedUrl === undefined ? await startRunnerProcess({ assembly: synthesizeAssembly() }) : undefined;
  const tools: Tools = {
    toolArguments: stack === undefined ? [] : ['--stack', stack],
    toolEnvironment: runner === undefined ? {} : { DATA_DIR: runner.dataDirectory },
  };
  const shared = sampleData('First');
  const own = sampleData('Second');
  const both = relabelled(shared, 'Second');
  project.provide('service', {
    baseUrl: runner?.apiUrl ?? deployedUrl ?? '',
    ...tools,
    first: await createOrganization(shared, tools),
    second: await createOrganization(
      {
        people: [...both.people, ...own.people],
        companies: [...both.companies, ...own.companies],
        callLists: [...both.callLists, ...own.callLists],
      },
      tools,
    ),
  });
  return async () => {
    await runner?.stop();
  };
};
