import { DATE_ORDERS, type DateOrder } from '../../../shared/domain/readings/dates.ts';
import { isPhoneRegion } from '../../../shared/domain/readings/phones.ts';
import { SINGLE_LINE, SINGLE_LINE_RULE } from '../../../shared/domain/single-line.ts';
import { type FileKind, IMPORT_ORDER } from '../../../shared/imports/file-kinds.ts';
import { IMPORT_KINDS, type ImportKind, MAX_SOURCE_LENGTH } from '../../../shared/imports/import.ts';
import { parseColumnMapping } from '../../../shared/imports/reader/columns/column-mapping.ts';
import {
  camelOf,
  nounOf,
  OWN_KINDS,
  type OwnKind,
  pluralOf,
  pluralsOf,
} from '../../../shared/kinds/names.ts';
import {
  type FlagValues,
  ORGANIZATION,
  optional,
  type parseCommandLine,
  repeated,
  SWITCH,
} from '../support/arguments.ts';
import { UsageError } from '../support/usage-error.ts';

const lineOf = (kind: OwnKind): string =>
  kind === 'call-list'
    ? 'one entry a row (CSV) or one call list with entries a line (JSON Lines)'
    : `one ${nounOf(kind)} a row`;

export const IMPORT_HELP = `Imports ${pluralsOf(OWN_KINDS)} into an organization.

Usage: npm run import -- --organization ID FILES [options]

Files are CSV (comma, semicolon or tab; UTF-8), JSON Lines in the shapes that the API returns, or Parquet,
optionally compressed with gzip. They are imported in the order of this list. At least one is required:

${OWN_KINDS.toSorted((a, b) => IMPORT_ORDER.indexOf(pluralOf(a)) - IMPORT_ORDER.indexOf(pluralOf(b)))
  .map((kind) => `  ${`--${pluralOf(kind)} FILE`.padEnd(18)}  ${lineOf(kind)}`)
  .join('\n')}

Options:

  --organization ID   organization, a lower-case UUID
  --map MAPPING       the fields of columns that are not recognized by name: 'Column=field,Other=field'.
                      Escape commas and equals signs in names as \\, and \\=, or put the name in double
                      quotes.
                      "id" is the record's id in its source. An unknown field prints the list of fields.
  --source NAME       the system that the files come from (default: import). Records keep their identity
                      within one source, and files refer to each other by its ids.
  --region REGION     country of phone numbers without a country code, such as US (default: only +… numbers)
  --date-format ORDER dmy (31/1/2026) or mdy (1/31/2026). Default: per column, if its values leave only one
                      order. ISO 8601 dates and those with the name of a month need none.
  --merge-rows        merge several rows of one person or company, instead of rejecting all but the first
  --create-companies  create companies that people name and that are not stored
  --keep-blank        let blank cells leave the stored values (default: they empty their fields)
  --strict            reject a row with an unreadable cell (default: import it without the cell, and warn)
  --dry-run           read, compare and report, with three values of each column, but write nothing
  --delete-missing    after the import, delete the records that earlier imports of the same \
source
                      created and that are no longer in the file; the files must be complete exports. Deletes
                      nothing if a row was rejected. With --dry-run, prints the ids
  --confirm-deletions N
                      the number of deletions, needed if they are more than 10 % of the records of the source
  --silent            keep the changes from webhooks; the event feed marks them
  --rejects           write the rejected rows of each file to a file next to it, to be corrected and \
imported as
                      it is: people.csv.rejects.csv (or .rejects.jsonl) has the columns of people.csv and the
                      reasons. Replaces that of an earlier import
  --warnings FILE     write warnings to this CSV file: file, line, field, value, reason
  --ids FILE          write the id of each imported row to this CSV file: kind, source, sourceId, id, file,
                      line; with --json, "-" puts them into the report
  --stack NAME        deployed stack (default: the service on this machine)
  --json              print the report as one JSON document
  --help              print this help

Before it writes, an import prints what each column becomes. It can be stopped and repeated at any time. Only
what differs is written. Fields that a file has no column for keep their value; a blank cell empties its \
field.
Columns that fill no field become custom fields.

Example:

  npm run import -- --organization ID --people people.csv --source hubspot --region US --dry-run

Exit code: 0 if all rows are imported, 1 on failure, 2 if a row was rejected, a file has no rows, or
--delete-missing stopped.`;

