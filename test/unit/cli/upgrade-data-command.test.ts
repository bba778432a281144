import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DeleteTableCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { upgradeDataCommand } from '../../../infra/cli/upgrade-data/command.ts';
import { personKey } from '../../../shared/table/items/keys.ts';
import type { Item } from '../../../shared/table/reader.ts';
import { EARLIER_ORGANIZATIONS, earlierItems, putItems } from '../../support/earlier-version.ts';
import { startTestEngine, type TestEngine } from '../../support/engine/engine.ts';
import { indexLookups } from '../../support/records/index-lookups.ts';
import { runHere } from '../../support/service/command-here.ts';
import { writeRunnerFile } from '../../support/service/runner-file.ts';
import { addUser, POOL_ID, type SmallCognito, startSmallCognito } from '../local/cognito/small-user-pool.ts';

let directory: string;
let engine: TestEngine;
let cognito: SmallCognito;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'upgrade-data-'));
});
afterAll(() => rmSync(directory, { recursive: true }));
beforeEach(async () => {
  engine = await startTestEngine({ hasStream: true });
  cognito = await startSmallCognito({ region: 'eu-central-1' });
  writeRunnerFile(directory, engine, {
    cognito: cognito.controlPlaneUrl,
    outputs: { UserPoolId: POOL_ID },
  });
});
afterEach(async () => {
  await engine.stop();
  await cognito.stop();
});

const upgradeData = async (...args: readonly string[]) => {
  const result = await runHere(upgradeDataCommand, args, { DATA_DIR: directory });
  // Lines of progress depend on the time.
  const lines = result.stderr.split('\n').filter((line) => !/^(?:Upgrading|Verifying): /.test(line));
  return { ...result, stderr: lines.join('\n') };
};

describe('npm run upgrade-data', () => {
  test('upgrades the table, and reports nothing to do when it is repeated', async () => {
    await putItems(engine, earlierItems);
    expect(await upgradeData()).toEqual({
      exitCode: 0,
      stdout: `                   stored  upgraded
people             44      44
companies          16      16
call lists         26      26
call list entries  90      90
users              0       0
Organizations with complete collections: 3 of 3
`,
      stderr: '',
    });
    const { exitCode, stdout, stderr } = await upgradeData('--json');
    expect([exitCode, stderr, JSON.parse(stdout)]).toEqual([
      0,
      '',
      {
        stored: { people: 44, companies: 16, callLists: 26, callListEntries: 90 },
        upgraded: { people: 0, companies: 0, callLists: 0, callListEntries: 0 },
        organizations: { complete: 3, incomplete: [] },
        unreadable: 0,
        corrected: [],
        unverified: [],
        users: { stored: 0, added: 0 },
      },
    ]);
  });

  test('stores the users of the user pool once, and leaves stored ones as they are', async () => {
    const organizationId = '8f1c2d3e-0000-4000-8000-000000000001';
    const attributes = { 'custom:organization_id': organizationId };
    const ada = await addUser(cognito, 'ada@b.example', { attributes, groups: ['admin'] });
    await addUser(cognito, 'bob@b.example', { attributes, isConfirmed: false, isDisabled: true });
    await addUser(cognito, 'none@b.example', { attributes: {} });
    expect((await upgradeData()).stdout).toContain('users              2       2\n');
    const stored = await engine.itemsOf(`USER#${organizationId}`);
    expect(stored.toSorted((a, b) => (String(a['email']) < String(b['email']) ? -1 : 1))).toMatchObject([
      { id: ada.sub, email: 'ada@b.example', role: 'admin', isDisabled: false, hasSignedIn: true },
      { email: 'bob@b.example', role: 'member', isDisabled: true, hasSignedIn: false },
    ]);
    await cognito.users.put({ ...ada, groups: ['member'] });
    expect((await upgradeData()).stdout).toContain('users              2       0\n');
    expect(await engine.itemsOf(`USER#${organizationId}`)).toEqual(stored);
  });

  test('writes all lookups before the collections are complete', async () => {
    await putItems(engine, earlierItems);
    expect((await upgradeData()).stderr).toBe('');
    const written = await engine.itemsOf('LOOKUP#');
    expect(written.length).toBeGreaterThan(100);
    // Those that the function on the table's stream writes as well.
    await indexLookups(engine);
    const byKey = (items: readonly Item[]) =>
      new Map(items.map((item) => [`${item['pk']} ${item['sk']}`, item]));
    expect(byKey(written)).toEqual(byKey(await engine.itemsOf('LOOKUP#')));
  });

  test('names organizations with items that cannot be upgraded, and completes the others', async () => {
    const { demo } = EARLIER_ORGANIZATIONS;
    const key = personKey(demo, 'bad00000-0000-4000-8000-000000000001');
    await putItems(engine, [...earlierItems, { ...key, id: 'bad00000-0000-4000-8000-000000000001' }]);
    const { exitCode, stdout, stderr } = await upgradeData();
    expect([exitCode, stdout]).toEqual([
      2,
      expect.stringContaining('Organizations with complete collections: 2 of 3\n'),
    ]);
    expect(stderr.split('\n')).toEqual([
      `The item ${key.pk} / PERSON has no number in "version".`,
      'Items that lack a required attribute: 1. Import their records again, then repeat the command.',
      `Incomplete organizations: ${demo}.`,
      '',
    ]);
  });

  test('says how to continue after a failure', async () => {
    await engine.client.send(new DeleteTableCommand({ TableName: engine.tableName }));
    const { exitCode, stderr } = await upgradeData();
    expect([exitCode, stderr]).toEqual([
      1,
      expect.stringMatching(/^Error: The upgrade stopped: .+ Repeat the command to continue\.\n$/),
    ]);
  });

  test('prints its help, and rejects unknown flags', async () => {
    expect(await upgradeData('--help')).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('Usage: npm run upgrade-data'),
    });
    expect(await upgradeData('--organization', 'x')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('--stack'),
    });
  });
});
