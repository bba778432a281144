import { phoneOf } from '../../../domain/readings/phones.ts';
import { emailAddressOf, emailKey } from '../../../domain/values/email-address.ts';
import { sourceKeyOf } from '../../../domain/values/external-id.ts';
import { lookupOf } from '../../../records/lookups/record-lookup.ts';
import { readAliases } from '../../../records/store/record-aliases.ts';
import { personFromItem } from '../../../records/store/record-items.ts';
import { forEachConcurrently } from '../../../runtime/concurrency.ts';
import { existing } from '../../../table/items/versions.ts';
import type { RecordDraft } from '../drafts/record-draft.ts';
import type { ImportRun } from '../run/import-run.ts';
import { readById } from '../run/store-rows.ts';
import { PEOPLE } from './record-kinds.ts';

/** Lookups in flight. */
const CONCURRENT_LOOKUPS = 16;
/** People that a reason names. */
const NAMED = 5;

const lookup = lookupOf('person', personFromItem);

/** The ids of people with an address or a number. May miss some that changed within the last seconds. */
const findBy = async (
  { reader, organizationId, source }: ImportRun,
  query: Parameters<typeof lookup>[2],
): Promise<readonly string[]> => {
  const { items } = await lookup(reader, organizationId, query).page({ limit: NAMED, after: undefined });
  const people = items.map(({ resource }) => resource);
  // Several sources may know the person.
  const own = people.filter(({ externalIds }) =>
    externalIds.some((each) => sourceKeyOf(each.source) === sourceKeyOf(source)),
  );
  return (own.length > 0 ? own : people).map(({ id }) => id);
};

/** The person whom the source identifies by an address, with strong consistency. */
const findByIdentity = async (run: ImportRun, address: string): Promise<readonly string[]> => {
  const id = run.idOf('person', run.source, 'email', emailKey(address));
  const alias = (await readAliases(run.reader, run.organizationId, [id])).get(id) ?? id;
  const stored = await readById(run, [PEOPLE.keyOf(run.organizationId, alias)]);
  return existing(stored.get(alias)) === undefined ? [] : [alias];
};

/** The number of the phone that a row gives, in E.164; null if it gives none, or none that is understood. */
export const numberOf = ({ parts }: RecordDraft, run: ImportRun): string | null => {
  const number = parts['phone']?.['number'] ?? null;
  return number === null ? null : phoneOf(String(number), 'other', run).number;
};

/**
 * Finds the people whom rows name by an email address or a phone number instead of an id, and those who had
 * another id before their source gave them one.
 *
 * @param isOpen whether a row without an id of a person is about one
 * @param fail receives a row that matches no person, or several
 */
export const findPeople = async <Draft extends RecordDraft>(
  drafts: readonly Draft[],
  run: ImportRun,
  isOpen: (draft: Draft) => boolean,
  fail: (draft: Draft, named: string, reason: string) => void,
): Promise<void> => {
  const given = drafts.flatMap(({ values: { personId } }) =>
    typeof personId === 'string' ? [personId] : [],
  );
  const aliases = await readAliases(run.reader, run.organizationId, given);
  for (const { values } of drafts) {
    const alias = aliases.get(String(values['personId']));
    if (alias !== undefined) values['personId'] = alias;
  }
  const isUnnamed = ({ values, named, parts }: RecordDraft): boolean =>
    typeof values['personId'] !== 'string' && Boolean(named['email'] || parts['phone']?.['number']);
  const unnamed = drafts.filter((draft) => isUnnamed(draft) && isOpen(draft));
  await forEachConcurrently(unnamed, CONCURRENT_LOOKUPS, async (draft) => {
    const [address, number] = [emailAddressOf(draft.named['email'] ?? ''), numberOf(draft, run)];
    let found = address === null ? [] : await findByIdentity(run, address);
    if (found.length === 0 && address !== null) found = await findBy(run, { email: address });
    if (found.length === 0 && number !== null) found = await findBy(run, { phone: number });
    const [id, ...others] = found;
    const named = [address, number].filter((each) => each !== null).join(' or ');
    if (id !== undefined && others.length === 0) draft.values['personId'] = id;
    else if (id === undefined) {
      const who = named === '' ? 'what the row names' : named;
      const advice = '(import the people first, or map the column with their ids to "personId")';
      fail(draft, address ?? number ?? '', `personId: no person has ${who} ${advice}`);
    } else {
      const several = `several people have ${named}, such as ${found.join(', ')} (name one by its id)`;
      fail(draft, address ?? number ?? '', `personId: ${several}`);
    }
  });
};
