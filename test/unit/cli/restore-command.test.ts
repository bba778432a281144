import { randomUUID } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { restoreCommand } from '../../../infra/cli/restore/command.ts';
import { closeServer } from '../../../infra/local/process/close-server.ts';
import { listen } from '../../../infra/local/process/listen.ts';
import { readFeedHead } from '../../../shared/events/feed/feed-head.ts';
import { createKey } from '../../../shared/keys/create-key.ts';
import { revokeKey } from '../../../shared/keys/revoke-key.ts';
import type { Item } from '../../../shared/table/reader.ts';
import { createTable } from '../../../shared/table/sdk/document-client-table.ts';
import { createEngineTable, startTestEngine, type TestEngine } from '../../support/engine/engine.ts';
import { putItems } from '../../support/engine/restored-engine.ts';
import { ACTOR, createKeyFixture } from '../../support/keys/key-fixture.ts';
import { registerOrganization } from '../../support/organizations/organization.ts';
import { runHere } from '../../support/service/command-here.ts';

const STACK = `SalesData-${randomUUID()}`;
const TAGGED = `${STACK}-Admin-ManageKeys`;
const RESERVED = `${STACK}-FanOut`;
const READER = `${STACK}-GetPerson`;
const FUNCTIONS = [TAGGED, RESERVED, READER, 'Other-ManageKeys'];
const TO = '2026-11-21T10:00:00.000Z';
const BACKUPS = ['2026-11-01T00:00:00.000Z', '2026-11-21T11:00:00.000Z'];

let engine: TestEngine;
let server: Server;
let environment: Record<string, string>;
/** What a restore of the table finds. */
let snapshot: readonly Item[];
let stackTable: string;
/** Reserved concurrency by function. */
let reserved: Map<string, number>;
let restores: string[];

/** Lambda, CloudFormation and the parts of DynamoDB that the engine lacks. */
const answer = async (method: string, path: string, target: string, body: string): Promise<object> => {
  const parts = path.split('/').map(decodeURIComponent);
  const name = parts[3] ?? '';
  if (target.endsWith('.RestoreTableToPointInTime')) {
    const { SourceTableName, TargetTableName, RestoreDateTime } = JSON.parse(body);
    restores.push(`${SourceTableName} ${new Date(RestoreDateTime * 1_000).toISOString()}`);
    await createEngineTable(engine.client, false, TargetTableName);
    await putItems(engine.client, TargetTableName, snapshot);
    return {};
  }
  if (target.endsWith('.UpdateContinuousBackups')) return {};
  if (target.endsWith('.DescribeContinuousBackups')) {
    const [EarliestRestorableDateTime, LatestRestorableDateTime] = BACKUPS.map(
      (at) => Date.parse(at) / 1_000,
    );
    return {
      ContinuousBackupsDescription: {
        PointInTimeRecoveryDescription: { EarliestRestorableDateTime, LatestRestorableDateTime },
      },
    };
  }
  if (path.endsWith('/functions') || path.endsWith('/functions/')) {
    return {
      Functions: FUNCTIONS.map((each) => ({
        FunctionName: each,
        FunctionArn: `arn:aws:lambda:x:1:function:${each}`,
      })),
    };
  }
  if (path.includes('/tags/')) {
    const isTagged = [TAGGED, RESERVED, 'Other-ManageKeys'].some((each) => path.endsWith(each));
    return { Tags: isTagged ? { 'sales-data:stopped-for-restore': 'production' } : {} };
  }
  if (method === 'PUT') reserved.set(name, JSON.parse(body).ReservedConcurrentExecutions);
  else if (method === 'DELETE') reserved.delete(name);
  const ReservedConcurrentExecutions = reserved.get(name);
  return ReservedConcurrentExecutions === undefined ? {} : { ReservedConcurrentExecutions };
};

const describeStacks = (): string =>
  '<DescribeStacksResponse><DescribeStacksResult><Stacks><member><Outputs><member><OutputKey>TableName' +
  `</OutputKey><OutputValue>${stackTable}</OutputValue></member></Outputs></member></Stacks>` +
  '</DescribeStacksResult></DescribeStacksResponse>';

beforeEach(async () => {
  engine = await startTestEngine({ hasStream: true });
  stackTable = engine.tableName;
  reserved = new Map([[RESERVED, 25]]);
  restores = [];
  server = createServer(async (request, response) => {
    const body = await text(request);
    const target = String(request.headers['x-amz-target'] ?? '');
    const isOfEngine = /^DynamoDB_/.test(target) && !/RestoreTable|ContinuousBackups/.test(target);
    if (isOfEngine) {
      const { authorization = '', 'x-amz-date': date = '' } = request.headers;
      const headers = {
        ...{ authorization, 'x-amz-date': String(date), 'x-amz-target': target },
        'content-type': 'application/x-amz-json-1.0',
      };
      const forwarded = await fetch(engine.endpoint, { method: 'POST', headers, body });
      response.writeHead(forwarded.status, Object.fromEntries(forwarded.headers));
      response.end(Buffer.from(await forwarded.arrayBuffer()));
    } else if (body.includes('DescribeStacks')) {
      response.writeHead(200, { 'Content-Type': 'text/xml' }).end(describeStacks());
    } else {
      const { pathname } = new URL(request.url ?? '', 'http://aws');
      const answered = await answer(request.method ?? '', pathname, target, body);
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(answered));
    }
  });
  environment = {
    AWS_ENDPOINT_URL: `http://127.0.0.1:${await listen(server)}`,
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
  };
});
afterEach(async () => {
  await closeServer(server);
  await engine.stop();
  rmSync(`restore-${STACK}.json`, { force: true });
});

