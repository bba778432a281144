import type { FieldRules } from '../cells/field-rules.ts';
import { type ColumnMapping, ImportInputError } from './column-mapping.ts';
import { columnIndex, nameColumns } from './name-columns.ts';
import { normalisedName, type RecognisedNames } from './recognise-columns.ts';

type Fields = Pick<FieldRules<never>, 'paths' | 'ruleOf' | 'isRepeatable'>;

/** Which field a column fills, and why if it is not obvious. */
export interface AssignedColumn {
  readonly name: string;
  readonly field: string | null;
  /** Columns that fill a field together do so in ascending order. */
  readonly rank: number;
  readonly note?: string;
}

interface Claim {
  readonly path: string;
  /** Of several columns for one field, the one with the lowest rank fills it. */
  readonly rank: number;
}

/** After all names that are listed. */
const LAST_RANK = 1_000_000;

/** Mapped columns and the service's own names come before all names listed for their field. */
const MAPPED_LEAD = 0.75;
const OWN_NAME_LEAD = 0.5;

const mapColumns = (
  columns: readonly string[],
  fields: Fields,
  mappings: readonly ColumnMapping[],
  canonicalPath: (path: string) => string,
): ReadonlyMap<number, string> => {
  const mapped = new Map<number, string>();
  for (const mapping of mappings) {
    const index = columnIndex(columns, mapping.column);
    if (index === -1 || fields.ruleOf(mapping.path) === undefined) continue;
    const path = canonicalPath(mapping.path);
    if (!fields.isRepeatable(path) && [...mapped.values()].includes(path)) {
      throw new ImportInputError(`--map names two columns for the field "${mapping.path}".`);
    }
    mapped.set(index, path);
  }
  return mapped;
};

/**
 * Decides which field each column fills: the one it is mapped to, else the one its name is recognised for. If
 * several columns could fill a field that takes one value, the mapped or else the most specific one does, and
 * of two equals the first in the file.
 */
export const assignFields = (
  header: readonly string[],
  fields: Fields,
  recognise: (names: ReadonlySet<string>) => RecognisedNames,
  mappings: readonly ColumnMapping[],
): readonly AssignedColumn[] => {
  const columns = nameColumns(header);
  const names = columns.map(({ name }) => name);
  const recognised = recognise(new Set(names.map(normalisedName)));
  const firstRanks = new Map<string, number>();
  for (const { path, rank } of recognised.values()) {
    firstRanks.set(path, Math.min(rank, firstRanks.get(path) ?? LAST_RANK));
  }
  const ahead = (path: string, lead: number): Claim => ({
    path,
    rank: (firstRanks.get(path) ?? LAST_RANK) - lead,
  });

  const documented = new Map(fields.paths.map((path) => [fields.ruleOf(path), path]));
  const canonicalPath = (path: string): string => documented.get(fields.ruleOf(path)) ?? path;
  const ownNames = new Map(
    fields.paths.filter((path) => !path.includes('<')).map((path) => [normalisedName(path), path]),
  );
  const mapped = mapColumns(names, fields, mappings, canonicalPath);
  const claims = columns.map(({ name, repeats }, index): Claim | undefined => {
    const path = mapped.get(index);
    if (path !== undefined) return ahead(path, MAPPED_LEAD);
    // Exports repeat a name for the same field of another object, such as the account's phone.
    if (repeats !== undefined) return undefined;
    const known = recognised.get(normalisedName(name));
    if (known !== undefined) return known;
    const own = ownNames.get(normalisedName(name)) ?? (fields.ruleOf(name) && canonicalPath(name));
    return own === undefined ? undefined : ahead(own, OWN_NAME_LEAD);
  });

  const winners = new Map<string, { readonly name: string; readonly rank: number }>();
  for (const [index, claim] of claims.entries()) {
    if (claim === undefined || fields.isRepeatable(claim.path)) continue;
    const winner = winners.get(claim.path);
    if (winner === undefined || claim.rank < winner.rank) {
      winners.set(claim.path, { name: names[index] ?? '', rank: claim.rank });
    }
  }
  return columns.map(({ name, repeats }, index): AssignedColumn => {
    const claim = claims[index];
    const repeated = repeats === undefined ? {} : { note: `the header repeats \`${repeats}\`` };
    if (claim === undefined) return { name, field: null, rank: LAST_RANK, ...repeated };
    const winner = winners.get(claim.path)?.name ?? name;
    if (winner === name) return { name, field: claim.path, rank: claim.rank, ...repeated };
    return { name, field: null, rank: LAST_RANK, note: `\`${winner}\` fills \`${claim.path}\`` };
  });
};
