import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changedFields } from '../../../shared/domain/changed-fields.ts';
import { CALL_LIST_ENTRY, type CallListEntry } from '../../../shared/kinds/call-list-entry.ts';
import { contactFieldsOf, viewOf } from '../../../shared/kinds/contact-details.ts';
import { SCHEMAS } from '../../../shared/kinds/derive/schema.ts';
import { eventView, hasContactDetails } from '../../../shared/kinds/event-view.ts';
import { PERSON, type Person } from '../../../shared/kinds/person.ts';
import { PHONE_TYPES } from '../../../shared/kinds/phone-fields.ts';
import { sampleData } from '../../support/records/sample-data.ts';

const { people, callLists } = sampleData('Contact details');
const [somebody] = people;
const [someEntry] = callLists.flatMap(({ entries }) => entries);
if (!somebody || !someEntry) throw new Error('There are too few sample records.');

const viewsOf = (includesContactDetails: boolean) => ({
  person: viewOf(PERSON.fields, includesContactDetails),
  entry: viewOf(CALL_LIST_ENTRY.fields, includesContactDetails),
  event: eventView(includesContactDetails),
});
const complete = viewsOf(true);
const reduced = viewsOf(false);

/** Text that occurs nowhere else. */
const secret = fc.stringMatching(/^[a-z]{12}$/).map((text) => `secret-${text}`);
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });

/** What a key without the permission must not learn, not even whether it is there. */
const hiddenOfPerson = fc.record({
  emails: fc.array(fc.record({ address: secret, type: maybe(secret) }), { maxLength: 3 }),
  phones: fc.array(
    fc.record({
      number: maybe(secret),
      type: fc.constantFrom(...PHONE_TYPES),
      extension: maybe(secret),
      raw: maybe(secret),
      doNotCall: fc.boolean(),
    }),
    { maxLength: 3 },
  ),
  linkedinUrl: maybe(secret),
  street: maybe(secret),
  /** As the importer names what their field has no room for. */
  customFields: fc.dictionary(
    fc.constantFrom(
      'linkedinUrl (2)',
      'emails.workRaw',
      'location.street (Mailing Street)',
      'phones (2) (2)',
    ),
    secret,
  ),
  /** Whether a location without any value is null. */
  isNull: fc.boolean(),
});
type Hidden = typeof hiddenOfPerson extends fc.Arbitrary<infer T> ? T : never;

const text = maybe(fc.constantFrom('Köln', 'Paris', '__proto__'));
const visibleOfPerson = fc.record({
  firstName: text,
  title: text,
  place: fc.oneof(
    fc.constant({ city: null, region: null, postalCode: null, country: null }),
    fc.record({ city: text, region: text, postalCode: text, country: text }),
  ),
  note: text,
});
type Visible = typeof visibleOfPerson extends fc.Arbitrary<infer T> ? T : never;

const personOf = ({ firstName, title, note, place }: Visible, hidden: Hidden): Person => {
  const { emails, phones, linkedinUrl, street, isNull, customFields } = hidden;
  const location = { street, ...place };
  const isEmpty = Object.values(location).every((value) => value === null);
  return {
    ...somebody,
    firstName,
    title,
    emails,
    phones,
    location: isEmpty && isNull ? null : location,
    linkedinUrl,
    customFields: { ...customFields, note },
  };
};

const phone = maybe(fc.record({ number: maybe(secret), type: fc.constantFrom(...PHONE_TYPES) }));
const entryOf = (phone: CallListEntry['phone'], note: string | null): CallListEntry => ({
  ...someEntry,
  phone,
  note,
});

const eventOf = (type: string, before: object, after: object): string =>
  JSON.stringify({ id: 'e', type, data: after, previous: changedFields(before, after) });

