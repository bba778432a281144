import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { createSerialWriter } from '../../process/serial-writer.ts';
import { readStateFile } from '../../process/state-file.ts';
import type { IdentityProvider } from './identity-provider.ts';
import type { UserPoolDefinition } from './user-pool.ts';

const stateSchema = z.strictObject({
  providers: z.array(
    z.strictObject({
      name: z.string(),
      identifiers: z.array(z.string()),
      issuer: z.string(),
      clientId: z.string(),
      clientSecret: z.string(),
      scope: z.string(),
      mapping: z.record(z.string(), z.string()),
    }),
  ),
  clients: z.array(z.strictObject({ id: z.string(), provider: z.string() })),
});

/** The identity providers of a pool, and the app clients that offer them. */
export interface PoolProviders {
  /** Those that an app client offers; `undefined` for an unknown client. */
  offeredTo(clientId: string): readonly IdentityProvider[] | undefined;
  find(name: string): IdentityProvider | undefined;
  /** Adds a provider that the stack does not declare, or replaces it. Kept in a file, as are the others. */
  put(provider: IdentityProvider): Promise<void>;
  remove(name: string): Promise<void>;
  /** Adds an app client like that of the pool, which offers only this provider. Returns its id. */
  addClient(provider: string): Promise<string>;
  removeClient(id: string): Promise<void>;
}

/**
 * @param path of the file, which need not exist
 * @throws StartError if the file is unreadable
 */
export const openPoolProviders = (
  path: string,
  pool: Pick<UserPoolDefinition, 'providers'> & { readonly client: { readonly id: string } },
): PoolProviders => {
  const stored = readStateFile(path, stateSchema, 'start without the identity providers of organizations');
  const own = new Map<string, IdentityProvider>(stored?.providers.map((each) => [each.name, each]));
  const clients = new Map(stored?.clients.map(({ id, provider }) => [id, provider]));
  const save = createSerialWriter(path, () =>
    JSON.stringify({
      providers: [...own.values()],
      clients: [...clients].map(([id, provider]) => ({ id, provider })),
    }),
  );
  const declared = (name: string): IdentityProvider | undefined =>
    pool.providers.find((each) => each.name === name);
  return {
    offeredTo(clientId) {
      if (clientId === pool.client.id) return pool.providers;
      const name = clients.get(clientId);
      const provider = name === undefined ? undefined : own.get(name);
      return provider && [provider];
    },
    find: (name) => declared(name) ?? own.get(name),
    put(provider) {
      own.set(provider.name, provider);
      return save();
    },
    remove(name) {
      own.delete(name);
      return save();
    },
    async addClient(provider) {
      const id = randomBytes(13).toString('hex');
      clients.set(id, provider);
      await save();
      return id;
    },
    removeClient(id) {
      clients.delete(id);
      return save();
    },
  };
};
