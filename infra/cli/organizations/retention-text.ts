/** The retention of an organization, and how many records have not changed for as long. */
interface ShownRetention {
  readonly recordRetentionDays: number | null;
  readonly eventRetentionDays: number | null;
  readonly unchanged: { readonly people: number; readonly companies: number } | null;
}

const recordsText = ({ recordRetentionDays: days, unchanged }: ShownRetention): readonly string[] => {
  if (days === null || unchanged === null) return ['People and companies are kept until they are deleted.'];
  const { people, companies } = unchanged;
  return [
    `People and companies are deleted ${days} days after an import, a call list or a change last touched them.`,
    `Unchanged for ${days} days: ${people} people, ${companies} companies. What an import or a call list touches stays.`,
    'A day or more before a deletion, the feed and webhooks announce it: person.expiring, company.expiring.',
  ];
};

export const retentionText = (shown: ShownRetention): readonly string[] => {
  const { eventRetentionDays: days } = shown;
  const events =
    days === null
      ? 'Events and deliveries are kept as long as the service keeps them.'
      : `Events and deliveries are kept for ${days} days, or as long as the service keeps them if that is shorter.`;
  return [...recordsText(shown), events];
};
