import { describe, expect, test } from 'vitest';
import {
  callBanOf,
  looksLikeCallPermission,
  permitsCalls,
} from '../../../../../shared/domain/readings/calls.ts';
import { importCompany, importPerson } from './import-row.ts';

describe.each([
  'Do Not Call',
  'donotphone',
  'Do not allow Phone Calls',
  'HasOptedOutOfCall',
  'Call Opted Out',
  'Phone Opt-Out',
  'do_not_contact',
  'Person - Do not call',
  'Contact DNC',
  'custom.Do Not Call',
  'DNC Status',
  'TPS',
  "Don't call",
  'Nicht anrufen',
  'Telefonanrufe nicht zulassen',
  'Ne pas autoriser les appels téléphoniques',
  'Ne pas autoriser les appels telephoniques',
  'No permitir llamadas telefónicas',
  'Não permitir chamadas telefônicas',
  'Na\u0303o ligar',
  'Non consentire telefonate',
  'Telefoongesprekken niet toestaan',
])('%s', (column) => {
  test.each([importPerson, importCompany])('forbids calls', (importRow) => {
    expect(importRow({ [column]: 'yes' }).record).toMatchObject({ doNotCall: true, customFields: {} });
    expect(importRow({ [column]: 'no' }).record).toMatchObject({ doNotCall: false });
  });
});

describe.each([
  'Allow calls',
  'Phone Calls Allowed',
  'Call Consent',
  'Contact Phone Opt-In',
  'Anrufe erlaubt',
  'Appels autorisés',
  'Se puede llamar',
  'Permitir ligações',
  'Può essere chiamato',
  'Mag gebeld worden',
])('%s', (column) => {
  test('permits calls', () => {
    expect(importPerson({ [column]: 'no' }).record).toMatchObject({ doNotCall: true, customFields: {} });
    expect(importPerson({ [column]: 'yes' }).record).toMatchObject({ doNotCall: false });
  });
});

describe('a value', () => {
  test.each([
    ['Do Not Allow', true],
    ['not_allowed', true],
    ["Don't call", true],
    ['Opted-out', true],
    ['Nicht zulassen', true],
    ['Non autorisé', true],
    ['Não permitido', true],
    ['Allow', false],
    ['Opted in', false],
    ['Autorisé', false],
    ['', null],
    ['\u200B', null],
    ['N/A', null],
    ['unknown', null],
  ])('reads %j the same in every column', (value, expected) => {
    expect([callBanOf(value, 'Do Not Call'), callBanOf(value, 'Allow Calls')]).toEqual([expected, expected]);
  });

  test.each(['ja', 'oui', 'sí', 'sim', 'sì', 'wahr', 'VRAI', 'VERDADEIRO', '✓'])(
    'reads %s as a yes',
    (value) => {
      expect([callBanOf(value, 'Do Not Call'), callBanOf(value, 'Allow Calls')]).toEqual([true, false]);
    },
  );

  test('reports a value that is neither yes nor no as unreadable', () => {
    expect(() => callBanOf('maybe', 'Do Not Call')).toThrow('doNotCall: "maybe" is neither true nor false');
  });
});

test.each([
  'Do Not Call Reason',
  'Mobile Phone DNC',
  'Work Phone - Do not call',
  'Opted Out',
  'x_donotcall__c',
  'new_DoNotAllowPhone',
  'Never phone before noon',
  'Calls are blocked',
  'Telephone consent date',
  'Widerspruch Telefonwerbung',
  'Opposition appels',
  'No quiere llamadas',
  'Geen telefonische oproepen',
  'Do not call (2)',
])('recognizes %s as a column that may forbid or permit calls', (column) => {
  expect(looksLikeCallPermission(column)).toBe(true);
});

test.each([
  'Phone No',
  'Contact No.',
  'No. of Calls',
  'Telephone',
  'Last Call Date',
  'Next Call',
  'Call Notes',
  'Call Outcome',
  'Phone Options',
  'Email Opt Out',
  'Do not allow Emails',
  'Do Not Email',
  'Do not contact by email',
  'SMS Opt Out',
  'Not Contacted',
  'Marketing Consent',
  'Blocked',
  'Permissions',
  'HTTPS URL',
  'Telefonnummer',
  'Numéro de téléphone',
  'Notes',
  'Number of times contacted',
])('does not recognize %s as such a column', (column) => {
  expect(looksLikeCallPermission(column)).toBe(false);
});

test.each([
  ['Phone consent 2024', true],
  ['call_permission_custom', true],
  ['Marketing opt-in', true],
  ['Opted Out', false],
  ['x_optedOutOfPhone', false],
  ['Consent to call refused', false],
  ['Does not permit calls', false],
  ['Hotline', false],
])('reads a yes in the mapped column %s as permission to call: %s', (column, expected) => {
  expect(permitsCalls(column)).toBe(expected);
});
