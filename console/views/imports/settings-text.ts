import { DATE_EXAMPLES } from '../../../shared/contract/imports/import-plan.ts';
import type { ImportSettings } from '../../api/types.ts';
import { formatCount } from '../../parts/numbers.ts';

const FLAGS = {
  isMergingRows: 'rows of one record are merged',
  isCreatingCompanies: 'missing companies are created',
  isKeepingBlank: 'blank cells change nothing',
  isStrict: 'unreadable cells reject their rows',
  isSilent: 'webhooks receive nothing',
  isDeletingMissing: 'missing records are deleted',
} as const;

/** What differs from the defaults, such as `2 columns mapped, phone numbers of US`. */
export const describeSettings = (settings: ImportSettings): string => {
  const { mappings, region, dateOrder } = settings;
  const parts = [
    mappings.length > 0 && `${formatCount(mappings.length, 'column')} mapped`,
    region !== null && `phone numbers of ${region}`,
    dateOrder !== null && `dates as ${DATE_EXAMPLES[dateOrder]}`,
    ...(Object.keys(FLAGS) as (keyof typeof FLAGS)[]).map((flag) => settings[flag] && FLAGS[flag]),
  ].filter((part) => part !== false);
  return parts.join(', ') || 'defaults';
};
