import { SINGLE_LINE, SINGLE_LINE_RULE } from '../../../shared/domain/single-line.ts';
import { MAX_SOURCE_LENGTH } from '../../../shared/imports/import.ts';
import { DATE_ORDERS, type DateOrder } from '../../../shared/imports/reader/cells/dates.ts';
import { isPhoneRegion } from '../../../shared/imports/reader/cells/phone-numbers.ts';
import { parseColumnMapping } from '../../../shared/imports/reader/columns/column-mapping.ts';
import type { FileKind } from '../../../shared/imports/reader/files/source-file.ts';
import { organizationOf, parseCommandLine } from '../support/arguments.ts';
import { UsageError } from '../support/usage-error.ts';

/** What the command line of an import says. */
export type ImportCommand = NonNullable<ReturnType<typeof parseImportCommand>>;

/** The value of `--ids` that puts the ids into the report of `--json`. */
export const IDS_IN_REPORT = '-';

const regionOf = (value: string | undefined) => {
  const region = value?.toUpperCase();
  if (region === undefined || isPhoneRegion(region)) return region;
  throw new UsageError(`--region must be an ISO 3166 code of two letters, such as US or DE, not "${value}".`);
};

const dateOrderOf = (value: string | undefined): DateOrder | undefined => {
  const order = DATE_ORDERS.find((each) => each === value?.toLowerCase());
  if (value !== undefined && order === undefined) {
    throw new UsageError(`--date-format must be dmy (31/1/2026) or mdy (1/31/2026), not "${value}".`);
  }
  return order;
};

const sourceOf = (value: string): string => {
  const source = value.trim();
  if (source === '' || source.length > MAX_SOURCE_LENGTH || !SINGLE_LINE.test(source)) {
    throw new UsageError(
      `--source must be a name such as hubspot: 1 to ${MAX_SOURCE_LENGTH} characters, ${SINGLE_LINE_RULE}.`,
    );
  }
  return source;
};

const confirmedOf = (value: string | undefined): number | undefined => {
  if (value === undefined) return undefined;
  if (/^\d{1,9}$/.test(value)) return Number(value);
  throw new UsageError(`--confirm-deletions must be the number of deletions, not "${value}".`);
};

/** Reads the command line; undefined if it asks for help. Throws a UsageError if it makes no sense. */
export const parseImportCommand = (argv: readonly string[]) => {
  const { values } = parseCommandLine(argv, {
    organization: { type: 'string' },
    companies: { type: 'string' },
    people: { type: 'string' },
    'call-lists': { type: 'string' },
    map: { type: 'string', multiple: true },
    source: { type: 'string', default: 'import' },
    region: { type: 'string' },
    'date-format': { type: 'string' },
    'merge-rows': { type: 'boolean' },
    'create-companies': { type: 'boolean' },
    strict: { type: 'boolean' },
    'dry-run': { type: 'boolean' },
    silent: { type: 'boolean' },
    'delete-missing': { type: 'boolean' },
    'confirm-deletions': { type: 'string' },
    rejects: { type: 'string' },
    warnings: { type: 'string' },
    ids: { type: 'string' },
    stack: { type: 'string' },
  });
  if (values.help === true) return undefined;
  const given = { companies: values.companies, people: values.people, callLists: values['call-lists'] };
  const paths: Readonly<Partial<Record<FileKind, string>>> = Object.fromEntries(
    Object.entries(given).filter(([, path]) => path !== undefined),
  );
  if (Object.keys(paths).length === 0) {
    throw new UsageError('No input file. Pass at least one of --companies, --people or --call-lists.');
  }
  if (values.ids === IDS_IN_REPORT && values.json !== true) {
    throw new UsageError('--ids - puts the ids into the report of --json: add --json, or name a file.');
  }
  const isDeletingMissing = values['delete-missing'] ?? false;
  if (isDeletingMissing && paths.callLists !== undefined) {
    throw new UsageError(
      '--delete-missing works with --companies and --people only: call lists do not store their source. Import --call-lists separately.',
    );
  }
  if (!isDeletingMissing && values['confirm-deletions'] !== undefined) {
    throw new UsageError('--confirm-deletions confirms what --delete-missing deletes: add --delete-missing.');
  }
  return {
    organizationId: organizationOf(values.organization),
    paths,
    mappings: (values.map ?? []).flatMap(parseColumnMapping),
    source: sourceOf(values.source),
    region: regionOf(values.region),
    dateOrder: dateOrderOf(values['date-format']),
    isMergingRows: values['merge-rows'] ?? false,
    isCreatingCompanies: values['create-companies'] ?? false,
    isStrict: values.strict ?? false,
    isDryRun: values['dry-run'] ?? false,
    isSilent: values.silent ?? false,
    isDeletingMissing,
    confirmedDeletions: confirmedOf(values['confirm-deletions']),
    isJson: values.json ?? false,
    rejects: values.rejects,
    warnings: values.warnings,
    ids: values.ids,
    stack: values.stack,
  };
};
