import type { FileFormat } from '../../../contract/imports/import-limits.ts';
import type { DateOrder } from '../../../domain/readings/dates.ts';
import type { ColumnReport } from '../rows/column-report.ts';

/** What an import of a file does, as far as it is decided before its rows are imported. */
export interface FilePlan {
  readonly file: string;
  readonly format: FileFormat;
  /** Of text; null for Parquet. */
  readonly encoding: string | null;
  /** Of the cells of CSV; null for other formats. */
  readonly separator: string | null;
  /** Whose national phone numbers are understood; null for none. */
  readonly region: string | null;
  /** The columns that tell which record a row is of. Empty for JSON Lines. */
  readonly identifiedBy: readonly string[];
  /** The columns that forbid calls. */
  readonly bannedBy: readonly string[];
  /** The columns that mark deleted records. */
  readonly deletedBy: readonly string[];
  /** Whether records of the source that the file does not hold are deleted. */
  readonly isDeletingMissing: boolean;
  /** Whether blank cells leave the stored values of their fields. */
  readonly isKeepingBlank: boolean;
  /** The order of day and month, of the columns whose numeric dates show it or for which it is set. */
  readonly dateOrders: readonly { readonly column: string; readonly order: DateOrder }[];
}

/** What identifies a row, the most reliable first: an id, else whom or what it is about. */
const IDENTIFYING = [
  /^(?:entries\.)?id$/,
  /^entries\.(?:personId|companyId|email|phone\.number)$/,
  /^(?:emails(?:\..+)?|linkedinUrl|domain|name)$/,
];

interface PlannedFile {
  readonly name: string;
  readonly format: FileFormat;
  readonly encoding: string | null;
  readonly separator: string | null;
  readonly columns: readonly ColumnReport[];
  readonly dateOrders: ReadonlyMap<string, DateOrder>;
}

interface PlanSettings {
  readonly region?: string | undefined;
  readonly dateOrder?: DateOrder | undefined;
  readonly isDeletingMissing?: boolean;
  readonly isKeepingBlank?: boolean;
}

/** The plan of a file whose columns are decided. */
export const planOf = (
  { name, format, encoding, separator, columns, dateOrders }: PlannedFile,
  { region, dateOrder, isDeletingMissing = false, isKeepingBlank = false }: PlanSettings,
): FilePlan => {
  const filling = (pattern: RegExp): readonly string[] =>
    columns.flatMap(({ column, field }) => (field !== null && pattern.test(field) ? [column] : []));
  const identifying = IDENTIFYING.map(filling);
  return {
    file: name,
    format,
    encoding,
    separator,
    region: region ?? null,
    identifiedBy: identifying.find((names) => names.length > 0) ?? [],
    bannedBy: filling(/^doNotCall$/),
    deletedBy: filling(/^deleted$/),
    isDeletingMissing,
    isKeepingBlank,
    dateOrders: [...dateOrders].map(([column, order]) => ({ column, order: dateOrder ?? order })),
  };
};

const ORDERS = { dmy: '31/1/2026', mdy: '1/31/2026' } as const;
const FORMATS = { csv: 'CSV', 'json-lines': 'JSON Lines', parquet: 'Parquet' } as const;
const SEPARATORS: Readonly<Record<string, string>> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'vertical bars',
};

/** A plan as lines of text. The columns have a table of their own. */
export const describePlan = (plan: FilePlan): readonly string[] => {
  const { separator, region, identifiedBy, bannedBy, deletedBy, dateOrders } = plan;
  const quoted = (columns: readonly string[]): string => columns.map((column) => `"${column}"`).join(', ');
  return [
    [
      FORMATS[plan.format],
      ...(separator === null ? [] : [`separated by ${SEPARATORS[separator] ?? `"${separator}"`}`]),
      ...(plan.encoding === null ? [] : [plan.encoding.toUpperCase()]),
    ].join(', '),
    `National phone numbers: ${region ?? 'none are understood'}`,
    ...(identifiedBy.length === 0 ? [] : [`Records identified by: ${quoted(identifiedBy)}`]),
    ...dateOrders.map(({ column, order }) => `Numeric dates of "${column}": as ${ORDERS[order]}`),
    ...(bannedBy.length === 0 ? [] : [`Calls forbidden by: ${quoted(bannedBy)}`]),
    ...(deletedBy.length === 0 ? [] : [`Records deleted by: ${quoted(deletedBy)}`]),
    ...(plan.isDeletingMissing ? ['Records that the file does not hold: deleted'] : []),
    `Blank cells: ${plan.isKeepingBlank ? 'leave stored values' : 'empty their fields'}`,
  ];
};
