import type { Export } from '../../api/types.ts';
import { formatCount, formatNumber } from '../../parts/numbers.ts';

const KILOBYTE = ['kilobyte', 1_000] as const;

const UNITS = [['gigabyte', 1_000_000_000], ['megabyte', 1_000_000], KILOBYTE] as const;

/** The size of a file, such as `1.2 MB`. */
export const sizeText = (bytes: number): string => {
  const [unit, size] = UNITS.find(([, each]) => bytes >= each) ?? KILOBYTE;
  const format = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat('en', format).format(bytes / size);
};

type Progress = Pick<Export, 'recordCount' | 'totalCount'>;

/** Formats progress, such as `1,200 of 5,000 records`. */
export const progressText = ({ recordCount, totalCount }: Progress): string =>
  totalCount === null
    ? formatCount(recordCount, 'record')
    : `${formatNumber(recordCount)} of ${formatCount(totalCount, 'record')}`;

/** Returns the progress from 0 to 1. It stays below 1 until the export ends: records are added meanwhile. */
export const shareOf = ({ recordCount, totalCount }: Progress): number =>
  Math.min(0.99, recordCount / Math.max(totalCount ?? 0, recordCount, 1));
