import type { ColumnAdvice } from './reader/rows/column-report.ts';

/** Messages with the choices of the console. */
export const CONSOLE_ADVICE: ColumnAdvice = {
  map: (_, path) => `choose the field ${path}`,
  region: 'set the default country',
};

/** What the console calls the flags of the command that reasons name. */
const SETTINGS: readonly (readonly [flag: RegExp, setting: string])[] = [
  [/use `--region`/, CONSOLE_ADVICE.region],
  [/--create-companies/, '“Create missing companies”'],
  [/--merge-rows/, '“Merge rows of the same record”'],
  [/--date-format dmy or mdy/, '“Numeric dates”'],
];

/** The reason of a rejected row or of a warning, without flags of the command. */
export const inWordsOfConsole = (reason: string): string =>
  SETTINGS.reduce((text, [flag, setting]) => text.replace(flag, setting), reason);
