const THROTTLING_REASONS = new Set([
  'ProvisionedThroughputExceeded',
  'ThrottlingError',
  'RequestLimitExceeded',
]);

/** Cancellation reasons that a retry may resolve. */
const PASSING_REASONS = new Set([...THROTTLING_REASONS, 'TransactionConflict']);

/**
 * The code of each operation of a canceled transaction, `None` for one that did not fail. `undefined` for any
 * other error.
 */
const cancellationReasons = (error: unknown): readonly string[] | undefined => {
  if (!(error instanceof Error) || error.name !== 'TransactionCanceledException') return undefined;
  const reasons = 'CancellationReasons' in error ? error.CancellationReasons : undefined;
  return Array.isArray(reasons) ? reasons.map((reason) => String(Object(reason).Code ?? 'None')) : [];
};

/** The codes of those that failed, or prevented it. */
export const cancellationCodes = (error: unknown): readonly string[] | undefined =>
  cancellationReasons(error)?.filter((code) => code !== 'None');

/** Whether a transaction that was canceled for these reasons may succeed on a retry. */
export const isPassing = (codes: readonly string[]): boolean =>
  codes.length > 0 && codes.every((code) => PASSING_REASONS.has(code));

/** Whether a transaction that was canceled for these reasons was throttled. */
export const isThrottled = (codes: readonly string[]): boolean =>
  isPassing(codes) && codes.some((code) => THROTTLING_REASONS.has(code));
