import { BYTE_ORDER_MARK, csvLine } from '../../shared/runtime/own-csv.ts';

const SEPARATOR = '; ';

type Cell = string | number | null;

const textOf = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '');

/** The values of an item by the path of their field. Lists are joined. */
const cellsOf = (value: unknown, path: string): readonly (readonly [string, Cell])[] => {
  if (Array.isArray(value)) return [[path, value.map(textOf).join(SEPARATOR)]];
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([name, each]) =>
      cellsOf(each, path === '' ? name : `${path}.${name}`),
    );
  }
  return [[path, typeof value === 'number' ? value : textOf(value)]];
};

/** A CSV file of items as the API returns them: one column per field, no cell that a spreadsheet runs. */
export const csvOf = (items: readonly object[]): string => {
  const rows = items.map((item) => new Map(cellsOf(item, '')));
  const names = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  const lines = [names, ...rows.map((row) => names.map((name) => row.get(name) ?? null))];
  return BYTE_ORDER_MARK + lines.map(csvLine).join('');
};
