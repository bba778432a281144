import { rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { openAccessLog } from './api-gateway/access-log.ts';
import { readApi } from './api-gateway/api-definition.ts';
import { createControlPlane } from './api-gateway/control-plane.ts';
import { createGatewayServer } from './api-gateway/http-server.ts';
import { openKeyStore } from './api-gateway/key-store.ts';
import { createRequestHandler } from './api-gateway/request-handler.ts';
import { openUsageMeter } from './api-gateway/usage-meter.ts';
import { readUsagePlans, usagePlanIds } from './api-gateway/usage-plans.ts';
import { readAssembly } from './assembly/assembly.ts';
import { deployStack } from './assembly/stack.ts';
import { type DemoOrganization, prepareDemo } from './demo/demo-organization.ts';
import { type Engine, startEngine } from './dynamodb/engine.ts';
import { prepareTable } from './dynamodb/table.ts';
import { readFunction } from './lambda/function-definition.ts';
import { openFunctionLog } from './lambda/function-log.ts';
import { createFunctionPool } from './lambda/function-pool.ts';
import { writeFileAtomically } from './process/atomic-file.ts';
import { openDataDirectory } from './process/data-directory.ts';
import { LOOPBACK, listen } from './process/listen.ts';
import { StartError } from './process/start-error.ts';
import type { RunnerSettings } from './settings.ts';

/** The service, running on this machine. */
export interface Runner {
  /** The base address of the data API, without a trailing slash. */
  readonly apiUrl: string;
  /** The stack's outputs; `ApiUrl` is {@link apiUrl}. */
  readonly outputs: Readonly<Record<string, string>>;
  readonly endpoints: { readonly dynamodb: string; readonly apiGateway: string };
  readonly organizationId: string;
  /** A key of the demo organization, with all permissions. */
  readonly apiKey: string;
  /** The file that the functions log to. */
  readonly functionLog: string;
  /** Fulfilled with the reason when the runner cannot go on, which nobody asked it to. */
  readonly failed: Promise<StartError>;
  /** Ends everything that was started. Can be called any number of times. */
  stop(): Promise<void>;
}

type Undo = () => Promise<unknown> | unknown;

/** What was started, to be stopped in the opposite order even if some of it fails to. */
class Started {
  readonly #steps: Undo[] = [];
  #stopping: Promise<void> | undefined;

  add(undo: Undo): void {
    this.#steps.unshift(undo);
  }

  stop(): Promise<void> {
    this.#stopping ??= (async () => {
      for (const undo of this.#steps) await Promise.resolve(undo()).catch(() => undefined);
    })();
    return this.#stopping;
  }
}

/** Requests that are being answered get this long to finish. */
const DRAIN_MILLISECONDS = 2_000;

const closeServer = async (server: Server): Promise<void> => {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  const force = setTimeout(() => server.closeAllConnections(), DRAIN_MILLISECONDS);
  await closed;
  clearTimeout(force);
};

/** Errors of the runner itself: they must be seen, and must not end the service. */
const reportError = (error: unknown): void => {
  process.stderr.write(`The local runner: ${error instanceof Error ? error.stack : String(error)}\n`);
};

const build = async (settings: RunnerSettings, started: Started): Promise<Runner> => {
  // Everything that can be found wrong without starting anything comes first.
  const assembly = readAssembly(settings.assemblyDirectory);
  const stack = deployStack(assembly, settings.region);
  const api = readApi(stack);

  const data = await openDataDirectory(settings.dataDirectory);
  started.add(() => data.release());
  const keys = openKeyStore(data.path('api-gateway.json'));
  const usagePlans = readUsagePlans(stack, api, keys);
  const planIds = usagePlanIds(stack);

  let engine: Engine | undefined;
  if (settings.dynamodbEndpoint === undefined) {
    engine = await startEngine(data);
    started.add(() => engine?.stop());
  }
  const dynamodb = settings.dynamodbEndpoint ?? engine?.endpoint ?? '';
  const { region, credentials } = settings;
  const client = new DynamoDBClient({
    region,
    credentials,
    endpoint: dynamodb,
    requestHandler: { connectionTimeout: 2_000, requestTimeout: 10_000, throwOnRequestTimeout: true },
  });
  started.add(() => client.destroy());
  for (const table of stack.resourcesOf('AWS::DynamoDB::Table')) await prepareTable(client, table);

  const functionLog = openFunctionLog(data.path('logs', 'functions.log'));
  started.add(() => functionLog.close());
  const surroundings = { account: stack.account, credentials, endpoints: { DYNAMODB: dynamodb } };
  const functions = new Map(
    stack.resourcesOf('AWS::Lambda::Function').map((resource) => {
      const pool = createFunctionPool(readFunction(resource, assembly, surroundings), functionLog);
      started.add(() => pool.stop());
      return [pool.definition.arn, pool];
    }),
  );

  const controlPlane = createControlPlane(keys, planIds);
  const apiGateway = `http://${LOOPBACK}:${await listen(controlPlane, 0, 'the control plane')}`;
  started.add(() => closeServer(controlPlane));

  const accessLog = openAccessLog(data.path('logs', 'access.log'), api.accessLogFormat);
  started.add(() => accessLog.close());
  const usageMeter = openUsageMeter(data.path('usage.json'));
  started.add(() => usageMeter.close());
  let domainName = LOOPBACK;
  const handle = createRequestHandler({
    api,
    functions,
    usagePlans,
    usageMeter,
    domainName: () => domainName,
    onError: reportError,
  });
  const server = createGatewayServer(api, handle, accessLog, reportError);
  domainName = `${LOOPBACK}:${await listen(server, settings.port, 'PORT')}`;
  started.add(() => closeServer(server));
  const apiUrl = `http://${domainName}`;

  const outputs = { ...stack.outputs, ApiUrl: apiUrl };
  const endpoints = { dynamodb, apiGateway };
  const demo: DemoOrganization = await prepareDemo({
    client,
    region,
    credentials,
    apiGateway,
    outputs,
    keyFile: data.path('demo.json'),
    isGatewayKey: (id) => usagePlans.find(id) !== undefined,
  });

  const writeJson = (name: string, value: object): Promise<void> => {
    started.add(() => rm(data.path(name), { force: true }));
    return writeFileAtomically(data.path(name), `${JSON.stringify(value, null, 2)}\n`);
  };
  await writeJson('endpoints.json', { apiUrl, adminUrl: null, consoleUrl: null, ...demo });
  await writeJson('runner.json', { pid: process.pid, region, endpoints, outputs });

  const failed = new Promise<StartError>((resolve) => {
    void engine?.ended.then(() =>
      resolve(
        new StartError(`The local DynamoDB ended by itself: see ${data.path('logs', 'dynamodb.log')}.`),
      ),
    );
  });
  return {
    apiUrl,
    outputs,
    endpoints,
    ...demo,
    functionLog: functionLog.path,
    failed,
    stop: () => started.stop(),
  };
};

/**
 * Starts the service from its synthesized cloud assembly, and returns once it answers.
 *
 * @throws StartError saying in one sentence why it cannot start; nothing is left running then
 */
export const startRunner = async (settings: RunnerSettings): Promise<Runner> => {
  const started = new Started();
  try {
    return await build(settings, started);
  } catch (error) {
    await started.stop();
    throw error;
  }
};
