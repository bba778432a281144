import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { ImportInputError } from '../columns/column-mapping.ts';

/** The first bytes of a gzip file (RFC 1952). */
const MAGIC = [0x1f, 0x8b];

const isDamage = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');

async function* gunzipped(name: string, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  // Errors of both streams reach the iteration below.
  const output = pipeline(Readable.from(chunks), createGunzip(), () => undefined);
  try {
    yield* output;
  } catch (error) {
    if (!isDamage(error)) throw error;
    throw new ImportInputError(
      `${name} is a damaged or incomplete gzip file. Compress the data and upload it again.`,
      { cause: error },
    );
  }
}

/**
 * Decompresses a file that starts like gzip; passes on any other unchanged. Streams, so memory does not
 * depend on how far the data expands.
 *
 * @param name of the file, for the ImportInputError that is thrown if it is damaged
 */
export async function* decompressed(
  name: string,
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]();
  let start = Buffer.alloc(0);
  let isEnd = false;
  while (start.length < MAGIC.length && !isEnd) {
    const { value, done } = await iterator.next();
    if (done === true) isEnd = true;
    else start = Buffer.concat([start, value]);
  }
  async function* whole(): AsyncGenerator<Uint8Array> {
    try {
      if (start.length > 0) yield start;
      for (let next = await iterator.next(); next.done !== true; next = await iterator.next())
        yield next.value;
    } finally {
      await iterator.return?.();
    }
  }
  yield* MAGIC.every((byte, at) => start[at] === byte) ? gunzipped(name, whole()) : whole();
}
