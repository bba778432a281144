import { createHash } from 'node:crypto';
import { IMPORT_KINDS } from '../../../shared/contract/imports/import-limits.ts';
import { type ImportBatch, importIdOf } from '../../../shared/imports/batches/import-batch.ts';
import { type Camel, camelOf } from '../../../shared/kinds/names.ts';
import type { Bucket } from '../../../shared/runtime/bucket/bucket.ts';
import { ObjectChangedError, type ObjectStore } from '../../../shared/runtime/bucket/object-store.ts';

/** Rows of one kind as a file of JSON Lines. */
export interface RowFile {
  readonly kind: ImportBatch['files'][number]['kind'];
  readonly content: Buffer;
  readonly sha256: string;
  /** Those of objects that S3 encrypts with its own keys: https://docs.aws.amazon.com/AmazonS3/latest/API/API_Object.html */
  readonly etag: string;
}

const digest = (algorithm: 'md5' | 'sha256', content: Buffer): string =>
  createHash(algorithm).update(content).digest('hex');

/** The rows of a request as files of JSON Lines, one of each kind that has some. */
export const rowFiles = (
  rows: Readonly<Partial<Record<Camel<RowFile['kind']>, readonly object[] | undefined>>>,
): readonly RowFile[] =>
  IMPORT_KINDS.flatMap((kind) => {
    const given = rows[camelOf(kind)] ?? [];
    if (given.length === 0) return [];
    const content = Buffer.from(given.map((row) => `${JSON.stringify(row)}\n`).join(''));
    return { kind, content, sha256: digest('sha256', content), etag: digest('md5', content) };
  });

/** Far more than rejected rows of one request take. */
const MAX_PART_BYTES = 64 * 1024 ** 2;

/**
 * The bucket for imports of rows that are in memory: they are not read again, and presigned URLs spare the
 * client of S3, which takes longer to load than the rest of the function.
 */
export const createRowObjects = (
  bucket: Pick<Bucket, 'write' | 'readStart'>,
  batch: ImportBatch,
  rows: readonly RowFile[],
): ObjectStore => {
  const known = new Map(
    batch.files.flatMap(({ kind, objectKey }): [string, Uint8Array][] => {
      const content = rows.find((each) => each.kind === kind)?.content;
      return content === undefined ? [] : [[objectKey, content]];
    }),
  );
  const write: ObjectStore['write'] = async (key, content, contentType) => {
    const bytes = Buffer.from(content);
    await bucket.write(key, bytes, contentType);
    known.set(key, bytes);
  };
  const readWhole = async (key: string): Promise<Uint8Array> => {
    const content = known.get(key) ?? (await bucket.readStart(key, MAX_PART_BYTES));
    if (content === undefined) throw new ObjectChangedError('The rows have expired. Send them again.');
    return content;
  };
  const refuse = (): never => {
    throw new Error(
      `The import of rows ${batch.files.map((file) => importIdOf(batch, file)).join()} needs no such call.`,
    );
  };
  return {
    async *read(key) {
      yield await readWhole(key);
    },
    write,
    readWhole,
    copy: refuse,
    list: refuse,
    remove: refuse,
    async concatenate(key, start, parts, contentType) {
      const contents = await Promise.all(parts.map(readWhole));
      await write(key, Buffer.concat([Buffer.from(start), ...contents]), contentType);
    },
  };
};
