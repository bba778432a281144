import { createServer, type Server } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { listen } from '../../../../infra/local/process/listen.ts';
import { ObjectChangedError } from '../../../../shared/runtime/bucket/object-store.ts';
import { createS3Client, createS3ObjectStore } from '../../../../shared/runtime/bucket/s3-object-store.ts';

const CONTENT = 'id,First Name\n1,Ann\n2,Bea\n';

let server: Server | undefined;
afterEach(() => server?.close());

/** A bucket whose connections are lost after some bytes. Returns what was asked for. */
const unreliableBucket = async (bytesPerConnection: number, status = 200) => {
  const requests: { readonly range: string | undefined; readonly etag: string | undefined }[] = [];
  server = createServer((message, response) => {
    const { range, 'if-match': etag } = message.headers;
    requests.push({ range, etag });
    const rest = CONTENT.slice(Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0));
    response.writeHead(status >= 300 ? status : range === undefined ? 200 : 206, {
      'Content-Length': status >= 300 ? 0 : rest.length,
    });
    if (status >= 300) response.end();
    else response.write(rest.slice(0, bytesPerConnection), () => setImmediate(() => response.destroy()));
  });
  const endpoint = `http://127.0.0.1:${await listen(server)}`;
  const credentials = { accessKeyId: 'a', secretAccessKey: 'b' };
  const client = createS3Client({ endpoint, region: 'eu-central-1', credentials, maxAttempts: 1 });
  const read = async (): Promise<string> => {
    let text = '';
    for await (const chunk of createS3ObjectStore(client, 'bucket').read('key', 'e1'))
      text += Buffer.from(chunk);
    return text;
  };
  return { read, requests };
};

describe('reading an object', () => {
  it('continues where a connection was lost, in the same revision', async () => {
    const { read, requests } = await unreliableBucket(10);
    expect(await read()).toBe(CONTENT);
    expect(requests).toEqual([
      { range: undefined, etag: '"e1"' },
      { range: 'bytes=10-', etag: '"e1"' },
      { range: 'bytes=20-', etag: '"e1"' },
    ]);
  });

  it('gives up after five connections without a byte', async () => {
    const { read, requests } = await unreliableBucket(0);
    await expect(read()).rejects.toThrow();
    expect(requests).toHaveLength(5);
  });

  it.each([404, 412])('explains the status of the file: %i', async (status) => {
    const { read, requests } = await unreliableBucket(0, status);
    await expect(read()).rejects.toThrow(ObjectChangedError);
    expect(requests).toHaveLength(1);
  });
});
