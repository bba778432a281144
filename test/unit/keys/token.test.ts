import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isUuid } from '../../../shared/domain/uuid.ts';
import { generateToken, hashToken, hintOf, keyIdOfToken } from '../../../shared/keys/token.ts';
import { codePoint } from '../../support/values/code-points.ts';

describe('tokens', () => {
  it('contains its id and matches the format for secret scanners', () => {
    for (let i = 0; i < 200; i++) {
      const { id, token } = generateToken();
      expect(token).toMatch(/^sd_live_[0-9a-f]{32}_[0-9A-Za-z]{49}$/);
      expect(isUuid(id)).toBe(true);
      expect(keyIdOfToken(token)).toBe(id);
    }
  });

  it('generates unique ids and secrets', () => {
    const tokens = Array.from({ length: 500 }, generateToken);
    expect(new Set(tokens.map(({ id }) => id)).size).toBe(500);
    expect(new Set(tokens.map(({ token }) => token.slice(41, 84))).size).toBe(500);
  });

  it('uses all characters of the alphabet with equal probability', () => {
    const counts = new Map<string, number>();
    for (let i = 0; i < 2_000; i++) {
      for (const character of generateToken().token.slice(41, 84)) {
        counts.set(character, (counts.get(character) ?? 0) + 1);
      }
    }
    const expected = (2_000 * 43) / 62;
    expect(counts.size).toBe(62);
    // Eight standard deviations; a biased generator (bytes modulo 62) deviates much more.
    for (const count of counts.values()) {
      expect(Math.abs(count - expected)).toBeLessThan(8 * Math.sqrt(expected));
    }
  });

  it('rejects a token after any single typo', () => {
    const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_ -';
    const { token } = generateToken();
    fc.assert(
      fc.property(fc.nat(token.length - 1), fc.constantFrom(...alphabet), (at, character) => {
        fc.pre(token[at] !== character);
        expect(keyIdOfToken(token.slice(0, at) + character + token.slice(at + 1))).toBeUndefined();
      }),
      { numRuns: 1_000 },
    );
  });

  it('rejects a token with extra characters or in another case', () => {
    const { token } = generateToken();
    for (const wrong of [
      ` ${token}`,
      `${token} `,
      `${token}\n`,
      `"${token}"`,
      `Bearer ${token}`,
      `${token},${token}`,
      `${token.slice(0, 50)} ${token.slice(50)}`,
      token.toUpperCase(),
      token.slice(0, -1),
      '',
    ]) {
      expect(keyIdOfToken(wrong)).toBeUndefined();
    }
  });

  it('rejects any other text', () => {
    fc.assert(fc.property(fc.string({ unit: codePoint }), (text) => keyIdOfToken(text) === undefined));
  });

  it('hashes to SHA-256 and reveals at most four characters in the hint', () => {
    const { token } = generateToken();
    expect(hashToken(token)).toMatch(/^[0-9a-f]{64}$/);
    expect(hashToken('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(hintOf(token)).toBe(`sd_live_…${token.slice(-4)}`);
  });
});
