import { SKIP_PATH } from '../../../contract/imports/import-limits.ts';
import { looksLikeCallPermission } from '../../../domain/readings/calls.ts';
import { isChangeColumn } from '../../../domain/readings/deletions.ts';
import { normalizedName } from '../../../domain/readings/words.ts';
import {
  type CellRule,
  type CellWarning,
  type FieldRules,
  isRepeatable,
  type RowContext,
} from '../cells/field-rules.ts';
import { type ColumnMapping, ImportInputError } from './column-mapping.ts';
import { columnIndex, nameColumns } from './name-columns.ts';
import { isNameAlone, type RecognizedName, type Recognizer } from './recognize.ts';
import type { ColumnSurvey } from './survey-columns.ts';

/** Everything about reading rows in which people, companies and call lists differ. */
export interface DraftScheme<Draft> {
  readonly fields: FieldRules<Draft>;
  readonly recognize: (header: readonly string[]) => Recognizer;
  /** Keeps the columns that fill no field; without it, they are skipped. */
  readonly otherwise?: {
    /** Names the custom field of a column. */
    readonly nameOf: (column: string, path: string | undefined) => string;
    readonly rule: (name: string) => CellRule<Draft>;
  };
  /**
   * Whether a row can do without a cell that cannot be understood. Keeps the cell in the draft where it has a
   * place.
   */
  readonly doWithout: (draft: Draft, field: string, cell: string) => boolean;
  readonly empty: (fields: ReadonlySet<string>, isOwn?: boolean) => Draft;
  /** Throws a RowError if the value cannot be understood. */
  readonly ofJson: (
    value: Readonly<Record<string, unknown>>,
    context: RowContext,
    warn: (warning: CellWarning) => void,
  ) => Draft;
  /**
   * Completes a draft once all of its row was read. Throws a RowError if it could not be stored by itself.
   */
  readonly complete: (draft: Draft, context: RowContext, warn?: (warning: CellWarning) => void) => void;
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
export interface BoundColumn<Draft> {
  readonly index: number;
  readonly column: string;
  readonly field: string | null;
  readonly rule: CellRule<Draft>;
  /** The column with the label that tells the type of the value. */
  readonly labelIndex?: number;
}

/** Ranks after all listed names. */
const LAST_RANK = 1_000_000;
/** Mapped columns and the service's own names come before all names listed for their field. */
const MAPPED_LEAD = 0.75;
const OWN_NAME_LEAD = 0.5;
/** Names of custom fields are not longer. */
const MAX_NAME = 255;
/** Columns whose values tell whether they are an address on LinkedIn. */
const LINKS = /^(?:url|link|profile|profileurl|profil|website|webpage|web|homepage)$/;

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

/** Whether a file is an export of this service: its `id` has UUIDs, and it has another own column. */
const isExport = <Draft>(
  names: readonly string[],
  surveys: readonly ColumnSurvey[],
  { ruleOf }: FieldRules<Draft>,
): boolean =>
  surveys[names.indexOf('id')]?.looksLike === 'UUIDs' &&
  names.some(
    (name) => name !== 'id' && (name === 'changedAt' || name === 'callListId' || ruleOf(name) !== undefined),
  );

/**
 * Decides what becomes of each column of a header. A column fills the field that it is mapped to, if any,
 * else the one that its name is recognized for, unless its values say otherwise. If several columns could
 * fill a field that takes one value, the mapped or else the most specific one does, and of two equals the
 * first in the file. Throws an ImportInputError if the mappings conflict.
 *
 * @param surveys what the values of each column look like, if they are known
 */
export const bindColumns = <Draft>(
  { header, isRejects }: { readonly header: readonly string[]; readonly isRejects: boolean },
  { fields, recognize, otherwise }: Pick<DraftScheme<Draft>, 'fields' | 'recognize' | 'otherwise'>,
  mappings: readonly ColumnMapping[],
  surveys: readonly ColumnSurvey[] = [],
) => {
  const columns = nameColumns(header);
  const names = columns.map(({ name }) => name);
  const isOwn = isExport(names, surveys, fields);
  const recognizeName = recognize(header);
  const known = names.map((name) => recognizeName(name));
  const firstRanks = new Map<string, number>();
  for (const each of known) {
    if (each !== undefined) {
      firstRanks.set(each.path, Math.min(each.rank, firstRanks.get(each.path) ?? LAST_RANK));
    }
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

  /** The field of a column of an export: each but what the service decides itself. */
  const exported = (name: string): string | undefined => {
    const isOfList = fields.ruleOf('entries.id') !== undefined && names.includes('callListId');
    if (isOfList && (name === 'callListId' || name === 'id')) return name === 'id' ? 'entries.id' : 'id';
    return fields.ruleOf(name) && canonicalPath(name);
  };
  const byValues = (claim: RecognizedName | undefined, index: number): RecognizedName | undefined => {
    const { looksLike, isOfChanges } = surveys[index] ?? {};
    if (claim?.path === 'title' && looksLike === 'forms of address') return undefined;
    if (looksLike === 'LinkedIn profiles' && LINKS.test(normalizedName(names[index] ?? ''))) {
      return ahead('linkedinUrl', 0);
    }
    if (isOfChanges === true && isChangeColumn(names[index] ?? '') && fields.ruleOf('deleted')) {
      return ahead('deleted', 0);
    }
    return claim;
  };
  const claims = columns.map(({ name, repeats }, index): RecognizedName | undefined => {
    const path = mapped.get(index);
    if (path === SKIP_PATH) return undefined;
    if (path !== undefined) return ahead(path, MAPPED_LEAD);
    // Exports repeat a name for the same field of another object, such as the account's phone.
    if (repeats !== undefined) return undefined;
    const own = isOwn ? exported(name) : undefined;
    if (own !== undefined) return ahead(own, OWN_NAME_LEAD);
    if (known[index] !== undefined) return byValues(known[index], index);
    const alike = ownNames.get(normalizedName(name)) ?? (fields.ruleOf(name) && canonicalPath(name));
    return byValues(alike === undefined ? undefined : ahead(alike, OWN_NAME_LEAD), index);
  });
  // A column such as `Nom` has the whole name, if the file has no other one for the rest of it.
  for (const [path, other] of [
    ['firstName', 'lastName'],
    ['lastName', 'firstName'],
  ]) {
    const at = claims.findIndex((claim, index) => claim?.path === path && isNameAlone(names[index] ?? ''));
    if (at !== -1 && !claims.some((claim) => claim?.path === other)) claims[at] = { path: 'name', rank: 0 };
  }
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
    const claim = claims[index] ?? claims[namesake] ?? recognizeName(repeats ?? '');
    return (otherwise?.nameOf(name, claim?.path) ?? name).slice(0, MAX_NAME);
  });
  /** The place of the reasons in a file of rejected rows, which are not part of the rows. */
  const reasons = isRejects && !mapped.has(header.length - 1) ? header.length - 1 : undefined;
  const plan = columns.map(({ name, repeats }, index): ColumnPlan => {
    if (index === reasons)
      return { column: name, field: null, as: 'skipped', note: 'why rows were rejected' };
    if (mapped.get(index) === SKIP_PATH) return { column: name, field: null, as: 'skipped' };
    if (isOwn && (name === 'changedAt' || (name === 'updatedAt' && unfilled === 'skipped'))) {
      return { column: name, field: null, as: 'skipped' };
    }
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
  /** The label that tells the type of a value: `Phone 1 - Label` of `Phone 1 - Value`. */
  const labelOf = (index: number): number => {
    const { number } = claims[index] ?? {};
    if (number === undefined || isLabel(index)) return -1;
    return claims.findIndex((claim, at) => claim?.number === number && isLabel(at));
  };
  const isLabel = (index: number): boolean =>
    claims[index]?.number !== undefined && claims[index].path.endsWith('.type');
  const cells = plan.flatMap(({ column, field, as }, index) => {
    if (as === 'skipped' || isLabel(index)) return [];
    const rule = field === null ? otherwise?.rule(customNames[index] ?? column) : fields.ruleOf(field);
    // Only lists are filled by several columns; whatever else a column fills, its place makes no difference.
    const rank = field !== null && isRepeatable(field) ? (claims[index]?.rank ?? -1) : -1;
    const labelIndex = labelOf(index);
    const label = labelIndex === -1 ? {} : { labelIndex };
    return rule === undefined ? [] : [{ index, column, field, rule, rank, ...label }];
  });
  const ordered: readonly BoundColumn<Draft>[] = cells.sort((a, b) => a.rank - b.rank);
  return { plan, cells: ordered, isOwn };
};
