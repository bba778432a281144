import { randomUUID } from 'node:crypto';
import { authenticate } from '../../../shared/keys/authenticate.ts';
import { createKey, type NewApiKey } from '../../../shared/keys/create-key.ts';
import type { KeyStore } from '../../../shared/keys/key-store.ts';
import { listKeys } from '../../../shared/keys/list-keys.ts';
import type { Item } from '../../../shared/table/reader.ts';
import type { TestEngine } from '../engine/engine.ts';
import { type SomeTable, tableOf } from '../engine/function-table.ts';

export const ACTOR = { id: 'user-1', name: 'test', from: '127.0.0.1' };
export const HOUR = 3_600_000;

/** The points at which API Gateway fails, as if the process ended there. */
export const GATEWAY_FAILURE_POINTS = ['before key', 'before plan', 'at removal'] as const;
export type GatewayFailurePoint = (typeof GATEWAY_FAILURE_POINTS)[number];

/** A timestamp the given milliseconds from now. */
export const at = (milliseconds: number): string => new Date(Date.now() + milliseconds).toISOString();

/** The keys of a new organization in a table, with an in-memory API Gateway. */
export const createKeyFixture = (engine: SomeTable & Pick<TestEngine, 'itemsOf'>) => {
  const organizationId = randomUUID();
  const gateway = new Map<string, string | null>();
  const cleanUpFailures: unknown[] = [];
  const state: { failure: GatewayFailurePoint | undefined } = { failure: undefined };
  const failAt = (point: GatewayFailurePoint): void => {
    if (state.failure === point) throw new Error(point);
  };
  const store: KeyStore = {
    ...tableOf(engine),
    usagePlanIds: { standard: 'plan-1', 'high-volume': 'plan-2' },
    onCleanUpFailure: (error) => cleanUpFailures.push(error),
    gatewayKeys: {
      async create(name, usagePlanId) {
        failAt('before key');
        gateway.set(name, null);
        failAt('before plan');
        gateway.set(name, usagePlanId);
        return `id of ${name}`;
      },
      async remove(name, id) {
        failAt('at removal');
        gateway.delete(id?.replace('id of ', '') ?? name);
      },
      async usage(id, usagePlanId, from) {
        return [{ date: from, requests: gateway.get(id.replace('id of ', '')) === usagePlanId ? 7 : -1 }];
      },
    },
  };
  const newKey = (changes: Partial<NewApiKey> = {}): NewApiKey => ({
    organizationId,
    name: 'A key',
    permissions: ['person:read'],
    plan: 'standard',
    ownerId: null,
    expiresAt: null,
    allowedAddresses: null,
    importSource: null,
    ...changes,
  });
  const allItems = async (prefix: string): Promise<readonly Item[]> =>
    (await engine.itemsOf(prefix)).filter((item) => item['organizationId'] === organizationId);
  return {
    organizationId,
    scope: { organizationId },
    store,
    /** The gateway's keys: plan IDs by key name, `null` for a key in no plan. */
    gateway,
    /** The IDs of the metered keys, each with its plan. */
    metered: (): readonly (readonly [string, string | null])[] =>
      [...gateway].map(([name, plan]) => [name.slice(0, 36), plan]),
    /** The name of the gateway key that meters a token now. */
    meter: async (token: string): Promise<string | undefined> =>
      (await authenticate(store.reader, token, at(0)))?.usageIdentifierKey,
    state,
    cleanUpFailures,
    newKey,
    make: (changes?: Partial<NewApiKey>) => createKey(store, newKey(changes), ACTOR),
    list: async () => (await listKeys(store, { organizationId }, { limit: 100 })).keys,
    keyItems: () => allItems('API_KEY#'),
    auditItems: () => allItems('AUDIT_LOG#'),
    /** A store whose process ends at the nth transaction from now. */
    endingAt(transaction: number): KeyStore {
      let count = 0;
      const { transact } = store.writer;
      return {
        ...store,
        writer: {
          ...store.writer,
          transact: async (operations) => {
            count += 1;
            if (count === transaction) throw new Error('The process ended.');
            return transact(operations);
          },
        },
      };
    },
  };
};

export type KeyFixture = ReturnType<typeof createKeyFixture>;
