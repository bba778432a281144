import type { Company } from '../../../domain/company.ts';
import type { Person } from '../../../domain/person.ts';

/** What people and companies have in common. */
export type ImportedRecord = Pick<Person & Company, keyof Person & keyof Company>;
