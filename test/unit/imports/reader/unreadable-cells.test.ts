import { describe, expect, test } from 'vitest';
import { useImports } from '../../../support/imports/import-fixture.ts';

const imports = useImports();

const PEOPLE = `Record ID,First Name,Create Date,Time Zone,Do Not Call,Email
P1,Nora,yesterday,Mars/Olympus,no,"Nobody, Jr.@nowhere.example"
P2,Otto,2024-03-01,Europe/Berlin,Checked,otto@nowhere.example`;

describe('an unreadable cell of an optional field', () => {
  test('keeps an unreadable cell as a custom field, with a warning by line', async () => {
    const { rejected, warned, people } = await imports.run({ people: PEOPLE });
    expect(rejected).toEqual([]);
    expect(people).toMatchObject({ created: 2, rejected: 0, warnings: 3 });
    expect(warned.map(({ line, field, value }) => [line, field, value])).toEqual([
      [2, 'createdAt', 'yesterday'],
      [2, 'timezone', 'Mars/Olympus'],
      [2, 'emails', 'Nobody, Jr.@nowhere.example'],
    ]);
    expect(warned.map(({ reason }) => reason)).toEqual([
      expect.stringMatching(/"yesterday" is not a date.*2026-01-31/),
      expect.stringMatching(/is not an IANA time zone such as/),
      expect.stringMatching(/is not an email address such as/),
    ]);
    expect(await imports.person('P1')).toMatchObject({
      firstName: 'Nora',
      timezone: null,
      doNotCall: false,
      emails: [],
      customFields: {
        createdAtRaw: 'yesterday',
        timezoneRaw: 'Mars/Olympus',
        emailsRaw: 'Nobody, Jr.@nowhere.example',
      },
    });
    expect(await imports.person('P2')).toMatchObject({ doNotCall: true, customFields: {} });
  });

  test('keeps the stored value, and removes the raw text once a cell is readable', async () => {
    const file = (zone: string) => `Record ID,Time Zone\nP1,${zone}`;
    await imports.run({ people: file('Europe/Berlin') });
    await imports.run({ people: file('Berlin-ish') });
    expect(await imports.person('P1')).toMatchObject({
      timezone: 'Europe/Berlin',
      customFields: { timezoneRaw: 'Berlin-ish' },
    });
    await imports.run({ people: file('Europe/Paris') });
    expect(await imports.person('P1')).toMatchObject({ timezone: 'Europe/Paris', customFields: {} });
  });

  test('keeps a cell that is too long for its field in full', async () => {
    const { warned } = await imports.run({
      people: `Record ID,First Name,Title\nP1,Nora,${'x'.repeat(501)}`,
    });
    expect(warned).toMatchObject([{ line: 2, field: 'title', reason: expect.stringContaining('500') }]);
    expect(await imports.person('P1')).toMatchObject({
      title: null,
      customFields: { titleRaw: 'x'.repeat(501) },
    });
  });

  test.each([
    ['LinkedIn URL', 'linkedinUrl', 'javascript:alert(1)'],
    ['Website URL', 'websiteUrl', 'data:text/html,x'],
    ['Website URL', 'websiteUrl', 'mailto:nora@nowhere.example'],
    ['Website URL', 'websiteUrl', 'see below'],
  ])('keeps a cell that is not a web address as a custom field: %s, %s, %s', async (column, field, value) => {
    const people = `Record ID,${column}\nP1,"${value}"`;
    const { warned } = await imports.run({ people });
    const reason = `${field}: "${value}" is not an http or https address such as https://nowhere.example`;
    expect(warned).toMatchObject([{ line: 2, field, value, reason }]);
    expect(await imports.person('P1')).toMatchObject({
      [field]: null,
      customFields: { [`${field}Raw`]: value },
    });
    const strict = await imports.run({ people }, { isStrict: true });
    expect(strict.rejected).toMatchObject([{ line: 2, reason: expect.stringContaining(reason) }]);
  });

  test('rejects the row in a strict import', async () => {
    const { rejected, people } = await imports.run({ people: PEOPLE }, { isStrict: true });
    expect(rejected).toMatchObject([{ line: 2, reason: expect.stringContaining('column "Create Date"') }]);
    expect(people).toMatchObject({ created: 1, rejected: 1, warnings: 0 });
  });

  test('rejects rows with unreadable identifying fields', async () => {
    const { rejected } = await imports.run({ people: 'First Name,Email\nNora,nobody at nowhere' });
    expect(rejected).toMatchObject([
      { line: 2, reason: expect.stringContaining('id: the row has no id, and its emails cannot be read') },
    ]);
  });

  test.each(['people', 'companies'] as const)('rejects a row of %s that may forbid calls', async (kind) => {
    const text = 'Record ID,Phone,Do Not Call\nR1,202-555-0101,ask Otto\nR2,202-555-0102,no';
    const { rejected, warned, ...report } = await imports.run({ [kind]: text });
    const reason = /"ask Otto" is neither true nor false \(allowed: true/;
    expect(rejected).toMatchObject([{ line: 2, reason: expect.stringMatching(reason) }]);
    expect(report[kind]).toMatchObject({ created: 1, rejected: 1 });
    expect(warned).toEqual([]);
  });

  test('drops an unreadable cell of a call list entry with a warning, except for the person', async () => {
    const people = 'Record ID,First Name\nP1,Nora\nP2,Otto';
    const callLists = `List ID,List Name,Person ID,Attempts,Last Called,Phone
L1,First,P1,many,soon,
L1,First,P2,1,2024-03-01,ask Otto`;
    const { rejected, warned, callListEntries } = await imports.run({ people, callLists });
    expect(warned.map(({ line, field }) => [line, field])).toEqual([
      [2, 'entries.attempts'],
      [2, 'entries.lastCalledAt'],
    ]);
    expect(rejected).toMatchObject([{ line: 3, reason: expect.stringContaining('phone') }]);
    expect(callListEntries).toMatchObject({ created: 1, rejected: 1, warnings: 2 });
  });
});

describe('numeric dates', () => {
  const file = (...dates: readonly string[]) =>
    ['Record ID,Create Date', ...dates.map((date, index) => `P${index},"${date}"`)].join('\n');
  const createdAt = async (id: string) => (await imports.person(id))?.createdAt;

  test.each([
    ['day first', ['13/4/2024', '3/4/2024'], '2024-04-03T00:00:00.000Z'],
    ['month first', ['4/13/2024 9:30 PM', '4/3/2024'], '2024-04-03T00:00:00.000Z'],
    ['day first, with dots', ['31.12.2024 09:30', '3.4.2024'], '2024-04-03T00:00:00.000Z'],
  ])('reads dates %s if the whole column allows only that', async (_, dates, expected) => {
    const { warned } = await imports.run({ people: file(...dates) });
    expect(warned).toEqual([]);
    expect(await createdAt('P1')).toBe(expected);
  });

  test.each([
    ['valid in both orders', ['3/4/2024', '5/6/2024']],
    ['valid in no single order', ['13/4/2024', '4/13/2024']],
  ])('does not guess dates if %s', async (_, dates) => {
    const { warned } = await imports.run({ people: file(...dates) });
    expect(warned).toMatchObject([
      { line: 2, reason: expect.stringContaining('--date-format') },
      { line: 3, reason: expect.stringContaining('--date-format') },
    ]);
  });

  test.each([
    ['dmy', '2024-04-03T00:00:00.000Z'],
    ['mdy', '2024-03-04T00:00:00.000Z'],
  ] as const)('follows --date-format %s', async (dateOrder, expected) => {
    await imports.run({ people: file('3/4/2024') }, { dateOrder });
    expect(await createdAt('P0')).toBe(expected);
  });

  test('detects the date order per column', async () => {
    const people = 'Record ID,Create Date,Last Modified\nP1,13/4/2024,4/14/2024\nP2,3/4/2024,3/4/2024';
    await imports.run({ people });
    expect(await imports.person('P2')).toMatchObject({
      createdAt: '2024-04-03T00:00:00.000Z',
      updatedAt: '2024-03-04T00:00:00.000Z',
    });
  });
});

test('reads a range of employees as its lower bound, and keeps its text', async () => {
  const companies = 'Record ID,Company Name,Number of Employees,Annual Revenue\nC1,Nowhere Inc.,11-50,$1.2M';
  const { warned } = await imports.run({ companies });
  expect(warned).toEqual([]);
  expect(await imports.company('C1')).toMatchObject({
    employeeCount: 11,
    annualRevenue: { amount: 1_200_000, currency: null },
    customFields: { employeeCountRaw: '11-50' },
  });
});
