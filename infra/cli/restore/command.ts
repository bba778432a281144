import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { z } from 'zod';
import { createLookupStore } from '../../../shared/records/lookups/lookup-store.ts';
import { createTable, createTableReader } from '../../../shared/table/sdk/document-client-table.ts';
import { createDocumentClientWrites } from '../../../shared/table/sdk/document-client-writer.ts';
import { optional, required, time } from '../support/arguments.ts';
import { connect } from '../support/connection.ts';
import { operator } from '../support/operator.ts';
import { messageOf } from '../support/run-command.ts';
import { subcommand, withSubcommands } from '../support/subcommands.ts';
import { UsageError } from '../support/usage-error.ts';
import { type CaughtUp, catchUp } from './catch-up.ts';
import { requireRestorable, restoreTable } from './restored-table.ts';
import { type Concurrency, findWriters, resumeFunctions, stopFunctions } from './writers.ts';

const HELP = `Restores the table of a stack to a point in time, before and after the deployment that uses it.

Usage: npm run restore -- COMMAND --stack NAME [options]

  start   stops the functions that write, restores the table as a new one, and brings it up to date: forbids
          the calls that were forbidden since, revokes the keys that were revoked since, and begins a new
          epoch of all event feeds, so that all who follow them read the records again. Then deploy.
  finish  lets the functions write again, once the deployed stack uses the new table
  cancel  lets them write again to the table that the stack still uses, and leaves the new one

  start  --stack NAME --to TIME [--table NAME]
  finish --stack NAME
  cancel --stack NAME

  --stack NAME   deployed stack
  --to TIME      the moment to restore, shortly before the damage, such as 2026-11-21T10:00:00Z
  --table NAME   the new table (default: the name of the table with the time)
  --json         print one JSON document
  --help         print this help

All can be interrupted and repeated. start writes restore-STACK.json, which the others need.

Example:

  npm run restore -- start --stack SalesData-production --to 2026-11-21T10:00:00Z

Exit code: 0 on success, 1 on failure.`;

/** How often the new table is looked at, in milliseconds. */
const POLL = 10_000;

const stateSchema = z.object({
  restoredTo: z.string(),
  oldTable: z.string(),
  newTable: z.string(),
  writers: z.record(z.string(), z.number().nullable()),
});
type State = z.infer<typeof stateSchema> & { readonly writers: Concurrency };

const fileOf = (stack: string): string => `restore-${stack}.json`;

const readState = (stack: string): State | undefined => {
  let text: string;
  try {
    text = readFileSync(fileOf(stack), 'utf8');
  } catch {
    return undefined;
  }
  try {
    return stateSchema.parse(JSON.parse(text));
  } catch (error) {
    throw new UsageError(`${fileOf(stack)} cannot be read: ${messageOf(error)}`);
  }
};

/** The state of the same restore that started before, or a new one, which is kept before anything stops. */
const openState = async (
  stack: string,
  lambda: LambdaClient,
  wanted: Omit<State, 'writers'>,
): Promise<State> => {
  const started = readState(stack);
  if (started !== undefined) {
    const { writers, ...other } = started;
    if (isDeepStrictEqual(other, wanted)) return started;
    throw new UsageError(
      `${fileOf(stack)} is of another restore, of ${other.oldTable} to ${other.restoredTo} into ` +
        `${other.newTable}. Finish it, or run "restore cancel" first.`,
    );
  }
  const state: State = { ...wanted, writers: await findWriters(lambda, stack) };
  if (Object.keys(state.writers).length === 0) {
    throw new UsageError(`The stack "${stack}" has no functions that are tagged as writers. Check its name.`);
  }
  const stopped = Object.keys(state.writers).filter((name) => state.writers[name] === 0);
  if (stopped.length > 0) {
    throw new UsageError(
      `Some functions are stopped already: ${stopped.join(', ')}. If a restore was started elsewhere, ` +
        `continue there, or copy its ${fileOf(stack)} here. If not, give them back their reserved ` +
        'concurrency first.',
    );
  }
  writeFileSync(fileOf(stack), `${JSON.stringify(state, null, 2)}\n`);
  return state;
};

