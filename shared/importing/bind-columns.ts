import { type ColumnMapping, ImportInputError } from './column-mapping.ts';
import { assignFields } from './columns/assign-fields.ts';
import { columnIndex, nameColumns } from './columns/name-columns.ts';
import type { RecognisedNames } from './columns/recognise-columns.ts';
import type { CellRule, FieldRules, RowContext } from './field-rules.ts';
import { RowError } from './rejected-row.ts';

/** Everything about columns in which people, companies and call lists differ. */
export interface ColumnScheme<Draft> {
  readonly fields: FieldRules<Draft>;
  /** @param names the normalised names of the file's columns */
  readonly recognise: (names: ReadonlySet<string>) => RecognisedNames;
  /** What becomes of a column that fills no field; without it, the column is skipped. */
  readonly otherwise?: (column: string) => CellRule<Draft>;
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

export interface BoundColumns<Draft> {
  /** The columns' names, each of them unique. */
  readonly columns: readonly string[];
  /** One per column, in the order of the file. */
  readonly plan: readonly ColumnPlan[];
  /** Columns that nothing is taken from. */
  readonly ignored: readonly string[];
  /** Writes a row into a draft. Throws a RowError naming the column if a cell cannot be understood. */
  apply(draft: Draft, cells: readonly string[], context: RowContext): void;
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
  const cellRules = assigned
    .map(({ name, field, rank }, index) => {
      const rule = field === null ? otherwise?.(name) : fields.ruleOf(field);
      return { name, index, rank: field !== null && fields.isRepeatable(field) ? rank : -1, rule };
    })
    .sort((a, b) => a.rank - b.rank);
  return {
    columns: plan.map(({ column }) => column),
    plan,
    ignored: plan.flatMap(({ column, as }) => (as === 'skipped' ? [column] : [])),
    apply(draft, cells, context) {
      for (const { name, index, rule } of cellRules) {
        try {
          rule?.(draft, cells[index] ?? '', context, name);
        } catch (error) {
          if (error instanceof RowError) throw new RowError(`column "${name}": ${error.message}`);
          throw error;
        }
      }
    },
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
