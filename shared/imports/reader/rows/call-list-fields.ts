import { phonesOf } from '../../../domain/readings/phones.ts';
import { booleanOf, sourceIdOf, textOf } from '../../../domain/readings/values.ts';
import { CALL_LIST_ENTRY } from '../../../kinds/call-list-entry.ts';
import {
  type CellRule,
  ownId,
  READINGS,
  type RowContext,
  type Rules,
  readingOf,
} from '../cells/field-rules.ts';
import type { DraftScheme } from '../columns/bind-columns.ts';
import { recognizer } from '../columns/recognize.ts';
import {
  type CallListDraft,
  type EntryDraft,
  emptyCallListDraft,
  emptyEntryDraft,
} from '../drafts/call-list-draft.ts';
import { callListDraftOfJson } from './json-call-lists.ts';

type EntryCell = [cell: string, context: RowContext, column: string, warn: (reason: string) => void];

/** A row of a CSV file is one entry, or only names the list if it has no values of an entry. */
const entryRule =
  (write: (...parameters: [entry: EntryDraft, ...EntryCell]) => void): CellRule<CallListDraft> =>
  (draft, ...cell) => {
    const [entry = emptyEntryDraft()] = draft.entries;
    draft.entries = [entry];
    write(entry, ...cell);
  };

/** Notes an id: of a record of this service in a file that it exported, else of the source. */
const noteId = (
  draft: CallListDraft | EntryDraft,
  field: string,
  cell: string,
  context: RowContext,
): void => {
  const own = ownId(cell, context);
  if (own === undefined) draft.sourceId = sourceIdOf(field, cell);
  else draft.id = own;
};

const {
  id: _id,
  callListId: _list,
  phone: _phone,
  changedAt: _changed,
  updatedAt: _updated,
  ...entryFields
} = CALL_LIST_ENTRY.fields;

const listId: CellRule<CallListDraft> = (draft, cell, context) => noteId(draft, 'id', cell, context);

const RULES: Rules<CallListDraft> = {
  id: listId,
  name: (draft, cell) => {
    draft.name = textOf(cell);
  },
  isLocked: (draft, cell) => {
    draft.isLocked = booleanOf('isLocked', cell);
  },
  createdAt: (draft, cell, context, column) => {
    const createdAt = READINGS.timestamp('createdAt', cell, context, column);
    draft.createdAt = typeof createdAt === 'string' ? createdAt : null;
  },
  'entries.id': entryRule((entry, cell, context) => noteId(entry, 'entries.id', cell, context)),
  ...Object.fromEntries(
    Object.entries(entryFields).map(([field, declared]) => [
      `entries.${field}`,
      entryRule((entry, cell, context, column) => {
        entry.values[field] = readingOf(declared)?.(field, cell, context, column);
      }),
    ]),
  ),
  'entries.phone.number': entryRule((entry, cell, { region }, _column, warn) => {
    const [first, ...others] = phonesOf(cell, 'other', { region }).filter(({ number }) => number !== null);
    entry.phoneNumber = others.length > 0 ? (first?.number ?? null) : textOf(cell);
    if (others.length > 0) {
      const numbers = others.map(({ number }) => number).join(', ');
      warn(`entries.phone.number: an entry calls one number, the first; ${numbers} is omitted`);
    }
  }),
  'entries.email': entryRule((entry, cell) => {
    entry.email = textOf(cell);
  }),
  'entries.phone.type': entryRule((entry, cell) => {
    entry.phoneType = textOf(cell)?.toLowerCase() ?? null;
  }),
};

/** The prefix is optional unless the list has a field of that name; `phone` is the phone's number. */
const canonicalPath = (path: string): string => {
  if (Object.hasOwn(RULES, path)) return path;
  return `entries.${path.replace(/^entries\./, '').replace(/^phone$/, 'phone.number')}`;
};

/** Fields that fall back to a default. Whom an entry calls, and whether it may, never does. */
const OPTIONAL_FIELDS = /^createdAt$|^entries\.(?:position|attempts|lastCalledAt|nextCallAt|addedAt)$/;

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
  ofJson: callListDraftOfJson,
  complete: () => undefined,
};

/** Whether a row of a CSV file has a value of an entry. */
export const hasEntry = ({ id, sourceId, email, phoneNumber, values }: EntryDraft): boolean =>
  [id, sourceId, email, phoneNumber, ...Object.values(values)].some((value) => value !== null);
