import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import {
  WEBHOOKS_ALLOW_LOOPBACK_VARIABLE,
  WEBHOOKS_ALLOW_OWN_ACCOUNT_VARIABLE,
  WEBHOOKS_RETRY_SCHEDULE_VARIABLE,
} from '../../shared/runtime/environment.ts';
import { parseRetrySchedule } from '../../shared/webhooks/sending/retry-schedule.ts';
import { findEngine } from './dynamodb/find-engine.ts';
import { messageOf, StartError } from './process/start-error.ts';

/** A key pair. Only its owner and the verifier know the secret, which no request contains. */
export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export type RunnerSettings = ReturnType<typeof readSettings>;

const port = (value: string, name: string): number => {
  const number = Number(value);
  if (/^\d+$/.test(value) && number <= 65_535) return number;
  throw new StartError(`${name} must be a port number from 0 to 65535, not "${value}".`);
};

const endpoint = (value: string): string => {
  if (URL.canParse(value) && /^https?:/.test(value)) return value.replace(/\/+$/, '');
  throw new StartError(`DYNAMODB_ENDPOINT must be an http or https URL, not "${value}".`);
};

/** An address to which paths are appended, or nothing. */
const publicUrl = (value: string, name: string): string | undefined => {
  const url = value.replace(/\/+$/, '');
  if (url === '') return undefined;
  if (/^https?:\/\/[^\s/?#@]+(?:\/[^\s?#]+)?$/.test(url) && URL.canParse(url)) return url;
  throw new StartError(
    `${name} must be an http or https address, such as https://sales.example.com, not "${value}".`,
  );
};

/** Cognito's sign-in page has its own host. */
const publicOrigin = (value: string, name: string): string | undefined => {
  const url = publicUrl(value, name);
  if (url === undefined || new URL(url).pathname === '/') return url;
  throw new StartError(`${name} must have no path, unlike "${value}".`);
};

const flag = (value: string, name: string): boolean => {
  if (value === '0' || value === '1') return value === '1';
  throw new StartError(`${name} must be 0 or 1, not "${value}".`);
};

const seconds = (value: string, name: string): number => {
  if (/^\d{1,4}$/.test(value)) return Number(value);
  throw new StartError(`${name} must be a number of seconds from 0 to 9999, not "${value}".`);
};

const schedule = (value: string): Record<string, string> => {
  try {
    if (value !== '') parseRetrySchedule(value);
    return value === '' ? {} : { [WEBHOOKS_RETRY_SCHEDULE_VARIABLE]: value };
  } catch (error) {
    throw new StartError(`WEBHOOKS_RETRY_SCHEDULE: ${messageOf(error)}`);
  }
};

const secrets = (value: string): Readonly<Record<string, string>> => {
  try {
    return z.record(z.string(), z.string()).parse(JSON.parse(value));
  } catch {
    // The value is a secret.
    throw new StartError('IDENTITY_PROVIDER_SECRETS must be a JSON object that maps names to secrets.');
  }
};

/** New for each run. */
const createCredentials = (): Credentials => ({
  accessKeyId: randomBytes(24).toString('base64url'),
  secretAccessKey: randomBytes(24).toString('base64url'),
});

/**
 * Reads the credentials of a `DYNAMODB_ENDPOINT`. It may check them or, like DynamoDB Local, use a database
 * for each.
 */
const readCredentials = (environment: NodeJS.ProcessEnv): Credentials => {
  const { AWS_ACCESS_KEY_ID: accessKeyId = '', AWS_SECRET_ACCESS_KEY: secretAccessKey = '' } = environment;
  if (accessKeyId !== '' && secretAccessKey !== '') return { accessKeyId, secretAccessKey };
  throw new StartError(
    'DYNAMODB_ENDPOINT needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY. ' +
      'The local services accept calls that they sign, so choose a secret that cannot be guessed.',
  );
};

/**
 * Reads the settings from environment variables, with their defaults. Credentials are read only for a
 * `DYNAMODB_ENDPOINT`.
 *
 * @throws StartError naming the invalid variable, or how to install an engine
 */
export const readSettings = (environment: NodeJS.ProcessEnv) => {
  const read = (name: string, otherwise: string): string => environment[name]?.trim() || otherwise;
  const dynamodbEndpoint = read('DYNAMODB_ENDPOINT', '');
  const isOwnEngine = dynamodbEndpoint === '';
  const loopback = read(WEBHOOKS_ALLOW_LOOPBACK_VARIABLE, '0');
  return {
    /** Ports of the two APIs; 0 selects a free one. */
    port: port(read('PORT', '3000'), 'PORT'),
    adminPort: port(read('ADMIN_PORT', '3001'), 'ADMIN_PORT'),
    signInPort: port(read('SIGN_IN_PORT', '0'), 'SIGN_IN_PORT'),
    /** Where clients reach the APIs and the sign-in page through a proxy. */
    publicUrl: publicUrl(read('PUBLIC_URL', ''), 'PUBLIC_URL'),
    adminPublicUrl: publicUrl(read('ADMIN_PUBLIC_URL', ''), 'ADMIN_PUBLIC_URL'),
    signInPublicUrl: publicOrigin(read('SIGN_IN_PUBLIC_URL', ''), 'SIGN_IN_PUBLIC_URL'),
    /** Folder for data, logs and addresses. */
    dataDirectory: read('DATA_DIR', '.local'),
    /** The synthesized cloud assembly to run; empty for one of the current sources. */
    assemblyDirectory: read('ASSEMBLY_DIR', ''),
    /** The engine, or the endpoint of another DynamoDB. */
    dynamodb: isOwnEngine ? findEngine(environment) : endpoint(dynamodbEndpoint),
    /** Whether webhooks may be sent to this machine, over plain HTTP. */
    allowsLoopback: flag(loopback, WEBHOOKS_ALLOW_LOOPBACK_VARIABLE),
    /** Environment variables of functions that are never set on AWS. */
    webhookVariables: {
      [WEBHOOKS_ALLOW_LOOPBACK_VARIABLE]: loopback,
      // The local queues and buses are in the account of the stack.
      [WEBHOOKS_ALLOW_OWN_ACCOUNT_VARIABLE]: loopback,
      ...schedule(read(WEBHOOKS_RETRY_SCHEDULE_VARIABLE, '')),
    },
    /** How long the data API refuses a new gateway key, in milliseconds. On AWS it takes some seconds. */
    gatewayKeyDelay: 1_000 * seconds(read('GATEWAY_KEY_DELAY', '0'), 'GATEWAY_KEY_DELAY'),
    /** Client secrets of identity providers, by their names in Secrets Manager. */
    identityProviderSecrets: secrets(read('IDENTITY_PROVIDER_SECRETS', '{}')),
    region: read('AWS_REGION', 'us-east-1'),
    /** Functions and command line tools sign their calls with these. */
    credentials: isOwnEngine ? createCredentials() : readCredentials(environment),
    /** Presigned URLs, which clients get, are signed with these. */
    presigning: createCredentials(),
  };
};
