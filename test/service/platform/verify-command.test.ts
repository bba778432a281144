import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { DeleteCommand, PutCommand, ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { connect } from '../../../infra/cli/support/connection.ts';
import type { CheckResult } from '../../../infra/cli/verify/checks.ts';
import { verifyCommand } from '../../../infra/cli/verify/command.ts';
import { temporaryOrganizationId } from '../../../infra/cli/verify/temporary-organization.ts';
import { ORGANIZATION_DEFAULTS, organizationToItem } from '../../../shared/organizations/organization.ts';
import { organizationKey } from '../../../shared/table/items/keys.ts';
import { createTableReader } from '../../../shared/table/sdk/document-client-table.ts';
import { eventually } from '../../support/eventually.ts';
import { ROOT } from '../../support/service/command.ts';
import { runHere } from '../../support/service/command-here.ts';
import { service } from '../../support/service/service.ts';

const TEMPORARY = '76657269-6679-8';

const openTable = async () => {
  const { documents, output } = await connect(undefined);
  return { documents, TableName: output('TableName') };
};

/** The index of events, the lists of what the feed has seen and counters that are 0 expire on their own. */
const isExpiring = ({ pk, ttl, count }: Record<string, unknown>): boolean =>
  (/#EVENT_(?:RECORD|CHUNK)#|^FEED#[^#]+#/.test(String(pk)) || (/_COUNT#/.test(String(pk)) && count === 0)) &&
  ttl !== undefined;

const scanRemains = async (): Promise<readonly Record<string, unknown>[]> => {
  const { documents, TableName } = await openTable();
  const items: Record<string, unknown>[] = [];
  let ExclusiveStartKey: Record<string, unknown> | undefined;
  do {
    const page = await documents.send(new ScanCommand({ TableName, ExclusiveStartKey }));
    items.push(...(page.Items ?? []));
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey !== undefined);
  return items.filter((item) => JSON.stringify(item).includes(TEMPORARY) && !isExpiring(item));
};

/**
 * Items that belong to temporary organizations, once the lookups have followed the removal of their records.
 *
 * @param interrupted the organization of an interrupted run, whose deliveries do not count: some may have
 *   been in flight, and expire on their own. Default: all
 */
const remains = async (interrupted = TEMPORARY): Promise<readonly Record<string, unknown>[]> => {
  const { documents, TableName } = await openTable();
  const reader = createTableReader(documents, TableName);
  for (;;) {
    const isDelivery = ({ pk }: Record<string, unknown>) => /^WEBHOOK_/.test(String(pk));
    const items = (await scanRemains()).filter(
      (item) => !(isDelivery(item) && JSON.stringify(item).includes(interrupted)),
    );
    const lookups = items.filter(({ pk }) => String(pk).startsWith('LOOKUP#'));
    if (lookups.length === 0) return items;
    // The engine answers no other request while it reads the whole table.
    const keys = lookups.map(({ pk, sk }) => ({ pk: String(pk), sk: String(sk) }));
    await eventually(async () => (await reader.getMany(keys)).every(isExpiring));
  }
};

const verify = async (...args: readonly string[]) => {
  const { exitCode, stdout, stderr } = await runHere(
    verifyCommand,
    [...args, '--json'],
    service.toolEnvironment,
  );
  const { checks } = JSON.parse(stdout) as { checks: readonly CheckResult[] };
  return { exitCode, stderr, checks, failed: checks.filter(({ state }) => state !== 'ok') };
};

const exitCodeOf = (child: ChildProcess): Promise<number | null> =>
  new Promise((resolve) => child.once('exit', resolve));

/** Starts the command, and returns once it has created a key. */
const startUntilKey = async () => {
  const child = spawn(process.execPath, [join(ROOT, 'infra/cli/verify/main.ts')], {
    cwd: ROOT,
    env: { ...process.env, ...service.toolEnvironment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  await eventually(() => /^ok .*creates a key/m.test(output));
  return { child, read: () => output };
};

beforeAll(() => {
  vi.stubEnv('DATA_DIR', service.toolEnvironment['DATA_DIR']);
});
afterAll(() => {
  vi.unstubAllEnvs();
});

// `npm run check -- rehearse` runs it against a deployed stack.
describe.skipIf(service.admin === undefined)('npm run verify', () => {
  it('passes, removes what a killed run left half an hour ago, and leaves nothing behind', async () => {
    const { child } = await startUntilKey();
    child.kill('SIGKILL');
    await exitCodeOf(child);
    const left = await scanRemains();
    const { id } = left.find(({ sk }) => sk === 'ORGANIZATION') ?? {};
    const { documents, TableName } = await openTable();
    await documents.send(
      new UpdateCommand({
        TableName,
        Key: { ...organizationKey(String(id)) },
        UpdateExpression: 'SET createdAt = :old',
        ExpressionAttributeValues: { ':old': '2026-01-01T00:00:00.000Z' },
      }),
    );
    const running = {
      id: temporaryOrganizationId(),
      name: 'Another run',
      createdAt: new Date().toISOString(),
    };
    const item = organizationToItem({ ...ORGANIZATION_DEFAULTS, ...running });
    await documents.send(new PutCommand({ TableName, Item: item }));

    const { exitCode, stderr, checks, failed } = await verify();
    expect({ failed, exitCode }).toEqual({ failed: [], exitCode: 0 });
    expect(stderr).toBe('Cleaned up after the run interrupted at 2026-01-01T00:00:00.000Z.\n');
    expect(checks.length).toBeGreaterThan(30);
    expect(await remains(String(id))).toEqual([expect.objectContaining(running)]);
    const Key = { ...organizationKey(running.id) };
    await documents.send(new DeleteCommand({ TableName, Key }));
  });

  it('reports failed checks, skips the checks that depend on them, and removes everything', async () => {
    const { exitCode, checks, failed } = await verify('--admin-url', `${service.baseUrl}/v1/no-such-path`);
    expect(exitCode).toBe(1);
    const stateOf = (name: string) => checks.find((check) => check.name.includes(name))?.state;
    expect(stateOf('serves its OpenAPI document')).toBe('ok');
    expect(stateOf('admin API: creates a key')).toBe('failed');
    expect(failed.find(({ state }) => state === 'failed')?.detail).toContain('404 instead of');
    expect(stateOf('accepts the new key')).toBe('skipped');
    expect(stateOf('removes everything again')).toBe('ok');
    expect(await remains()).toEqual([]);
  });

  it('removes everything after Ctrl-C', async () => {
    const { child, read } = await startUntilKey();
    child.kill('SIGINT');
    expect(await exitCodeOf(child)).toBe(1);
    expect(read()).toMatch(/^SKIPPED .*revokes a key: interrupted$/m);
    expect(read()).toMatch(/^ok .*removes everything again$/m);
    expect(await remains()).toEqual([]);
  });
});
