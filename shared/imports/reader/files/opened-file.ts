import type { FileFormat } from '../../../contract/imports/import-limits.ts';
import type { CsvLayout } from './rejects-file.ts';
import type { Encoding } from './text-lines.ts';

/** A file to import from. */
export interface SourceFile {
  /** How reports name the file. */
  readonly name: string;
  /** Reads the file from its start. Called more than once. May be compressed with gzip. */
  open(): AsyncIterable<Uint8Array>;
}

/** A row that could not be read at all. */
export interface UnreadableRow {
  readonly line: number;
  readonly problem: string;
  /** The row as far as it was understood. */
  readonly row: unknown;
  /** Its cells in a CSV file, as far as they can be told apart. */
  readonly cells?: readonly string[];
}

/** A row of a table: of CSV, Parquet, or JSON of a vendor. */
export interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
  /** Columns absent from the row. Default: none. A blank cell is present, and means no value. */
  readonly absent?: ReadonlySet<number>;
}

export interface JsonRow {
  readonly line: number;
  readonly value: Readonly<Record<string, unknown>>;
  /** Why another import rejected it, in a file of rejected rows. */
  readonly reason?: unknown;
}

/** A file whose format is known. Each call of `rows` reads it from the start. */
export type OpenedFile = {
  readonly format: FileFormat;
  /** Of text; null for Parquet. */
  readonly encoding: Encoding | null;
} & (
  | {
      /** Its header is empty if the file is. */
      readonly layout: CsvLayout;
      rows(onBytes?: OnBytes): RowBatches<CsvRow>;
    }
  | { readonly layout?: undefined; rows(onBytes?: OnBytes): RowBatches<JsonRow> }
);

export type RowBatches<Row> = AsyncIterable<readonly (Row | UnreadableRow)[]>;

/** Called with the size of each chunk that was read, before it is decompressed. */
export type OnBytes = (bytes: number) => void;
