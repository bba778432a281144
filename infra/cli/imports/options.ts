import { SINGLE_LINE, SINGLE_LINE_RULE } from '../../../shared/domain/single-line.ts';
import { MAX_SOURCE_LENGTH } from '../../../shared/imports/import.ts';
import { DATE_ORDERS, type DateOrder } from '../../../shared/imports/reader/cells/dates.ts';
import { isPhoneRegion } from '../../../shared/imports/reader/cells/phone-numbers.ts';
import { parseColumnMapping } from '../../../shared/imports/reader/columns/column-mapping.ts';
import type { FileKind } from '../../../shared/imports/reader/files/source-file.ts';
import { organizationOf, parseCommandLine } from '../support/arguments.ts';
import { UsageError } from '../support/usage-error.ts';

export const IMPORT_HELP = `Imports people, companies and call lists into an organization.

Usage: npm run import -- --organization ID [--companies FILE] [--people FILE] [--call-lists FILE] [options]

Files are CSV (comma, semicolon or tab; UTF-8) or JSON Lines in the shapes that the API returns, optionally
compressed with gzip. They are imported in the order companies, people, call lists. At least one is needed.

  --organization ID   the organization, a lower-case UUID
  --companies FILE    one company a row
  --people FILE       one person a row
  --call-lists FILE   one entry a row (CSV) or one call list with entries a line (JSON Lines)
  --map MAPPING       the fields of columns that are not recognized by name: 'Column=field,Other=field'.
                      Escape commas and equals signs in names as \\, and \\=, or put the name in double
                      quotes.
                      "id" is the record's id in its source. An unknown field prints the list of fields.
  --source NAME       the system that the files come from (default: import). Records keep their identity
                      within one source, and files refer to each other by its ids.
  --region REGION     the country of phone numbers without a country code, such as US (default: only +… numbers)
  --date-format ORDER dmy (31/1/2026) or mdy (1/31/2026). Default: per column, if its values leave only one
                      order. ISO 8601 dates and those with the name of a month need none.
  --merge-rows        merge several rows of one person or company, instead of rejecting all but the first
  --create-companies  create companies that people name and that are not stored
  --strict            reject a row with an unreadable cell (default: import it without the cell, and warn)
  --dry-run           read, compare and report, with three values of each column, but write nothing
  --delete-missing    after the import, delete the people and companies that earlier imports of the same source
                      created and that are no longer in the file; the files must be complete exports. Deletes
                      nothing if a row was rejected. With --dry-run, prints the ids
  --confirm-deletions N
                      the number of deletions, needed if they are more than 10 % of the records of the source
  --silent            keep the changes from webhooks; the event feed marks them
  --rejects FILE      write rejected rows to this CSV file: file, line, reason, row
  --warnings FILE     write warnings to this CSV file: file, line, field, value, reason
  --ids FILE          write the id of each imported row to this CSV file: kind, source, sourceId, id, file,
                      line; with --json, "-" puts them into the report
  --stack NAME        a deployed stack (default: the service on this machine)
  --json              print the report as one JSON document
  --help              print this

Before it writes, an import prints what each column becomes. It can be stopped and repeated at any time. Only
what differs is written. Fields that a file has no column for keep their value; a blank cell empties its field.
Columns that fill no field become custom fields.

Exit code: 0 = all rows are imported, 1 = failed, 2 = done, but a row was rejected, a file has no rows, or
--delete-missing stopped.`;

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
