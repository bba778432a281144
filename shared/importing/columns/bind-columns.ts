import type { CellRule, FieldRules } from '../cells/field-rules.ts';
import { assignFields } from './assign-fields.ts';
import { type ColumnMapping, ImportInputError } from './column-mapping.ts';
import { columnIndex, nameColumns } from './name-columns.ts';
import type { RecognisedNames } from './recognise-columns.ts';

/** Everything about columns in which people, companies and call lists differ. */
export interface ColumnScheme<Draft> {
  readonly fields: FieldRules<Draft>;
  /** @param names the normalised names of the file's columns */
  readonly recognise: (names: ReadonlySet<string>) => RecognisedNames;
  /** What becomes of a column that fills no field; without it, the column is skipped. */
  readonly otherwise?: (column: string) => CellRule<Draft>;
  /**
   * Whether a row can do without a cell that cannot be understood. Keeps the cell in the draft where it has a place.
   *
   * @param field the path of the field that the cell should fill
   */
  readonly doWithout?: (draft: Draft, field: string, cell: string) => boolean;
}

/** What becomes of a column. */
export interface ColumnPlan {
  readonly column: string;
  /** The field's path; null if the column fills none. */
  readonly field: string | null;
  readonly as: 'field' | 'customField' | 'skipped';
  /** Why, if it is not obvious: "`contact_id` fills `id`", "the header repeats `Phone`". */
  readonly note?: string;
}

/** A column that is imported. */
interface BoundCell<Draft> {
  readonly index: number;
  readonly column: string;
  readonly field: string | null;
  readonly rule: CellRule<Draft>;
}

export interface BoundColumns<Draft> {
  /** One per column, in the order of the file. */
  readonly plan: readonly ColumnPlan[];
  /** In the order in which they are applied to a row. */
  readonly cells: readonly BoundCell<Draft>[];
}

/** Unique names for a header's columns. */
export const columnNames = (header: readonly string[]): readonly string[] =>
  nameColumns(header).map(({ name }) => name);

/** Mappings that name a column of this file. */
export const mappingsIn = (
  columns: readonly string[],
  mappings: readonly ColumnMapping[],
): readonly ColumnMapping[] => mappings.filter(({ column }) => columnIndex(columns, column) !== -1);

/** Decides what becomes of each column of a header. Throws an ImportInputError if the mappings conflict. */
export const bindColumns = <Draft>(
  header: readonly string[],
  { fields, recognise, otherwise }: ColumnScheme<Draft>,
  mappings: readonly ColumnMapping[],
): BoundColumns<Draft> => {
  const assigned = assignFields(header, fields, recognise, mappings);
  const plan = assigned.map(({ name, field, note }): ColumnPlan => {
    const unfilled = otherwise === undefined ? 'skipped' : 'customField';
    return { column: name, field, as: field === null ? unfilled : 'field', ...(note && { note }) };
  });
  // Only lists are filled by several columns; whatever else a column fills, its place makes no difference.
  const ranked = assigned
    .flatMap(({ name, field, rank }, index) => {
      const rule = field === null ? otherwise?.(name) : fields.ruleOf(field);
      if (rule === undefined) return [];
      const isRanked = field !== null && fields.isRepeatable(field);
      return [{ column: name, field, index, rank: isRanked ? rank : -1, rule }];
    })
    .sort((a, b) => a.rank - b.rank);
  return {
    plan,
    cells: ranked.map(({ rank: _, ...cell }) => cell),
  };
};

/** Throws an ImportInputError for a mapping to a field that none of the files' kinds has. */
export const assertMappedFields = (
  mappings: readonly ColumnMapping[],
  fields: ReadonlyMap<string, Pick<FieldRules<never>, 'paths' | 'ruleOf'>>,
): void => {
  for (const { column, path } of mappings) {
    if ([...fields.values()].some((rules) => rules.ruleOf(path) !== undefined)) continue;
    const allowed = [...fields].map(([kind, rules]) => `${kind}: ${rules.paths.join(', ')}`);
    throw new ImportInputError(
      `--map: "${column}" is mapped to "${path}", which is not a field. The fields are, for ${allowed.join('; for ')}.`,
    );
  }
};