const run = (...args: readonly string[]) => runHere(restoreCommand, [...args, '--stack', STACK], environment);

it('stops the writers, restores the table, brings it up to date, and lets the writers write to it', async () => {
  const keys = createKeyFixture(engine);
  await registerOrganization(engine, keys.organizationId);
  const { apiKey } = await createKey(keys.store, keys.newKey(), ACTOR);
  snapshot = await engine.itemsOf('');
  await revokeKey(keys.store, { organizationId: keys.organizationId }, apiKey.id, ACTOR);

  expect(await run('finish')).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('restore start'),
  });
  const started = await run('start', '--to', TO);
  expect(started).toMatchObject({ exitCode: 0 });
  expect(reserved).toEqual(new Map([TAGGED, RESERVED].map((name) => [name, 0])));
  expect(restores).toEqual([`${engine.tableName} ${TO}`]);
  const newTable = `${engine.tableName}-20261121100000000`;
  expect(started.stdout).toContain(`restoredTable: { name: '${newTable}', streamArn: 'arn:`);
  expect(started.stdout).toContain(`key revoked again: ${apiKey.id}`);
  const { Table } = await engine.client.send(new DescribeTableCommand({ TableName: newTable }));
  expect(Table).toMatchObject({ StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' } });
  const { reader } = createTable(engine.client, newTable);
  const { epoch } = await readFeedHead(reader, keys.organizationId);
  expect(epoch).toBeGreaterThan(0);

  // A repetition restores nothing again, and still knows what the functions had.
  expect(await run('start', '--to', TO)).toMatchObject({ exitCode: 0 });
  expect(restores).toHaveLength(1);
  expect((await readFeedHead(reader, keys.organizationId)).epoch).toBeGreaterThan(epoch);
  const other = await run('start', '--to', '2026-11-21T09:00:00Z');
  expect(other).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('another restore') });

  expect(await run('finish')).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('Deploy it with'),
  });
  stackTable = newTable;
  expect(await run('finish')).toMatchObject({ exitCode: 0 });
  expect(reserved).toEqual(new Map([[RESERVED, 25]]));
  expect(existsSync(`restore-${STACK}.json`)).toBe(false);
});

it.each(['2026-10-31T10:00:00Z', '2026-11-21T11:00:01Z'])(
  'stops nothing for %s, of which there is no backup',
  async (to) => {
    const { exitCode, stderr } = await run('start', '--to', to);
    expect([exitCode, stderr]).toEqual([
      1,
      expect.stringContaining(`--to must be from ${BACKUPS[0]} to ${BACKUPS[1]}`),
    ]);
    expect(reserved).toEqual(new Map([[RESERVED, 25]]));
    expect(existsSync(`restore-${STACK}.json`)).toBe(false);
  },
);

it('lets the writers write again to the old table if the restore is cancelled', async () => {
  snapshot = [];
  expect(await run('cancel')).toMatchObject({ exitCode: 1 });
  expect(await run('start', '--to', TO)).toMatchObject({ exitCode: 0 });
  stackTable = 'other';
  expect(await run('cancel')).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('restore finish'),
  });
  stackTable = engine.tableName;
  expect(await run('cancel')).toMatchObject({ exitCode: 0 });
  expect(reserved).toEqual(new Map([[RESERVED, 25]]));
  expect(existsSync(`restore-${STACK}.json`)).toBe(false);
});

it('does not take functions that are stopped already for their usual state', async () => {
  snapshot = [];
  await run('start', '--to', TO);
  rmSync(`restore-${STACK}.json`);
  const { exitCode, stderr } = await run('start', '--to', TO);
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining('copy its restore-')]);
});

it('refuses the table that the stack uses', async () => {
  const { exitCode, stderr } = await run('start', '--to', TO, '--table', engine.tableName);
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining('uses')]);
  expect(reserved).toEqual(new Map([[RESERVED, 25]]));
});

it('stops nothing for a stack without tagged functions', async () => {
  const { exitCode, stderr } = await runHere(
    restoreCommand,
    ['start', '--to', TO, '--stack', 'None'],
    environment,
  );
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining('no functions that are tagged')]);
  expect(reserved).toEqual(new Map([[RESERVED, 25]]));
});
