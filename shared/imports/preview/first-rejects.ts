import { REASON_COLUMN } from '../../runtime/own-csv.ts';
import { CsvRecords } from '../reader/files/csv-records.ts';
import { parseReason } from '../reader/files/rejects-file.ts';
import type { RejectsFormat } from '../reader/files/rejects-format.ts';
import { readTextLines } from '../reader/files/text-lines.ts';

/** How much of a file of rejected rows is read. */
export const FIRST_REJECTS_BYTES = 64 * 1024;

const MAX_ROWS = 20;
/** UTF-16 code units of one reason, which may quote a cell. */
const MAX_REASON_LENGTH = 300;

/** Where a rejected row is in the imported file, and why it was rejected. */
export interface FirstReject {
  readonly line: number;
  readonly reason: string;
}

async function* linesOf(start: Uint8Array) {
  yield* readTextLines(
    (async function* () {
      yield start;
    })(),
  );
}

const csvReasons = async (start: Uint8Array): Promise<readonly string[]> => {
  const records = new CsvRecords();
  const rows: (readonly string[])[] = [];
  for await (const batch of linesOf(start)) {
    for (const record of records.push(batch)) rows.push('cells' in record ? record.cells : []);
  }
  const [header = [], ...rejected] = rows;
  return rejected.flatMap((cells) => cells[header.length - 1] ?? []);
};

const jsonReasons = async (start: Uint8Array): Promise<readonly string[]> => {
  const reasons: string[] = [];
  for await (const batch of linesOf(start)) {
    reasons.push(...batch.map(({ text }) => String(Object(JSON.parse(text))[REASON_COLUMN])));
  }
  return reasons;
};

const REASONS = { csv: csvReasons, jsonl: jsonReasons } as const;

/** Reads the first rows of a file of rejected rows. */
export const firstRejects = async (
  start: Uint8Array,
  format: RejectsFormat,
  limit = MAX_ROWS,
): Promise<readonly FirstReject[]> => {
  const lines = start.subarray(0, start.lastIndexOf(0x0a) + 1);
  const reasons = await REASONS[format](lines);
  return reasons
    .flatMap((text) => parseReason(text) ?? [])
    .slice(0, limit)
    .map(({ line, reason }) => ({
      line,
      reason: reason.length > MAX_REASON_LENGTH ? `${reason.slice(0, MAX_REASON_LENGTH)}…` : reason,
    }));
};
