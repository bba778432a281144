import { type CallOptions, type CreateOptions, type Requests, recordPath } from './requests.ts';
import type { components } from './schema.ts';
import { pollWhile } from './wait.ts';

type Import = components['schemas']['Import'];
/** The body of an import, with the sizes of its files. */
export type CreateImportBody = components['schemas']['CreateImportBody'];
type ImportFile = NonNullable<CreateImportBody['files']>[number];
type ImportKind = ImportFile['kind'];
type RowKind = keyof NonNullable<CreateImportBody['rows']>;
type Row = Record<string, unknown>;

/** The content of a file: CSV, or JSON Lines. Text and bytes are verified by their SHA-256. */
export type FileContent = string | Uint8Array<ArrayBuffer> | Blob;

/** Records of one source, as rows or as files. */
export type NewImport = Pick<CreateImportBody, 'source' | 'settings'> &
  (
    | {
        /** Any number: more than 500 are sent as files of JSON Lines. */
        readonly rows: Readonly<Partial<Record<RowKind, Row[]>>>;
        readonly files?: undefined;
      }
    | { readonly files: Readonly<Partial<Record<ImportKind, FileContent>>>; readonly rows?: undefined }
  );

/** Thrown for an import that has failed or expired, or whose file cannot be uploaded. Imported rows are kept. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
  readonly import: Import;

  constructor(failed: Import, message: string) {
    super(message);
    this.import = failed;
  }
}

/** Rows that one request takes, and the maximum of its body in UTF-16 code units, less some for the rest. */
const MAX_ROWS = 500;
const MAX_CHARACTERS = 1_900_000;

const RUNNING: readonly Import['state'][] = ['awaiting_files', 'queued', 'running'];

const isRunning = ({ state }: Import): boolean => RUNNING.includes(state);

const hexOf = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** The kind of a file, which rows name in camel case. */
const fileKindOf = (kind: RowKind) =>
  kind.replace(/[A-Z]/, (letter) => `-${letter.toLowerCase()}`) as ImportKind;

const entriesOf = <K extends string, T>(byKind: Readonly<Partial<Record<K, T>>>): [K, T][] =>
  Object.entries(byKind).flatMap(([kind, value]) => (value === undefined ? [] : [[kind as K, value as T]]));

const jsonLines = (rows: readonly Row[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

/** The rows of an import as files, if they are too many for one request. */
const filesOf = ({ rows, files }: NewImport): readonly (readonly [ImportKind, FileContent])[] => {
  if (files !== undefined) return entriesOf(files);
  const texts = entriesOf(rows)
    .filter(([, each]) => each.length > 0)
    .map(([kind, each]) => [fileKindOf(kind), jsonLines(each)] as const);
  const count = entriesOf(rows).reduce((sum, [, each]) => sum + each.length, 0);
  const characters = texts.reduce((sum, [, text]) => sum + text.length, 0);
  return count <= MAX_ROWS && characters <= MAX_CHARACTERS ? [] : texts;
};

/** A file with its size, and its SHA-256 unless it may not fit into memory. */
const announced = async (kind: ImportKind, content: FileContent, format: ImportFile['format']) => {
  const known = { kind, ...(format !== undefined && { format }) };
  if (content instanceof Blob) return { file: { ...known, bytes: content.size }, content };
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const sha256 = hexOf(await crypto.subtle.digest('SHA-256', bytes));
  return { file: { ...known, bytes: bytes.byteLength, sha256 }, content: new Blob([bytes]) };
};

/** The operations on imports. See `SalesDataClient`. */
export const createImports = ({ get, post, upload }: Requests) => {
  const create = (body: CreateImportBody, options?: CreateOptions): Promise<Import> =>
    post<'createImport'>('/v1/import', body, options);

  const read = (id: string, call?: CallOptions): Promise<Import> =>
    get<'getImport'>(recordPath('import', id), {}, call);

  const start = async (source: NewImport, options: CreateOptions, call: CallOptions): Promise<Import> => {
    const { rows, files, ...common } = source;
    const contents = filesOf(source);
    if (rows !== undefined && contents.length === 0) return create({ ...common, rows }, options);
    const format = files === undefined ? 'jsonl' : undefined;
    const all = await Promise.all(contents.map(([kind, content]) => announced(kind, content, format)));
    const created = await create({ ...common, files: all.map(({ file }) => file) }, options);
    for (const { kind, uploadUrl, uploadHeaders } of created.files) {
      const content = all.find(({ file }) => file.kind === kind)?.content;
      // An earlier call with the same `idempotencyKey` may have uploaded it.
      if (uploadUrl === null || content === undefined) continue;
      const headers = Object.fromEntries(uploadHeaders.map(({ name, value }) => [name, value]));
      const status = await upload(uploadUrl, headers, content, call);
      if (status === 200) continue;
      const detail = `${new URL(uploadUrl).origin} responded with status ${status}.`;
      throw new ImportError(created, `The file of ${kind} cannot be uploaded: ${detail}`);
    }
    return created;
  };

  const run = async (source: NewImport | string, options: CreateOptions = {}): Promise<Import> => {
    const { idempotencyKey: _, ...call } = options;
    const first = await (typeof source === 'string' ? read(source, call) : start(source, options, call));
    const shown = await pollWhile(first, isRunning, ({ id }) => read(id, call), call.signal);
    const { id, state, problem } = shown;
    if (state === 'failed' || state === 'expired') {
      throw new ImportError(shown, `The import ${id} has ${state}: ${problem ?? 'Start another one.'}`);
    }
    return shown;
  };

  return { create, read, run };
};
