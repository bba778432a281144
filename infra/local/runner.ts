import { rm } from 'node:fs/promises';
import { CONSOLE_PATHS } from '../../shared/contract/console.ts';
import {
  WEBHOOKS_ALLOW_LOOPBACK_VARIABLE,
  WEBHOOKS_RETRY_SCHEDULE_VARIABLE,
} from '../../shared/runtime/environment.ts';
import { readApiOfOutput } from './api-gateway/definition/api-definition.ts';
import { createControlPlane } from './api-gateway/keys/control-plane.ts';
import { openKeyStore } from './api-gateway/keys/key-store.ts';
import { openUsageMeter } from './api-gateway/keys/usage-meter.ts';
import { readUsagePlans } from './api-gateway/keys/usage-plans.ts';
import { serveApi } from './api-gateway/server/serve-api.ts';
import { readAssembly } from './assembly/assembly.ts';
import { deployStack } from './assembly/stack.ts';
import type { Cognito } from './cognito/cognito.ts';
import { startDeclaredServices } from './declared-services.ts';
import { prepareDemo } from './demo/demo-organization.ts';
import { startDynamoDb } from './dynamodb/dynamodb.ts';
import { startFunctions } from './lambda/functions.ts';
import { createLocalAddresses } from './local-addresses.ts';
import { writeFileAtomically } from './process/atomic-file.ts';
import { closeServer } from './process/close-server.ts';
import { openDataDirectory } from './process/data-directory.ts';
import { LOOPBACK, listen } from './process/listen.ts';
import { reportError } from './process/report-error.ts';
import { StartError } from './process/start-error.ts';
import { Started } from './process/started.ts';
import type { Runner } from './running-service.ts';
import type { RunnerSettings } from './settings.ts';
import { startSignIn, userPoolOf } from './sign-in.ts';

/** Never set on AWS. */
const webhookVariables = ({ allowsLoopback, retrySchedule }: RunnerSettings): Record<string, string> => ({
  ...(allowsLoopback ? { [WEBHOOKS_ALLOW_LOOPBACK_VARIABLE]: '1' } : {}),
  ...(retrySchedule === undefined ? {} : { [WEBHOOKS_RETRY_SCHEDULE_VARIABLE]: retrySchedule.join(',') }),
});

const build = async (settings: RunnerSettings, started: Started): Promise<Runner> => {
  // Checks that need no running process come first.
  const assembly = readAssembly(settings.assemblyDirectory);
  const stack = deployStack(assembly, settings.region);
  const salesApi = readApiOfOutput(stack, 'ApiUrl');
  const adminApi = readApiOfOutput(stack, 'AdminUrl');
  const pool = userPoolOf(stack);

  const data = await openDataDirectory(settings.dataDirectory);
  started.add(() => data.release());
  const keys = openKeyStore(data.path('api-gateway.json'));
  const usagePlans = readUsagePlans(stack, salesApi, keys);

  const { region, credentials } = settings;
  const dynamodb = await startDynamoDb(
    { stack, data, endpoint: settings.dynamodbEndpoint, region, credentials, onError: reportError },
    started,
  );

  const usageMeter = openUsageMeter(data.path('usage.json'));
  started.add(() => usageMeter.close());
  const controlPlane = createControlPlane({ keys, usagePlans, usageMeter, onError: reportError });
  const apiGateway = `http://${LOOPBACK}:${await listen(controlPlane, 0, 'the control plane')}`;
  started.add(() => closeServer(controlPlane));

  const declared = await startDeclaredServices(
    {
      stack,
      data,
      assemblyDirectory: settings.assemblyDirectory,
      dynamodb: { endpoint: dynamodb.endpoint, region, credentials },
      onError: reportError,
    },
    started,
  );
  const endpointsOfFunctions = {
    DYNAMODB: dynamodb.endpoint,
    API_GATEWAY: apiGateway,
    ...declared.endpointsOfFunctions,
  };
  const addresses = createLocalAddresses();
  const surroundings = {
    account: stack.account,
    credentials,
    endpoints: endpointsOfFunctions,
    environment: webhookVariables(settings),
    localUrl: addresses.rewrite,
  };
  const { functions, logPath } = startFunctions({ stack, assembly, surroundings, data }, started);

  let cognito: Cognito | undefined;
  const common = {
    data,
    functions,
    usagePlans,
    usageMeter,
    verifyToken: async (token: string, audience: RegExp | undefined) => cognito?.verifyToken(token, audience),
    onError: reportError,
  };
  const apiUrl = await serveApi(
    { ...common, api: salesApi, logName: 'access.log', port: settings.port, portSetting: 'PORT' },
    started,
  );
  addresses.addApi(salesApi, apiUrl);
  const adminUrl = await serveApi(
    {
      ...common,
      api: adminApi,
      logName: 'admin-access.log',
      port: settings.adminPort,
      portSetting: 'ADMIN_PORT',
    },
    started,
  );
  addresses.addApi(adminApi, adminUrl);

  cognito = await startSignIn({ stack, pool, data, region, addresses, onError: reportError }, started);

  const outputs = {
    ...Object.fromEntries(
      Object.entries(stack.outputs).map(([name, value]) => [name, addresses.rewrite(value)]),
    ),
    SignInUrl: cognito.signInUrl,
  };
  const endpoints = {
    dynamodb: dynamodb.endpoint,
    apiGateway,
    cognito: cognito.controlPlaneUrl,
    ...declared.endpoints,
  };
  const demo = await prepareDemo({
    client: dynamodb.client,
    region,
    credentials,
    endpoints,
    outputs,
    file: data.path('demo.json'),
    isGatewayKey: (value) => usagePlans.find(value) !== undefined,
    isUser: (email) => cognito?.users.byEmail(email) !== undefined,
  });

  const consoleUrl = `${adminUrl}${CONSOLE_PATHS.page}`;
  const writeJson = (name: string, value: object): Promise<void> => {
    started.add(() => rm(data.path(name), { force: true }));
    return writeFileAtomically(data.path(name), `${JSON.stringify(value, null, 2)}\n`);
  };
  await writeJson('endpoints.json', { apiUrl, adminUrl, consoleUrl, ...demo });
  await writeJson('runner.json', {
    pid: process.pid,
    region,
    allowsLoopback: settings.allowsLoopback,
    endpoints,
    outputs,
  });

  const failed = new Promise<StartError>((resolve) => {
    void declared.queues.ended.then(() => resolve(new StartError('The local SQS stopped unexpectedly.')));
    void declared.pipeline.ended.then(resolve);
    void dynamodb.failed.then(resolve);
  });
  // Last, because scheduled functions may call anything.
  await declared.pipeline.start(functions);
  return {
    apiUrl,
    adminUrl,
    consoleUrl,
    outputs,
    endpoints,
    ...demo,
    functions,
    functionLog: logPath,
    failed,
    stop: () => started.stop(),
  };
};

/**
 * Starts the service from its synthesized cloud assembly, and returns once it accepts requests.
 *
 * @throws StartError with the reason; nothing is left running then
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