const textOf = ({ id, name, suppressions, revokedKeys, widenedKeys, lost }: CaughtUp): readonly string[] => [
  `${name} (${id})`,
  `  suppression list: ${suppressions.added} entries added, people and companies changed: ` +
    `${suppressions.records}, call list entries: ${suppressions.entries}; lifted since, and back: ` +
    `${suppressions.lifted}`,
  ...revokedKeys.map((key) => `  key revoked again: ${key.id} ${key.name}`),
  ...widenedKeys.map(
    (key) => `  key has permissions back, remove them: ${key.id} ${key.name}: ${key.permissions.join(', ')}`,
  ),
  ...lost.map(({ at, action, targetId, actor }) => `  lost: ${at} ${action} ${targetId} by ${actor.name}`),
];

/** Lets the functions write again, if the stack uses the table that they are to write to. */
const resuming = (to: 'oldTable' | 'newTable', otherwise: (state: State) => string, then = '') =>
  subcommand({}, async ({ stack }) => {
    if (stack === undefined) throw new UsageError('Missing `--stack NAME`.');
    const state = readState(stack);
    if (state === undefined) throw new UsageError(`There is no ${fileOf(stack)}: run "restore start" first.`);
    const { output: outputOf } = await connect(stack);
    const used = outputOf('TableName');
    if (used !== state[to]) throw new UsageError(`The stack uses the table ${used}. ${otherwise(state)}`);
    await resumeFunctions(new LambdaClient({}), state.writers);
    rmSync(fileOf(stack));
    const count = Object.keys(state.writers).length;
    return { document: { resumed: count }, text: `${count} functions write again, to ${used}.${then}` };
  });

/** `npm run restore`: see {@link HELP}. */
export const restoreCommand = withSubcommands(HELP, {
  start: subcommand(
    { to: required('TIME', time), table: optional(String) },
    async ({ stack, to, table }, output) => {
      if (stack === undefined) throw new UsageError('Missing `--stack NAME`.');
      const { documents, clientOptions, output: outputOf } = await connect(stack);
      const lambda = new LambdaClient({});
      const oldTable = outputOf('TableName');
      const newTable = table ?? `${oldTable}-${to.replace(/[^0-9]/g, '')}`;
      if (newTable === oldTable) throw new UsageError(`--table: the stack uses ${oldTable} already.`);
      const target = { client: new DynamoDBClient(clientOptions('dynamodb')), table: newTable, poll: POLL };
      await requireRestorable(target, oldTable, to);
      const { writers } = await openState(stack, lambda, { restoredTo: to, oldTable, newTable });
      output.message(`Stopping ${Object.keys(writers).length} functions.`);
      await stopFunctions(lambda, Object.keys(writers));
      output.message(`Restoring ${oldTable} to ${to} as ${newTable}. This takes 20 minutes to some hours.`);
      const streamArn = await restoreTable(target, oldTable, to);
      output.message('Bringing it up to date.');
      const organizations: CaughtUp[] = [];
      for await (const organization of catchUp({
        table: createTable(documents, newTable),
        lookups: createLookupStore(createDocumentClientWrites(documents), newTable),
        old: createTableReader(documents, oldTable),
        restoredTo: to,
        actor: operator(),
      })) {
        organizations.push(organization);
      }
      const setting = `restoredTable: { name: '${newTable}', streamArn: '${streamArn}' }`;
      return {
        document: { newTable, streamArn, organizations },
        text: [
          ...organizations.flatMap(textOf),
          `Now set ${setting} for the stage in infra/config.ts,`,
          'deploy within ten minutes, and run "restore finish".',
        ],
      };
    },
  ),

  finish: resuming('newTable', ({ newTable }) => `Deploy it with ${newTable} first.`),
  cancel: resuming(
    'oldTable',
    () => 'Run "restore finish", or deploy it with its former table first.',
    ' Delete the new table if you do not need it.',
  ),
});
