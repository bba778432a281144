import { deleteRecord } from '../../../shared/records/delete-record.ts';
import { erasePerson } from '../../../shared/records/erasure/erase-person.ts';
import { remainingCopies } from '../../../shared/records/erasure/remaining-copies.ts';
import { scanForPerson } from '../../../shared/records/store/scan-person.ts';
import { createTable, createTableReader } from '../../../shared/table/sdk/document-client-table.ts';
import { eraseEvents } from '../../../shared/webhooks/erasure/erase-events.ts';
import { optional, organizationOf, uuidFlag } from '../support/arguments.ts';
import { connect } from '../support/connection.ts';
import { operator } from '../support/operator.ts';
import { jsonLines } from '../support/output.ts';
import { subcommand, withSubcommands } from '../support/subcommands.ts';
import { requireFound, UsageError } from '../support/usage-error.ts';
import { erasureText, parseRetention } from './erasure-text.ts';
import { findRecords, idsOf, KIND_NAMES, kindOf } from './find-records.ts';
import { RECORDS_HELP } from './help.ts';

const FLAGS = {
  organization: organizationOf,
  id: optional(uuidFlag('--id')),
  'external-id': optional(String),
};

/** `npm run records`: see {@link RECORDS_HELP}. */
export const recordsCommand = withSubcommands(
  {
    show: subcommand({ flags: { ...FLAGS, kind: optional(kindOf) } }, async ({ stack, kind, ...flags }) => {
      idsOf(flags);
      const { documents, output } = await connect(stack, flags.organization);
      const reader = createTableReader(documents, output('TableName'));
      const found = await findRecords(reader, flags, kind && [kind]);
      const items = found.map(({ kind, record }) => ({ kind, record }));
      return { document: { items }, text: jsonLines(items) };
    }),

    delete: subcommand({ flags: { ...FLAGS, kind: optional(kindOf) } }, async ({ stack, kind, ...flags }) => {
      idsOf(flags);
      const { documents, output } = await connect(stack, flags.organization);
      const table = createTable(documents, output('TableName'));
      const [record, ...others] = await findRecords(table.reader, flags, kind && [kind]);
      if (record === undefined || others.length > 0) {
        const kinds = [record, ...others].map((each) => each && KIND_NAMES[each.kind]).join(' or ');
        throw new UsageError(
          `Several records have this external id. Name the one to delete: --kind ${kinds}.`,
        );
      }
      const reference = { organizationId: flags.organization, kind: record.kind, id: record.id };
      const name = KIND_NAMES[record.kind].replace('-', ' ');
      const deleted = requireFound(
        await deleteRecord(table, reference, { actor: operator() }),
        name,
        record.id,
      );
      const entries = record.kind === 'call_list' ? `, with ${deleted.deletedEntries} entries` : '';
      const text = `Deleted the ${name} ${record.id}${entries} (${record.kind}.deleted, sequence ${deleted.sequence}).`;
      return { document: deleted, text };
    }),

    erase: subcommand({ flags: FLAGS }, async ({ stack, ...flags }) => {
      const id = idsOf(flags)('person');
      const { documents, output } = await connect(stack, flags.organization);
      const tableName = output('TableName');
      // Read first: a stack without this output does not publish person.erased.
      const remaining = remainingCopies(parseRetention(output('Retention')));
      const { organization } = flags;
      const report = await erasePerson(createTable(documents, tableName), organization, id, {
        actor: operator(),
        eraseCopies: eraseEvents,
        findEntryIds: () => scanForPerson(documents, tableName, organization, id),
      });
      const erased = requireFound(report, 'person', id);
      return { document: { ...erased, remaining }, text: erasureText(erased, remaining) };
    }),
  },
  RECORDS_HELP,
);
