import { type CallOptions, type CreateOptions, type Requests, recordPath } from './requests.ts';
import type { components } from './schema.ts';
import { pollWhile } from './wait.ts';

type Export = components['schemas']['Export'];

/** What to export: a resource, in a format, and optionally only some of its fields or records. */
export type NewExport = components['schemas']['CreateExportBody'];

/** The `idempotencyKey` is not used for an export that exists. */
export type DownloadOptions = CreateOptions;

/** A file that is complete and undamaged. */
export interface DownloadedFile {
  /** Such as `people-2026-01-31-1.csv`. */
  readonly name: string;
  readonly recordCount: number;
  readonly content: Uint8Array<ArrayBuffer>;
}

/** A completed export. */
export interface Download {
  readonly export: Export;
  /** The `cursor` for `changes`, which has all changes that the files may lack, without a gap. */
  readonly eventCursor: string;
  /** Downloads the files, in order. Each record is in one of them, once. */
  readonly files: AsyncGenerator<DownloadedFile, void, undefined>;
}

/** Thrown for an export that has no files, or a file that is not what the service wrote. */
export class ExportError extends Error {
  override readonly name = 'ExportError';
  readonly export: Export;

  constructor(failed: Export, message: string) {
    super(message);
    this.export = failed;
  }
}

const isRunning = ({ state }: Export): boolean => state === 'queued' || state === 'running';

const hexOf = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** The cursor of an export that has ended. Throws ExportError unless it has files. */
const completed = (ended: Export): string => {
  const { id, state, eventCursor, problem } = ended;
  if (state === 'completed' && eventCursor !== null) return eventCursor;
  const end = state === 'expired' ? 'has expired' : 'has failed';
  throw new ExportError(ended, `The export ${id} ${end}: ${problem ?? 'Start another export.'}`);
};

/** The operations on exports. See `SalesDataClient`. */
export const createExports = ({ get, post, file: fetchFile }: Requests) => {
  const create = (body: NewExport, options?: CreateOptions): Promise<Export> =>
    post<'createExport'>('/v1/export', body, options);

  const read = (id: string, call?: CallOptions): Promise<Export> =>
    get<'getExport'>(recordPath('export', id), {}, call);

  const downloadFile = async (ended: Export, index: number, call: CallOptions): Promise<DownloadedFile> => {
    const file = ended.files[index];
    if (file === undefined) throw new ExportError(ended, `The export ${ended.id} has lost a file.`);
    const { url, name, bytes, sha256, recordCount } = file;
    const { response, content } = await fetchFile(url, call);
    if (!response.ok) {
      const detail = `${new URL(url).origin} responded with status ${response.status}.`;
      throw new ExportError(
        ended,
        `The file ${name} of the export ${ended.id} cannot be downloaded: ${detail}`,
      );
    }
    const isComplete = content.byteLength === bytes;
    if (!isComplete || hexOf(await crypto.subtle.digest('SHA-256', content)) !== sha256) {
      const detail = isComplete
        ? 'its SHA-256 differs'
        : `it has ${content.byteLength} bytes instead of ${bytes}`;
      const message = `The file ${name} of the export ${ended.id} is damaged: ${detail}. Download it again.`;
      throw new ExportError(ended, message);
    }
    return { name, recordCount, content: new Uint8Array(content) };
  };

  async function* filesOf(
    { id, files }: Export,
    call: CallOptions,
  ): AsyncGenerator<DownloadedFile, void, undefined> {
    for (const index of files.keys()) {
      // The addresses that the export had before may have expired while the caller stored other files.
      const current = await read(id, call);
      completed(current);
      yield await downloadFile(current, index, call);
    }
  }

  const download = async (
    source: NewExport | string,
    { idempotencyKey, ...call }: DownloadOptions = {},
  ): Promise<Download> => {
    const own = idempotencyKey === undefined ? call : { ...call, idempotencyKey };
    const first = await (typeof source === 'string' ? read(source, call) : create(source, own));
    const shown = await pollWhile(first, isRunning, ({ id }) => read(id, call), call.signal);
    return { export: shown, eventCursor: completed(shown), files: filesOf(shown, call) };
  };

  return { create, read, download };
};
