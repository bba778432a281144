import {
  WEBHOOKS_ALLOW_LOOPBACK_VARIABLE,
  WEBHOOKS_RETRY_SCHEDULE_VARIABLE,
} from '../../shared/runtime/environment.ts';
import { parseRetrySchedule } from '../../shared/webhooks/retry-schedule.ts';
import { messageOf, StartError } from './process/start-error.ts';

/** What whoever starts the runner may choose. */
export interface RunnerSettings {
  /** Port of the data API; 0 picks a free one. */
  readonly port: number;
  /** Port of the admin API; 0 picks a free one. */
  readonly adminPort: number;
  /** Where the data, the logs and the addresses are kept. */
  readonly dataDirectory: string;
  /** The synthesized cloud assembly to run. */
  readonly assemblyDirectory: string;
  /** A DynamoDB to use instead of starting the local engine. */
  readonly dynamodbEndpoint?: string;
  readonly region: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  /** Whether webhooks may go to this machine itself, and over plain HTTP. */
  readonly allowsLoopback: boolean;
  /** Seconds to wait after each attempt of a delivery but the last, instead of the service's own schedule. */
  readonly retrySchedule?: readonly number[];
}

const port = (value: string, name: string): number => {
  const number = Number(value);
  if (/^\d+$/.test(value) && number <= 65_535) return number;
  throw new StartError(`${name} is "${value}", which is not a port number between 0 and 65535.`);
};

const endpoint = (value: string): string => {
  if (URL.canParse(value) && /^https?:/.test(value)) return value.replace(/\/+$/, '');
  throw new StartError(`DYNAMODB_ENDPOINT is "${value}", which is not an http or https address.`);
};

const flag = (value: string, name: string): boolean => {
  if (value === '0' || value === '1') return value === '1';
  throw new StartError(`${name} is "${value}", which is neither 1 nor 0.`);
};

const schedule = (value: string): readonly number[] => {
  try {
    return parseRetrySchedule(value);
  } catch (error) {
    throw new StartError(`WEBHOOKS_RETRY_SCHEDULE: ${messageOf(error)}`);
  }
};

/**
 * Reads `PORT` (3000), `ADMIN_PORT` (3001), `DATA_DIR` (`.local`), `ASSEMBLY_DIR` (`cdk.out`), `DYNAMODB_ENDPOINT` (none: starts
 * an engine), `WEBHOOKS_ALLOW_LOOPBACK` (0), `WEBHOOKS_RETRY_SCHEDULE` (the service's own),
 * `AWS_REGION` (us-east-1), `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY` (local). The credentials only matter for a `DYNAMODB_ENDPOINT` that checks them, and are not read otherwise.
 *
 * @throws StartError naming the variable that cannot be understood
 */
export const readSettings = (environment: NodeJS.ProcessEnv): RunnerSettings => {
  const read = (name: string, otherwise: string): string => environment[name]?.trim() || otherwise;
  const dynamodbEndpoint = read('DYNAMODB_ENDPOINT', '');
  const isOwnEngine = dynamodbEndpoint === '';
  const retrySchedule = read(WEBHOOKS_RETRY_SCHEDULE_VARIABLE, '');
  return {
    port: port(read('PORT', '3000'), 'PORT'),
    adminPort: port(read('ADMIN_PORT', '3001'), 'ADMIN_PORT'),
    dataDirectory: read('DATA_DIR', '.local'),
    assemblyDirectory: read('ASSEMBLY_DIR', 'cdk.out'),
    ...(isOwnEngine ? {} : { dynamodbEndpoint: endpoint(dynamodbEndpoint) }),
    allowsLoopback: flag(read(WEBHOOKS_ALLOW_LOOPBACK_VARIABLE, '0'), WEBHOOKS_ALLOW_LOOPBACK_VARIABLE),
    ...(retrySchedule === '' ? {} : { retrySchedule: schedule(retrySchedule) }),
    region: read('AWS_REGION', 'us-east-1'),
    credentials: {
      accessKeyId: isOwnEngine ? 'local' : read('AWS_ACCESS_KEY_ID', 'local'),
      secretAccessKey: isOwnEngine ? 'local' : read('AWS_SECRET_ACCESS_KEY', 'local'),
    },
  };
};
