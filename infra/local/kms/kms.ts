import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { ignored, readProperties } from '../assembly/read-properties.ts';
import type { Resource } from '../assembly/stack.ts';
import { createAwsJsonServer } from '../aws-json/aws-json-server.ts';
import { writeFileAtomically } from '../process/atomic-file.ts';
import { closeServer } from '../process/close-server.ts';
import { LOOPBACK, listen } from '../process/listen.ts';
import { readStateFile } from '../process/state-file.ts';
import type { Credentials } from '../settings.ts';
import { type Key, keyOperations } from './operations.ts';

export interface KmsOptions {
  readonly keys: readonly Resource[];
  /** Keeps the AES keys behind the KMS keys. */
  readonly file: string;
  /** Required of callers. */
  readonly credentials: Credentials;
  readonly region: string;
  /** Receives unexpected errors. */
  readonly onError: (error: unknown) => void;
}

/** The keys of the stack, usable on this machine. */
export interface Kms {
  /** The endpoint for the AWS SDK's client. */
  readonly endpoint: string;
  stop(): Promise<void>;
}

const keySchema = z.strictObject({
  Description: ignored(),
  EnableKeyRotation: ignored(),
  KeyPolicy: ignored(),
  Tags: ignored(),
});

const KEY_BYTES = 32;

const fileSchema = z.strictObject({
  /** By key id, as Base64. */
  keys: z.record(
    z.string(),
    z.base64().refine((text) => Buffer.from(text, 'base64').length === KEY_BYTES),
  ),
});

/** Generates the missing keys. Keeps those of an earlier stack, since its data may come back. */
const openKeys = async (file: string, resources: readonly Resource[]): Promise<readonly Key[]> => {
  const saved = readStateFile(file, fileSchema, 'generate new keys and lose everything encrypted so far');
  const material = { ...saved?.keys };
  const keys = resources.map((resource): Key => {
    readProperties(resource, keySchema);
    const { physicalId: id, arn = '' } = resource;
    material[id] ??= randomBytes(KEY_BYTES).toString('base64');
    return { id, arn, material: Buffer.from(material[id], 'base64') };
  });
  await writeFileAtomically(file, JSON.stringify({ keys: material }, null, 1));
  return keys;
};

/**
 * Starts KMS with `Encrypt` and `Decrypt`, and returns once it listens.
 *
 * @throws StartError when a key is not supported or the file is damaged
 */
export const startKms = async ({ keys, file, ...options }: KmsOptions): Promise<Kms> => {
  const server = createAwsJsonServer({
    name: 'KMS',
    target: 'TrentService',
    signingName: 'kms',
    operations: keyOperations(await openKeys(file, keys)),
    ...options,
  });
  const endpoint = `http://${LOOPBACK}:${await listen(server, 0, 'KMS')}`;
  return { endpoint, stop: () => closeServer(server) };
};
