import type { Resource } from '../assembly/stack.ts';
import { createAwsJsonServer } from '../aws-json/aws-json-server.ts';
import { closeServer } from '../process/close-server.ts';
import { LOOPBACK, listen } from '../process/listen.ts';
import { readKey } from './key-definition.ts';
import { openKeyMaterial } from './key-material.ts';
import { keyOperations } from './operations.ts';

export interface KmsOptions {
  readonly keys: readonly Resource[];
  /** Where the secret part of the keys is kept. */
  readonly file: string;
  /** Told what went wrong that should not have. */
  readonly onError: (error: unknown) => void;
}

/** The keys of the stack, usable on this machine. */
export interface Kms {
  /** Where the AWS SDK's client is to be pointed. */
  readonly endpoint: string;
  /** Fulfilled once nothing is answered any more. */
  stop(): Promise<void>;
}

/**
 * Starts KMS, as far as encrypting and decrypting take it, and returns once it answers.
 *
 * @throws StartError saying in one sentence why it cannot start; nothing is left running then
 */
export const startKms = async ({ keys, file, onError }: KmsOptions): Promise<Kms> => {
  const definitions = keys.map(readKey);
  const material = await openKeyMaterial(
    file,
    definitions.map(({ id }) => id),
  );
  const usable = definitions.flatMap((definition) => {
    const bytes = material.get(definition.id);
    return bytes === undefined ? [] : [{ ...definition, material: bytes }];
  });
  const server = createAwsJsonServer({
    name: 'KMS',
    target: 'TrentService',
    operations: keyOperations(usable),
    onError,
  });
  const endpoint = `http://${LOOPBACK}:${await listen(server, 0, 'KMS')}`;
  return { endpoint, stop: () => closeServer(server) };
};
