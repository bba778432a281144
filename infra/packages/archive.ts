import { gzipSync } from 'node:zlib';

/** Contents of files by path, with `/` as separator. */
export type Files = ReadonlyMap<string, Buffer>;

const BLOCK_BYTES = 512;

/** 1985-10-26, as npm sets it: archives of the same files have the same bytes. */
const MODIFIED_SECONDS = 499_162_500;

const octal = (value: number, length: number): string => `${value.toString(8).padStart(length - 1, '0')}\0`;

/** The POSIX ustar header of a file: https://pubs.opengroup.org/onlinepubs/9799919799/utilities/pax.html */
const headerOf = (path: string, size: number): Buffer => {
  const header = Buffer.alloc(BLOCK_BYTES);
  if (Buffer.byteLength(path) > 100) throw new Error(`The path ${path} is longer than 100 bytes.`);
  header.write(path, 0);
  header.write(octal(0o644, 8), 100);
  header.write(octal(0, 8), 108);
  header.write(octal(0, 8), 116);
  header.write(octal(size, 12), 124);
  header.write(octal(MODIFIED_SECONDS, 12), 136);
  header.write('        0', 148);
  header.write('ustar\x0000', 257);
  const checksum = header.reduce((sum, byte) => sum + byte, 0);
  header.write(`${octal(checksum, 7)} `, 148);
  return header;
};

/**
 * Packs files into a `.tar.gz`. The same files make the same bytes.
 *
 * @param folder the one folder at the top of the archive
 * @throws Error for a path of over 100 bytes
 */
export const packArchive = (folder: string, files: Files): Buffer => {
  const entries = [...files].map(([path, content]) => [`${folder}/${path}`, content] as const);
  const blocks = entries
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([path, content]) => [
      headerOf(path, content.length),
      content,
      Buffer.alloc(-content.length & (BLOCK_BYTES - 1)),
    ]);
  const archive = gzipSync(Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK_BYTES)]), { level: 9 });
  // The operating system: unknown (RFC 1952).
  archive[9] = 255;
  return archive;
};
