import { sourceIdOf } from '../../../domain/readings/values.ts';
import { isSearchable, nameText } from '../../../domain/values/name-text.ts';
import { nounOf } from '../../../kinds/names.ts';
import { lookupOf } from '../../../records/lookups/record-lookup.ts';
import { touchRecords } from '../../../records/retention/record-touches.ts';
import { callListFromItem } from '../../../records/store/call-list-items.ts';
import { callListKey } from '../../../table/items/keys.ts';
import { existing } from '../../../table/items/versions.ts';
import type { Item } from '../../../table/reader.ts';
import { ownId } from '../cells/field-rules.ts';
import { isCallable } from '../drafts/record-draft.ts';
import type { ImportRun } from '../run/import-run.ts';
import { readById } from '../run/store-rows.ts';
import type { IdentifiedRow } from './merge-rows.ts';
import { findPeople } from './people-search.ts';
import { PEOPLE, type RecordKind } from './record-kinds.ts';

const warn = ({ rows }: IdentifiedRow, field: string, value: string, reason: string): void => {
  rows[0]?.warnings.push({ field, value, reason: `${field}: ${reason}` });
};

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/**
 * Links records of a kind that refers to people, while a file of them is imported: those whose rows name the
 * person by an address or a number get the person's id, and what rows leave open of company and phone. A row
 * whose person is not stored gets none, with a warning.
 */
export const createPersonLinks = (kind: RecordKind, run: ImportRun) => {
  const refersTo = (to: string): boolean => kind.references.some(([, each]) => each === to);
  if (!refersTo('person')) return undefined;
  const { organizationId } = run;

  /** The ids of stored call lists by the names that rows give. */
  const lists = new Map<string, readonly string[]>();
  const findLists = async (name: string): Promise<readonly string[]> => {
    const text = nameText(name);
    const known = lists.get(text);
    if (known !== undefined || !isSearchable(text)) return known ?? [];
    const lookup = lookupOf('call-list', callListFromItem)(run.reader, organizationId, { name: text });
    const { items } = await lookup.page({ limit: 20, after: undefined });
    const found = items.flatMap(({ resource }) => (nameText(resource.name) === text ? [resource.id] : []));
    lists.set(text, found);
    return found;
  };

  /** Finds the call lists that rows name, and warns of those that are not stored: they may come later. */
  const linkLists = async (rows: readonly IdentifiedRow[]): Promise<void> => {
    const ids = rows.flatMap(({ draft }) => textOf(draft.values['callListId']) ?? []);
    const keys = [...new Set(ids)].map((id) => callListKey(organizationId, id));
    const stored = keys.length === 0 ? new Map() : await readById(run, keys);
    for (const row of rows) {
      const { values, named } = row.draft;
      const { callListName: name = '', callListEntryId: entry } = named;
      let id = textOf(values['callListId']);
      if (id !== null && existing(stored.get(id)) === undefined) {
        const [found, ...others] = await findLists(name);
        if (found !== undefined && others.length === 0) values['callListId'] = id = found;
        else {
          const problem =
            found === undefined ? 'there is no such call list' : 'several call lists have this name';
          warn(row, 'callListId', name || id, `${problem} (import it first, or name it by its id)`);
        }
      }
      if (entry === undefined) continue;
      // An id of this service stands for itself; one of the source, only in its list.
      const own = ownId(entry, { ...run, isOwn: row.draft.isOwn });
      const sourceId = id === null ? null : sourceIdOf('callListEntryId', entry);
      values['callListEntryId'] =
        own ?? (sourceId === null ? null : run.idOf('call_list_entry', String(id), 'entry', sourceId));
      if (id === null && entry !== '' && own === undefined) {
        warn(row, 'callListEntryId', entry, 'the row does not say of which call list the entry is');
      }
    }
  };

  return async (rows: readonly IdentifiedRow[], stored: ReadonlyMap<unknown, Item>): Promise<void> => {
    const byDraft = new Map(rows.map((row) => [row.draft, row] as const));
    await findPeople(
      [...byDraft.keys()],
      run,
      () => true,
      (draft, value, reason) => {
        byDraft.get(draft)?.rows[0]?.warnings.push({ field: 'personId', value, reason });
      },
    );
    const ids = new Set(rows.flatMap(({ draft }) => textOf(draft.values['personId']) ?? []));
    const people = await readById(
      run,
      [...ids].map((id) => PEOPLE.keyOf(organizationId, id)),
    );
    if (run.marksTouches) await touchRecords(run.writer, [...people.values()].filter(existing));
    for (const row of rows) {
      const { values, parts, company, named } = row.draft;
      const id = textOf(values['personId']);
      if (id === null) continue;
      const item = existing(people.get(id));
      if (item === undefined) {
        if (run.dryRun?.wouldExist(id) === true) continue;
        values['personId'] = null;
        warn(
          row,
          'personId',
          id,
          `there is no such person, so the ${nounOf(kind.name)} gets none (import the people first)`,
        );
        continue;
      }
      const person = PEOPLE.fromItem(item);
      const before = existing(stored.get(row.id));
      if (before === undefined && !('companyId' in values) && (company.domain ?? company.name) === null) {
        values['companyId'] = person.companyId ?? null;
      }
      const phone = parts['phone'];
      if (phone === undefined || 'type' in phone || !isCallable(person)) continue;
      const known = person.phones.find(({ number }) => number === phone['number']);
      if (known !== undefined && named['phone.type'] === undefined) phone['type'] = known.type;
    }
    if (refersTo('call-list')) await linkLists(rows);
  };
};
