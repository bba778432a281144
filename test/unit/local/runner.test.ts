import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient, GetItemCommand, ListTablesCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { afterEach, describe, expect, it } from 'vitest';
import { listen } from '../../../infra/local/process/listen.ts';
import { commandLineOf, isRunning } from '../../../infra/local/process/process-identity.ts';
import { startRunner } from '../../../infra/local/runner.ts';
import { readSettings } from '../../../infra/local/settings.ts';
import { createQueueClient } from '../../../infra/local/sqs/queue-client.ts';
import { createEventBridgeClient } from '../../../shared/events/event-bridge-bus.ts';
import { createKmsCipher } from '../../../shared/webhooks/kms-cipher.ts';
import { createKmsClient } from '../../../shared/webhooks/kms-client.ts';
import { smallTemplate, writeAssembly } from './small-assembly.ts';

const MAIN = join(import.meta.dirname, '..', '..', '..', 'infra', 'local', 'main.ts');

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

interface Started {
  readonly child: ChildProcess;
  readonly output: () => string;
  readonly exit: Promise<number | null>;
}

const run = (environment: Record<string, string>): Started => {
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env['PATH'], PORT: '0', ADMIN_PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
  return { child, output: () => output, exit: new Promise((resolve) => child.once('close', resolve)) };
};

const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
const newDirectory = (): string => mkdtempSync(join(tmpdir(), 'runner-'));
const read = (directory: string, name: string) => JSON.parse(readFileSync(join(directory, name), 'utf8'));
const enginePid = (directory: string): number =>
  Number(readFileSync(join(directory, 'dynamodb.pid'), 'utf8'));

const ready = async ({ output, child }: Started): Promise<void> => {
  await expect
    .poll(() => [output().includes('Ctrl-C') || output(), child.exitCode], { timeout: 25_000 })
    .toEqual([true, null]);
};

