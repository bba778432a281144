import type { TableReader } from './reader.ts';
import type { TableWriter } from './writer.ts';

/** The table, to read and to write. */
export interface Table {
  readonly reader: TableReader;
  readonly writer: TableWriter;
}
