import { rm } from 'node:fs/promises';
import { CONSOLE_PATHS } from '../../shared/contract/console/console.ts';
import {
  PRESIGNING_ACCESS_KEY_ID_VARIABLE,
  PRESIGNING_SECRET_ACCESS_KEY_VARIABLE,
} from '../../shared/runtime/environment.ts';
import { readApiOfOutput } from './api-gateway/definition/api-definition.ts';
import { createControlPlane } from './api-gateway/keys/control-plane.ts';
import { openKeyStore } from './api-gateway/keys/key-store.ts';
import { openUsageMeter } from './api-gateway/keys/usage-meter.ts';
import { readUsagePlans } from './api-gateway/keys/usage-plans.ts';
import { type ServeApiOptions, serveApi } from './api-gateway/server/serve-api.ts';
import { readAssembly } from './assembly/assembly.ts';
import { deployStack } from './assembly/stack.ts';
import { startCloudWatchLogs } from './cloudwatch-logs/cloudwatch-logs.ts';
import { ACCESS_LOG, logGroupsOf } from './cloudwatch-logs/log-groups.ts';
import { type Cognito, startCognito } from './cognito/cognito.ts';
import { createMailFile } from './cognito/mail.ts';
import { createSigningKey } from './cognito/tokens/signing-key.ts';
import { startDeclaredServices } from './declared-services.ts';
import { prepareDemo } from './demo/demo-organization.ts';
import { startFunctions } from './lambda/functions.ts';
import { localUrl } from './local-addresses.ts';
import { writeFileAtomically } from './process/atomic-file.ts';
import { closeServer } from './process/close-server.ts';
import { openDataDirectory } from './process/data-directory.ts';
import { LOOPBACK, listen } from './process/listen.ts';
import { openLogFile } from './process/log-file.ts';
import { reportError as onError } from './process/report-error.ts';
import { StartError } from './process/start-error.ts';
import { Started } from './process/started.ts';
import type { RunnerSettings } from './settings.ts';
import { keepAssembly } from './synthesis.ts';

