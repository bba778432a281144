import { setImmediate } from 'node:timers/promises';

/**
 * Collects the items of calls that are made at the same moment, in their order, and handles them together.
 * All these calls get the same result, or fail with the same error.
 */
export const coalesced = <T, R>(
  handle: (items: readonly T[]) => Promise<R>,
): ((items: readonly T[]) => Promise<R>) => {
  let current: { readonly items: T[]; readonly result: Promise<R> } | undefined;
  const start = () => {
    const items: T[] = [];
    const result = setImmediate().then(() => {
      current = undefined;
      return handle(items);
    });
    return { items, result };
  };
  return (items) => {
    current ??= start();
    current.items.push(...items);
    return current.result;
  };
};
