import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { suppressibleOf } from '../../../shared/domain/values/suppressible.ts';
import { withFeedSequence } from '../../../shared/events/feed/feed-epoch.ts';
import { exportEraser } from '../../../shared/exports/erase-exports.ts';
import { CLEARED } from '../../../shared/kinds/kinds.ts';
import { listOrganizations } from '../../../shared/organizations/manage.ts';
import { deleteRecord } from '../../../shared/records/delete-record.ts';
import { type ErasureReport, erasePerson } from '../../../shared/records/erasure/erase-person.ts';
import {
  type RemainingCopy,
  type Retention,
  remainingCopies,
} from '../../../shared/records/erasure/remaining-copies.ts';
import { recountLookups } from '../../../shared/records/lookups/recount.ts';
import { scanForPerson } from '../../../shared/records/store/scan-person.ts';
import { changeSuppressions } from '../../../shared/records/suppression/change-suppressions.ts';
import {
  listSuppressions,
  readSuppressions,
  type Suppression,
  suppressionView,
} from '../../../shared/records/suppression/suppression-list.ts';
import type { Target } from '../../../shared/records/suppression/suppression-targets.ts';
import { createTable } from '../../../shared/table/sdk/document-client-table.ts';
import { eraseEvents } from '../../../shared/webhooks/erasure/erase-events.ts';
import { optional, repeated, uuid } from '../support/arguments.ts';
import { removeObjectsOf } from '../support/bucket.ts';
import { connect } from '../support/connection.ts';
import { operator } from '../support/operator.ts';
import { jsonLines } from '../support/output.ts';
import {
  subcommand as allSubcommand,
  organizationSubcommands,
  withSubcommands,
} from '../support/subcommands.ts';
import { type Columns, listResult } from '../support/table.ts';
import { requireFound, UsageError } from '../support/usage-error.ts';
import { findRecords, idsOf, kindOf, NAMED_KINDS } from './find-records.ts';

const RECORDS_HELP = `Shows, deletes, erases, suppresses and counts stored people, companies and call lists.

Usage: npm run records -- COMMAND [options]

  show     prints the record
  delete   deletes it immediately, a call list with its entries; the entries of a deleted person or company \
stay
  erase    deletes a person and removes the person's data from call list entries, the event feed and webhook
           deliveries, also if the person was deleted before; reports what remains where, and for how long
  recount  counts the records of each owner, tag, company, status and call list again, and corrects the counts

  suppress      forbids calls to phone numbers, to everybody with an email address, or to people and companies
  allow         allows them again, whoever forbade them
  suppressions  lists what is suppressed, as hashes, or tells which values are

  show   --organization ID (--id ID | --external-id SOURCE:ID) [--kind KIND]
  delete --organization ID (--id ID | --external-id SOURCE:ID) [--kind KIND]
  erase  --organization ID (--id ID | --external-id SOURCE:ID)
  recount [--organization ID]
  suppress     --organization ID (--value VALUE ... | --file FILE)
  allow        --organization ID (--value VALUE ... | --file FILE)
  suppressions --organization ID [--value VALUE ...]

  --organization ID        organization, a lower-case UUID (recount: default all organizations)
  --external-id SOURCE:ID  the source that the record was imported with (--source) and its id there, such as
                           hubspot:123; records of different kinds may share an id: show prints all, delete
                           needs --kind
  --id ID                  the record's id in this service
  --kind KIND              ${NAMED_KINDS} (default: any)
  --value VALUE            a phone number with its country code, an email address, or the id of a person or
                           company; may be repeated
  --file FILE              a text file with a value a line
  --stack NAME             deployed stack (default: the service on this machine)
  --json                   print one JSON document
  --help                   print this help

Deletions and erasures cannot be undone. They publish a deleted event of each record, such as person.deleted,
with its last state, or person.erased with the id alone, and appear in the audit log.
erase reads the whole table once, at about 250 read units per MB. recount reads each record once, while the
service runs, and twice the counters that differ. Run it once after an update that adds counts, and again if
it finds any wrong.

Example:

  npm run records -- show --organization ID --external-id hubspot:123

Exit code: 0 on success, 1 on failure.`;

const retentionSchema = z.object({
  backupDays: z.number(),
  queueDays: z.number(),
  importDays: z.number(),
}) satisfies z.ZodType<Retention>;

