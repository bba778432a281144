/** The retention of an organization, and how many records have not changed for as long. */
interface ShownRetention {
  readonly recordRetentionDays: number | null;
  readonly unchanged: { readonly people: number; readonly companies: number } | null;
}

export const retentionText = ({ recordRetentionDays: days, unchanged }: ShownRetention): string => {
  if (days === null || unchanged === null) return 'Records are kept until they are deleted.';
  const { people, companies } = unchanged;
  return [
    `People and companies are deleted ${days} days after the last import or call list that touched them, or the last change.`,
    `${people} people and ${companies} companies have not changed for ${days} days. Those that an import or a call list touches stay.`,
    'A day or more before each deletion, the feed and webhooks announce it: person.expiring, company.expiring.',
  ].join('\n');
};
