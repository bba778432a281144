import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';

interface StoredRecord {
  readonly payload: AdapterPayload;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** Minimum time between two sweeps of expired records. */
const SWEEP_MILLISECONDS = 60_000;

const createAdapter = (): Adapter => {
  const records = new Map<string, StoredRecord>();
  let sweptAt = Date.now();

  const sweep = (): void => {
    const now = Date.now();
    if (now - sweptAt < SWEEP_MILLISECONDS) return;
    sweptAt = now;
    for (const [id, { expiresAt }] of records) if (expiresAt <= now) records.delete(id);
  };
  const find = async (id: string): Promise<AdapterPayload | undefined> => {
    const record = records.get(id);
    return record !== undefined && record.expiresAt > Date.now() ? record.payload : undefined;
  };
  const findBy = (name: 'uid' | 'userCode', value: string): Promise<AdapterPayload | undefined> => {
    const [id = ''] = [...records].find(([, { payload }]) => payload[name] === value) ?? [];
    return find(id);
  };

  return {
    find,
    findByUid: (uid) => findBy('uid', uid),
    findByUserCode: (userCode) => findBy('userCode', userCode),
    async upsert(id, payload, seconds) {
      sweep();
      const expiresAt = seconds === undefined ? Number.POSITIVE_INFINITY : Date.now() + seconds * 1_000;
      records.set(id, { payload, expiresAt });
    },
    async consume(id) {
      const record = records.get(id);
      if (record === undefined) return;
      records.set(id, {
        ...record,
        payload: { ...record.payload, consumed: Math.floor(Date.now() / 1_000) },
      });
    },
    async destroy(id) {
      records.delete(id);
    },
    async revokeByGrantId(grantId) {
      for (const [id, { payload }] of records) if (payload.grantId === grantId) records.delete(id);
    },
  };
};

/**
 * Keeps oidc-provider's sessions, codes and refresh tokens in memory, in one map per kind. oidc-provider's own adapter
 * is for development only and says so on the console.
 */
export const createMemoryAdapters = (): AdapterFactory => () => createAdapter();
