import type { RowContext } from '../../../../../shared/imports/reader/cells/field-rules.ts';
import { bindColumns, type ColumnPlan } from '../../../../../shared/imports/reader/columns/bind-columns.ts';
import { parseColumnMapping } from '../../../../../shared/imports/reader/columns/column-mapping.ts';
import { emptyDraft } from '../../../../../shared/imports/reader/drafts/record-draft.ts';
import { mergeDraft } from '../../../../../shared/imports/reader/records/merge-draft.ts';
import {
  COMPANIES,
  PEOPLE,
  type RecordKind,
} from '../../../../../shared/imports/reader/records/record-kinds.ts';
import { readCells } from '../../../../../shared/imports/reader/rows/read-cells.ts';
import { completeRecord } from '../../../../../shared/imports/reader/rows/record-fields.ts';
import { createIdMaker } from '../../../../../shared/table/items/import-ids.ts';

export const context: RowContext = {
  idOf: createIdMaker('6f1c2d3e-0000-4000-8000-000000000001'),
  source: 'crm',
  region: 'US',
};

/** The stored ID of a company with this CRM ID. */
export const companyId = (sourceId: string): string => context.idOf('company', 'crm', sourceId);

/** A row as `[column, cell]`, since columns may repeat. */
type Row = readonly (readonly [column: string, cell: string])[];

const cellsOf = (row: Row | Readonly<Record<string, string>>): Row =>
  Symbol.iterator in row ? row : Object.entries(row);

const notesOf = (plan: readonly ColumnPlan[]): Readonly<Record<string, string>> =>
  Object.fromEntries(plan.flatMap(({ column, note }) => (note === undefined ? [] : [[column, note]])));

const importRow = (kind: RecordKind, row: Row | Readonly<Record<string, string>>, mapping: string) => {
  const cells = cellsOf(row);
  const header = cells.map(([column]) => column);
  const { plan, cells: bound } = bindColumns({ header, isRejects: false }, kind, parseColumnMapping(mapping));
  const reader = { ...kind, bound, empty: emptyDraft, complete: () => undefined };
  const { draft } = readCells(
    reader,
    cells.map(([, cell]) => cell),
    { ...context, isStrict: true },
  );
  completeRecord(draft, context);
  const {
    id: _id,
    createdAt: _created,
    updatedAt: _updated,
    changedAt: _changed,
    ...empty
  } = kind.emptyRecord('', '');
  return { record: { sourceId: draft.sourceId, ...mergeDraft(draft, empty) }, plan, notes: notesOf(plan) };
};

/** Imports one row of a people file into an empty record. */
export const importPerson = (row: Row | Readonly<Record<string, string>>, mapping = '') =>
  importRow(PEOPLE, row, mapping);

/** Imports one row of a companies file into an empty record. */
export const importCompany = (row: Row | Readonly<Record<string, string>>, mapping = '') =>
  importRow(COMPANIES, row, mapping);

const record = (sourceId: string) => ({
  sourceId,
  phones: [],
  location: null,
  timezone: null,
  linkedinUrl: null,
  websiteUrl: null,
  doNotCall: false,
  ownerId: null,
  tags: [],
  externalIds: [],
  customFields: {},
});

/** A complete person, empty except for the given fields. */
export const person = (sourceId: string, fields: Readonly<Record<string, unknown>>) => ({
  ...record(sourceId),
  firstName: null,
  lastName: null,
  title: null,
  emails: [],
  companyId: null,
  ...fields,
});

/** A complete company, empty except for the given fields. */
export const company = (sourceId: string, fields: Readonly<Record<string, unknown>>) => ({
  ...record(sourceId),
  name: null,
  domain: null,
  industry: null,
  employeeCount: null,
  annualRevenue: null,
  description: null,
  ...fields,
});

/** A phone number `202-555-01xx`, as stored. */
export const phone = (type: string, raw: string) => ({
  number: `+1${raw.replaceAll(/\D/g, '')}`,
  type,
  extension: null,
  raw,
  doNotCall: false,
});

export const email = (address: string, type: string | null = null) => ({ address, type });
