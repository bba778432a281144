import { decodedTwice, meantText } from '../../../domain/readings/meant-text.ts';
import type { CellWarning, RowContext } from '../cells/field-rules.ts';
import type { BoundColumn, DraftScheme } from '../columns/bind-columns.ts';
import { phoneTypeOf } from '../columns/recognize.ts';
import { RowError, reasonOf } from '../drafts/row-error.ts';

/** How to read the rows of a file. */
export interface CellReader<Draft> extends Pick<DraftScheme<Draft>, 'doWithout' | 'complete' | 'fields'> {
  /** The columns that are imported, in the order in which they are applied to a row. */
  readonly bound: readonly BoundColumn<Draft>[];
  /** Whether the text of a column was encoded twice: all of it, so that it is repaired, or some. */
  readonly encodedTwice?: readonly ('none' | 'some' | 'all')[];
  /** An empty draft. */
  readonly empty: () => Draft;
}

/** The field of a value whose type another cell has: `* Mobile`. */
const labeledPath = (field: string, label: string): string => {
  const text = label.replace(/^\*\s*/, '').trim();
  if (text === '') return field;
  return field.startsWith('phones') ? `phones.${phoneTypeOf(text)}` : `emails.${text.toLowerCase()}`;
};

/**
 * Reads a row of a CSV file. An unreadable or unstorable cell of an optional field costs only that cell.
 *
 * @throws RowError if the row cannot be imported even so, or, in a strict import, at the first such cell
 */
export const readCells = <Draft>(
  { bound, doWithout, empty, complete, fields, encodedTwice = [] }: CellReader<Draft>,
  cells: readonly string[],
  context: RowContext,
  absent?: ReadonlySet<number>,
): { readonly draft: Draft; readonly warnings: CellWarning[] } => {
  const isStrict = context.isStrict === true;

  /** @param problems the known problems of cells, by index */
  const read = (problems: ReadonlyMap<number, string>, isOnly = (_index: number): boolean => true) => {
    const draft = empty();
    const warnings: CellWarning[] = [];
    const warnOf = (field: string, value: string) => (reason: string) => {
      if (isStrict) throw new RowError(reason);
      warnings.push({ field, value, reason });
    };
    for (const { index, column, field, rule, labelIndex } of bound) {
      if (!isOnly(index) || absent?.has(index) === true) continue;
      const given = cells[index] ?? '';
      const once = encodedTwice[index] === 'all' ? (decodedTwice(given) ?? given) : given;
      const value = context.isOwn === true ? given : meantText(once);
      const path =
        field === null || labelIndex === undefined ? field : labeledPath(field, cells[labelIndex] ?? '');
      const warn = warnOf(path ?? column, given);
      try {
        const problem = problems.get(index);
        if (problem !== undefined) throw new RowError(problem);
        (path === field ? rule : (fields.ruleOf(path ?? '') ?? rule))(draft, value, context, column, warn);
        if (encodedTwice[index] === 'some' && decodedTwice(given) !== undefined) {
          warn(`${path ?? column}: "${given}" was encoded twice: export it again as UTF-8`);
        }
      } catch (error) {
        const reason = reasonOf(error);
        if (isStrict || path === null || !doWithout(draft, path, given)) {
          throw new RowError(`column "${column}": ${reason}`, { cause: error });
        }
        warnings.push({ field: path, value: given, reason });
      }
    }
    complete(draft, context, ({ field, value, reason }) => warnOf(field, value)(reason));
    return { draft, warnings };
  };

  /** The problems of cells that could not be stored even alone. */
  const unstorableCells = (): ReadonlyMap<number, string> => {
    const problems = new Map<number, string>();
    for (const { index } of bound) {
      try {
        read(new Map(), (each) => each === index);
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
