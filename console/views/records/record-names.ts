import type { Company, Person } from '../../api/types.ts';

/** What a person is called: their name, or what else is known of them. */
export const personName = ({ id, firstName, lastName, emails, phones }: Person): string =>
  [firstName, lastName].filter((part) => part !== null).join(' ') ||
  (emails[0]?.address ?? phones[0]?.number ?? phones[0]?.raw ?? id);

export const companyName = ({ id, name, domain }: Company): string => name ?? domain ?? id;
