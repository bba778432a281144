import { createHash } from 'node:crypto';
import type { Bucket } from '../../../shared/runtime/bucket/bucket.ts';

/** An import bucket in memory, with URLs of a host that does not exist. */
export interface FakeImportBucket extends Bucket {
  /** Stores an object, as an upload does. */
  put(key: string, content: string | Uint8Array): void;
}

export const createFakeImportBucket = (): FakeImportBucket => {
  const objects = new Map<string, Uint8Array>();
  const url = (key: string, query: string) => ({
    url: `https://bucket.example/${key}?${query}`,
    expiresAt: new Date(Date.now() + 3_600_000),
  });
  const etagOf = (content: Uint8Array): string => createHash('md5').update(content).digest('hex');
  return {
    name: 'bucket',
    partition: 'aws',
    put: (key, content) => void objects.set(key, new Uint8Array(Buffer.from(content))),
    uploadUrl: (key, { size, contentType }) =>
      url(key, `put=${size}&type=${encodeURIComponent(contentType)}`),
    write: async (key, content) => void objects.set(key, content),
    downloadUrl: (key, fileName) => url(key, `get=${encodeURIComponent(fileName)}`),
    async remove(keys) {
      for (const key of keys) objects.delete(key);
    },
    async find(key) {
      const content = objects.get(key);
      return content && { etag: etagOf(content), size: content.length };
    },
    readStart: async (key, bytes) => objects.get(key)?.subarray(0, bytes),
  };
};
