import type { ImportMessage } from '../../../shared/imports/import-repository.ts';
import type { Bucket } from '../../../shared/runtime/bucket/bucket.ts';
import type { Messages } from '../../../shared/runtime/sqs-messages.ts';
import type { Table } from '../../../shared/table/table.ts';

/** What the operations on imports work with. */
export interface ImportDependencies {
  readonly table: Table;
  readonly bucket: Bucket;
  readonly messages: Messages<ImportMessage>;
}
