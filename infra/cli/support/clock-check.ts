import { setTimeout } from 'node:timers/promises';
import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { UsageError } from './usage-error.ts';

/** What reads changes allows for clocks that are this far apart. */
const TOLERANCE_MILLISECONDS = 2_000;

/** DynamoDB states its time in seconds: samples at other fractions of a second narrow the difference down. */
const SAMPLES = 15;
const SAMPLE_INTERVAL_MILLISECONDS = 100;

const READS = /^(?:BatchGet|Describe|Get|List|Query|Scan|TransactGet)/;

/** How far this clock can be ahead of DynamoDB's, in milliseconds; negative if behind. */
interface Range {
  readonly from: number;
  readonly to: number;
}

/** Compares the clocks by the `Date` header of a read. `undefined` if the endpoint sends none. */
const sample = async (documents: DynamoDBDocumentClient, tableName: string): Promise<Range | undefined> => {
  const command = new GetCommand({ TableName: tableName, Key: { pk: 'CLOCK', sk: 'CLOCK' } });
  let range: Range | undefined;
  command.middlewareStack.add(
    (next) => async (args) => {
      const sentAt = Date.now();
      const result = await next(args);
      const date = Date.parse(String(Object(result.response).headers?.date));
      if (!Number.isNaN(date)) range = { from: sentAt - date - 1_000, to: Date.now() - date };
      return result;
    },
    { step: 'deserialize' },
  );
  await documents.send(command);
  return range;
};

const assertClock = async (documents: DynamoDBDocumentClient, tableName: string): Promise<void> => {
  let from = Number.NEGATIVE_INFINITY;
  let to = Number.POSITIVE_INFINITY;
  for (let number = 1; number <= SAMPLES; number += 1) {
    const range = await sample(documents, tableName);
    if (range === undefined) return;
    from = Math.max(from, range.from);
    to = Math.min(to, range.to);
    if (from >= -TOLERANCE_MILLISECONDS && to <= TOLERANCE_MILLISECONDS) return;
    if (from > TOLERANCE_MILLISECONDS || to < -TOLERANCE_MILLISECONDS) break;
    await setTimeout(SAMPLE_INTERVAL_MILLISECONDS);
  }
  const ahead = (from + to) / 2;
  if (Math.abs(ahead) <= TOLERANCE_MILLISECONDS) return;
  const seconds = (Math.abs(ahead) / 1_000).toFixed(1);
  throw new UsageError(
    `The clock of this machine is ${seconds} s ${ahead > 0 ? 'ahead of' : 'behind'} DynamoDB's, but at ` +
      'most 2 s are allowed: clients could miss changes with wrong times. ' +
      'Synchronize the clock (NTP), then repeat the command.',
  );
};

/**
 * Makes a client refuse to write while the clock of this machine, which stamps what it writes, differs from
 * DynamoDB's by more than {@link TOLERANCE_MILLISECONDS}. The first write throws a UsageError then, and
 * nothing is written.
 */
export const checkClockBeforeWrites = (documents: DynamoDBDocumentClient, tableName: () => string): void => {
  let checked: Promise<void> | undefined;
  documents.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        if (!READS.test(commandName)) {
          checked ??= assertClock(documents, tableName());
          await checked;
        }
        return next(args);
      },
    { step: 'initialize' },
  );
};
