import { isPhoneRegion } from '../domain/readings/phones.ts';
import type { ImportSettings } from './import.ts';

/** Settings as the importer takes them. */
export const readingOf = ({ region, dateOrder, ...flags }: ImportSettings) => ({
  ...flags,
  region: region !== null && isPhoneRegion(region) ? region : undefined,
  dateOrder: dateOrder ?? undefined,
});
