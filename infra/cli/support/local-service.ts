import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { UsageError } from './usage-error.ts';

/** The file that the local runner keeps in its data directory while it runs. */
const runnerSchema = z.object({
  pid: z.int().positive(),
  region: z.string().min(1),
  credentials: z.object({ accessKeyId: z.string().min(1), secretAccessKey: z.string().min(1) }),
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
    `No local service is running in ${directory} (set by DATA_DIR). Start it with "npm start", or name a deployed stack with --stack NAME.`,
  );

/**
 * Finds the running local service. Throws a UsageError if it is not running.
 *
 * @param directory the runner's data directory
 */
export const findLocalService = async (directory: string): Promise<z.infer<typeof runnerSchema>> => {
  const path = join(directory, 'runner.json');
  if (!existsSync(path)) throw notRunning(directory);
  const text = await readFile(path, 'utf8');
  try {
    const service = runnerSchema.parse(JSON.parse(text));
    if (isRunning(service.pid)) return service;
  } catch (error) {
    throw new UsageError(`${path} is damaged. Restart the local service with "npm start".`, {
      cause: error instanceof z.ZodError ? z.prettifyError(error) : error,
    });
  }
  throw notRunning(directory);
};
