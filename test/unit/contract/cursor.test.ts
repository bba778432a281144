import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CursorScope, decodeCursor, encodeCursor } from '../../../shared/contract/cursor.ts';
import { codePoint } from '../../support/values/code-points.ts';

const scopes = fc.array(fc.oneof(fc.string(), fc.boolean(), fc.constant(undefined)), { maxLength: 6 });
const positions = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 80 });

describe('cursors', () => {
  it('decodes a cursor to its position in its own scope', () => {
    fc.assert(
      fc.property(scopes, positions, (scope, position) => {
        expect(decodeCursor(scope, encodeCursor(scope, position))).toBe(position);
      }),
    );
  });

  it('rejects a cursor in any other scope', () => {
    fc.assert(
      fc.property(scopes, scopes, positions, (scope, other, position) => {
        fc.pre(JSON.stringify(scope) !== JSON.stringify(other));
        expect(decodeCursor(other, encodeCursor(scope, position))).toBeUndefined();
      }),
    );
  });

  it('rejects a cursor after any character was changed, removed or added', () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=+/. ';
    const scope: CursorScope = ['call-lists', 'an organization', true, undefined];
    fc.assert(
      fc.property(
        positions,
        fc.nat(),
        fc.constantFrom(...alphabet),
        fc.constantFrom('replace', 'remove', 'insert'),
        (position, at, character, change) => {
          const cursor = encodeCursor(scope, position);
          const index = at % cursor.length;
          const kept = change === 'insert' ? cursor.slice(index) : cursor.slice(index + 1);
          const changed = cursor.slice(0, index) + (change === 'remove' ? '' : character) + kept;
          fc.pre(changed !== cursor);
          expect(decodeCursor(scope, changed)).toBeUndefined();
        },
      ),
    );
  });

  it('rejects arbitrary text', () => {
    fc.assert(
      fc.property(fc.string({ unit: codePoint }), (text) => {
        expect(decodeCursor(['a scope'], text)).toBeUndefined();
      }),
    );
  });

  it('contains only characters that need no escaping in a URL', () => {
    fc.assert(
      fc.property(scopes, positions, (scope, position) => {
        expect(encodeCursor(scope, position)).toMatch(/^[A-Za-z0-9_-]+$/);
      }),
    );
  });
});
