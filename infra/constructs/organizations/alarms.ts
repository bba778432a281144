import { type AlarmDefinition, AT_ONCE } from '../platform/alarm.ts';
import { formula, QUARTER_HOUR } from '../platform/metrics.ts';
import type { UserDirectory } from './user-directory.ts';

/** The alarm of sign-ins. */
export const userAlarms = ({ triggers }: UserDirectory): readonly AlarmDefinition[] => [
  {
    name: 'sign-ins-failing',
    meaning:
      'Half of all sign-ins to the console, or more, fail in the function that decides organization and role.',
    metric: formula(
      'failures in percent, 0 for fewer than five',
      'IF(failures >= 5, 100 * failures / signIns, 0)',
      {
        failures: triggers.metricErrors({ period: QUARTER_HOUR }),
        signIns: triggers.metricInvocations({ period: QUARTER_HOUR }),
      },
      QUARTER_HOUR,
    ),
    threshold: 50,
    ...AT_ONCE,
  },
];
