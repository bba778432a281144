import { createIdMaker } from '../../../shared/importing/run/import-ids.ts';
import { createCallListRepository } from '../../../shared/table/call-lists/call-lists.ts';
import type { TableReader } from '../../../shared/table/reader.ts';
import { createCompanyRepository, createPersonRepository } from '../../../shared/table/records/records.ts';
import { createTableReader } from '../../../shared/table/sdk/document-client-table.ts';
import { optional, organizationOf, uuidFlag } from '../support/arguments.ts';
import { connect } from '../support/connection.ts';
import { subcommand, withSubcommands } from '../support/subcommands.ts';
import { requireFound, UsageError } from '../support/usage-error.ts';
import { RECORDS_HELP } from './help.ts';

const KINDS = ['person', 'company', 'call_list'] as const;
type Kind = (typeof KINDS)[number];

/** Reads the record of a kind; undefined if there is none. */
type ReadRecord = (organizationId: string, id: string) => Promise<object | undefined>;

const readersOf = (reader: TableReader): Readonly<Record<Kind, ReadRecord>> => ({
  person: createPersonRepository(reader).get,
  company: createCompanyRepository(reader).get,
  call_list: async (organizationId, id) => {
    const found = await createCallListRepository(reader).getWithEntries(organizationId, id, { limit: 1 });
    return found && { ...found.callList, entryCount: found.entryCount };
  },
});

/** The id that a record of each kind has. */
const idsOf = (
  organizationId: string,
  id: string | undefined,
  externalId: string | undefined,
): ((kind: Kind) => string) => {
  if ((id === undefined) === (externalId === undefined)) {
    throw new UsageError('Give either --id ID or --external-id SOURCE:ID.');
  }
  if (id !== undefined) return () => id;
  const [, source, sourceId] = /^([^:]+):(.+)$/s.exec(externalId ?? '') ?? [];
  if (source === undefined || sourceId === undefined) {
    throw new UsageError(`--external-id must be SOURCE:ID, such as hubspot:123, not "${externalId}".`);
  }
  const idOf = createIdMaker(organizationId);
  return (kind) => idOf(kind, source, sourceId);
};

/** `npm run records`: see {@link RECORDS_HELP}. */
export const recordsCommand = withSubcommands(
  {
    show: subcommand(
      {
        flags: {
          organization: organizationOf,
          id: optional(uuidFlag('--id')),
          'external-id': optional(String),
        },
      },
      async ({ organization: organizationId, id, 'external-id': externalId, stack }) => {
        const idOf = idsOf(organizationId, id, externalId);
        const { documents, output } = await connect(stack);
        const readers = readersOf(createTableReader(documents, output('TableName')));
        const items = [];
        for (const kind of KINDS) {
          const record = await readers[kind](organizationId, idOf(kind));
          if (record !== undefined) items.push({ kind, record });
        }
        const ids = [...new Set(KINDS.map(idOf))].join(' or ');
        requireFound(items[0], 'person, company or call list', ids);
        return { document: { items }, text: JSON.stringify(items, null, 2) };
      },
    ),
  },
  RECORDS_HELP,
);
