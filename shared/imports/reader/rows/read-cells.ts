import type { CellWarning, RowContext } from '../cells/field-rules.ts';
import type { BoundColumns, DraftScheme } from '../columns/bind-columns.ts';
import { RowError, reasonOf } from '../drafts/row-error.ts';

/** How to read the rows of a file. */
export interface CellReader<Draft> extends Pick<DraftScheme<Draft>, 'doWithout' | 'complete'> {
  /** The columns that are imported, in the order in which they are applied to a row. */
  readonly bound: BoundColumns<Draft>['cells'];
  /** An empty draft. */
  readonly empty: () => Draft;
}

/**
 * Reads a row of a CSV file. An unreadable or unstorable cell of an optional field costs only that cell.
 *
 * @throws RowError if the row cannot be imported even so, or, in a strict import, at the first such cell
 */
export const readCells = <Draft>(
  { bound, doWithout, empty, complete }: CellReader<Draft>,
  cells: readonly string[],
  context: RowContext,
): { readonly draft: Draft; readonly warnings: CellWarning[] } => {
  const isStrict = context.isStrict === true;

  /** @param problems the known problems of cells, by index */
  const read = (problems: ReadonlyMap<number, string>) => {
    const draft = empty();
    const warnings: CellWarning[] = [];
    for (const { index, column, field, rule } of bound) {
      const value = cells[index] ?? '';
      try {
        const problem = problems.get(index);
        if (problem !== undefined) throw new RowError(problem);
        rule(draft, value, context, column, (reason) => {
          if (isStrict) throw new RowError(reason);
          warnings.push({ field: field ?? column, value, reason });
        });
      } catch (error) {
        const reason = reasonOf(error);
        if (isStrict || field === null || !doWithout(draft, field, value)) {
          throw new RowError(`column "${column}": ${reason}`, { cause: error });
        }
        warnings.push({ field, value, reason });
      }
    }
    complete(draft, context);
    return { draft, warnings };
  };

  /** The problems of cells that could not be stored even alone. */
  const unstorableCells = (): ReadonlyMap<number, string> => {
    const problems = new Map<number, string>();
    for (const { index, column, rule } of bound) {
      try {
        const draft = empty();
        rule(draft, cells[index] ?? '', context, column, () => undefined);
        complete(draft, context);
      } catch (error) {
        problems.set(index, reasonOf(error));
      }
    }
    return problems;
  };

  try {
    return read(new Map());
  } catch (error) {
    if (isStrict || !(error instanceof RowError)) throw error;
    try {
      return read(unstorableCells());
    } catch {
      // The error of the whole row says more than that of a part.
      throw error;
    }
  }
};
