/** The statuses of a call list entry, in the order in which one usually passes through them. */
export const CALL_LIST_ENTRY_STATUSES = [
  'pending',
  'in_progress',
  'callback',
  'completed',
  'skipped',
  'exhausted',
  'do_not_call',
] as const;
