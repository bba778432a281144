/**
 * Partitions over which a busy collection is spread. A partition takes 1,000 writes per second
 * (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html).
 */
const SHARDS = 8;

/** All partitions of a collection. */
export const sharded = (prefix: string): readonly string[] =>
  Array.from({ length: SHARDS }, (_, shard) => `${prefix}#${shard}`);

/** The partition of an id: by its last digit, which is random in UUIDs of all usual versions. */
export const shardOf = (prefix: string, id: string): string =>
  `${prefix}#${Number.parseInt(id.slice(-1), 16) % SHARDS}`;
