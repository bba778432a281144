import { externalIdTextOf } from '../../../shared/domain/values/external-id.ts';
import { KINDS } from '../../../shared/kinds/kinds.ts';
import {
  nounOf,
  OWN_KINDS,
  type OwnKind,
  PLAIN_KINDS,
  type PlainKind,
  type Snake,
  snakeOf,
} from '../../../shared/kinds/names.ts';
import { createCallListRepository } from '../../../shared/records/call-lists/call-lists.ts';
import { importedId } from '../../../shared/records/lookups/lookup-keys.ts';
import { recordReader } from '../../../shared/records/store/record-reader.ts';
import { createIdMaker } from '../../../shared/table/items/import-ids.ts';
import { recordKeyOf } from '../../../shared/table/items/keys.ts';
import { existing } from '../../../shared/table/items/versions.ts';
import type { TableReader } from '../../../shared/table/reader.ts';
import { UsageError } from '../support/usage-error.ts';

/** Names in a sentence: "person, company or call". */
const listed = (names: readonly string[]): string => names.join(', ').replace(/, ([^,]+)$/, ' or $1');

/** The kinds that can be named on the command line. */
export const NAMED_KINDS = listed(OWN_KINDS);

/** The value of `--kind`. */
export const kindOf = (value: string): OwnKind => {
  const kind = OWN_KINDS.find((each) => each === value);
  if (kind !== undefined) return kind;
  throw new UsageError(`--kind must be ${NAMED_KINDS}, not "${value}".`);
};

/** Reads the record of a kind; undefined if there is none. */
const readRecord = async (
  reader: TableReader,
  kind: OwnKind,
  organizationId: string,
  id: string,
): Promise<object | undefined> => {
  const plain = PLAIN_KINDS.find((each): each is PlainKind => each === kind);
  if (plain !== undefined) {
    const item = existing(await reader.get(recordKeyOf(plain)(organizationId, id)));
    return item && recordReader(KINDS[plain].fields)(item);
  }
  const found = await createCallListRepository(reader).getWithEntries(organizationId, id, { limit: 1 });
  return found && { ...found.callList, entryCount: found.entryCount };
};

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
}: RecordFlags): ((kind: OwnKind) => string) => {
  if ((id === undefined) === (externalId === undefined)) {
    throw new UsageError('Give either --id ID or --external-id SOURCE:ID.');
  }
  if (id !== undefined) return () => id;
  const text = externalIdTextOf(externalId ?? '');
  if (text === null) {
    throw new UsageError(`--external-id must be SOURCE:ID, such as hubspot:123, not "${externalId}".`);
  }
  const idOf = createIdMaker(organizationId);
  return (kind) => importedId(idOf, snakeOf(kind), text);
};

export interface FoundRecord {
  readonly kind: Snake<OwnKind>;
  readonly id: string;
  readonly record: object;
}

/**
 * The records of some kinds that the flags name: several if records of different kinds share an external id.
 * Throws a UsageError if there is none.
 */
export const findRecords = async (
  reader: TableReader,
  flags: RecordFlags,
  kinds: readonly OwnKind[] = OWN_KINDS,
): Promise<readonly FoundRecord[]> => {
  const idOf = idsOf(flags);
  const found: FoundRecord[] = [];
  for (const kind of kinds) {
    const record = await readRecord(reader, kind, flags.organizationId, idOf(kind));
    if (record !== undefined) found.push({ kind: snakeOf(kind), id: idOf(kind), record });
  }
  if (found.length > 0) return found;
  const ids = [...new Set(kinds.map(idOf))].join(' or ');
  throw new UsageError(`The organization has no ${listed(kinds.map(nounOf))} with the id ${ids}.`);
};
