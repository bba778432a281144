import type { Import } from './import.ts';

type Words = 'console' | 'api';

/** What console and API call the flags and paths of the command that reasons name. */
const CHOICES: readonly {
  readonly named: RegExp;
  readonly console: string;
  /** Default: as the command calls it. */
  readonly api?: string;
}[] = [
  {
    named: /--map '.*=([^']*)'/,
    console: 'choose the field `$1`',
    api: 'map it to `$1` in `settings.mappings`',
  },
  { named: /use `--region`/, console: 'set the default country', api: 'set `settings.region`' },
  { named: / \(--companies\)/, console: '', api: '' },
  {
    named: /--create-companies/,
    console: '“Create missing companies”',
    api: '`settings.isCreatingCompanies`',
  },
  { named: /--merge-rows/, console: '“Merge rows of the same record”', api: '`settings.isMergingRows`' },
  { named: /--date-format dmy or mdy/, console: '“Numeric dates”', api: '`settings.dateOrder`' },
  {
    named: /map the column that (does|identifies the row) to "id"/,
    console: 'choose “Id in the source” for the column that $1',
    api: 'in `settings.mappings`, map the column that $1 to `id`',
  },
  {
    named: /Map it to "doNotCall", or to "customFields\..*" to keep it as text/,
    console: 'Choose “Do not call” for it, or “Custom field” to keep it as text',
  },
  {
    named: /Map it to "deleted", or to "customFields\..*" to keep it as text/,
    console: 'Choose “Deleted in the source” for it, or “Custom field” to keep it as text',
  },
];

const inWordsOf = (words: Words, reason: string): string =>
  CHOICES.reduce(
    (text, { named, [words]: choice }) => (choice === undefined ? text : text.replace(named, choice)),
    reason,
  );

/** A note on a column, or the reason of a rejected row, a warning or a refusal, in words of the console. */
export const inWordsOfConsole = (reason: string): string => inWordsOf('console', reason);

/** The same in words of the API. */
export const inWordsOfApi = (reason: string): string => inWordsOf('api', reason);

/** The same in words of who started an import. */
export const inWordsOfStarter = ({ batchId }: Pick<Import, 'batchId'>, reason: string): string =>
  inWordsOf(batchId === null ? 'console' : 'api', reason);
