import type { ColumnAdvice } from './reader/rows/column-report.ts';

/** Messages with the choices of the console. */
export const CONSOLE_ADVICE: ColumnAdvice = {
  map: (_, path) => `choose the field \`${path}\``,
  region: 'set the default country',
};

/** What the console calls the flags and paths of the command that reasons name. */
const CHOICES: readonly (readonly [named: RegExp, choice: string])[] = [
  [/use `--region`/, CONSOLE_ADVICE.region],
  [/--create-companies/, '“Create missing companies”'],
  [/--merge-rows/, '“Merge rows of the same record”'],
  [/--date-format dmy or mdy/, '“Numeric dates”'],
  [
    /map the column that (does|identifies the row) to "id"/,
    'choose “Id in the source” for the column that $1',
  ],
  [
    /Map it to "doNotCall", or to "customFields\..*" to keep it as text/,
    'Choose “Do not call” for it, or “Custom field” to keep it as text',
  ],
  [
    /Map it to "deleted", or to "customFields\..*" to keep it as text/,
    'Choose “Deleted in the source” for it, or “Custom field” to keep it as text',
  ],
];

/** The reason of a rejected row, of a warning or of a refusal, in words of the console. */
export const inWordsOfConsole = (reason: string): string =>
  CHOICES.reduce((text, [named, choice]) => text.replace(named, choice), reason);
