import { join } from 'node:path';
import {
  CALLING_HOURS_TABLE_VARIABLE,
  requiredVariable,
  TASK_ROOT_VARIABLE,
} from '../../shared/runtime/environment.ts';
import { lazily } from '../../shared/runtime/lazily.ts';
import type { CallingHoursSource } from '../http/require-callability.ts';

/**
 * The calling hours in the function's environment, loaded with the first use; `undefined` if there are none.
 */
export const callingHoursFromEnv = (
  environment: NodeJS.ProcessEnv = process.env,
): CallingHoursSource | undefined => {
  const file = environment[CALLING_HOURS_TABLE_VARIABLE];
  if (file === undefined) return undefined;
  return lazily(async () => {
    const { loadCallingHours } = await import('../../shared/calling-hours/record-judge.ts');
    return loadCallingHours(join(requiredVariable(TASK_ROOT_VARIABLE, environment), file));
  });
};
