import type { TableReader } from './reader.ts';
import type { TableWriter } from './writer.ts';

/** Read and write access to the table. */
export interface Table {
  readonly reader: TableReader;
  readonly writer: TableWriter;
}