describe('a runner', { timeout: 60_000 }, () => {
  it('keeps acknowledged writes and its demo key when it is killed, and leaves nothing running', async () => {
    const directory = newDirectory();
    const environment = { DATA_DIR: directory, ASSEMBLY_DIR: writeAssembly() };
    const first = run(environment);
    await ready(first);
    expect(statSync(directory).mode & 0o777).toBe(0o700);
    expect(statSync(join(directory, 'endpoints.json')).mode & 0o777).toBe(0o600);
    const before = read(directory, 'endpoints.json');
    const { endpoints, outputs, pid, region } = read(directory, 'runner.json');
    expect(before).toEqual({
      apiUrl: outputs.ApiUrl,
      adminUrl: outputs.AdminUrl,
      consoleUrl: `${outputs.AdminUrl}/console`,
      organizationId: expect.any(String),
      apiKey: expect.stringMatching(/^sd_live_/),
      users: [
        { email: expect.any(String), password: expect.any(String), role: 'admin' },
        { email: expect.any(String), password: expect.any(String), role: 'member' },
      ],
    });
    expect([pid, region]).toEqual([first.child.pid, 'us-east-1']);
    const engine = enginePid(directory);

    const client = (endpoint: string) =>
      new DynamoDBClient({
        endpoint,
        region,
        credentials,
      });
    const Key = { pk: { S: 'written' }, sk: { S: 'just before' } };
    await client(endpoints.dynamodb).send(new PutItemCommand({ TableName: outputs.TableName, Item: Key }));
    first.child.kill('SIGKILL');
    await first.exit;
    await expect.poll(() => isRunning(engine)).toBe(false);

    const second = run(environment);
    await ready(second);
    const again = read(directory, 'runner.json');
    const stored = await client(again.endpoints.dynamodb).send(
      new GetItemCommand({ TableName: again.outputs.TableName, Key }),
    );
    expect(stored.Item).toEqual(Key);
    expect(read(directory, 'endpoints.json')).toMatchObject({ apiKey: before.apiKey });
    second.child.kill('SIGINT');
    expect(await second.exit).toBe(0);
    expect(
      ['runner.json', 'endpoints.json', 'runner.lock', 'dynamodb.pid'].filter((name) =>
        existsSync(join(directory, name)),
      ),
    ).toEqual([]);
  });

  it('runs queues, and keeps their messages when it is killed', async () => {
    const template = smallTemplate();
    template.Resources['Queue'] = { Type: 'AWS::SQS::Queue', Properties: { VisibilityTimeout: 0 } };
    const directory = newDirectory();
    const first = run({ DATA_DIR: directory, ASSEMBLY_DIR: writeAssembly(template) });
    await ready(first);
    const { endpoints, region } = read(directory, 'runner.json');
    const client = createQueueClient(endpoints.sqs, region);
    const QueueUrl = `https://sqs.${region}.amazonaws.com/000000000000/Small-Queue`;
    await client.send(new SendMessageCommand({ QueueUrl, MessageBody: 'kept' }));
    client.destroy();
    first.child.kill('SIGKILL');
    await first.exit;

    template.Resources['Mapping'] = {
      Type: 'AWS::Lambda::EventSourceMapping',
      Properties: { EventSourceArn: { 'Fn::GetAtt': ['Queue', 'Arn'] }, FunctionName: { Ref: 'Echo' } },
    };
    const second = run({ DATA_DIR: directory, ASSEMBLY_DIR: writeAssembly(template) });
    await ready(second);
    const { sqs } = read(directory, 'runner.json').endpoints;
    await expect
      .poll(() => readFileSync(join(directory, 'logs', 'functions.log'), 'utf8'), { timeout: 10_000 })
      .toContain(JSON.stringify({ body: 'kept', sqs }));
    second.child.kill('SIGTERM');
    expect(await second.exit).toBe(0);
  });

  it('ends an engine that was left over, but no other process with that id', async () => {
    const directory = newDirectory();
    const environment = { DATA_DIR: directory, ASSEMBLY_DIR: writeAssembly() };
    const first = run(environment);
    await ready(first);
    const engine = enginePid(directory);
    const [binary = '', ...options] = commandLineOf(engine);
    first.child.kill('SIGTERM');
    await first.exit;
    const leftOver = spawn(binary, options, { stdio: 'ignore' });
    children.push(leftOver);
    writeFileSync(join(directory, 'dynamodb.pid'), String(leftOver.pid));
    const second = run(environment);
    await ready(second);
    await expect.poll(() => leftOver.exitCode ?? leftOver.signalCode).not.toBeNull();
    second.child.kill('SIGTERM');
    await second.exit;

    const stranger = spawn('sleep', ['60'], { stdio: 'ignore' });
    children.push(stranger);
    writeFileSync(join(directory, 'dynamodb.pid'), String(stranger.pid));
    const third = run(environment);
    await ready(third);
    expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
    third.child.kill('SIGTERM');
    expect(await third.exit).toBe(0);
  });

  it('makes a new key where the old one is lost, refuses a second runner, and starts its engine again, but not forever', async () => {
    const directory = newDirectory();
    const environment = { DATA_DIR: directory, ASSEMBLY_DIR: writeAssembly() };
    writeFileSync(join(directory, 'demo.json'), '{"organizationId":');
    const first = run(environment);
    await ready(first);
    expect(read(directory, 'demo.json').apiKey).toMatch(/^sd_live_/);
    const second = run(environment);
    expect(await second.exit).toBe(1);
    expect(second.output()).toBe(
      `Process ${first.child.pid} already runs on ${directory}: stop it, or set DATA_DIR to another folder.\n`,
    );

    // An engine that ends is started again at the same address, but not forever.
    const { endpoints, region } = read(directory, 'runner.json');
    const client = new DynamoDBClient({ endpoint: endpoints.dynamodb, region, credentials });
    const killEngine = (): void => {
      try {
        process.kill(enginePid(directory), 'SIGKILL');
      } catch {
        // Between two engines.
      }
    };
    killEngine();
    await expect
      .poll(() => client.send(new ListTablesCommand({})), { timeout: 10_000 })
      .toMatchObject({
        TableNames: [expect.stringMatching(/^Small-/)],
      });
    expect(first.child.exitCode).toBe(null);
    expect(first.output()).toContain('The local DynamoDB ended by itself, and is started again');
    const killing = setInterval(killEngine, 50);
    expect(await first.exit).toBe(1);
    clearInterval(killing);
    expect(first.output()).toContain('The local DynamoDB ends by itself again and again');
    expect(existsSync(join(directory, 'runner.lock'))).toBe(false);
  });

  it('runs buses, rules and keys for functions and SDK clients, and goes on with failed deliveries', async () => {
    const echo = (mode: string) => [
      {
        Id: 'echo',
        Arn: { 'Fn::GetAtt': ['Echo', 'Arn'] },
        Input: JSON.stringify({ queryStringParameters: { mode } }),
      },
    ];
    const template = smallTemplate();
    Object.assign(template.Resources, {
      Key: { Type: 'AWS::KMS::Key', Properties: { KeyPolicy: {} } },
      Bus: { Type: 'AWS::Events::EventBus', Properties: { Name: 'bus' } },
      Nightly: {
        Type: 'AWS::Events::Rule',
        Properties: { ScheduleExpression: 'rate(1 day)', Targets: echo('environment') },
      },
      Failing: {
        Type: 'AWS::Events::Rule',
        Properties: {
          EventBusName: { Ref: 'Bus' },
          EventPattern: { source: ['s'] },
          Targets: echo('throw'),
        },
      },
    });
    Object.assign(template.Outputs, { KeyId: { Value: { Ref: 'Key' } } });
    const directory = newDirectory();
    const environment = { DATA_DIR: directory, ASSEMBLY_DIR: writeAssembly(template) };
    const first = run(environment);
    await ready(first);
    const { endpoints, outputs, region } = read(directory, 'runner.json');
    const functionLog = (): string => readFileSync(join(directory, 'logs', 'functions.log'), 'utf8');
    await expect.poll(functionLog).toContain(`"AWS_ENDPOINT_URL_EVENTBRIDGE":"${endpoints.eventBridge}"`);
    expect(functionLog()).toContain(`"AWS_ENDPOINT_URL_KMS":"${endpoints.kms}"`);

    const cipher = createKmsCipher(
      createKmsClient({ endpoint: endpoints.kms, region, credentials }),
      outputs.KeyId,
    );
    const context = { organizationId: 'o', endpointId: 'e' };
    expect(await cipher.decrypt(await cipher.encrypt('secret', context), context)).toBe('secret');

    const bus = createEventBridgeClient({ endpoint: endpoints.eventBridge, region, credentials });
    const Entries = [{ EventBusName: 'bus', Source: 's', DetailType: 't', Detail: '{}' }];
    expect(await bus.send(new PutEventsCommand({ Entries }))).toMatchObject({ FailedEntryCount: 0 });
    first.child.kill('SIGKILL');
    await first.exit;
    const attempts = (): number => functionLog().split('"thrown"').length - 1;
    const before = attempts();
    expect(before).toBeGreaterThan(0);
    const second = run(environment);
    await ready(second);
    await expect.poll(attempts, { timeout: 10_000 }).toBeGreaterThan(before);
    second.child.kill('SIGTERM');
    expect(await second.exit).toBe(0);
  });

  it('says in one sentence why it cannot start', async () => {
    const taken = createServer();
    const port = await listen(taken, 0, 'PORT');
    const assembly = writeAssembly();
    const unknown = smallTemplate();
    unknown.Resources['Bucket'] = { Type: 'AWS::S3::Bucket', Properties: {} };
    const cases: [Record<string, string>, RegExp][] = [
      [{ ASSEMBLY_DIR: '/nonexistent' }, /^The cloud assembly cannot be read: .*"npx cdk synth"\.$/],
      [{ ASSEMBLY_DIR: writeAssembly(unknown) }, /^The local runner cannot run Bucket, .*$/],
      [{ PORT: String(port) }, new RegExp(`^Port ${port} is already in use: set PORT .*$`)],
      [{ WEBHOOKS_ALLOW_LOOPBACK: 'yes' }, /^WEBHOOKS_ALLOW_LOOPBACK is "yes", .*$/],
      [{ WEBHOOKS_RETRY_SCHEDULE: '5m' }, /^WEBHOOKS_RETRY_SCHEDULE: The retry schedule is "5m", .*$/],
      [{ PORT: '70000' }, /^PORT is "70000", .*$/],
      [{ DATA_DIR: MAIN }, /^DATA_DIR .*main\.ts cannot be used: .*$/],
      [{ DYNAMODB_ENDPOINT: 'http://127.0.0.1:9' }, /^DynamoDB at 127\.0\.0\.1:9 cannot be reached: .*$/],
      [{ DYNAMODB_ENDPOINT: 'nowhere' }, /^DYNAMODB_ENDPOINT is "nowhere", .*$/],
    ];
    const environmentOf = (environment: Record<string, string>) => ({
      PORT: '0',
      ADMIN_PORT: '0',
      ASSEMBLY_DIR: assembly,
      DATA_DIR: newDirectory(),
      ...environment,
    });
    for (const [environment, message] of cases) {
      const complete = environmentOf(environment);
      await expect(async () => startRunner(readSettings(complete))).rejects.toThrow(
        expect.objectContaining({ name: 'StartError', message: expect.stringMatching(message) }),
      );
      expect(existsSync(join(complete.DATA_DIR, 'runner.lock'))).toBe(false);
      expect(existsSync(join(complete.DATA_DIR, 'dynamodb.pid'))).toBe(false);
    }
    const started = run(environmentOf({ PORT: String(port) }));
    expect([await started.exit, started.output()]).toEqual([
      1,
      `Port ${port} is already in use: set PORT to another one, or to 0 for a free one.\n`,
    ]);
    taken.close();
  });
});
