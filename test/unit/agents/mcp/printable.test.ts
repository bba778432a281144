import { expect, it } from 'vitest';
import { printable } from '../../../../connectors/mcp/src/printable.ts';

it('escapes terminal control characters, but not line breaks', () => {
  expect(printable('Zoë 日本\n  at x\x1b[31m\x9b\x7f\u2028\u202E\u2069')).toBe(
    'Zoë 日本\n  at x\\u001b[31m\\u009b\\u007f\\u2028\\u202e\\u2069',
  );
});