const build = async (settings: RunnerSettings, started: Started) => {
  // Checks that need no running process come first.
  const { port, adminPort, allowsLoopback, region, credentials, presigning } = settings;
  const assembly = readAssembly(settings.assemblyDirectory);
  started.add(keepAssembly(settings.assemblyDirectory));
  const stack = deployStack(assembly, region);
  /** Base addresses on this machine, by those of the stack. */
  const addresses = new Map<string, string>();
  const toLocal = (url: string): string => localUrl(addresses, url);
  const salesApi = readApiOfOutput(stack, 'ApiUrl', toLocal);
  const adminApi = readApiOfOutput(stack, 'AdminUrl', toLocal);
  const [pool] = stack.resourcesOf('AWS::Cognito::UserPool');
  if (pool === undefined) throw new StartError('The stack has no user pool.');

  // Takes a tenth of a second of another thread.
  const signingKey = createSigningKey();
  const data = await openDataDirectory(settings.dataDirectory);
  started.add(() => data.release());
  const keys = openKeyStore(data.path('api-gateway.json'));
  const usagePlans = readUsagePlans(stack, salesApi, keys, settings.gatewayKeyDelay);

  const usageMeter = openUsageMeter(data.path('usage.json'));
  started.add(() => usageMeter.close());
  const controlPlane = createControlPlane({ keys, usagePlans, usageMeter, region, credentials, onError });
  const apiGateway = `http://${LOOPBACK}:${await listen(controlPlane, 0, 'the control plane')}`;
  started.add(() => closeServer(controlPlane));
  const logs = await startCloudWatchLogs({
    groups: logGroupsOf(stack, salesApi, data),
    region,
    credentials,
    onError,
  });
  started.add(() => logs.stop());
  // After the control plane, which keeps the process alive until they have stopped.
  const services = await startDeclaredServices(stack, data, settings, started);

  let cognito: Cognito | undefined;
  const surroundings = {
    account: stack.account,
    credentials,
    endpoints: {
      DYNAMODB: services.endpoints.dynamodb,
      API_GATEWAY: apiGateway,
      CLOUDWATCH_LOGS: logs.endpoint,
      SQS: services.endpoints.sqs,
      S3: services.endpoints.s3,
      KMS: services.endpoints.kms,
      STS: services.endpoints.sts,
      EVENTBRIDGE: services.endpoints.eventBridge,
      // Known before the first request with a token.
      get COGNITO_IDENTITY_PROVIDER() {
        return cognito?.controlPlaneUrl ?? '';
      },
    },
    environment: {
      ...settings.webhookVariables,
      [PRESIGNING_ACCESS_KEY_ID_VARIABLE]: presigning.accessKeyId,
      [PRESIGNING_SECRET_ACCESS_KEY_VARIABLE]: presigning.secretAccessKey,
    },
    localUrl: toLocal,
  };
  const { functions, invoke, logPath } = startFunctions(
    { stack, assembly, surroundings, data, onError },
    started,
  );

  const serve = async (
    output: string,
    options: Pick<ServeApiOptions, 'api' | 'logName' | 'port' | 'portSetting' | 'publicUrl'>,
  ) => {
    const url = await serveApi(
      {
        ...options,
        data,
        functions,
        usagePlans,
        usageMeter,
        verifyToken: async (token, audience) => cognito?.verifyToken(token, audience),
        onError,
      },
      started,
    );
    addresses.set(stack.outputs[output] ?? '', url);
    return url;
  };
  const apiUrl = await serve('ApiUrl', {
    api: salesApi,
    logName: ACCESS_LOG,
    port,
    portSetting: 'PORT',
    publicUrl: settings.publicUrl,
  });
  const adminUrl = await serve('AdminUrl', {
    api: adminApi,
    logName: 'admin-access.log',
    port: adminPort,
    portSetting: 'ADMIN_PORT',
    publicUrl: settings.adminPublicUrl,
  });

  const mailFile = openLogFile(data.path('mail.jsonl'), onError);
  started.add(() => mailFile.close());
  services.replaceOrigin(new URL(stack.outputs['AdminUrl'] ?? '').origin, new URL(adminUrl).origin);

  cognito = await startCognito({
    pool,
    clients: stack.resourcesOf('AWS::Cognito::UserPoolClient'),
    groups: stack.resourcesOf('AWS::Cognito::UserPoolGroup'),
    identityProviders: stack.resourcesOf('AWS::Cognito::UserPoolIdentityProvider'),
    secrets: settings.identityProviderSecrets,
    invoke,
    region,
    localUrl: toLocal,
    usersFile: data.path('cognito.json'),
    sendMail: createMailFile(mailFile),
    port: settings.signInPort,
    publicUrl: settings.signInPublicUrl,
    signingKey,
    credentials,
    onError,
  });
  const { users, signInUrl, issuer, controlPlaneUrl, stop } = cognito;
  started.add(stop);
  addresses.set(stack.outputs['SignInUrl'] ?? '', signInUrl);
  addresses.set(`https://cognito-idp.${region}.amazonaws.com/${cognito.pool.id}`, issuer);

  /** The stack's outputs, with addresses on this machine. */
  const outputs = Object.fromEntries(
    Object.entries(stack.outputs).map(([name, value]) => [name, toLocal(value)]),
  );
  const endpoints = {
    ...services.endpoints,
    apiGateway,
    cloudWatchLogs: logs.endpoint,
    cognito: controlPlaneUrl,
  };
  const demo = await prepareDemo({
    client: services.dynamodbClient,
    region,
    credentials,
    endpoints,
    outputs,
    file: data.path('demo.json'),
    isGatewayKey: (value) => usagePlans.find(value) !== undefined,
    isUser: (email) => users.byEmail(email) !== undefined,
  });

  const addressesOfPeople = { apiUrl, adminUrl, consoleUrl: `${adminUrl}${CONSOLE_PATHS.page}`, ...demo };
  const writeJson = (name: string, value: object): Promise<void> => {
    started.add(() => rm(data.path(name), { force: true }));
    return writeFileAtomically(data.path(name), `${JSON.stringify(value, null, 2)}\n`);
  };
  await writeJson('endpoints.json', addressesOfPeople);
  await writeJson('runner.json', {
    pid: process.pid,
    region,
    // The secret of another DynamoDB does not belong in a file: the tools read it from their environment.
    credentials: typeof settings.dynamodb === 'string' ? undefined : credentials,
    allowsLoopback,
    endpoints,
    outputs,
  });

  // Last, because scheduled functions may call anything.
  await services.pipeline.start(functions);
  return {
    ...addressesOfPeople,
    outputs,
    endpoints,
    functions,
    /** Log file of the functions. */
    functionLog: logPath,
    /** File of the emails that Cognito would send. */
    mailFile: mailFile.path,
    /** Fulfilled with the reason if the runner fails. */
    failed: services.failed,
    /** Stops everything. Idempotent. */
    stop: () => started.stop(),
  };
};

/** The running service. Addresses have no trailing slash. */
export type Runner = Awaited<ReturnType<typeof build>>;

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
