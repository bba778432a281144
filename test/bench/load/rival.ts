import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../support/http/free-port.ts';
import { PACKAGE } from '../support/packages.ts';
import { GET_PERSON, type Loaded, type Target } from './target.ts';

const FOLDER = join(PACKAGE, 'serverless-offline');
const SERVERLESS = join(PACKAGE, 'node_modules', 'serverless', 'bin', 'serverless.js');

interface Rival extends Loaded {
  stop(): Promise<void>;
}

/**
 * Starts serverless-offline with an authorizer and a get by ID, on the engine and data of a running service.
 */
export const startRival = async ({ runner, apiKey, urls }: Target): Promise<Rival> => {
  const { region, credentials, endpoints, outputs } = JSON.parse(
    readFileSync(join(runner.dataDirectory, 'runner.json'), 'utf8'),
  );
  const [port, lambdaPort] = [await freePort(), await freePort()];
  const ports = ['--httpPort', String(port), '--lambdaPort', String(lambdaPort)];
  const options = ['--host', '127.0.0.1', '--noPrependStageInUrl', ...ports];
  const child = spawn(process.execPath, [SERVERLESS, 'offline', 'start', ...options], {
    cwd: FOLDER,
    env: {
      ...process.env,
      SLS_TELEMETRY_DISABLED: '1',
      SLS_NOTIFICATIONS_MODE: 'off',
      AWS_REGION: region,
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
      AWS_ENDPOINT_URL_DYNAMODB: endpoints.dynamodb,
      TABLE_NAME: outputs.TableName,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const { promise: ready, resolve, reject } = Promise.withResolvers<void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (output.includes('Server ready')) resolve();
    });
  }
  const { promise: exited, resolve: onExit } = Promise.withResolvers<void>();
  child.once('exit', (code) => {
    onExit();
    reject(new Error(`serverless-offline exited with ${code}: ${output}`));
  });
  await ready;
  const { pathname } = new URL(urls[GET_PERSON] ?? '');
  return {
    apiKey,
    urls: { [GET_PERSON]: `http://127.0.0.1:${port}${pathname}` },
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
};
