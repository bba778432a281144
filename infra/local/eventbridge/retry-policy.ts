import type { DeliveryRecord } from './delivery-journal.ts';
import type { TargetDefinition } from './target.ts';

const FIRST_MILLISECONDS = 1_000;
/** 185 attempts at this pace take about the 24 hours of the default policy. */
const LONGEST_MILLISECONDS = 600_000;

/** The wait after a number of failed attempts, in milliseconds: exponential backoff with jitter. */
export const retryDelay = (attempts: number): number => {
  const ceiling = Math.min(LONGEST_MILLISECONDS, FIRST_MILLISECONDS * 2 ** (attempts - 1));
  return ceiling * (0.5 + Math.random() / 2);
};

/** Which limit of a target's policy ends its attempts, as EventBridge calls it; `undefined` while none does. */
export const exhaustedCondition = (
  target: TargetDefinition,
  { attempts, since }: DeliveryRecord,
  now: number,
): 'MaximumRetryAttempts' | 'MaximumEventAgeInSeconds' | undefined => {
  if (attempts > target.maximumRetryAttempts) return 'MaximumRetryAttempts';
  return now - since >= target.maximumAgeMilliseconds ? 'MaximumEventAgeInSeconds' : undefined;
};
