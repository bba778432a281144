import { describe, expect, test } from 'vitest';
import { emailAddressOf, emailKey } from '../../../shared/domain/values/email-address.ts';
import { externalIdOf, hasLostDigits } from '../../../shared/domain/values/external-id.ts';
import { hostNameOf } from '../../../shared/domain/values/host-name.ts';
import { linkedInKey } from '../../../shared/domain/values/linkedin-profile.ts';
import { visibleText } from '../../../shared/domain/values/visible-text.ts';
import { companyNameKey } from '../../../shared/imports/reader/run/company-directory.ts';

test.each([
  ['\u202anora\u202c', 'nora'],
  ['\ufeffno\u200bra\u2066\u2069', 'nora'],
  ['+1\ufe0f 2', '+1 2'],
  ['a\u00a0b\u3000', 'a b'],
  ['Cafe\u0301', 'Caf\u00e9'],
  [' plain ', 'plain'],
])('reads %j as the visible text %j', (text, expected) => {
  expect(visibleText(text)).toBe(expected);
});

describe('external ids', () => {
  test.each([
    ['1.0', '1'],
    ['00123', '00123'],
    ['="00123"', '00123'],
    ["'00123", '00123'],
    ['\u200b77 ', '77'],
    ['1.25', '1.25'],
    ['v2.0', 'v2.0'],
    ['0015000000XyZaB', '0015000000XyZaBAAV'],
    ['00Q5000000abCdEaaU', '00Q5000000abCdEaaU'],
    ['0015000000XyZaBAAV', '0015000000XyZaBAAV'],
    ['001500000012345', '001500000012345'],
    ['{6F1C2D3E-0000-4000-8000-00000000ABCD}', '6f1c2d3e-0000-4000-8000-00000000abcd'],
    ['N/A', null],
    ['null', null],
    ['#REF!', null],
    ['', null],
  ])('reads %s as %s', (text, expected) => {
    expect(externalIdOf(text)).toBe(expected);
  });

  test.each(['1.00123E+11', '1,5e+12', '4E+11', '="1.2E+10"'])('detects lost digits in %s', (text) => {
    expect(hasLostDigits(text)).toBe(true);
  });

  test.each(['12e5', 'E+1', '1.5', 'a1E+5'])('detects no lost digits in %s', (text) => {
    expect(hasLostDigits(text)).toBe(false);
  });
});

describe('host names', () => {
  test.each([
    ['https://www.Acme.example/about?x=1', 'acme.example'],
    ['acme.example.', 'acme.example'],
    ['//acme.example', 'acme.example'],
    ['info@acme.example', 'acme.example'],
    ['mailto:info@acme.example', 'acme.example'],
    ['http://user:pass@acme.example:8080/', 'acme.example'],
    ['\u200bacme.example\u00a0', 'acme.example'],
    ['Mu\u0308nchen.example', 'xn--mnchen-3ya.example'],
    ['xn--mnchen-3ya.example', 'xn--mnchen-3ya.example'],
    ['www.m\u00fcnchen.example', 'xn--mnchen-3ya.example'],
    ['n', null],
    ['http//acme.example', null],
    ['not available', null],
    ['ftp://acme.example', null],
    ['192.0.2.1', null],
    ['acme_inc.example', null],
    ['-acme.example', null],
    ['acme..example', null],
    ['%61cme.example', null],
    [`${'a'.repeat(64)}.example`, null],
  ])('reads %s as %s', (text, expected) => {
    expect(hostNameOf(text)).toBe(expected);
  });
});

describe('email addresses', () => {
  test.each([
    ['Nora@Nowhere.example', 'Nora@Nowhere.example'],
    ['\u202anora@nowhere.example\u202c', 'nora@nowhere.example'],
    ['mailto:nora@nowhere.example?subject=Hello', 'nora@nowhere.example'],
    ['Nora <nora@nowhere.example>', 'nora@nowhere.example'],
    ['nora@', null],
    ['n/a', null],
  ])('reads %s as %s', (text, expected) => {
    expect(emailAddressOf(text)).toBe(expected);
  });

  test('compares email addresses without case, and by the ASCII form of the domain', () => {
    expect(emailKey('Nora@M\u00dcNCHEN.example')).toBe(emailKey('nora@xn--mnchen-3ya.example'));
    expect(emailKey('nora@mu\u0308nchen.example')).toBe(emailKey('nora@m\u00fcnchen.example'));
    expect(emailKey('nora@www.m\u00fcnchen.example')).not.toBe(emailKey('nora@m\u00fcnchen.example'));
  });
});

test.each([
  'http://linkedin.com/in/nora-nobody-b50076a7',
  'linkedin.com/in/Nora-Nobody-b50076a7/',
  'https://de.linkedin.com/in/nora-nobody-b50076a7/en?trk=x#top',
  'https://www.linkedin.com/mwlite/in/nora-nobody-b50076a7',
  'https://sy.linkedin.com/pub/nora-nobody/a7/76/b50?trk=x',
  '\u200bhttps://www.linkedin.com/in/nora%2Dnobody-b50076a7',
])('maps %s to the same LinkedIn profile as its other addresses', (address) => {
  expect(linkedInKey(address)).toBe('https://www.linkedin.com/in/nora-nobody-b50076a7');
});

test('distinguishes other LinkedIn addresses', () => {
  expect(linkedInKey('https://notlinkedin.com/in/nora')).toBe('https://notlinkedin.com/in/nora');
  expect(linkedInKey('linkedin.com/company/Nowhere')).toBe('linkedin.com/company/nowhere');
  expect(linkedInKey('linkedin.com/in/nora')).not.toBe(linkedInKey('linkedin.com/in/nora-2'));
});

test('compares company names without case, invisible characters and extra spaces', () => {
  expect(companyNameKey(' Cafe\u0301\u00a0 NOWHERE\u200b\n Inc')).toBe(
    companyNameKey('caf\u00e9 nowhere inc'),
  );
});
