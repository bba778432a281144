import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { queuedImport } from '../../../shared/imports/batches/advance-batch.ts';
import { receiveFile } from '../../../shared/imports/batches/receive-file.ts';
import { createDroppedImport, type DroppedFile } from '../../../shared/imports/create-dropped-import.ts';
import type { Import } from '../../../shared/imports/import.ts';
import { IMPORTS, type ImportMessage } from '../../../shared/imports/import-repository.ts';
import { RECEIVED_PREFIX, reportKeyOf } from '../../../shared/imports/object-keys.ts';
import { droppedKey, type OtherBucket } from '../../../shared/imports/other-buckets.ts';
import type { StepDependencies } from '../../../shared/imports/steps/row-import.ts';
import { runStep } from '../../../shared/imports/steps/run-step.ts';
import { runUndoStep } from '../../../shared/imports/undo/undo-step.ts';
import { ObjectChangedError } from '../../../shared/runtime/bucket/object-store.ts';
import type { Messages } from '../../../shared/runtime/sqs-messages.ts';
import { advanceByMessage } from '../../runtime/advance-by-message.ts';
import { handleMessages } from '../../runtime/message-batch.ts';
import { type DroppedObject, readQueueMessage } from './notification.ts';

export interface ImportDependencies extends StepDependencies {
  readonly messages: Messages<ImportMessage>;
  /** The name of the bucket that `objects` reads. */
  readonly bucket: string;
  /** Others whose objects are imported, too. Default: none */
  readonly otherBuckets?: readonly OtherBucket[];
}

/**
 * One line per import that ended; CloudWatch counts those that failed
 * (infra/constructs/platform/metrics.ts).
 */
const logEnd = ({ id, organizationId, kind, source, status, problem }: Import): void =>
  console.info({ import: id, organizationId, kind, source, status, problem });

/** Starts the imports of new objects, and runs the steps of imports and of their undos. */
export const createImporter = (dependencies: ImportDependencies) => {
  const { table, objects } = dependencies;

  const advance = async (
    { importId: id, ...scope }: ImportMessage,
    record: SQSRecord,
    context: Pick<Context, 'getRemainingTimeInMillis'>,
  ): Promise<void> => {
    const ended = await advanceByMessage(
      {
        ...dependencies,
        store: IMPORTS,
        progressOf: ({ status, progress, undo }) => (status === 'undoing' ? undo?.deleted : progress?.rows),
        runStep: (item, step) =>
          (item.status === 'undoing' ? runUndoStep : runStep)(dependencies, item, step),
      },
      { scope, id },
      record,
      context,
    );
    if (ended === undefined) return;
    logEnd(ended);
    const next = await queuedImport(table.reader, ended);
    if (next !== undefined) await IMPORTS.start(dependencies.messages, next);
  };

  /**
   * An object of another bucket as if it were dropped into that of the stack.
   *
   * @returns `undefined` for one below no prefix that is imported
   * @throws Error if no object of the bucket is
   */
  const inOwnBucket = (object: DroppedObject): Omit<DroppedFile, 'droppedBy'> | undefined => {
    if (object.bucket === dependencies.bucket) return object;
    const other = dependencies.otherBuckets?.find(({ name }) => name === object.bucket);
    if (other === undefined) throw new Error(`Objects of the bucket ${object.bucket} are not imported.`);
    const found = other.prefixes.find(({ prefix }) => object.key.startsWith(prefix));
    return (
      found && {
        ...object,
        key: droppedKey(found, object.key),
        copyTo: (key) => objects.copy(object, key),
      }
    );
  };

  const drop = async ({ principalId, ipAddress, ...object }: DroppedObject): Promise<Import | undefined> => {
    const file = inOwnBucket({ principalId, ipAddress, ...object });
    if (file === undefined) {
      console.warn({ problem: 'No setting imports this object.', bucket: object.bucket, key: object.key });
      return undefined;
    }
    if (file.copyTo === undefined && file.key.startsWith(RECEIVED_PREFIX)) return receiveFile(table, file);
    const droppedBy = { id: principalId, name: principalId, from: ipAddress };
    const created = await createDroppedImport(table, { ...file, droppedBy }).catch((error: unknown) => {
      if (!(error instanceof ObjectChangedError)) throw error;
      // The revision that replaced it has a notification of its own.
      console.warn({ problem: error.message, bucket: object.bucket, key: object.key });
      return undefined;
    });
    if (created === undefined || 'id' in created) return created;
    const { problem } = created;
    console.warn({ problem, key: file.key });
    const report = { status: 'failed', problem };
    await objects.write(reportKeyOf(file.key), `${JSON.stringify(report, null, 2)}\n`, 'application/json');
    return undefined;
  };

  return async (
    event: SQSEvent,
    context: Pick<Context, 'getRemainingTimeInMillis'>,
  ): Promise<SQSBatchResponse> => {
    const { response, errors } = await handleMessages(event, context, async (record) => {
      const message = readQueueMessage(record.body);
      if ('importId' in message) return advance(message, record, context);
      // A notification has one object.
      for (const object of message.dropped) {
        const item = await drop(object);
        if (item !== undefined) await advance(IMPORTS.kind.messageOf(item, item.id), record, context);
      }
    });
    for (const error of errors) console.error(error);
    return response;
  };
};
