import { externalIdTextOf } from '../../../shared/domain/values/external-id.ts';
import { createCallListRepository } from '../../../shared/records/call-lists/call-lists.ts';
import { importedId } from '../../../shared/records/lookups/lookup-keys.ts';
import { createCompanyRepository, createPersonRepository } from '../../../shared/records/store/records.ts';
import { createIdMaker } from '../../../shared/table/items/import-ids.ts';
import type { TableReader } from '../../../shared/table/reader.ts';
import { UsageError } from '../support/usage-error.ts';

export const KINDS = ['person', 'company', 'call_list'] as const;
export type Kind = (typeof KINDS)[number];

/** A kind as it is written on the command line and in messages. */
export const KIND_NAMES = { person: 'person', company: 'company', call_list: 'call-list' } as const;

/** The value of `--kind`. */
export const kindOf = (value: string): Kind => {
  const kind = KINDS.find((each) => KIND_NAMES[each] === value);
  if (kind !== undefined) return kind;
  throw new UsageError(`--kind must be person, company or call-list, not "${value}".`);
};

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

export interface RecordFlags {
  readonly organizationId: string;
  readonly id: string | undefined;
  readonly 'external-id': string | undefined;
}

/** The id that a record of each kind has. */
export const idsOf = ({
  organizationId,
  id,
  'external-id': externalId,
}: RecordFlags): ((kind: Kind) => string) => {
  if ((id === undefined) === (externalId === undefined)) {
    throw new UsageError('Give either --id ID or --external-id SOURCE:ID.');
  }
  if (id !== undefined) return () => id;
  const text = externalIdTextOf(externalId ?? '');
  if (text === null) {
    throw new UsageError(`--external-id must be SOURCE:ID, such as hubspot:123, not "${externalId}".`);
  }
  const idOf = createIdMaker(organizationId);
  return (kind) => importedId(idOf, kind, text);
};

export interface FoundRecord {
  readonly kind: Kind;
  readonly id: string;
  readonly record: object;
}

/**
 * The records of some kinds that the flags name: several if a person and a company share an external id.
 * Throws a UsageError if there is none.
 */
export const findRecords = async (
  reader: TableReader,
  flags: RecordFlags,
  kinds: readonly Kind[] = KINDS,
): Promise<readonly FoundRecord[]> => {
  const idOf = idsOf(flags);
  const readers = readersOf(reader);
  const found: FoundRecord[] = [];
  for (const kind of kinds) {
    const record = await readers[kind](flags.organizationId, idOf(kind));
    if (record !== undefined) found.push({ kind, id: idOf(kind), record });
  }
  if (found.length > 0) return found;
  const ids = [...new Set(kinds.map(idOf))].join(' or ');
  const names = kinds.map((kind) => KIND_NAMES[kind].replace('-', ' ')).join(', ');
  throw new UsageError(
    `The organization has no ${names.replace(/, ([^,]+)$/, ' or $1')} with the id ${ids}.`,
  );
};
