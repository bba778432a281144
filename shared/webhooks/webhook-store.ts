import type { TableReader } from '../table/reader.ts';
import type { TableWriter } from '../table/writer.ts';

/** The table, as the operations on webhook endpoints and their deliveries use it. */
export interface WebhookStore {
  readonly reader: TableReader;
  readonly writer: TableWriter;
}
