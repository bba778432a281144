import type { Stack } from '../../assembly/stack.ts';
import { type Mapping, readMappings } from './mapping-definition.ts';

/** The most invocations at once that one mapping makes here, where each is a thread. */
export interface ConcurrencyLimits {
  /** 16 by default: groups that wait for slow servers must not hold up the others. */
  readonly fifo?: number;
  /** 4 by default. */
  readonly standard?: number;
}

/** How many invocations at once a mapping makes on this machine: a stream keeps its order by making one. */
export const concurrencyOf = (
  mapping: Mapping,
  { fifo = 16, standard = 4 }: ConcurrencyLimits = {},
): number => {
  if (mapping.source === 'dynamodb') return 1;
  return Math.min(mapping.maximumConcurrency ?? Number.POSITIVE_INFINITY, mapping.isFifo ? fifo : standard);
};

/**
 * How many workers the functions with event sources need, by function ARN. More would never be used; fewer would let
 * messages wait whose visibility timeout runs.
 *
 * @throws StartError when a mapping cannot be honoured
 */
export const localConcurrencyOf = (stack: Stack, limits?: ConcurrencyLimits): ReadonlyMap<string, number> => {
  const concurrency = new Map<string, number>();
  for (const mapping of readMappings(stack)) {
    const { functionArn } = mapping;
    concurrency.set(functionArn, (concurrency.get(functionArn) ?? 0) + concurrencyOf(mapping, limits));
  }
  return concurrency;
};
