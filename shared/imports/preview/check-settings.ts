import { type ImportKind, SKIP_PATH } from '../../contract/imports/import-limits.ts';
import type { ParameterError } from '../../contract/problems.ts';
import { isPhoneRegion } from '../../domain/readings/phones.ts';
import { camelOf } from '../../kinds/names.ts';
import { isSourced } from '../file-kinds.ts';
import type { ImportSettings } from '../import.ts';
import { isRepeatable } from '../reader/cells/field-rules.ts';
import { rulesOf } from './import-fields.ts';

/** What is wrong with settings for a kind of file, whatever columns the file has. */
export const settingsErrors = (kind: ImportKind, settings: ImportSettings): readonly ParameterError[] => {
  const fields = rulesOf(kind);
  const { mappings, region, isDeletingMissing } = settings;
  const errors: ParameterError[] = [];
  for (const [index, { path }] of mappings.entries()) {
    const parameter = `settings.mappings.${index}.path`;
    if (path === SKIP_PATH) continue;
    if (fields.ruleOf(path) === undefined) {
      errors.push({ parameter, detail: `must be one of: ${[...fields.paths, SKIP_PATH].join(', ')}` });
    } else if (!isRepeatable(path) && mappings.findIndex((other) => other.path === path) < index) {
      errors.push({ parameter, detail: `is given for two columns, but \`${path}\` takes one` });
    }
  }
  if (region !== null && !isPhoneRegion(region)) {
    errors.push({ parameter: 'settings.region', detail: 'must be null or an ISO 3166 code, such as US' });
  }
  if (isDeletingMissing && !isSourced(camelOf(kind))) {
    const detail = 'must be false for call lists, which do not store their source';
    errors.push({ parameter: 'settings.isDeletingMissing', detail });
  }
  return errors;
};
