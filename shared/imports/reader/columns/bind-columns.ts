import { SKIP_PATH } from '../../../contract/imports/import-limits.ts';
import {
  type CellRule,
  type CellWarning,
  type FieldRules,
  isRepeatable,
  type RowContext,
} from '../cells/field-rules.ts';
import { looksLikeCallPermission } from '../column-names/call-permission-columns.ts';
import { columnIndex, nameColumns } from '../column-names/name-columns.ts';
import {
  normalizedName,
  type RecognizedName,
  type RecognizedNames,
} from '../column-names/recognize-columns.ts';
import { type ColumnMapping, ImportInputError } from './column-mapping.ts';

/** Everything about reading rows in which people, companies and call lists differ. */
export interface DraftScheme<Draft> {
  readonly fields: FieldRules<Draft>;
  /** @param names the normalized names of the file's columns */
  readonly recognize: (names: ReadonlySet<string>) => RecognizedNames;
  /** Keeps the columns that fill no field; without it, they are skipped. */
  readonly otherwise?: {
    /**
     * Names the custom field of a column.
     *
     * @param path the field that another column fills instead, if any
     */
    readonly nameOf: (column: string, path: string | undefined) => string;
    readonly rule: (name: string) => CellRule<Draft>;
  };
  /**
   * Whether a row can do without a cell that cannot be understood. Keeps the cell in the draft where it has a
   * place.
   *
   * @param field the path of the field that the cell should fill
   */
  readonly doWithout: (draft: Draft, field: string, cell: string) => boolean;
  /** @param fields the paths of the fields that the file has columns for */
  readonly empty: (fields: ReadonlySet<string>) => Draft;
  /** Throws a RowError if the value cannot be understood. */
  readonly ofJson: (
    value: Readonly<Record<string, unknown>>,
    context: RowContext,
    warn: (warning: CellWarning) => void,
  ) => Draft;
  /**
   * Completes a draft once all of its row was read. Throws a RowError if it could not be stored by itself.
   */
  readonly complete: (draft: Draft, context: RowContext) => void;
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

/**
 * The plan of the columns, in the order of the file, and those that are imported, in the order of their use.
 */
export type BoundColumns<Draft> = ReturnType<typeof bindColumns<Draft>>;

/** Ranks after all listed names. */
const LAST_RANK = 1_000_000;

/** Mapped columns and the service's own names come before all names listed for their field. */
const MAPPED_LEAD = 0.75;
const OWN_NAME_LEAD = 0.5;

const mapColumns = <Draft>(
  columns: readonly string[],
  fields: FieldRules<Draft>,
  mappings: readonly ColumnMapping[],
  canonicalPath: (path: string) => string,
): ReadonlyMap<number, string> => {
  const mapped = new Map<number, string>();
  for (const mapping of mappings) {
    const index = columnIndex(columns, mapping.column);
    if (index === -1) continue;
    if (mapping.path === SKIP_PATH) {
      mapped.set(index, SKIP_PATH);
      continue;
    }
    if (fields.ruleOf(mapping.path) === undefined) continue;
    const path = canonicalPath(mapping.path);
    if (!isRepeatable(path) && [...mapped.values()].includes(path)) {
      throw new ImportInputError(`Two columns are mapped to the field "${mapping.path}", which takes one.`);
    }
    mapped.set(index, path);
  }
  return mapped;
};

/**
 * Decides what becomes of each column of a header. A column fills the field that it is mapped to, if any,
 * else the one that its name is recognized for. If several columns could fill a field that takes one value,
 * the mapped or else the most specific one does, and of two equals the first in the file. Throws an
 * ImportInputError if the mappings conflict.
 *
 * @param isRejects whether the last column has the reasons of rejected rows
 */
export const bindColumns = <Draft>(
  header: readonly string[],
  { fields, recognize, otherwise }: Pick<DraftScheme<Draft>, 'fields' | 'recognize' | 'otherwise'>,
  mappings: readonly ColumnMapping[],
  isRejects = false,
) => {
  const columns = nameColumns(header);
  const names = columns.map(({ name }) => name);
  const recognized = recognize(new Set(names.map(normalizedName)));
  const firstRanks = new Map<string, number>();
  for (const { path, rank } of recognized.values()) {
    firstRanks.set(path, Math.min(rank, firstRanks.get(path) ?? LAST_RANK));
  }
  const ahead = (path: string, lead: number): RecognizedName => ({
    path,
    rank: (firstRanks.get(path) ?? LAST_RANK) - lead,
  });

  const documented = new Map(fields.paths.map((path) => [fields.ruleOf(path), path]));
  const canonicalPath = (path: string): string => documented.get(fields.ruleOf(path)) ?? path;
  const ownNames = new Map(
    fields.paths.filter((path) => !path.includes('<')).map((path) => [normalizedName(path), path]),
  );
  const mapped = mapColumns(names, fields, mappings, canonicalPath);
  const claims = columns.map(({ name, repeats }, index): RecognizedName | undefined => {
    const path = mapped.get(index);
    if (path === SKIP_PATH) return undefined;
    if (path !== undefined) return ahead(path, MAPPED_LEAD);
    // Exports repeat a name for the same field of another object, such as the account's phone.
    if (repeats !== undefined) return undefined;
    const known = recognized.get(normalizedName(name));
    if (known !== undefined) return known;
    const own = ownNames.get(normalizedName(name)) ?? (fields.ruleOf(name) && canonicalPath(name));
    return own === undefined ? undefined : ahead(own, OWN_NAME_LEAD);
  });
  /** The columns for a field that takes one value, by path: of the lowest rank. */
  const winners = new Map<string, RecognizedName & { readonly name: string }>();
  for (const [index, claim] of claims.entries()) {
    if (claim === undefined || isRepeatable(claim.path)) continue;
    const winner = winners.get(claim.path);
    if (winner === undefined || claim.rank < winner.rank) {
      winners.set(claim.path, { name: names[index] ?? '', ...claim });
    }
  }

  const unfilled = otherwise === undefined ? 'skipped' : 'customField';
  /** The custom field of a column that fills no field. */
  const customNames = columns.map(({ name, repeats }, index): string => {
    const namesake = repeats === undefined ? index : names.indexOf(repeats);
    // A namesake that is not imported still tells what the values are.
    const claim = claims[index] ?? claims[namesake] ?? recognized.get(normalizedName(repeats ?? ''));
    return otherwise?.nameOf(name, claim?.path) ?? name;
  });
  /** The place of the reasons in a file of rejected rows, which are not part of the rows. */
  const reasons = isRejects && !mapped.has(header.length - 1) ? header.length - 1 : undefined;
  const plan = columns.map(({ name, repeats }, index): ColumnPlan => {
    if (index === reasons)
      return { column: name, field: null, as: 'skipped', note: 'why rows were rejected' };
    if (mapped.get(index) === SKIP_PATH) return { column: name, field: null, as: 'skipped' };
    const path = claims[index]?.path;
    const winner = path === undefined ? undefined : winners.get(path)?.name;
    const isUnfilled = path === undefined || (winner !== undefined && winner !== name);
    const notes = [];
    if (repeats !== undefined) notes.push(`the header repeats \`${repeats}\``);
    if (isUnfilled && path !== undefined) notes.push(`\`${winner}\` fills \`${path}\``);
    const customName = customNames[index];
    if (isUnfilled && customName !== name) notes.push(`stored as \`${customName}\``);
    if (isUnfilled && looksLikeCallPermission(name)) {
      notes.push('it looks like a do-not-call column: map it to `doNotCall`');
    }
    return {
      column: name,
      field: isUnfilled ? null : path,
      as: isUnfilled ? unfilled : 'field',
      ...(notes.length > 0 && { note: notes.join('; ') }),
    };
  });
  const cells = plan.flatMap(({ column, field, as }, index) => {
    if (as === 'skipped') return [];
    const rule = field === null ? otherwise?.rule(customNames[index] ?? column) : fields.ruleOf(field);
    // Only lists are filled by several columns; whatever else a column fills, its place makes no difference.
    const rank = field !== null && isRepeatable(field) ? (claims[index]?.rank ?? -1) : -1;
    return rule === undefined ? [] : { index, column, field, rule, rank };
  });
  return { plan, cells: cells.sort((a, b) => a.rank - b.rank) };
};