describe('without contact details', () => {
  it('leaves no hidden value, and nothing from which to infer one', () => {
    fc.assert(
      fc.property(visibleOfPerson, hiddenOfPerson, hiddenOfPerson, (visible, one, other) => {
        const shown = JSON.stringify(reduced.person(personOf(visible, one)));
        expect(shown).not.toContain('secret');
        expect(JSON.stringify(reduced.person(personOf(visible, other)))).toBe(shown);
      }),
    );
  });

  it('keeps every field of a person in order, in a valid form', () => {
    fc.assert(
      fc.property(visibleOfPerson, hiddenOfPerson, (visible, hidden) => {
        const person = personOf(visible, hidden);
        const before = JSON.stringify(person);
        const shown = reduced.person(person);
        expect(JSON.stringify(person)).toBe(before);
        expect(Object.keys(shown)).toEqual(Object.keys(person));
        expect(SCHEMAS.person.parse(shown)).toEqual(shown);
      }),
    );
  });

  it("leaves no hidden value in a person's event, and only visible changes in `previous`", () => {
    const states = fc.tuple(hiddenOfPerson, hiddenOfPerson);
    fc.assert(
      fc.property(visibleOfPerson, visibleOfPerson, states, states, (before, after, one, other) => {
        const [shown, same] = [one, other].map(([first, second]) =>
          reduced.event('person.updated', eventOf('', personOf(before, first), personOf(after, second))),
        );
        expect(shown).not.toContain('secret');
        expect(same).toBe(shown);
        const { data, previous } = JSON.parse(shown ?? '');
        const views = [personOf(before, one[0]), personOf(after, one[1])].map(reduced.person);
        expect(data).toEqual(views[1]);
        expect(previous).toEqual(changedFields(views[0] ?? {}, views[1] ?? {}));
      }),
    );
  });

  it('leaves no number in an entry or its events', () => {
    fc.assert(
      fc.property(text, phone, phone, (note, first, second) => {
        const [before, after] = [entryOf(first, null), entryOf(second, note)];
        expect(reduced.entry(after)).toEqual({ ...after, phone: null });
        const event = reduced.event('call_list_entry.updated', eventOf('', before, after));
        expect(event).not.toContain('secret');
        expect(JSON.parse(event).previous).toEqual(note === null ? {} : { note: null });
      }),
    );
  });

  it.each([
    ['person.erased', '{"id":"e","data":{"id":"p"},"previous":{}}'],
    ['call_list_entry.updated', '{"id":"e","data":{"id":"x","callListId":"l"},"previous":{}}'],
    ['company.updated', '{"data":{"phones":[{"number":"+12025550100"}],"linkedinUrl":"x"},"previous":{}}'],
    ['call_list.updated', '{"data":{"phone":1},"previous":{}}'],
  ])('leaves the event %s unchanged', (type, json) => {
    expect(reduced.event(type, json)).toBe(json);
  });

  it.each([
    ['person.*', true],
    ['call_list_entry.deleted', true],
    ['call_list.deleted', false],
    ['company.created', false],
    ['made_up.created', true],
  ])('detects contact details in %s events: %s', (type, expected) => {
    expect(hasContactDetails(type)).toBe(expected);
  });

  it('classifies every field of the schemas', () => {
    const hiddenFields = (before: object, after: object) =>
      Object.entries(before)
        .filter(([name, value]) => JSON.stringify(Object(after)[name]) !== JSON.stringify(value))
        .map(([name]) => name);
    const location = { street: 's', city: 'c', region: 'r', postalCode: 'p', country: 'DE' };
    const person = { ...somebody, location, linkedinUrl: 'linkedin.com/x' };
    const shown = reduced.person(person);
    const hidden = hiddenFields(person, shown);
    expect(hidden).toEqual(['emails', 'phones', 'location', 'linkedinUrl']);
    expect(hiddenFields(location, shown.location ?? {})).toEqual(['street']);
    const visible =
      'id firstName lastName title companyId timezone doNotCall websiteUrl ownerId tags externalIds ' +
      'customFields';
    const times = 'createdAt updatedAt changedAt';
    expect(Object.keys(SCHEMAS.person.shape).toSorted()).toEqual(
      [...hidden, ...visible.split(' '), ...times.split(' ')].toSorted(),
    );
    expect(Object.keys(SCHEMAS['call-list-entry'].shape).toSorted()).toEqual(
      (
        'addedAt attempts callListId changedAt companyId id lastCalledAt lastDisposition nextCallAt note ' +
        'personId phone position status updatedAt'
      ).split(' '),
    );
  });
});

it('compares `previous` values by content, not by the order of custom fields', () => {
  const [before, after] = [
    { a: 1, b: 2, emailsRaw: 'x' },
    { b: 2, a: 1 },
  ];
  const event = eventOf('', { customFields: before }, { customFields: after });
  expect(JSON.parse(reduced.event('person.updated', event)).previous).toEqual({});
});

describe('isContactField', () => {
  it.each([
    ...['emails', 'emails.work', 'emails.workRaw', 'emailsRaw', 'emailsRaw (2)', 'phones.home', 'phonesRaw'],
    ...['linkedinUrl', 'linkedinUrl (2)', 'linkedinUrl (LinkedIn URL) (2)', 'linkedinUrlRaw'],
    ...['location.street', 'location.street (2)', 'location.streetRaw', 'phones.work (Phone (2))'],
  ])('recognizes %s', (name) => {
    expect(contactFieldsOf(PERSON.fields)(name)).toBe(true);
  });

  it.each(['location.city (2)', 'locationXstreet', 'title (2)', 'websiteUrlRaw', 'emailsSent', 'my emails'])(
    'ignores %s',
    (name) => {
      expect(contactFieldsOf(PERSON.fields)(name)).toBe(false);
    },
  );
});

describe('with contact details', () => {
  it('copies and parses nothing', () => {
    expect(complete.person(somebody)).toBe(somebody);
    expect(complete.entry(someEntry)).toBe(someEntry);
    expect(complete.event('person.updated', 'not JSON')).toBe('not JSON');
  });
});
