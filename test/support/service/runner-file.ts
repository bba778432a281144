import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestEngine } from '../engine/engine.ts';

export const TEST_API_URL = 'http://127.0.0.1:3000';
export const TEST_PLANS = { standard: 'plan01', 'high-volume': 'plan02' };

export interface RunnerFileOptions {
  readonly pid?: number;
  readonly apiGateway?: string;
  readonly cognito?: string;
  /** For services that run only if the stack uses them. */
  readonly endpoints?: { readonly sqs: string; readonly kms: string };
  /** In addition to those that every stack has. */
  readonly outputs?: Readonly<Record<string, string>>;
  readonly allowsLoopback?: boolean;
}

/** Writes the runner file of a local service, by which the command-line tools find the engine. */
export const writeRunnerFile = (
  dataDirectory: string,
  engine: Pick<TestEngine, 'endpoint' | 'tableName'>,
  options: RunnerFileOptions = {},
): void => {
  const runner = {
    pid: options.pid ?? process.pid,
    region: 'eu-central-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    endpoints: {
      dynamodb: engine.endpoint,
      apiGateway: options.apiGateway ?? 'http://127.0.0.1:9',
      cognito: options.cognito ?? 'http://127.0.0.1:9',
      ...options.endpoints,
    },
    ...(options.allowsLoopback === undefined ? {} : { allowsLoopback: options.allowsLoopback }),
    outputs: {
      ApiUrl: TEST_API_URL,
      TableName: engine.tableName,
      UsagePlans: JSON.stringify(TEST_PLANS),
      Retention: JSON.stringify({ backupDays: 35, queueDays: 14, importDays: 90 }),
      ...options.outputs,
    },
  };
  writeFileSync(join(dataDirectory, 'runner.json'), JSON.stringify(runner));
};
