import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { type ImportBatch, importIdOf } from '../../../shared/imports/batches/import-batch.ts';
import type { Import } from '../../../shared/imports/import.ts';
import { IMPORTS, type ImportMessage, readImport } from '../../../shared/imports/import-repository.ts';
import { runStep } from '../../../shared/imports/steps/run-step.ts';
import { advanceJob } from '../../../shared/jobs/advance-job.ts';
import { isTransient } from '../../../shared/jobs/job-step.ts';
import type { ObjectStore } from '../../../shared/runtime/bucket/object-store.ts';
import type { Messages } from '../../../shared/runtime/sqs-messages.ts';
import type { Table } from '../../../shared/table/table.ts';
import type { KeyPrincipal } from '../../http/key-principal.ts';

export interface RowDependencies {
  readonly table: Table;
  readonly messages: Messages<ImportMessage>;
}

/** Longer than a request, so that its lease is not renewed. */
const LEASE_MILLISECONDS = 60_000;

const MIN_WAIT_MILLISECONDS = 20;
const MAX_WAIT_MILLISECONDS = 250;

/**
 * Imports the rows of a request in the request: takes the turn of each import in its line and runs its step,
 * as `import-files` does for messages. Whatever is left at the deadline continues there.
 *
 * @param deadline in milliseconds since 1970
 * @returns those that it ended
 */
export const importRows = async (
  { table, messages, objects }: RowDependencies & { readonly objects: ObjectStore },
  principal: Pick<KeyPrincipal, 'organizationId'>,
  batch: ImportBatch,
  deadline: number,
): Promise<readonly Import[]> => {
  const { organizationId } = principal;
  const remaining = () => deadline - Date.now();
  const dependencies = {
    table,
    objects,
    messages,
    store: IMPORTS,
    leaseMilliseconds: LEASE_MILLISECONDS,
    checkpointMilliseconds: LEASE_MILLISECONDS,
    progressOf: ({ progress }: Import) => progress?.rows,
  };
  const advance = (scope: Pick<Import, 'organizationId' | 'kind'>, id: string): Promise<Import | undefined> =>
    advanceJob(
      {
        ...dependencies,
        runStep: (item, owner) =>
          runStep(dependencies, item, { owner, remaining, isLastAttempt: false, isGivenUp: false }),
      },
      scope,
      id,
      randomUUID(),
    );
  const ends: Import[] = [];
  for (const file of batch.files) {
    const scope = { organizationId, kind: file.kind };
    const id = importIdOf(batch, file);
    try {
      let wait = MIN_WAIT_MILLISECONDS;
      for (;;) {
        const ended = await advance(scope, id);
        if (ended !== undefined) {
          ends.push(ended);
          break;
        }
        const stored = await readImport(table.reader, organizationId, id);
        if (stored === undefined || stored.queuedAt === null || remaining() <= 0) break;
        // Another import of the kind has its turn, or `import-files` runs this one.
        await setTimeout(wait);
        wait = Math.min(wait * 2, MAX_WAIT_MILLISECONDS);
      }
    } catch (error) {
      if (!isTransient(error)) console.error(error);
      await messages.send(IMPORTS.kind.messageOf(scope, id));
      break;
    }
  }
  return ends;
};
