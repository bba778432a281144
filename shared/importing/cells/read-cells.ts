import type { BoundColumns, DraftScheme } from '../columns/bind-columns.ts';
import { RowError } from '../rows/row-error.ts';
import type { RowContext } from './field-rules.ts';

/** A cell whose value is not what its field holds, of a row that was imported without it. */
export interface CellWarning {
  /** The field that stays as it was. */
  readonly field: string;
  /** The cell as the file has it. */
  readonly value: string;
  /** What is wrong with it, and what would be understood. */
  readonly reason: string;
}

/** How to read the rows of a file. */
export interface CellReader<Draft> extends Pick<DraftScheme<Draft>, 'doWithout' | 'complete'> {
  /** The columns that are imported, in the order in which they are applied to a row. */
  readonly bound: BoundColumns<Draft>['cells'];
  /** An empty draft. */
  readonly empty: () => Draft;
}

interface ReadCells<Draft> {
  readonly draft: Draft;
  readonly warnings: CellWarning[];
}

const inColumn = (column: string, error: RowError): RowError =>
  new RowError(`column "${column}": ${error.message}`, { cause: error });

/**
 * Writes the cells into a draft. An unreadable cell becomes a warning if the scheme can do without it.
 *
 * @param known the known problems of cells, by index
 */
const applyCells = <Draft>(
  { bound, doWithout, empty }: CellReader<Draft>,
  cells: readonly string[],
  context: RowContext,
  known: ReadonlyMap<number, string> = new Map(),
): ReadCells<Draft> => {
  const draft = empty();
  const warnings: CellWarning[] = [];
  for (const { index, column, field, rule } of bound) {
    const cell = cells[index] ?? '';
    try {
      const reason = known.get(index);
      if (reason !== undefined) throw new RowError(reason);
      rule(draft, cell, context, column);
    } catch (error) {
      if (!(error instanceof RowError)) throw error;
      if (context.isStrict === true || field === null || !doWithout(draft, field, cell)) {
        throw inColumn(column, error);
      }
      warnings.push({ field, value: cell, reason: error.message });
    }
  }
  return { draft, warnings };
};

/** The problems of cells, by index, that could not be stored even alone. */
const unstorableCells = <Draft>(
  { bound, empty, complete }: CellReader<Draft>,
  cells: readonly string[],
  context: RowContext,
): ReadonlyMap<number, string> => {
  const reasons = new Map<number, string>();
  for (const { index, column, rule } of bound) {
    const draft = empty();
    try {
      rule(draft, cells[index] ?? '', context, column);
      complete(draft, context);
    } catch (error) {
      if (!(error instanceof RowError)) throw error;
      reasons.set(index, error.message);
    }
  }
  return reasons;
};

/**
 * Reads a row of a CSV file. An unreadable or unstorable cell of an optional field costs only that cell.
 *
 * @throws RowError if the row cannot be imported even so, or, in a strict import, at the first such cell
 */
export const readCells = <Draft>(
  reader: CellReader<Draft>,
  cells: readonly string[],
  context: RowContext,
): ReadCells<Draft> => {
  const read = (unstorable?: ReadonlyMap<number, string>): ReadCells<Draft> => {
    const result = applyCells(reader, cells, context, unstorable);
    reader.complete(result.draft, context);
    return result;
  };
  try {
    return read();
  } catch (error) {
    if (context.isStrict === true || !(error instanceof RowError)) throw error;
    try {
      return read(unstorableCells(reader, cells, context));
    } catch {
      // The error of the whole row says more than that of a part.
      throw error;
    }
  }
};
