import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { afterEach, describe, expect, it } from 'vitest';
import { startEventPipeline } from '../../../infra/local/event-pipeline/event-pipeline.ts';
import { Started } from '../../../infra/local/process/started.ts';
import { newDirectory } from './runner-child.ts';
import { smallTemplate, writeAssembly } from './small-assembly.ts';

const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };

let started = new Started();
afterEach(async () => {
  await started.stop();
  started = new Started();
});

const start = (directory: string) => {
  const template = smallTemplate();
  template.Resources['Bus'] = { Type: 'AWS::Events::EventBus', Properties: { Name: 'sales' } };
  template.Resources['Rule'] = {
    Type: 'AWS::Events::Rule',
    Properties: {
      EventBusName: { Ref: 'Bus' },
      EventPattern: { source: ['tests'] },
      Targets: [{ Id: 'Echo', Arn: { 'Fn::GetAtt': ['Echo', 'Arn'] } }],
    },
  };
  const data = {
    assemblyDirectory: writeAssembly(template),
    region: 'eu-central-1',
    credentials,
    dynamodb: { endpoint: 'http://127.0.0.1:9', region: 'eu-central-1', credentials },
    sqsEndpoint: undefined,
    journalFile: join(directory, 'eventbridge.jsonl'),
    positionsFile: join(directory, 'stream-positions.json'),
  };
  return startEventPipeline(data, started);
};

/** How many threads of this process give way to others. */
const lowPriorityThreads = (): number =>
  readdirSync('/proc/self/task').filter((thread) => {
    const [, fields = ''] = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8').split(') ');
    return Number(fields.split(' ')[16]) > 0;
  }).length;

describe('the event pipeline', () => {
  it('has the runner invoke the functions that events are for', async () => {
    const pipeline = await start(newDirectory());
    const { promise: invoked, resolve } = Promise.withResolvers<unknown>();
    const invoke = async (_: string, event: string) => {
      resolve(JSON.parse(event));
      return { payload: 'null' };
    };
    const arn = 'arn:aws:lambda:eu-central-1:000000000000:function:Small-Echo';
    await pipeline.startEventSources(new Map([[arn, { invoke }]]));
    await pipeline.startSchedules();
    const client = new EventBridgeClient({
      endpoint: pipeline.endpoint ?? '',
      region: 'eu-central-1',
      credentials,
    });
    const entry = { EventBusName: 'sales', Source: 'tests', DetailType: 'test', Detail: '{"number":7}' };
    expect(await client.send(new PutEventsCommand({ Entries: [entry] }))).toMatchObject({
      FailedEntryCount: 0,
    });
    client.destroy();
    expect(await invoked).toMatchObject({ source: 'tests', detail: { number: 7 } });
  });

  it.runIf(process.platform === 'linux')('runs at a lower priority than requests', async () => {
    const before = lowPriorityThreads();
    await start(newDirectory());
    expect(lowPriorityThreads() - before).toBe(1);
    await started.stop();
    expect(lowPriorityThreads()).toBe(before);
  });

  it('says why it cannot start', async () => {
    const directory = newDirectory();
    writeFileSync(join(directory, 'eventbridge.jsonl'), 'no JSON\n');
    await expect(start(directory)).rejects.toThrow(
      expect.objectContaining({ name: 'StartError', message: expect.stringContaining('is damaged') }),
    );
  });
});
