import { constants, createGunzip } from 'node:zlib';

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

/**
 * The whole lines at the start of a file, decompressed.
 *
 * @param bytes the first bytes of the file
 * @param isWhole whether they are the whole file
 */
export const textAtStart = async (bytes: Uint8Array, isWhole: boolean): Promise<Uint8Array> => {
  const text = isGzip(bytes) ? await decompressed(bytes) : bytes;
  const limited = text.subarray(0, MAX_TEXT_BYTES);
  if (isWhole && text.length <= MAX_TEXT_BYTES) return text;
  // A row that is cut off would look malformed.
  const end = isUtf16(limited) ? limited.length & ~1 : limited.lastIndexOf(0x0a) + 1;
  return end === 0 ? limited : limited.subarray(0, end);
};
