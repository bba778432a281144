import type { ColumnScheme } from '../columns/bind-columns.ts';
import { recogniseCallListColumns } from '../columns/call-list-columns.ts';
import { type CallListDraft, type EntryDraft, emptyEntryDraft } from '../rows/call-list-draft.ts';
import { booleanOf, integerOf, textOf } from './cell-values.ts';
import { timestampOfCell } from './dates.ts';
import { type CellRule, dateOrderOf, type FieldRules, type RowContext } from './field-rules.ts';

type EntryRule = (entry: EntryDraft, cell: string, context: RowContext, column: string) => void;

/** A row of a CSV file is one entry, or only names the list if it has no values of an entry. */
const entryOf = (draft: CallListDraft): EntryDraft => {
  const [entry = emptyEntryDraft()] = draft.entries;
  draft.entries = [entry];
  return entry;
};

const entryValue =
  (field: string, read: (cell: string, context: RowContext, column: string) => unknown): EntryRule =>
  (entry, cell, context, column) => {
    entry.values[field] = read(cell, context, column);
  };

const timestamp = (field: string): EntryRule =>
  entryValue(field, (cell, context, column) => timestampOfCell(field, cell, dateOrderOf(context, column)));

const reference = (kind: 'person' | 'company', field: string): EntryRule =>
  entryValue(field, (cell, { idOf, source }) => {
    const id = textOf(cell);
    return id === null ? null : idOf(kind, source, id);
  });

const ENTRY_RULES: Readonly<Record<string, EntryRule>> = {
  id: (entry, cell) => {
    entry.sourceId = textOf(cell);
  },
  position: entryValue('position', (cell) => integerOf('position', cell)),
  personId: reference('person', 'personId'),
  companyId: reference('company', 'companyId'),
  'phone.number': (entry, cell) => {
    entry.phoneNumber = textOf(cell);
  },
  'phone.type': (entry, cell) => {
    entry.phoneType = textOf(cell)?.toLowerCase() ?? null;
  },
  status: entryValue(
    'status',
    (cell) =>
      textOf(cell)
        ?.toLowerCase()
        .replaceAll(/[\s-]+/g, '_') ?? null,
  ),
  attempts: entryValue('attempts', (cell) => integerOf('attempts', cell)),
  lastCalledAt: timestamp('lastCalledAt'),
  lastDisposition: entryValue('lastDisposition', textOf),
  nextCallAt: timestamp('nextCallAt'),
  note: entryValue('note', textOf),
  addedAt: timestamp('addedAt'),
};

const LIST_RULES: Readonly<Record<string, CellRule<CallListDraft>>> = {
  id: (draft, cell) => {
    draft.sourceId = textOf(cell);
  },
  name: (draft, cell) => {
    draft.name = textOf(cell);
  },
  isLocked: (draft, cell) => {
    draft.isLocked = booleanOf('isLocked', cell);
  },
  createdAt: (draft, cell, context, column) => {
    draft.createdAt = timestampOfCell('createdAt', cell, dateOrderOf(context, column));
  },
};

const rules: Readonly<Record<string, CellRule<CallListDraft>>> = {
  ...LIST_RULES,
  ...Object.fromEntries(
    Object.entries(ENTRY_RULES).map(([field, rule]): [string, CellRule<CallListDraft>] => [
      `entries.${field}`,
      (draft, cell, context, column) => rule(entryOf(draft), cell, context, column),
    ]),
  ),
};

/** The prefix is optional unless the list has a field of that name; `phone` is the phone's number. */
const canonicalPath = (path: string): string => {
  const field = path.replace(/^entries\./, '').replace(/^phone$/, 'phone.number');
  return path.startsWith('entries.') || !Object.hasOwn(LIST_RULES, path) ? `entries.${field}` : path;
};

const CALL_LIST_FIELDS: FieldRules<CallListDraft> = {
  paths: Object.keys(rules),
  ruleOf(path) {
    const canonical = canonicalPath(path);
    return Object.hasOwn(rules, canonical) ? rules[canonical] : undefined;
  },
  isRepeatable: () => false,
};

/** Fields that fall back to a default. Whom an entry calls, and whether it may, never does. */
const OPTIONAL_FIELDS = new Set([
  'createdAt',
  ...['position', 'attempts', 'lastCalledAt', 'nextCallAt', 'addedAt'].map((field) => `entries.${field}`),
]);

export const CALL_LIST_SCHEME: ColumnScheme<CallListDraft> = {
  fields: CALL_LIST_FIELDS,
  recognise: recogniseCallListColumns,
  doWithout: (_draft, field) => OPTIONAL_FIELDS.has(canonicalPath(field)),
};

/** Whether a row of a CSV file has a value of an entry other than its position. */
export const hasEntry = ({ sourceId, phoneNumber, values }: EntryDraft): boolean =>
  sourceId !== null ||
  phoneNumber !== null ||
  Object.entries(values).some(([field, value]) => field !== 'position' && value !== null);
