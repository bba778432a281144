import fc from 'fast-check';
import type { FuzzTarget } from '../target.ts';
import { bytes, mutated } from './texts.ts';

type Headers = readonly (readonly [string, string])[];

const only =
  (name: string) =>
  (value: string): Headers => [[name, value]];

/** The same token with algorithm `none` and without a signature. */
const unsigned = (token: string): string => {
  const [, payload = ''] = token.split('.');
  return `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`;
};

const withHeader = (token: string, header: object): string => {
  const [, payload = '', signature = ''] = token.split('.');
  return `${Buffer.from(JSON.stringify(header)).toString('base64url')}.${payload}.${signature}`;
};

const apiKey = ({ apiKey: own, foreignKey }: FuzzTarget): fc.Arbitrary<Headers> => {
  const header = only('X-Api-Key');
  return fc.oneof(
    { weight: 40, arbitrary: fc.constant(header(own)) },
    { weight: 1, arbitrary: fc.constant([]) },
    { weight: 2, arbitrary: mutated(own).map(header) },
    { weight: 1, arbitrary: fc.constant(header(own.slice(0, 41) + foreignKey.slice(41))) },
    { weight: 1, arbitrary: fc.constant(header(foreignKey.slice(0, 41) + own.slice(41))) },
    { weight: 1, arbitrary: bytes(80).map(header) },
    { weight: 1, arbitrary: fc.constantFrom(8, 12, 13).map((power) => header(own + 'a'.repeat(2 ** power))) },
    {
      weight: 1,
      arbitrary: fc.constantFrom<Headers>(
        [...header(own), ...header(own)],
        [...header(own), ['x-api-key', '']],
        [...header(own), ...header(`${own}x`)],
        header(`${own}, ${own}`),
      ),
    },
  );
};

const idToken = ({ idToken: own }: FuzzTarget): fc.Arbitrary<Headers> => {
  const header = (token: string): Headers => [['Authorization', `Bearer ${token}`]];
  return fc.oneof(
    { weight: 40, arbitrary: fc.constant(header(own)) },
    { weight: 1, arbitrary: fc.constant([]) },
    { weight: 2, arbitrary: mutated(own).map(header) },
    { weight: 1, arbitrary: bytes(80).map(header) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        header(unsigned(own)),
        header(withHeader(own, { alg: 'HS256' })),
        header(withHeader(own, { alg: 'RS256', crit: ['x'], x: 1 })),
        header(withHeader(own, { alg: 'RS256', kid: '../../etc/passwd', jku: 'http://127.0.0.1:9/' })),
        header(withHeader(own, { alg: 'RS256', jwk: { kty: 'RSA', n: 'AQAB', e: 'AQAB' } })),
        header('a'.repeat(9_000)),
        header('.'.repeat(5_000)),
        header('{}.{}.{}'),
        [...header(own), ...header('x')],
      ),
    },
  );
};

/** Credentials, usually the attacker's own valid ones. */
export const credentials = (api: 'data' | 'admin', target: FuzzTarget): fc.Arbitrary<Headers> =>
  api === 'data' ? apiKey(target) : idToken(target);
