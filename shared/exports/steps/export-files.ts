import { createHash, randomUUID } from 'node:crypto';
import type { ObjectStore } from '../../runtime/bucket/object-store.ts';
import { forEachConcurrently } from '../../runtime/concurrency.ts';
import type { Export, ExportFile } from '../export.ts';
import type { FileWriter } from '../formats/file-writer.ts';
import { FILE_FORMATS } from '../formats/formats.ts';
import { newObjectKey } from '../object-keys.ts';
import type { ExportedFields } from './file-fields.ts';

/** Bounds of a file: what an invocation holds in memory, and a spreadsheet opens. */
export interface FileLimits {
  readonly records: number;
  readonly bytes: number;
}

export const FILE_LIMITS: FileLimits = { records: 100_000, bytes: 64 * 1024 * 1024 };

/** Objects with the ids of a file, of up to 1.6 MB, that are read at a time. */
const READS_AT_A_TIME = 4;

/** The bytes of an id in the object that lists those of a file. */
const ID_BYTES = 16;

const bytesOfId = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');

/** The ids that an object lists, each in hexadecimal without hyphens. */
function* idsIn(bytes: Uint8Array): Generator<string> {
  const hex = Buffer.from(bytes).toString('hex');
  for (let at = 0; at < hex.length; at += ID_BYTES * 2) yield hex.slice(at, at + ID_BYTES * 2);
}

/** The file of an export that is being written. It holds no record twice. */
export class ExportFiles {
  readonly #objects: ObjectStore;
  readonly #fields: ExportedFields;
  readonly #limits: FileLimits;
  #file: FileWriter | undefined;
  readonly #ids = new Set<string>();
  #columns: readonly string[] | undefined;

  constructor(objects: ObjectStore, fields: ExportedFields, limits: FileLimits) {
    this.#objects = objects;
    this.#fields = fields;
    this.#limits = limits;
  }

  get isFull(): boolean {
    return this.#ids.size >= this.#limits.records || (this.#file?.bytes ?? 0) >= this.#limits.bytes;
  }

  get isEmpty(): boolean {
    return this.#ids.size === 0;
  }

  async add(item: Export, id: string, record: object): Promise<void> {
    if (this.#ids.has(id)) return;
    this.#ids.add(id);
    const file = await this.#open(item);
    await file.add(record);
  }

  /** Those of these ids that no file of the export holds, in their order. Reads the ids of all files. */
  async without(item: Export, ids: Iterable<string>): Promise<readonly string[]> {
    const missing = new Map([...ids].map((id) => [id.replaceAll('-', ''), id]));
    for (const id of this.#ids) missing.delete(id.replaceAll('-', ''));
    await forEachConcurrently(missing.size === 0 ? [] : item.files, READS_AT_A_TIME, async ({ idsKey }) => {
      if (missing.size === 0) return;
      for (const id of idsIn(await this.#objects.readWhole(idsKey))) missing.delete(id);
    });
    return [...missing.values()];
  }

  /** Stores the file, also an empty one. The caller then saves it with the export. */
  async store(item: Export): Promise<ExportFile> {
    const { contentType } = FILE_FORMATS[item.format];
    const content = await (await this.#open(item)).finish();
    const name = `file-${item.files.length + 1}`;
    const suffix = randomUUID();
    const file: ExportFile = {
      key: newObjectKey(item, name, suffix),
      idsKey: newObjectKey(item, `${name}-ids`, suffix),
      bytes: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
      recordCount: this.#ids.size,
    };
    await this.#objects.write(file.key, content, contentType);
    const ids = Buffer.concat([...this.#ids].map(bytesOfId));
    await this.#objects.write(file.idsKey, ids, 'application/octet-stream');
    this.#file = undefined;
    this.#ids.clear();
    return file;
  }

  /**
   * Stores the columns that all files of an export have, when it starts: tools drop a column, or shift
   * values,
   * if later files have others. The caller then saves the key with the export.
   */
  async storeColumns(item: Export): Promise<string | null> {
    this.#columns = item.format === 'csv' ? await this.#fields.readColumns() : [];
    if (this.#columns.length === 0) return null;
    const key = newObjectKey(item, 'columns', randomUUID());
    await this.#objects.write(key, JSON.stringify(this.#columns), 'application/json');
    return key;
  }

  async #open(item: Export): Promise<FileWriter> {
    this.#columns ??= await this.#readColumns(item);
    this.#file ??= await FILE_FORMATS[item.format].create(this.#fields.ofFiles(this.#columns));
    return this.#file;
  }

  async #readColumns({ columnsKey }: Export): Promise<readonly string[]> {
    if (columnsKey === null) return [];
    return JSON.parse(Buffer.from(await this.#objects.readWhole(columnsKey)).toString('utf8'));
  }
}