/** What the command line of an import says. */
export type ImportCommand = ReturnType<typeof importCommandOf>;

/** The value of `--ids` that puts the ids into the report of `--json`. */
export const IDS_IN_REPORT = '-';

const regionOf = (value: string) => {
  const region = value.toUpperCase();
  if (isPhoneRegion(region)) return region;
  throw new UsageError(`--region must be an ISO 3166 code of two letters, such as US or DE, not "${value}".`);
};

const dateOrderOf = (value: string): DateOrder => {
  const order = DATE_ORDERS.find((each) => each === value.toLowerCase());
  if (order !== undefined) return order;
  throw new UsageError(`--date-format must be dmy (31/1/2026) or mdy (1/31/2026), not "${value}".`);
};

export const sourceOf = (value: string): string => {
  const source = value.trim();
  if (source === '' || source.length > MAX_SOURCE_LENGTH || !SINGLE_LINE.test(source)) {
    throw new UsageError(
      `--source must be a name such as hubspot: 1 to ${MAX_SOURCE_LENGTH} characters, ${SINGLE_LINE_RULE}.`,
    );
  }
  return source;
};

const confirmedOf = (value: string): number => {
  if (/^\d{1,9}$/.test(value)) return Number(value);
  throw new UsageError(`--confirm-deletions must be the number of deletions, not "${value}".`);
};

const FILES = Object.fromEntries(IMPORT_KINDS.map((kind) => [kind, optional(String)])) as Record<
  ImportKind,
  ReturnType<typeof optional<string>>
>;

export const IMPORT_FLAGS = {
  organization: ORGANIZATION,
  ...FILES,
  map: repeated(parseColumnMapping),
  source: optional(sourceOf, 'import'),
  region: optional(regionOf),
  'date-format': optional(dateOrderOf),
  'merge-rows': SWITCH,
  'create-companies': SWITCH,
  'keep-blank': SWITCH,
  strict: SWITCH,
  'dry-run': SWITCH,
  silent: SWITCH,
  'delete-missing': SWITCH,
  'confirm-deletions': optional(confirmedOf),
  rejects: SWITCH,
  warnings: optional(String),
  ids: optional(String),
  stack: optional(String),
};

type Values = ReturnType<typeof parseCommandLine<FlagValues<typeof IMPORT_FLAGS>>>;

/** Checks flags together. Throws a UsageError if they make no sense. */
export const importCommandOf = ({ map, ...values }: Values) => {
  const { organization: organizationId, source, region, json: isJson, warnings, ids, stack } = values;
  const paths: Readonly<Partial<Record<FileKind, string>>> = Object.fromEntries(
    IMPORT_KINDS.flatMap((kind) => (values[kind] === undefined ? [] : [[camelOf(kind), values[kind]]])),
  );
  if (Object.keys(paths).length === 0) {
    const flags = IMPORT_KINDS.map((kind) => `--${kind}`);
    throw new UsageError(`No input file. Pass at least one of ${flags.join(', ')}.`);
  }
  if (ids === IDS_IN_REPORT && !isJson) {
    throw new UsageError('--ids - puts the ids into the report of --json: add --json, or name a file.');
  }
  const isDeletingMissing = values['delete-missing'];
  if (isDeletingMissing && paths.callLists !== undefined) {
    throw new UsageError(
      '--delete-missing does not work with --call-lists: call lists do not store their source. ' +
        'Import --call-lists separately.',
    );
  }
  return {
    ...{ organizationId, paths, source, region, isJson, warnings, ids, stack, isDeletingMissing },
    mappings: map.flat(),
    dateOrder: values['date-format'],
    isMergingRows: values['merge-rows'],
    isCreatingCompanies: values['create-companies'],
    isStrict: values.strict,
    isKeepingBlank: values['keep-blank'],
    isDryRun: values['dry-run'],
    isSilent: values.silent,
    isWritingRejects: values.rejects,
    confirmedDeletions: values['confirm-deletions'],
  };
};
