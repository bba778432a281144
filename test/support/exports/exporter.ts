import type { SQSEvent } from 'aws-lambda';
import { createExporter } from '../../../functions/exports/write-exports/handler.ts';
import type { Actor } from '../../../shared/audit-log/audit-entry.ts';
import type { Export, ExportSelection } from '../../../shared/exports/export.ts';
import type { ExportMessage } from '../../../shared/exports/export-message.ts';
import { EXPORTS, readExport } from '../../../shared/exports/export-repository.ts';
import { createOperations, newExport } from '../../../shared/exports/new-export.ts';
import type { StepDependencies } from '../../../shared/exports/steps/export-step.ts';
import type { Messages } from '../../../shared/runtime/sqs-messages.ts';
import type { Table } from '../../../shared/table/table.ts';
import { untilIdle } from '../jobs/until-idle.ts';
import { ACTOR } from '../keys/key-fixture.ts';
import { MemoryObjects } from '../platform/memory-objects.ts';

const WHOLE: ExportSelection = {
  resource: 'person',
  format: 'jsonl',
  fields: null,
  changedSince: null,
  callListId: null,
  includesContactDetails: true,
};

interface Message {
  readonly body: string;
  receives: number;
}

/** The function `write-exports`, with a bucket and a queue in memory. */
export const createTestExporter = (table: Table, options: Partial<StepDependencies> = {}) => {
  const objects = new MemoryObjects();
  const queue: Message[] = [];
  /** Milliseconds left, at each call. */
  let remaining = () => 900_000;
  const messages: Messages<ExportMessage> = {
    send: async (message) => void queue.push({ body: JSON.stringify(message), receives: 0 }),
  };
  const exporter = createExporter({
    table,
    objects,
    messages,
    leaseMilliseconds: 60_000,
    settleMilliseconds: 0,
    ...options,
  });
  return {
    objects,
    queue,
    limitTime(left: () => number) {
      remaining = left;
    },
    async create(
      organizationId: string,
      selection: Partial<ExportSelection> = {},
      actor: Actor = ACTOR,
    ): Promise<Export> {
      const created = newExport(organizationId, { ...WHOLE, ...selection }, actor, new Date());
      await table.writer.transact([...createOperations(created)]);
      queue.push({ body: JSON.stringify({ organizationId, exportId: created.id }), receives: 0 });
      return created;
    },
    /** Returns whether the message is done. */
    async receive(message: Message): Promise<boolean> {
      message.receives += 1;
      const record = {
        messageId: '1',
        body: message.body,
        attributes: { ApproximateReceiveCount: String(message.receives) },
      };
      if (message.receives > 200) throw new Error('The message fails for ever.');
      const { batchItemFailures } = await exporter({ Records: [record] } as unknown as SQSEvent, {
        getRemainingTimeInMillis: () => remaining(),
      });
      return batchItemFailures.length === 0;
    },
    /** Receives all messages; one that fails comes again. */
    async drain(wait: () => Promise<unknown> = async () => undefined): Promise<void> {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
        while (!(await this.receive(next))) await wait();
      }
    },
    /** Receives all messages and those of stalled jobs, until no export of an organization waits or runs. */
    untilIdle(organizationId: string, wait: () => Promise<unknown>): Promise<void> {
      const { kind } = EXPORTS;
      return untilIdle(table.reader, kind, kind.lineOf({ organizationId }), messages, () => this.drain(wait));
    },
    async read({ organizationId, id }: Pick<Export, 'organizationId' | 'id'>): Promise<Export> {
      const item = await readExport(table.reader, organizationId, id);
      if (item === undefined) throw new Error('There is no such export.');
      return item;
    },
  };
};
