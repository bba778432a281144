import { constants, createGunzip } from 'node:zlib';
import { ImportInputError } from '../reader/columns/column-mapping.ts';
import { isParquet } from '../reader/files/parquet-rows.ts';
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

/** How much of a file a preview reads. */
const PREVIEW_BYTES = 512 * 1024;
/** Parquet is read as a whole, because its description stands at the end. */
const PARQUET_BYTES = 16 * 1024 ** 2;

/** Reads as much of the start of a file as {@link fileOfStart} needs; undefined if it is gone. */
export const readFileStart = async (
  read: (bytes: number) => Promise<Uint8Array | undefined>,
  size: number,
): Promise<Uint8Array | undefined> => {
  const start = await read(Math.min(size, PREVIEW_BYTES));
  const isWhole = start === undefined || !isParquet(start) || size <= PREVIEW_BYTES || size > PARQUET_BYTES;
  return isWhole ? start : read(size);
};

/** The whole lines at the start of a file, decompressed. Throws an ImportInputError for a part of Parquet. */
const textOf = async ({ fileName, start, size }: FileStart): Promise<Uint8Array> => {
  if (isParquet(start)) {
    if (start.length >= size) return start;
    throw new ImportInputError(
      `${fileName} is a Parquet file of more than ${PARQUET_BYTES / 1024 ** 2} MB, so it cannot be shown ` +
        'before it is imported. Import it by command, or write it as several files.',
    );
  }
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
