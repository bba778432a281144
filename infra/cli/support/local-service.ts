import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Credentials } from '../../../shared/runtime/credentials.ts';
import { UsageError } from './usage-error.ts';

/** The file that the local runner keeps in its data directory while it runs. */
const runnerSchema = z.object({
  pid: z.int().positive(),
  region: z.string().min(1),
  /** Absent with another DynamoDB, whose credentials are in the environment. */
  credentials: z.object({ accessKeyId: z.string().min(1), secretAccessKey: z.string().min(1) }).optional(),
  /** Whether webhooks may be sent to this machine. */
  allowsLoopback: z.boolean().default(false),
  endpoints: z.object({
    dynamodb: z.url(),
    apiGateway: z.url(),
    cognito: z.url(),
    sqs: z.url().optional(),
    kms: z.url().optional(),
    s3: z.url().optional(),
  }),
  outputs: z.record(z.string(), z.string()),
});

type LocalService = z.infer<typeof runnerSchema> & { readonly credentials: Credentials };

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists but belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};

const notRunning = (directory: string): UsageError =>
  new UsageError(
    `No local service is running in ${directory} (set by DATA_DIR). ` +
      'Start it with "npm start", or name a deployed stack with --stack NAME.',
  );

const parse = (path: string, text: string) => {
  try {
    return runnerSchema.parse(JSON.parse(text));
  } catch (error) {
    throw new UsageError(`${path} is damaged. Restart the local service with "npm start".`, {
      cause: error instanceof z.ZodError ? z.prettifyError(error) : error,
    });
  }
};

const credentialsOfEnvironment = (): Credentials => {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = process.env;
  if (accessKeyId && secretAccessKey) return { accessKeyId, secretAccessKey };
  throw new UsageError(
    'The local service runs with DYNAMODB_ENDPOINT: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY as ' +
      'for "npm start".',
  );
};

/**
 * Finds the running local service. Throws a UsageError if it is not running, or if its credentials are
 * missing.
 *
 * @param directory the runner's data directory
 */
export const findLocalService = async (directory: string): Promise<LocalService> => {
  const path = join(directory, 'runner.json');
  if (!existsSync(path)) throw notRunning(directory);
  const service = parse(path, await readFile(path, 'utf8'));
  if (!isRunning(service.pid)) throw notRunning(directory);
  return { ...service, credentials: service.credentials ?? credentialsOfEnvironment() };
};
