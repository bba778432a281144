import type { Company } from '../../../shared/kinds/company.ts';
import { viewOf } from '../../../shared/kinds/contact-details.ts';
import { PERSON, type Person } from '../../../shared/kinds/person.ts';
import type { GET_PERSON } from '../../../shared/operations/data-api/record-routes.ts';
import type { RecordRepository } from '../../../shared/records/store/records.ts';
import { seesContactDetails } from '../../http/data-principal.ts';
import { requireFound } from '../../http/not-found.ts';
import {
  CALLABILITY_PERMISSIONS,
  type CallingHoursSource,
  requestedCallingHours,
  requireForInclude,
} from '../../http/require-callability.ts';
import type { RecordHandler } from '../record-function.ts';

interface GetPersonDependencies {
  readonly people: RecordRepository<Person>;
  readonly companies: RecordRepository<Company>;
  /** @default none: `include=callability` is not enabled */
  readonly callingHours?: CallingHoursSource | undefined;
}

export const createGetPerson =
  (dependencies: GetPersonDependencies): RecordHandler<typeof GET_PERSON> =>
  async ({ principal, id, query }) => {
    const { people, companies } = dependencies;
    const { organizationId } = principal;
    const { include = new Set() } = query;
    const callingHours = requestedCallingHours(include, dependencies.callingHours);
    if (callingHours !== undefined) {
      requireForInclude(principal, new Set(CALLABILITY_PERMISSIONS), include);
    }
    const person = requireFound(await people.get(organizationId, id), 'person');
    const shown = viewOf(PERSON.fields, seesContactDetails(principal))(person);
    if (callingHours === undefined) return { body: shown };
    const { companyId } = person;
    const company = companyId === null ? null : await companies.get(organizationId, companyId);
    const judged = (await callingHours()).at(Date.now()).phones(person, company);
    return {
      body: {
        ...shown,
        phones: shown.phones.map((phone, index) => ({ ...phone, callability: judged[index] })),
      },
    };
  };
