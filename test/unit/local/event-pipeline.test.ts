import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { loadEventPipeline } from '../../../infra/local/event-pipeline/event-pipeline.ts';
import { Started } from '../../../infra/local/process/started.ts';
import { newDirectory } from './runner-child.ts';
import { smallTemplate, writeAssembly } from './small-assembly.ts';

const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };

let started = new Started();
afterEach(async () => {
  await started.stop();
  started = new Started();
});

const start = (ScheduleExpression = 'rate(1 minute)') => {
  const template = smallTemplate();
  template.Resources['Rule'] = {
    Type: 'AWS::Events::Rule',
    Properties: {
      ScheduleExpression,
      Targets: [
        {
          Id: 'Echo',
          Arn: { 'Fn::GetAtt': ['Echo', 'Arn'] },
          Input: '{"number":7}',
          RetryPolicy: { MaximumRetryAttempts: 0 },
        },
      ],
    },
  };
  const assembly = { assemblyDirectory: writeAssembly(template), region: 'eu-central-1' };
  const data = {
    dynamodb: { endpoint: 'http://127.0.0.1:9', region: 'eu-central-1', credentials },
    sqsEndpoint: 'http://127.0.0.1:9',
    positionsFile: join(newDirectory(), 'stream-positions.json'),
  };
  return loadEventPipeline(assembly, started)(data);
};

describe('the event pipeline', () => {
  it('invokes functions in the runner', async () => {
    const pipeline = await start();
    const { promise: invoked, resolve } = Promise.withResolvers<unknown>();
    const invoke = async (_: string, event: string) => {
      resolve(JSON.parse(event));
      return { payload: 'null' };
    };
    const arn = 'arn:aws:lambda:eu-central-1:000000000000:function:Small-Echo';
    await pipeline.start(new Map([[arn, { invoke }]]));
    expect(await invoked).toEqual({ number: 7 });
  });

  it('explains why it cannot start', async () => {
    await expect(start('rate(1 day)')).rejects.toThrow(
      expect.objectContaining({ name: 'StartError', message: expect.stringContaining('must be a rate') }),
    );
  });
});
