import type { AdminResponseBody } from '../admin-response-bodies.ts';
import type { ResponseBody } from '../response-bodies.ts';

/** What an import of a file does, as far as it is decided before its rows are imported. */
export type FilePlan = NonNullable<ResponseBody<'Import'>['files'][number]['plan']>;

/** The orders of day and month, as examples. */
export const DATE_EXAMPLES = { dmy: '31/1/2026', mdy: '1/31/2026' } as const;

const FORMATS = { csv: 'CSV', 'json-lines': 'JSON Lines', parquet: 'Parquet' } as const;
const SEPARATORS: Readonly<Record<string, string>> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'vertical bars',
};

/** A plan in words, the same for the command and the console: what is decided, and how. */
export const factsOfPlan = (
  plan: NonNullable<AdminResponseBody<'ImportCheck'>['plan']>,
): readonly (readonly [label: string, text: string])[] => {
  const { format, separator, encoding, region, isKeepingBlank } = plan;
  const named = (label: string, columns: readonly string[]) =>
    columns.length === 0 ? [] : ([[label, columns.join(', ')]] as const);
  const text = [
    FORMATS[format],
    ...(separator === null ? [] : [`separated by ${SEPARATORS[separator] ?? `"${separator}"`}`]),
    ...(encoding === null ? [] : [encoding.toUpperCase()]),
  ];
  return [
    ['Read as', text.join(', ')],
    ...named('Records identified by', plan.identifiedBy),
    ['National phone numbers', region === null ? 'not understood' : `of ${region}`],
    ...named(
      'Numeric dates',
      plan.dateOrders.map(({ column, order }) => `${column} as ${DATE_EXAMPLES[order]}`),
    ),
    ...named('Calls forbidden by', plan.bannedBy),
    ...named('Records deleted by', plan.deletedBy),
    ...(plan.isDeletingMissing ? ([['Records that the file does not hold', 'deleted']] as const) : []),
    ['Blank cells', isKeepingBlank ? 'leave stored values' : 'empty their fields'],
  ];
};