/** Reads the output `Retention` of a stack. */
const parseRetention = (output: string): Retention => retentionSchema.parse(JSON.parse(output));

const daysText = (days: number | null): string => {
  if (days === null) return 'nothing';
  return `up to ${days} ${days === 1 ? 'day' : 'days'}`;
};

const WAS = {
  stored: 'Erased the person',
  deleted: 'Erased the deleted person',
  erased: 'The person was already erased. Repeated the erasure of',
} as const;

/** What an erasure removed, and what remains. */
const erasureText = (report: ErasureReport, remaining: readonly RemainingCopy[]): readonly string[] => [
  `${WAS[report.was]} ${report.id} (person.erased, sequence ${report.sequence}).`,
  '',
  'Removed:',
  `  call list entries, phone and note:  ${report.entries}`,
  ...CLEARED.map(({ plural }) => `  ${`${plural}, what may name the person:`.padEnd(36)}${report[plural]}`),
  `  events in the feed:                 ${report.events}`,
  `  pending deliveries, cancelled:      ${report.cancelledDeliveries}`,
  `  responses of recorded attempts:     ${report.responses}`,
  `  exports, whose files were deleted:  ${report.exports}`,
  '',
  'Remaining:',
  ...remaining.map(({ place, days }) => `  ${place}: ${daysText(days)}`),
  '',
  'Events that are being published now may be appended after this command: repeat it in an hour. ' +
    'Also erase the',
  'person in the source of your imports, or the next import creates the person again.',
];

const FLAGS = { id: optional(uuid), 'external-id': optional(String) };

const SUPPRESSION_FLAGS = { value: repeated(String), file: optional(String) };

type ShownSuppression = ReturnType<typeof suppressionView>;

const ENTRY_COLUMNS: Columns<ShownSuppression> = {
  HASH: ({ id }) => id,
  KIND: ({ kind }) => kind,
  'FORBIDDEN BY': ({ sources, isManual }) => [...(isManual ? ['hand'] : []), ...sources].join(', '),
  ADDED: ({ addedAt }) => addedAt,
  'ADDED BY': ({ addedBy }) => addedBy,
};

/** The values that the flags name, with what they suppress. Throws a UsageError for one that names nothing. */
const suppressedValues = async (
  values: readonly string[],
  file: string | undefined,
): Promise<ReadonlyMap<string, Target>> => {
  const lines =
    file === undefined ? [] : (await readText(file)).split(/\r?\n/).filter((line) => line.trim() !== '');
  return new Map(
    [...values, ...lines].map((given): [string, Target] => {
      const value = given.trim();
      const named = suppressibleOf(value);
      if (named !== undefined) return [value, `${named.kind}:${named.value}`];
      throw new UsageError(
        `"${value}" is neither a phone number with its country code, such as +12025550143, nor an email ` +
          'address, nor the id of a person or company.',
      );
    }),
  );
};

const readText = async (file: string): Promise<string> => {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new UsageError(`--file: ${file} cannot be read.`, { cause: error });
  }
};

const subcommand = organizationSubcommands(async (stack, organizationId) => {
  const connection = await connect(stack, organizationId);
  const { documents, output } = connection;
  return {
    documents,
    output,
    table: createTable(documents, output('TableName')),
    remove: removeObjectsOf(connection),
  };
});

const changing = (isLifting: boolean) =>
  subcommand(SUPPRESSION_FLAGS, async ({ value, file, organizationId }, connected) => {
    const values = [...(await suppressedValues(value, file)).keys()];
    if (values.length === 0) throw new UsageError('Give at least one --value, or a --file that has some.');
    const { table } = await connected();
    const outcome = await changeSuppressions(table, { organizationId, actor: operator() }, values, isLifting);
    const { changed, records, entries, unmatched } = outcome;
    const text = [
      `${isLifting ? 'Taken off' : 'Added to'} the suppression list: ${changed}. Changed people and ` +
        `companies: ${records}. Call list entries without their number: ${entries}.`,
      ...(isLifting || unmatched.length === 0 ? [] : ['No person and no company has:', ...unmatched]),
    ];
    return { document: outcome, text };
  });

