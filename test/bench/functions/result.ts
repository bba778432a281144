import type { Figure } from './statistics.ts';

/** The measurements of a variant: bytes, milliseconds, and megabytes for `rss`. */
export interface Result {
  readonly name: string;
  readonly bundleBytes: Figure;
  readonly cold: Figure;
  readonly coldCpu: Figure;
  readonly warmCpu: Figure;
  readonly p50: Figure;
  readonly p99: Figure;
  readonly rss: Figure;
  readonly logBytes: number;
}
