import type { ImportKind } from '../../shared/contract/imports/import-limits.ts';
import { invalidRequest } from '../../shared/contract/problems.ts';
import type { ImportSettings } from '../../shared/imports/import.ts';
import { lazily } from '../../shared/runtime/lazily.ts';

/** The rules of all fields take longer to load than the rest of the function. */
const checks = lazily(() => import('../../shared/imports/preview/check-settings.ts'));

/** Throws `invalid-request` for settings that no file of this kind can be imported with. */
export const requireSettings = async (kind: ImportKind, settings: ImportSettings): Promise<void> => {
  const { settingsErrors } = await checks();
  const errors = settingsErrors(kind, settings);
  if (errors.length > 0) throw invalidRequest(errors);
};