/** `npm run records`: see {@link RECORDS_HELP}. */
export const recordsCommand = withSubcommands(RECORDS_HELP, {
  suppress: changing(false),
  allow: changing(true),

  suppressions: subcommand({ value: repeated(String) }, async ({ value, organizationId }, connected) => {
    const values = await suppressedValues(value, undefined);
    const { reader } = (await connected()).table;
    if (values.size > 0) {
      const list = await readSuppressions(reader, organizationId, [...values.values()]);
      const found = [...values].map(([text, target]) => ({ value: text, entry: list.entryOf(target) }));
      const items = found.flatMap(({ value: text, entry }) =>
        entry === undefined ? [] : { value: text, ...suppressionView(entry) },
      );
      const unlisted = found.flatMap(({ value: text, entry }) => (entry === undefined ? [text] : []));
      const columns = { VALUE: (item: (typeof items)[number]) => item.value, ...ENTRY_COLUMNS };
      const listed = items.length === 0 ? [] : listResult(items, columns, '').text;
      const none = unlisted.length === 0 ? [] : ['Not on the suppression list:', ...unlisted];
      return { document: { items, unlisted }, text: [listed, none].flat() };
    }
    const items: Suppression[] = [];
    for (
      let position: string | undefined, isFirst = true;
      isFirst || position !== undefined;
      isFirst = false
    ) {
      const page = await listSuppressions(reader, organizationId, { limit: 1000, position });
      items.push(...page.suppressions);
      position = page.next;
    }
    return listResult(items.map(suppressionView), ENTRY_COLUMNS, 'The suppression list is empty.');
  }),

  show: subcommand({ ...FLAGS, kind: optional(kindOf) }, async ({ kind, ...flags }, connected) => {
    idsOf(flags);
    const { table } = await connected();
    const found = await findRecords(table.reader, flags, kind && [kind]);
    const items = found.map(({ kind, record }) => ({ kind, record }));
    return { document: { items }, text: jsonLines(items) };
  }),

  delete: subcommand({ ...FLAGS, kind: optional(kindOf) }, async ({ kind, ...flags }, connected) => {
    idsOf(flags);
    const { table } = await connected();
    const [record, ...others] = await findRecords(table.reader, flags, kind && [kind]);
    if (record === undefined || others.length > 0) {
      const kinds = [record, ...others].map((each) => each?.kind.replaceAll('_', '-')).join(' or ');
      throw new UsageError(`Several records have this external id. Name the one to delete: --kind ${kinds}.`);
    }
    const reference = { organizationId: flags.organizationId, kind: record.kind, id: record.id };
    const name = record.kind.replaceAll('_', ' ');
    const deleted = await withFeedSequence(
      table.reader,
      flags.organizationId,
      requireFound(await deleteRecord(table, reference, { actor: operator() }), name, record.id),
    );
    const entries = record.kind === 'call_list' ? `, with ${deleted.deletedEntries} entries` : '';
    const text =
      `Deleted the ${name} ${record.id}${entries} (${record.kind}.deleted, sequence ` +
      `${deleted.sequence}).`;
    return { document: deleted, text };
  }),

  erase: subcommand(FLAGS, async (flags, connected) => {
    const id = idsOf(flags)('person');
    const { documents, output, table, remove } = await connected();
    // Read first: a stack without this output does not publish person.erased.
    const remaining = remainingCopies(parseRetention(output('Retention')));
    const { organizationId } = flags;
    const report = await erasePerson(table, organizationId, id, {
      actor: operator(),
      eraseCopies: [eraseEvents, exportEraser(remove)],
      findReferringIds: () => scanForPerson(documents, output('TableName'), organizationId, id),
    });
    const found = requireFound(report, 'person', id);
    const erased = await withFeedSequence(table.reader, organizationId, found);
    return { document: { ...erased, remaining }, text: erasureText(erased, remaining) };
  }),

  recount: allSubcommand({ organization: optional(uuid) }, async ({ organization, stack }) => {
    const { documents, output } = await connect(stack, organization);
    const table = createTable(documents, output('TableName'));
    const all = organization === undefined ? await listOrganizations(table.reader) : [{ id: organization }];
    const ids = all.map(({ id }) => id);
    const items = await recountLookups(table, ids, new Date().toISOString());
    const text = items.map(
      ({ organizationId, counters, corrected }) =>
        `${organizationId}: ${counters} counts, ${corrected} corrected`,
    );
    return { document: { items }, text };
  }),
});
