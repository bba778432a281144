import { type ColumnMapping, ImportInputError } from './column-mapping.ts';
import { normalisedName } from './column-names.ts';
import type { CellRule, FieldRules, RowContext } from './field-rules.ts';
import { RowError } from './rejected-row.ts';

/** Everything about columns in which people, companies and call lists differ. */
export interface ColumnScheme<Draft> {
  readonly fields: FieldRules<Draft>;
  /** Field paths by normalised column name. */
  readonly recognised: Readonly<Record<string, string>>;
  /** What becomes of a column that fills no field; without it, the column is left out. */
  readonly otherwise?: (column: string) => CellRule<Draft>;
}

export interface BoundColumns<Draft> {
  readonly columns: readonly string[];
  /** Columns that nothing is taken from. */
  readonly ignored: readonly string[];
  /** Writes a row into a draft. Throws a RowError naming the column if a cell cannot be understood. */
  apply(draft: Draft, cells: readonly string[], context: RowContext): void;
}

/** The names of a header's columns; a column without a name is called by its place. */
export const columnNames = (header: readonly string[], file: string): readonly string[] => {
  const names = header.map((cell, index) => (cell.trim() === '' ? `Column ${index + 1}` : cell.trim()));
  const seen = new Set<string>();
  const repeated = names.find((name) => seen.size === seen.add(name).size);
  if (repeated !== undefined) {
    throw new ImportInputError(`${file} has more than one column named "${repeated}".`);
  }
  return names;
};

/** The index of the column that a mapping means: spelled exactly so, else the same but for case. */
const mappedIndex = (columns: readonly string[], column: string): number => {
  const exact = columns.indexOf(column);
  if (exact !== -1) return exact;
  return columns.findIndex((name) => name.toLowerCase() === column.toLowerCase());
};

/** Mappings that name a column of this file. */
export const mappingsIn = (
  columns: readonly string[],
  mappings: readonly ColumnMapping[],
): readonly ColumnMapping[] => mappings.filter(({ column }) => mappedIndex(columns, column) !== -1);

/**
 * Decides which field each column fills: the one it is mapped to, else the one its name is recognised for.
 * A field that takes one value is filled by the first such column; mapped columns come before recognised ones.
 */
export const bindColumns = <Draft>(
  columns: readonly string[],
  scheme: ColumnScheme<Draft>,
  mappings: readonly ColumnMapping[],
): BoundColumns<Draft> => {
  const paths: (string | undefined)[] = columns.map(() => undefined);
  const isTaken = (path: string): boolean => paths.includes(path) && !scheme.fields.isRepeatable(path);

  for (const { column, path } of mappings) {
    const index = mappedIndex(columns, column);
    if (index === -1 || scheme.fields.ruleOf(path) === undefined) continue;
    if (isTaken(path)) throw new ImportInputError(`--map names two columns for the field "${path}".`);
    paths[index] = path;
  }
  const ownPaths = new Map(scheme.fields.paths.map((path) => [normalisedName(path), path]));
  for (const [index, column] of columns.entries()) {
    if (paths[index] !== undefined) continue;
    const name = normalisedName(column);
    const path = Object.hasOwn(scheme.recognised, name) ? scheme.recognised[name] : ownPaths.get(name);
    if (path !== undefined && !isTaken(path)) paths[index] = path;
  }

  const rules = columns.map((column, index) => {
    const path = paths[index] ?? (scheme.fields.ruleOf(column) === undefined ? undefined : column);
    return path === undefined ? scheme.otherwise?.(column) : scheme.fields.ruleOf(path);
  });
  return {
    columns,
    ignored: columns.filter((_, index) => rules[index] === undefined),
    apply(draft, cells, context) {
      for (const [index, rule] of rules.entries()) {
        const column = columns[index] ?? '';
        try {
          rule?.(draft, cells[index] ?? '', context, column);
        } catch (error) {
          if (error instanceof RowError) throw new RowError(`column "${column}": ${error.message}`);
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
