import { phonesOf } from '../../../domain/readings/phones.ts';
import { identifierText, textOf } from '../../../domain/readings/values.ts';
import { CALL_LIST } from '../../../kinds/call-list.ts';
import { CALL_LIST_ENTRY } from '../../../kinds/call-list-entry.ts';
import { type CellRule, declaredRules, type RowContext, type Rules, readId } from '../cells/field-rules.ts';
import type { DraftScheme } from '../columns/bind-columns.ts';
import { recognizer } from '../columns/recognize.ts';
import {
  type CallListDraft,
  type EntryDraft,
  emptyCallListDraft,
  emptyEntryDraft,
} from '../drafts/call-list-draft.ts';
import { type RecordDraft, setPart } from '../drafts/record-draft.ts';
import { RowError, reasonOf } from '../drafts/row-error.ts';
import { draftOfJson, isObject, type JsonObject, jsonScheme, listOf } from './json-records.ts';

/** A row of a CSV file is one entry, or only names the list if it has no values of an entry. */
const entryRule =
  (rule: CellRule<RecordDraft>): CellRule<CallListDraft> =>
  (draft, ...cell) => {
    draft.entries = [draft.entries[0] ?? emptyEntryDraft()];
    for (const entry of draft.entries) rule(entry, ...cell);
  };

const ENTRY_RULES: Rules<RecordDraft> = {
  ...declaredRules(CALL_LIST_ENTRY.fields),
  id: readId,
  // What is no number rejects the entry, once whom it calls is known.
  'phone.number': (draft, cell, { region }, _column, warn) => {
    const [first, ...others] = phonesOf(cell, 'other', { region }).filter(({ number }) => number !== null);
    setPart(draft, 'phone', 'number', others.length > 0 ? (first?.number ?? null) : identifierText(cell));
    if (others.length > 0) {
      const numbers = others.map(({ number }) => number).join(', ');
      warn(`entries.phone.number: an entry calls one number, the first; ${numbers} is omitted`);
    }
  },
  email: (draft, cell) => {
    draft.named['email'] = textOf(cell) ?? '';
  },
};

const { name, isLocked, createdAt } = declaredRules(CALL_LIST.fields);

/** What the service decides itself, or the list says. */
const DECIDED = /^(?:callListId|changedAt|updatedAt)$/;

const RULES = {
  id: readId,
  ...{ name, isLocked, createdAt },
  ...Object.fromEntries(
    Object.entries(ENTRY_RULES).flatMap(([path, rule]) =>
      DECIDED.test(path) ? [] : [[`entries.${path}`, entryRule(rule)]],
    ),
  ),
} as Rules<CallListDraft>;

/** The prefix is optional unless the list has a field of that name; `phone` is the phone's number. */
const canonicalPath = (path: string): string => {
  if (Object.hasOwn(RULES, path)) return path;
  return `entries.${path.replace(/^entries\./, '').replace(/^phone$/, 'phone.number')}`;
};

/** Fields that fall back to a default. Whom an entry calls, and whether it may, never does. */
const OPTIONAL_FIELDS = /^createdAt$|^entries\.(?:position|attempts|lastCalledAt|nextCallAt|addedAt)$/;

const LIST_JSON = jsonScheme(CALL_LIST.fields, undefined, [
  'entries',
  'totalCount',
  'entryCount',
  'nextCursor',
]);
const ENTRY_JSON = jsonScheme(CALL_LIST_ENTRY.fields, undefined, ['person', 'company']);

/** Whether an entry is one of JSON Lines, or its row of a CSV file has a value of it. */
const hasEntry = ({ row, id, sourceId, named, values, parts }: EntryDraft): boolean =>
  row !== undefined ||
  [id, sourceId, named['email'] || null, parts['phone']?.['number'], ...Object.values(values)].some(
    (value) => value !== null && value !== undefined,
  );

/** How to say whom an entry calls. */
export const MAP_PEOPLE =
  'map the column with the ids of people to "personId", or those with their addresses or numbers to ' +
  '"email" or "phone"';

/** Reads an entry in the API's shape. A malformed one becomes a draft with its `problem`. */
const entryOfJson = (row: unknown, context: RowContext): EntryDraft => {
  const empty = { ...emptyEntryDraft(), row };
  try {
    if (!isObject(row)) throw new RowError('the entry is not an object');
    const draft = draftOfJson(row, ENTRY_JSON, context, () => undefined);
    const explicitNulls = ['companyId', 'phone'].filter((field) => row[field] === null);
    return { ...empty, ...draft, explicitNulls };
  } catch (error) {
    return { ...empty, problem: reasonOf(error) };
  }
};

export const CALL_LISTS: DraftScheme<CallListDraft> = {
  fields: {
    paths: Object.keys(RULES),
    ruleOf(path) {
      const canonical = canonicalPath(path);
      return Object.hasOwn(RULES, canonical) ? RULES[canonical] : undefined;
    },
  },
  recognize: (header) => recognizer('call-list', header),
  doWithout: (_draft, field) => OPTIONAL_FIELDS.test(canonicalPath(field)),
  empty: emptyCallListDraft,
  ofJson: (value: JsonObject, context, warn) => ({
    ...draftOfJson(value, LIST_JSON, context, warn),
    entries: listOf('entries', value['entries'] ?? null).map((entry) => entryOfJson(entry, context)),
  }),
  complete(draft, _context, warn) {
    const given = draft.entries.filter(hasEntry);
    if (given.length < draft.entries.length) {
      const reason = `entries: the row names no person to call, so it adds no entry (${MAP_PEOPLE})`;
      warn?.({ field: 'entries', value: '', reason });
    }
    draft.entries = given;
  },
};
