import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import {
  type FileMetaData,
  parquetMetadata,
  parquetReadObjects,
  parquetSchema,
  type SchemaTree,
} from 'hyparquet';
import { cellOf, isRecordHeader } from '../../../contract/records/record-csv.ts';
import { ImportInputError } from '../columns/column-mapping.ts';
import type { CsvRow, OnBytes, OpenedFile, SourceFile } from './opened-file.ts';

/** Whether a file that starts with these bytes is Parquet. */
export const isParquet = (start: Uint8Array): boolean =>
  Buffer.from(start.subarray(0, 4)).toString('latin1') === 'PAR1';

/** Files are read as a whole, because their description stands at the end. */
const MAX_BYTES = 256 * 1024 ** 2;
/** What one row group may hold uncompressed. */
const MAX_GROUP_BYTES = 512 * 1024 ** 2;

const COMPRESSORS = {
  GZIP: (input: Uint8Array) => new Uint8Array(gunzipSync(input, { maxOutputLength: MAX_GROUP_BYTES })),
  ZSTD: (input: Uint8Array) =>
    new Uint8Array(zstdDecompressSync(input, { maxOutputLength: MAX_GROUP_BYTES })),
  BROTLI: (input: Uint8Array) =>
    new Uint8Array(brotliDecompressSync(input, { maxOutputLength: MAX_GROUP_BYTES })),
};

const readWhole = async ({ name, open }: SourceFile, onBytes?: OnBytes): Promise<ArrayBuffer> => {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of open()) {
    bytes += chunk.length;
    onBytes?.(chunk.length);
    if (bytes > MAX_BYTES) {
      throw new ImportInputError(
        `${name} is a Parquet file of more than ${MAX_BYTES / 1024 ** 2} MB. Write it as several.`,
      );
    }
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks)).buffer;
};

/** The elements of a list, as the three-level form of Parquet has them. */
const elementOf = ({ element, children: [list] }: SchemaTree): SchemaTree | undefined =>
  element.converted_type === 'LIST' || element.logical_type?.type === 'LIST' ? list?.children[0] : undefined;

/** @param isOwn whether each field within a list has a column, as in an export of this service */
const pathsIn = (tree: SchemaTree, isOwn: boolean, parent: readonly string[] = []): readonly string[][] =>
  tree.children.flatMap((child) => {
    const path = [...parent, child.element.name];
    const element = elementOf(child);
    const within = element === undefined ? child : isOwn ? element : undefined;
    return within === undefined || within.children.length === 0 ? [path] : pathsIn(within, isOwn, path);
  });

/** A value as JSON has it. */
const plain = (value: unknown): unknown => {
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plain(each)]));
};

const valueAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((within, name) => (within === null ? null : Object(within)[name]), value);

/** Text as a cell has it: other values than one as JSON. */
const textAt = (record: unknown, path: readonly string[]): string => {
  const value = valueAt(record, path) ?? '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

const metadataOf = (name: string, file: ArrayBuffer): FileMetaData => {
  try {
    return parquetMetadata(file);
  } catch {
    throw new ImportInputError(`${name} is a damaged or incomplete Parquet file. Write it again.`);
  }
};

/** Opens a Parquet file as a table: its columns by their names, with dots for fields within others. */
export const openParquet = async (source: SourceFile): Promise<OpenedFile> => {
  const { name } = source;
  const metadata = metadataOf(name, await readWhole(source));
  const tree = parquetSchema(metadata);
  const namesOf = (all: readonly string[][]) => all.map((path) => path.join('.'));
  const own = pathsIn(tree, true);
  const isOwn = isRecordHeader(namesOf(own));
  const paths = isOwn ? own : pathsIn(tree, false);
  const cell = (record: object, path: string[]) => (isOwn ? cellOf(record, path) : textAt(record, path));
  const header = namesOf(paths);
  if (metadata.row_groups.some(({ total_byte_size }) => Number(total_byte_size) > MAX_GROUP_BYTES)) {
    throw new ImportInputError(
      `${name} has row groups of more than ${MAX_GROUP_BYTES / 1024 ** 2} MB. Write it with smaller ones.`,
    );
  }
  return {
    format: 'parquet',
    encoding: null,
    layout: { header, delimiter: ',', isRejects: false },
    async *rows(onBytes) {
      const file = await readWhole(source, onBytes);
      let rowStart = 0;
      for (const { num_rows } of metadata.row_groups) {
        const rowEnd = rowStart + Number(num_rows);
        const options = { file, metadata, rowStart, rowEnd, compressors: COMPRESSORS };
        const records = await parquetReadObjects(options).catch((error: unknown) => {
          const reason = error instanceof Error ? error.message : String(error);
          throw new ImportInputError(`${name} cannot be read as Parquet: ${reason}.`, { cause: error });
        });
        const first = rowStart + 1;
        yield records.map((record, index): CsvRow => {
          const values = Object(plain(record));
          return { line: first + index, cells: paths.map((path) => cell(values, path)) };
        });
        rowStart = rowEnd;
      }
    },
  };
};
