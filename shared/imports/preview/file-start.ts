import { constants, createGunzip } from 'node:zlib';
import type { SourceFile } from '../reader/files/source-file.ts';

/** How much of the text is examined. */
const MAX_TEXT_BYTES = 1024 * 1024;

const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

const isUtf16 = (bytes: Uint8Array): boolean =>
  (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);

/** Decompresses what is there, up to the limit; a part of a gzip file ends in the middle. */
const decompressed = async (bytes: Uint8Array): Promise<Uint8Array> => {
  const gunzip = createGunzip({ finishFlush: constants.Z_SYNC_FLUSH });
  gunzip.end(bytes);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of gunzip) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > MAX_TEXT_BYTES) break;
  }
  return new Uint8Array(Buffer.concat(chunks));
};

/** The start of a file, as the console has it. */
export interface FileStart {
  readonly fileName: string;
  /** The first bytes of the file. */
  readonly start: Uint8Array;
  /** Of the whole file, in bytes. */
  readonly size: number;
}

/** The whole lines at the start of a file, decompressed. */
const textOf = async ({ start, size }: FileStart): Promise<Uint8Array> => {
  const text = isGzip(start) ? await decompressed(start) : start;
  const limited = text.subarray(0, MAX_TEXT_BYTES);
  if (start.length >= size && text.length <= MAX_TEXT_BYTES) return text;
  // A row that is cut off would look malformed.
  const end = isUtf16(limited) ? limited.length & ~1 : limited.lastIndexOf(0x0a) + 1;
  return end === 0 ? limited : limited.subarray(0, end);
};

/** The whole lines at the start of a file, as a file that is not compressed. */
export const fileOfStart = async (file: FileStart): Promise<SourceFile> => {
  const text = await textOf(file);
  return {
    name: file.fileName.replace(/\.gz$/i, ''),
    async *open() {
      yield text;
    },
  };
};
