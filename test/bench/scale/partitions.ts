/**
 * What each partition of a table or an index accepts
 * (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html). Burst
 * capacity, the unused capacity of 300 seconds, does not raise it: see
 * https://repost.aws/knowledge-center/dynamodb-spiky-workloads-short-intervals.
 */
export const PARTITION_UNITS_PER_SECOND = 1_000;

/** Simulated partitions of a table or an index, in virtual time. */
export interface Partitions {
  readonly count: number;
  /** The partition of a key, given its hash from 0 to below 1. */
  partitionOf(hash: number): number;
  /**
   * Whether a partition accepts so many write units now.
   *
   * @param debt units that it may be late with. Default: none
   */
  accepts(partition: number, units: number, debt?: number): boolean;
  /** Uses write units. */
  take(partition: number, units: number): void;
  /** All write units that were used. */
  readonly units: number;
  /** Those of the busiest partition, as a multiple of the mean. */
  readonly busiest: number;
}

export const createPartitions = (count: number): Partitions => {
  const available = Array.from({ length: count }, () => PARTITION_UNITS_PER_SECOND);
  const at = Array.from({ length: count }, () => Date.now());
  const taken = Array.from({ length: count }, () => 0);
  const all = (): number => taken.reduce((sum, units) => sum + units, 0);
  const availableIn = (partition: number): number => {
    const now = Date.now();
    const added = ((now - (at[partition] ?? now)) / 1000) * PARTITION_UNITS_PER_SECOND;
    at[partition] = now;
    const filled = Math.min(PARTITION_UNITS_PER_SECOND, (available[partition] ?? 0) + added);
    available[partition] = filled;
    return filled;
  };
  return {
    count,
    partitionOf: (hash) => Math.floor(hash * count),
    accepts: (partition, units, debt = 0) => availableIn(partition) + debt >= units,
    take(partition, units) {
      available[partition] = availableIn(partition) - units;
      taken[partition] = (taken[partition] ?? 0) + units;
    },
    get units() {
      return all();
    },
    get busiest() {
      return (Math.max(...taken) * count) / all();
    },
  };
};
