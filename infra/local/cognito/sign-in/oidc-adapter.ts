import type { Adapter, AdapterPayload } from 'oidc-provider';

/**
 * Keeps one kind of oidc-provider's sessions, codes and tokens in memory until they expire. oidc-provider's
 * own adapter is for development only and says so on the console.
 *
 * @param graceSeconds how long a consumed record can be used again
 */
export const createMemoryAdapter = (graceSeconds: number): Adapter => {
  const records = new Map<string, AdapterPayload>();
  const timers = new Map<string, NodeJS.Timeout>();

  const remove = (id: string): void => {
    clearTimeout(timers.get(id));
    timers.delete(id);
    records.delete(id);
  };
  const findBy = async (name: 'uid' | 'userCode', value: string): Promise<AdapterPayload | undefined> =>
    [...records.values()].find((payload) => payload[name] === value);

  return {
    async find(id) {
      const payload = records.get(id);
      const isInGrace = Date.now() < (Number(payload?.['consumed']) + graceSeconds) * 1_000;
      return isInGrace ? { ...payload, consumed: undefined } : payload;
    },
    findByUid: (uid) => findBy('uid', uid),
    findByUserCode: (userCode) => findBy('userCode', userCode),
    async upsert(id, payload, seconds) {
      remove(id);
      records.set(id, payload);
      if (seconds !== undefined) timers.set(id, setTimeout(() => remove(id), seconds * 1_000).unref());
    },
    async consume(id) {
      Object.assign(records.get(id) ?? {}, { consumed: Math.floor(Date.now() / 1_000) });
    },
    async destroy(id) {
      remove(id);
    },
    async revokeByGrantId(grantId) {
      for (const [id, payload] of records) if (payload.grantId === grantId) remove(id);
    },
  };
};
