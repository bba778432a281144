import { createHash } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { parquetReadObjects } from 'hyparquet';
import type { ExportFormat } from '../../../shared/contract/exports/export-limits.ts';
import { recordOfCells } from '../../../shared/contract/records/record-csv.ts';
import { restored } from '../../../shared/runtime/own-csv.ts';

type Values = Readonly<Record<string, unknown>>;

/** The records of a CSV file of an export. */
const recordsOfCsv = (text: string): readonly Values[] => {
  const [header = [], ...rows] = parse(text, { bom: true }) as readonly string[][];
  return rows.map((cells) => recordOfCells(header, cells.map(restored)));
};

/** The JSON that a value of a Parquet file stands for. */
const jsonOf = (value: unknown): unknown => {
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map(jsonOf);
  if (typeof value !== 'object' || value === null) return value ?? null;
  return Object.fromEntries(Object.entries(value).map(([name, within]) => [name, jsonOf(within)]));
};

const recordsOfParquet = async (content: Uint8Array): Promise<readonly Values[]> => {
  const file = new Uint8Array(content).buffer;
  return (await parquetReadObjects({ file })).map((record) => jsonOf(record) as Values);
};

/** The records in a file of an export, with their fields in order of name. */
export const recordsOfFile = async (
  format: ExportFormat,
  content: Uint8Array,
): Promise<readonly Values[]> => {
  if (format === 'parquet') return recordsOfParquet(content);
  const text = Buffer.from(content).toString('utf8');
  if (format === 'csv') return recordsOfCsv(text);
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
};

export const sha256Of = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');
