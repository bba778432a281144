import { TIME_ZONE_RULE } from '../../../shared/contract/organizations/user-bodies.ts';
import { invalidRequest } from '../../../shared/contract/problems.ts';

/** The name of a time zone as it is stored. Throws `invalid-request` for an unknown one. */
export const requireTimeZone = async (name: string): Promise<string> => {
  // Loaded on demand: locale data takes as long to load as the rest of a cold start.
  const { standardTimeZone } = await import('./standard-time-zone.ts');
  const standard = standardTimeZone(name);
  if (standard === undefined) throw invalidRequest([{ parameter: 'timeZone', detail: TIME_ZONE_RULE }]);
  return standard;
};
