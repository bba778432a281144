import { type ColumnMapping, parseColumnMapping } from '../../../shared/importing/column-mapping.ts';
import type { FileKind, ImportOptions } from '../../../shared/importing/import-files.ts';
import { isPhoneRegion } from '../../../shared/importing/phone-numbers.ts';
import { organizationOf, parseCommandLine } from '../support/arguments.ts';
import { UsageError } from '../support/usage-error.ts';

/** What the command line of an import says. */
export interface ImportCommand extends Pick<ImportOptions, 'organizationId' | 'region'> {
  readonly paths: Readonly<Partial<Record<FileKind, string>>>;
  readonly mappings: readonly ColumnMapping[];
  readonly source: string;
  readonly isDryRun: boolean;
  readonly isSilent: boolean;
  readonly isJson: boolean;
  readonly rejects: string | undefined;
  readonly stack: string | undefined;
}

/** External ids name their source in a short text. */
const MAX_SOURCE_LENGTH = 100;

const regionOf = (value: string | undefined) => {
  const region = value?.toUpperCase();
  if (region === undefined || isPhoneRegion(region)) return region;
  throw new UsageError(`--region must be an ISO 3166 code of two letters, such as US or DE, not "${value}".`);
};

const sourceOf = (value: string): string => {
  const source = value.trim();
  if (source === '' || source.length > MAX_SOURCE_LENGTH) {
    throw new UsageError(`--source must be a name of 1 to ${MAX_SOURCE_LENGTH} characters, such as hubspot.`);
  }
  return source;
};

/** Reads the command line; undefined if it asks for help. Throws a UsageError if it makes no sense. */
export const parseImportCommand = (argv: readonly string[]): ImportCommand | undefined => {
  const { values } = parseCommandLine(argv, {
    organization: { type: 'string' },
    companies: { type: 'string' },
    people: { type: 'string' },
    'call-lists': { type: 'string' },
    map: { type: 'string', multiple: true },
    source: { type: 'string', default: 'import' },
    region: { type: 'string' },
    'dry-run': { type: 'boolean' },
    silent: { type: 'boolean' },
    rejects: { type: 'string' },
    stack: { type: 'string' },
  });
  if (values.help === true) return undefined;
  const given = { companies: values.companies, people: values.people, callLists: values['call-lists'] };
  const paths = Object.fromEntries(Object.entries(given).filter(([, path]) => path !== undefined));
  if (Object.keys(paths).length === 0) {
    throw new UsageError('There is nothing to import: give --companies, --people or --call-lists a file.');
  }
  return {
    organizationId: organizationOf(values.organization),
    paths,
    mappings: (values.map ?? []).flatMap(parseColumnMapping),
    source: sourceOf(values.source),
    region: regionOf(values.region),
    isDryRun: values['dry-run'] ?? false,
    isSilent: values.silent ?? false,
    isJson: values.json ?? false,
    rejects: values.rejects,
    stack: values.stack,
  };
};
