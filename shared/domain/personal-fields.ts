/** Whether an entry, or the previous values of one, hold data of its person. */
export const hasPersonalFields = ({
  phone,
  note,
}: {
  readonly phone?: unknown;
  readonly note?: unknown;
}): boolean => (phone ?? note ?? null) !== null;
