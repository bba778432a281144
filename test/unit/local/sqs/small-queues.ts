import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deployStack, type Stack } from '../../../../infra/local/assembly/stack.ts';

export const REGION = 'eu-central-1';
export const CREDENTIALS = { accessKeyId: 'local', secretAccessKey: 'local' };

/** A stack of queues, by logical ID. */
export const stackOf = (queues: Readonly<Record<string, Record<string, unknown>>>): Stack =>
  deployStack(
    {
      stackName: 'Small',
      template: {
        Resources: Object.fromEntries(
          Object.entries(queues).map(([id, Properties]) => [id, { Type: 'AWS::SQS::Queue', Properties }]),
        ),
        Outputs: {},
      },
      assetDirectory: () => '/nowhere',
    },
    REGION,
  );

export const newDirectory = (): string => join(mkdtempSync(join(tmpdir(), 'sqs-')), 'sqs');

/** The value of `Ref` for a queue. */
export const urlOf = (name: string): string =>
  `https://sqs.${REGION}.amazonaws.com/000000000000/Small-${name}`;
export const arnOf = (name: string): string => `arn:aws:sqs:${REGION}:000000000000:Small-${name}`;
