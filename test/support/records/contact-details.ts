import { randomUUID } from 'node:crypto';
import {
  CONTACT_PERMISSION,
  PERMISSIONS,
  type Permission,
} from '../../../shared/contract/keys/permissions.ts';
import { newOrganizationWithAdmin } from '../organizations/admin.ts';
import type { SampleUser } from '../organizations/organization-users.ts';
import { runToolHere } from '../service/command-here.ts';
import { at, service } from '../service/service.ts';
import { openWebhookTable, type WebhookTable } from '../webhooks/webhook-table.ts';
import { importRecords } from '../webhooks/webhooks.ts';
import { sampleData } from './sample-data.ts';

/** The records before and after a change of every hidden field. */
export type State = 'before' | 'after';

/** The hidden values of a person, which occur nowhere else. */
export const valuesOfPerson = (state: State) => ({
  email: `${state}@hidden.example`,
  emailType: `type-${state}`,
  phone: state === 'before' ? '+12025550171' : '+12025550172',
  extension: `ext-${state}`,
  rawPhone: `raw-${state}`,
  linkedinUrl: `https://linkedin.com/in/hidden-${state}`,
  street: `${state} Hidden Street`,
  furtherUrl: `https://linkedin.com/in/further-${state}`,
  rawEmail: `unreadable email ${state}`,
  otherStreet: `${state} Other Street`,
});

/** The hidden values of a call list entry. */
export const valuesOfEntry = (state: State) => ({
  entryPhone: state === 'before' ? '+12025550181' : '+12025550182',
});

const ALL_VALUES = (['before', 'after'] as const).flatMap((state) =>
  Object.values({ ...valuesOfPerson(state), ...valuesOfEntry(state) }),
);

/** The hidden values that a text contains. */
export const valuesIn = (text: string): readonly string[] =>
  ALL_VALUES.filter((value) => text.includes(value));

/** The values of fields in states. */
export const valuesOf = (fields: readonly string[], states: readonly State[]): readonly string[] =>
  states.flatMap((state) =>
    Object.entries({ ...valuesOfPerson(state), ...valuesOfEntry(state) }).flatMap(([field, value]) =>
      fields.includes(field) ? [value] : [],
    ),
  );

/** All permissions but that for contact details. */
export const WITHOUT_CONTACT: readonly Permission[] = PERMISSIONS.filter(
  (permission) => permission !== CONTACT_PERMISSION,
);

const { people, callLists } = sampleData('Contact details');

interface Ids {
  readonly person: string;
  readonly list: string;
  readonly entry: string;
}

const newIds = (): Ids => ({ person: randomUUID(), list: randomUUID(), entry: randomUUID() });

const personIn = (state: State, { person: id }: Ids) => {
  const values = valuesOfPerson(state);
  const { email, emailType, phone, extension, rawPhone, linkedinUrl, street } = values;
  const { furtherUrl, rawEmail, otherStreet } = values;
  return {
    ...at(people, 0),
    id,
    companyId: null,
    externalIds: [{ source: 'crm', id }],
    emails: [{ address: email, type: emailType }],
    phones: [{ number: phone, type: 'work', extension, raw: rawPhone, doNotCall: false }],
    linkedinUrl,
    customFields: {
      'linkedinUrl (2)': furtherUrl,
      'emails.workRaw': rawEmail,
      'location.street (Mailing Street)': otherStreet,
    },
    location: { street, city: 'Köln', region: null, postalCode: null, country: 'DE' },
  };
};

const listIn = (state: State, { person: personId, list: callListId, entry: id }: Ids) => {
  const [list, phone] = [at(callLists, 0), { number: valuesOfEntry(state).entryPhone, type: 'mobile' }];
  const entry = { ...at(list.entries, 0), id, callListId, personId, companyId: null, phone };
  return { ...list, id: callListId, entries: [entry] };
};

export interface ContactOrganization {
  readonly organizationId: string;
  readonly user: SampleUser;
  /** The person with an entry that is created, then changed. */
  readonly kept: Ids;
  readonly table: WebhookTable;
  /**
   * Creates, changes and deletes people and entries: causes every type of event that holds contact details.
   */
  changeRecords(): Promise<void>;
}

/** Creates an organization for tests of contact details. */
export const createContactOrganization = async (): Promise<ContactOrganization> => {
  const { organizationId, admin: user } = await newOrganizationWithAdmin();
  const table = openWebhookTable(service.toolEnvironment['DATA_DIR'] ?? '');
  const [kept, gone] = [newIds(), newIds()];
  const store = (state: State, ...all: readonly Ids[]) =>
    importRecords(organizationId, {
      people: all.map((ids) => personIn(state, ids)),
      'call-lists': all.map((ids) => listIn(state, ids)),
    });
  return {
    organizationId,
    user,
    kept,
    table,
    async changeRecords() {
      await store('before', kept, gone);
      await store('after', kept);
      for (const id of [gone.list, gone.person]) {
        const options = ['--organization', organizationId, '--id', id, ...service.toolArguments];
        await runToolHere('records', ['delete', ...options], service.toolEnvironment);
      }
    },
  };
};
