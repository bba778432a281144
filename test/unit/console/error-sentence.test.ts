import { describe, expect, it } from 'vitest';
import { errorSentence } from '../../../console/parts/error-sentence.ts';

describe('the error of a field', () => {
  it.each([
    ['Email', 'must be an email address such as nora@nowhere.example'],
    ['URL', 'must be a complete and valid URL, such as https://hooks.example.com/sales'],
  ])('asks for a missing %s', (label, error) => {
    expect(errorSentence(label, error, true)).toBe(`Enter ${label === 'URL' ? 'a URL' : 'an email'}.`);
  });

  it.each([
    ['must be an integer from 1 to 200', 'Enter a whole number from 1 to 200.'],
    ['must be null or a whole number of days from 1 to 90', 'Enter a whole number of days from 1 to 90.'],
    ['must be an integer number of seconds from 0 to 9', 'Enter a whole number of seconds from 0 to 9.'],
    [
      'must be a string of 1 to 100 characters without control characters',
      'Enter 1 to 100 characters without control characters.',
    ],
    ['must be 1 to 200 characters long', 'Enter 1 to 200 characters.'],
    ['must be null or an RFC 3339 date-time such as 2026-01-31T09:30:00.000Z', 'Enter a date and a time.'],
    ['must be a date such as 2026-01-31', 'Enter a date such as 2026-01-31.'],
    ['must be in the future', 'Enter a time in the future.'],
    ['must be one of: admin, member', 'Choose one of: admin, member.'],
    ['must be a non-empty list without duplicates of: *, person.*', 'Choose at least one.'],
    [
      'must be at most 90, the days for which this service keeps events',
      'Enter at most 90, the days for which this service keeps events.',
    ],
    ['must be at most 200 characters long', 'Enter at most 200 characters.'],
    ['must be chosen', 'Choose a value.'],
  ])('turns “%s” into an instruction', (error, instruction) => {
    expect(errorSentence('Value', error, false)).toBe(instruction);
  });

  it.each([
    ['is "nowhere", which is no IPv4 address', '"nowhere" is no IPv4 address.'],
    ['This file is empty: choose another one', 'This file is empty: choose another one.'],
  ])('leaves the label out of “%s”', (error, text) => {
    expect(errorSentence('Value', error, false)).toBe(text);
  });

  it('leaves out what a label adds in parentheses', () => {
    expect(errorSentence('Description (optional)', 'may not be empty', false)).toBe(
      'Description may not be empty.',
    );
  });

  it.each([
    ['must start with https://', 'URL must start with https://.'],
    ['must be given with `id`', 'URL must be given with `id`.'],
    ['is already in use.', 'URL is already in use.'],
  ])('keeps “%s” after the label', (error, text) => {
    expect(errorSentence('URL', error, false)).toBe(text);
  });
});
