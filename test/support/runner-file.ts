import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestEngine } from './engine.ts';

export const TEST_API_URL = 'http://127.0.0.1:3000';
export const TEST_PLANS = { standard: 'plan01', 'high-volume': 'plan02' };

/** Writes what a running local service says of itself, for the command line tools to find the engine by. */
export const writeRunnerFile = (
  dataDirectory: string,
  engine: Pick<TestEngine, 'endpoint' | 'tableName'>,
  options: { readonly pid?: number; readonly apiGateway?: string } = {},
): void => {
  const runner = {
    pid: options.pid ?? process.pid,
    region: 'eu-central-1',
    allowsLoopback: false,
    endpoints: {
      dynamodb: engine.endpoint,
      apiGateway: options.apiGateway ?? 'http://127.0.0.1:9',
      cognito: 'http://127.0.0.1:9',
      sqs: 'http://127.0.0.1:9',
      kms: 'http://127.0.0.1:9',
    },
    outputs: { ApiUrl: TEST_API_URL, TableName: engine.tableName, UsagePlans: JSON.stringify(TEST_PLANS) },
  };
  writeFileSync(join(dataDirectory, 'runner.json'), JSON.stringify(runner));
};
