import { sourceIdOf } from '../cells/cell-parts.ts';
import { booleanOf, integerOf, textOf } from '../cells/cell-values.ts';
import { type CellReader, type CellRule, type RowContext, timestampReader } from '../cells/field-rules.ts';
import { phonesOf } from '../cells/phone-numbers.ts';
import { CALL_LIST_COLUMNS } from '../column-names/call-list-columns.ts';
import type { DraftScheme } from '../columns/bind-columns.ts';
import {
  type CallListDraft,
  type EntryDraft,
  emptyCallListDraft,
  emptyEntryDraft,
} from '../drafts/call-list-draft.ts';
import { callListDraftOfJson } from './json-call-lists.ts';

const integer =
  (field: string): CellReader<number | null> =>
  (cell) =>
    integerOf(field, cell);

const reference =
  (kind: 'person' | 'company'): CellReader<string | null> =>
  (cell, { idOf, source }) => {
    const id = sourceIdOf(`${kind}Id`, cell);
    return id === null ? null : idOf(kind, source, id);
  };

const listRule =
  <Field extends keyof CallListDraft>(
    field: Field,
    read: CellReader<CallListDraft[Field]>,
  ): CellRule<CallListDraft> =>
  (draft, cell, context, column) => {
    draft[field] = read(cell, context, column);
  };

type EntryCell = [cell: string, context: RowContext, column: string, warn: (reason: string) => void];

/** A row of a CSV file is one entry, or only names the list if it has no values of an entry. */
const entryRule =
  (write: (...parameters: [entry: EntryDraft, ...EntryCell]) => void): CellRule<CallListDraft> =>
  (draft, ...cell) => {
    const [entry = emptyEntryDraft()] = draft.entries;
    draft.entries = [entry];
    write(entry, ...cell);
  };

/** How the cells for fields of an entry are read that are stored as they are. */
const ENTRY_VALUES: Readonly<Record<string, CellReader<unknown>>> = {
  position: integer('position'),
  personId: reference('person'),
  companyId: reference('company'),
  status: (cell) =>
    textOf(cell)
      ?.toLowerCase()
      .replaceAll(/[\s-]+/g, '_') ?? null,
  attempts: integer('attempts'),
  lastCalledAt: timestampReader('lastCalledAt'),
  lastDisposition: textOf,
  nextCallAt: timestampReader('nextCallAt'),
  note: textOf,
  addedAt: timestampReader('addedAt'),
};

const RULES: Readonly<Record<string, CellRule<CallListDraft>>> = {
  id: listRule('sourceId', (cell) => sourceIdOf('id', cell)),
  name: listRule('name', textOf),
  isLocked: listRule('isLocked', (cell) => booleanOf('isLocked', cell)),
  createdAt: listRule('createdAt', timestampReader('createdAt')),
  'entries.id': entryRule((entry, cell) => {
    entry.sourceId = sourceIdOf('entries.id', cell);
  }),
  'entries.phone.number': entryRule((entry, cell, { region }, _column, warn) => {
    const [first, ...others] = phonesOf(cell, 'other', { region }).filter(({ number }) => number !== null);
    entry.phoneNumber = others.length > 0 ? (first?.number ?? null) : textOf(cell);
    if (others.length > 0) {
      const numbers = others.map(({ number }) => number).join(', ');
      warn(`entries.phone.number: an entry calls one number, the first; ${numbers} is omitted`);
    }
  }),
  'entries.phone.type': entryRule((entry, cell) => {
    entry.phoneType = textOf(cell)?.toLowerCase() ?? null;
  }),
  ...Object.fromEntries(
    Object.entries(ENTRY_VALUES).map(([field, read]) => [
      `entries.${field}`,
      entryRule((entry, cell, context, column) => {
        entry.values[field] = read(cell, context, column);
      }),
    ]),
  ),
};

/** The prefix is optional unless the list has a field of that name; `phone` is the phone's number. */
const canonicalPath = (path: string): string => {
  if (Object.hasOwn(RULES, path)) return path;
  return `entries.${path.replace(/^entries\./, '').replace(/^phone$/, 'phone.number')}`;
};

/** Fields that fall back to a default. Whom an entry calls, and whether it may, never does. */
const OPTIONAL_FIELDS = new Set([
  'createdAt',
  ...['position', 'attempts', 'lastCalledAt', 'nextCallAt', 'addedAt'].map((field) => `entries.${field}`),
]);

export const CALL_LISTS: DraftScheme<CallListDraft> = {
  fields: {
    paths: Object.keys(RULES),
    ruleOf(path) {
      const canonical = canonicalPath(path);
      return Object.hasOwn(RULES, canonical) ? RULES[canonical] : undefined;
    },
  },
  recognize: () => CALL_LIST_COLUMNS,
  doWithout: (_draft, field) => OPTIONAL_FIELDS.has(canonicalPath(field)),
  empty: emptyCallListDraft,
  ofJson: callListDraftOfJson,
  complete: () => undefined,
};

/** Whether a row of a CSV file has a value of an entry other than its position. */
export const hasEntry = ({ sourceId, phoneNumber, values }: EntryDraft): boolean =>
  sourceId !== null ||
  phoneNumber !== null ||
  Object.entries(values).some(([field, value]) => field !== 'position' && value !== null);
