import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { ImportInputError } from '../columns/column-mapping.ts';

/** The first bytes of a gzip file (RFC 1952). */
const MAGIC = [0x1f, 0x8b];

const isDamage = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');

/** How often its own size a file may expand to. Sales data expands 3 to 30 times. */
const MAX_EXPANSION = 100;

/** The expansion of less counts for nothing: it takes seconds. */
const COUNTED_BYTES = 64 * 1024 ** 2;

async function* gunzipped(name: string, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let [read, written] = [0, 0];
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      read += chunk.length;
      yield chunk;
    }
  }
  // Errors of both streams reach the iteration below.
  const output = pipeline(Readable.from(counted()), createGunzip(), () => undefined);
  try {
    for await (const chunk of output) {
      written += chunk.length;
      if (written > COUNTED_BYTES && written > read * MAX_EXPANSION) {
        throw new ImportInputError(
          `${name} expands to more than ${MAX_EXPANSION} times its size. ` +
            'Remove blank or repeated rows, or upload it uncompressed.',
        );
      }
      yield chunk;
    }
  } catch (error) {
    if (!isDamage(error)) throw error;
    throw new ImportInputError(
      `${name} is a damaged or incomplete gzip file. Compress the data and upload it again.`,
      { cause: error },
    );
  }
}

/** The same bytes, of which the first chunk has at least so many, or all. */
export async function* withStart(
  chunks: AsyncIterable<Uint8Array>,
  bytes: number,
): AsyncGenerator<Uint8Array> {
  let start = Buffer.alloc(0);
  let isStarted = false;
  for await (const chunk of chunks) {
    if (isStarted) {
      yield chunk;
      continue;
    }
    start = Buffer.concat([start, chunk]);
    if (start.length < bytes) continue;
    isStarted = true;
    yield start;
  }
  if (!isStarted && start.length > 0) yield start;
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
  const started = withStart(chunks, MAGIC.length);
  const { value: start, done } = await started.next();
  if (done === true) return;
  async function* whole(): AsyncGenerator<Uint8Array> {
    try {
      yield start;
      yield* started;
    } finally {
      await started.return(undefined);
    }
  }
  yield* MAGIC.every((byte, at) => start[at] === byte) ? gunzipped(name, whole()) : whole();
}

const EXPORT_CSV = 'Open it in a spreadsheet and save it as "CSV UTF-8 (Comma delimited)"';

/** The first bytes of files that are often mistaken for CSV, as Latin-1 text. */
const SIGNATURES: readonly (readonly [start: string, format: string, advice: string])[] = [
  ['PK\x03\x04', 'an Excel workbook (.xlsx) or another ZIP archive', EXPORT_CSV],
  ['\xd0\xcf\x11\xe0', 'an Excel 97-2003 workbook (.xls)', EXPORT_CSV],
  ['\x1f\x8b', 'compressed with gzip twice', 'Decompress it first: gunzip FILE'],
  ['%PDF', 'a PDF document', 'Export the data as CSV from the system it is from'],
];

/** Text formats that are often mistaken for CSV or JSON Lines. */
const TEXTS: readonly (readonly [start: RegExp, format: string, advice: string])[] = [
  [
    /^<(?:!doctype\s+html|html|head|meta|table|body)\b/i,
    'an HTML page',
    'Some systems save "Excel" exports so, and an expired sign-in also downloads one. ' +
      'Export the data again as CSV',
  ],
  [
    /^<(?:\?xml\b|[a-z][\w:-]*[\s>/])/i,
    'an XML document',
    'Export the data as CSV from the system it is from',
  ],
  [
    /^BEGIN:(?:VCARD|VCALENDAR)\b/i,
    'a vCard or iCalendar file',
    'Export the contacts as CSV from the system they are from',
  ],
  [
    /^(?:version:\s*1\s+)?dn::?\s/i,
    'an LDIF file of a directory',
    'Export the entries as CSV from the directory or address book',
  ],
  [/^\[\s*(?:[{\]]|$)/, 'a JSON array', "JSON Lines has one object per line: jq -c '.[]' FILE > FILE.jsonl"],
  [
    /^\{\s*\r?\n\s*"|^\{\s*$/,
    'JSON over several lines',
    "JSON Lines has one object per line: jq -c '.' FILE > FILE.jsonl, or jq -c '.data[]' for a list in it",
  ],
];

const formatOf = (start: Uint8Array): readonly [format: string, advice: string] | undefined => {
  const bytes = Buffer.from(start.buffer, start.byteOffset, Math.min(start.byteLength, 1024));
  const binary = bytes.toString('latin1');
  const signature = SIGNATURES.find(([signed]) => binary.startsWith(signed));
  const text = bytes.toString('utf8').replace(/^[\uFEFF\s]+/, '');
  const found = signature ?? TEXTS.find(([pattern]) => pattern.test(text));
  return found && [found[1], found[2]];
};

/** Throws an ImportInputError that names the format of a file which is neither CSV nor JSON Lines. */
export const assertTextFormat = (name: string, start: Uint8Array): void => {
  const found = formatOf(start);
  if (found === undefined) return;
  throw new ImportInputError(`${name} is ${found[0]}, not CSV, JSON Lines or Parquet. ${found[1]}.`);
};
