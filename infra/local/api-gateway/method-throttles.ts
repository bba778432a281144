import type { MethodDefinition } from './api-definition.ts';
import { createTokenBucket, type TokenBucket } from './token-bucket.ts';

/** Makes what tells whether a call of a method is within the throttle that the stage has for it, if any. */
export const createMethodThrottles = (): ((method: MethodDefinition) => boolean) => {
  const buckets = new Map<MethodDefinition, TokenBucket>();
  return (method) => {
    if (method.throttle === undefined) return true;
    const bucket = buckets.get(method) ?? createTokenBucket(method.throttle);
    buckets.set(method, bucket);
    return bucket.take(Date.now());
  };
};
