import { isUuid } from '../../../shared/domain/uuid.ts';
import { createIdMaker } from '../../../shared/importing/run/import-ids.ts';
import { createCallListRepository } from '../../../shared/table/call-lists/call-lists.ts';
import type { TableReader } from '../../../shared/table/reader.ts';
import { createCompanyRepository } from '../../../shared/table/records/companies.ts';
import { createPersonRepository } from '../../../shared/table/records/people.ts';
import { createTableReader } from '../../../shared/table/sdk/document-client-table.ts';
import { organizationOf, parseCommandLine } from '../support/arguments.ts';
import { connect } from '../support/connection.ts';
import type { Output } from '../support/run-command.ts';
import { UsageError } from '../support/usage-error.ts';

const KINDS = ['person', 'company', 'call_list'] as const;
type Kind = (typeof KINDS)[number];

/** Reads the record of a kind; undefined if there is none. */
type ReadRecord = (organizationId: string, id: string) => Promise<object | undefined>;

const readersOf = (reader: TableReader): Readonly<Record<Kind, ReadRecord>> => ({
  person: createPersonRepository(reader).get,
  company: createCompanyRepository(reader).get,
  call_list: async (organizationId, id) => {
    const found = await createCallListRepository(reader).getWithEntries(organizationId, id, { limit: 1 });
    return found === undefined ? undefined : { ...found.callList, entryCount: found.entryCount };
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
  if (id !== undefined) {
    if (!isUuid(id)) throw new UsageError(`--id must be a lower-case UUID, not "${id}".`);
    return () => id;
  }
  const [, source, sourceId] = /^([^:]+):(.+)$/s.exec(externalId ?? '') ?? [];
  if (source === undefined || sourceId === undefined) {
    throw new UsageError(`--external-id must be SOURCE:ID, such as hubspot:123, not "${externalId}".`);
  }
  const idOf = createIdMaker(organizationId);
  return (kind) => idOf(kind, source, sourceId);
};

/** `records show`: prints the records with an id, whatever their kind. */
export const showRecords = async (argv: readonly string[], output: Output): Promise<void> => {
  const { values } = parseCommandLine(argv, {
    organization: { type: 'string' },
    id: { type: 'string' },
    'external-id': { type: 'string' },
    stack: { type: 'string' },
  });
  const organizationId = organizationOf(values.organization);
  const idOf = idsOf(organizationId, values.id, values['external-id']);
  const { documents, output: outputOf } = await connect(values.stack);
  const readers = readersOf(createTableReader(documents, outputOf('TableName')));
  const items = [];
  for (const kind of KINDS) {
    const record = await readers[kind](organizationId, idOf(kind));
    if (record !== undefined) items.push({ kind, record });
  }
  if (items.length === 0) {
    const ids = new Set(KINDS.map(idOf));
    throw new UsageError(
      `The organization has no person, company or call list with the id ${[...ids].join(' or ')}.`,
    );
  }
  output.result(values.json === true ? JSON.stringify({ items }) : JSON.stringify(items, null, 2));
};
