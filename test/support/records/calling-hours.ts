import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CallingHours, callingHoursOf } from '../../../shared/calling-hours/record-judge.ts';
import { type CallingHoursTable, callingHoursTableSchema } from '../../../shared/calling-hours/table.ts';

export const CALLING_HOURS_FILE = join(
  import.meta.dirname,
  '..',
  '..',
  '..',
  'shared',
  'calling-hours',
  'north-america.json',
);

/** The repository's table. */
export const northAmerica: CallingHoursTable = callingHoursTableSchema.parse(
  JSON.parse(readFileSync(CALLING_HOURS_FILE, 'utf8')),
);

const hours = callingHoursOf(northAmerica);

/** The calling hours of the repository's table, as handlers get them. */
export const callingHours = async (): Promise<CallingHours> => hours;
