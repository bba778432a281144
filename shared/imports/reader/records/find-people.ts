import { emailAddressOf, emailKey } from '../../../domain/values/email-address.ts';
import { sourceKeyOf } from '../../../domain/values/external-id.ts';
import { lookupOf } from '../../../records/lookups/record-lookup.ts';
import { readAliases } from '../../../records/store/record-aliases.ts';
import { personFromItem } from '../../../records/store/record-items.ts';
import { forEachConcurrently } from '../../../runtime/concurrency.ts';
import { existing } from '../../../table/items/versions.ts';
import type { EntryDraft } from '../drafts/call-list-draft.ts';
import type { ImportRun } from '../run/import-run.ts';
import { readById } from '../run/store-rows.ts';
import { PEOPLE } from './record-kinds.ts';

/** Lookups in flight. */
export const CONCURRENT_LOOKUPS = 16;
/** People that a reason names. */
const NAMED = 5;

/** Whether a row names whom it calls by an address or a number alone. */
const isUnnamed = ({ id, sourceId, values, email, phoneNumber, problem }: EntryDraft): boolean =>
  problem === null &&
  id === null &&
  sourceId === null &&
  typeof values['personId'] !== 'string' &&
  typeof values['companyId'] !== 'string' &&
  (email !== null || phoneNumber !== null);

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

/** The one person with an address, or else a number; otherwise why there is none. */
export const findPerson = async (
  run: ImportRun,
  address: string | null,
  number: string | null,
): Promise<{ readonly id: string } | { readonly problem: string }> => {
  let found: readonly string[] = [];
  if (address !== null) {
    found = await findByIdentity(run, address);
    if (found.length === 0) found = await findBy(run, { email: address });
  }
  if (found.length === 0 && number !== null) {
    found = await findBy(run, { phone: number });
  }
  const [id, ...others] = found;
  const named = [address, number].filter((each) => each !== null).join(' or ');
  if (id === undefined) {
    const problem =
      `personId: no person has ${named === '' ? 'what the row names' : named} (import the people first, ` +
      'or map the column with their ids to "personId")';
    return { problem };
  }
  return others.length === 0
    ? { id }
    : { problem: `personId: several people have ${named}, such as ${found.join(', ')} (name one by its id)` };
};

/**
 * Finds the people whom rows name by an email address or a phone number alone, and those who had another id
 * before their source gave them one. Rows of nobody or of several people get a problem.
 */
export const findPeople = async (
  drafts: readonly EntryDraft[],
  run: ImportRun,
  numberOf: (draft: EntryDraft, run: ImportRun) => string | null,
): Promise<void> => {
  const named = drafts.flatMap(({ values }) =>
    typeof values['personId'] === 'string' ? [values['personId']] : [],
  );
  const aliases = await readAliases(run.reader, run.organizationId, named);
  for (const { values } of drafts) {
    const alias = aliases.get(String(values['personId']));
    if (alias !== undefined) values['personId'] = alias;
  }
  await forEachConcurrently(drafts.filter(isUnnamed), CONCURRENT_LOOKUPS, async (draft) => {
    const found = await findPerson(run, emailAddressOf(draft.email ?? ''), numberOf(draft, run));
    if ('id' in found) draft.values['personId'] = found.id;
    else draft.problem = found.problem;
  });
};
