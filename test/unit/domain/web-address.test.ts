import { expect, it } from 'vitest';
import { isWebAddress } from '../../../shared/domain/fields.ts';
import { SCHEMAS } from '../../../shared/kinds/derive/schema.ts';

it.each([
  'https://nowhere.example',
  'HTTP://nowhere.example/a?b=c#d',
  'http://localhost:3000/',
  'https://user@nowhere.example/',
  'nowhere.example',
  'www.nowhere.example:8080/about?x=y:z',
  'münchen.example/straße',
])('accepts %s as a web address', (text) => {
  expect(isWebAddress(text)).toBe(true);
});

it.each([
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'java\tscript:alert(1)',
  '\u0001javascript:alert(1)',
  'javascript://nowhere.example/%0aalert(1)',
  'javascript:1//nowhere.example',
  'javascript:alert@nowhere.example',
  'data:text/html,x',
  'vbscript:x.y',
  'file:///etc/passwd',
  'ftp://nowhere.example',
  'mailto:nora@nowhere.example',
  '//nowhere.example',
  '\\\\nowhere.example',
  'https:nowhere.example',
  'https://',
  'https://a.example, https://b.example',
  'none',
  '-',
])('rejects %j as a web address', (text) => {
  expect(isWebAddress(text)).toBe(false);
});

it.each(['linkedinUrl', 'websiteUrl'])("rejects a person's %s with another scheme", (field) => {
  expect(SCHEMAS.person.shape).toHaveProperty(field);
  const { error } = SCHEMAS.person.safeParse({ [field]: 'javascript:alert(1)' });
  expect(error?.issues.find(({ path }) => path[0] === field)?.message).toMatch(/^must be an http or https/);
});

it.each([
  'nora',
  'nora@',
  'nora@@nowhere.example',
  'Nora <nora@nowhere.example>',
  'nora\u0000@nowhere.example',
])('rejects the email address %j', (address) => {
  const { error } = SCHEMAS.person.safeParse({ emails: [{ address, type: null }] });
  expect(error?.issues.find(({ path }) => path[0] === 'emails')?.message).toMatch(
    /^must be an email address/,
  );
});
